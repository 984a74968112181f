import { shallowRef, type ShallowRef } from 'vue';
import type { AskSignedIn, Cancel, Clock } from '../protocol/link/ports.ts';
import { problemIn, type SignedIn, type SignIn as Proof } from '../protocol/wire/http.ts';
import { paths } from '../protocol/wire/paths.ts';
import type { Http, Storage } from './ports.ts';

/** Kept by the browser for this gateway, as the cookie is: so one stays signed in over a reload and a restart. */
const KEY = 'switchboard.session';
/** Of whom the gateway could not be told yet that they have signed out: its cookie still opens the door. */
const UNTOLD = 'switchboard.signed out';
const AGAIN = 10_000;

/** What a header and a subprotocol can carry: with anything else in it no socket opens. */
const SPELLED = /^[\w!#$%&'*+.^`|~-]+$/;

export type SignInProblem =
  | { readonly kind: 'refused'; readonly message: string }
  /** Nobody answered. */
  | { readonly kind: 'unreachable' }
  /** The gateway took the token, and the browser did not keep the cookie. */
  | { readonly kind: 'noCookies' }
  /** One was signed in, and no longer is. */
  | { readonly kind: 'ended' }
  /** One has signed out, and the gateway does not know yet. */
  | { readonly kind: 'untold' };

/**
 * Whether this browser is signed in. It holds that it is until the gateway says no: a page that opens without a
 * connection shows what it has. Everything else stays as it is meanwhile, so that one comes back to the same place.
 */
export class SignIn {
  readonly #state = shallowRef<'in' | 'out' | 'signingIn'>('out');
  readonly #problem = shallowRef<SignInProblem>();
  readonly #begun: (() => void)[] = [];
  #cancelAgain: Cancel = () => {};

  constructor(
    private readonly http: Http,
    private readonly storage: Storage,
    private readonly clock: Pick<Clock, 'after'> = { after: () => () => {} },
  ) {
    storage.onChange((key) => {
      if (key === KEY) {
        this.#look();
      }
    });
  }

  get state(): Readonly<ShallowRef<'in' | 'out' | 'signingIn'>> {
    return this.#state;
  }

  get problem(): Readonly<ShallowRef<SignInProblem | undefined>> {
    return this.#problem;
  }

  /** What goes with each change and each socket. Of all tabs the newest. */
  get csrf(): string | undefined {
    return this.#kept(KEY);
  }

  /** After each sign-in, here or in another tab. */
  onBegun(begun: () => void): void {
    this.#begun.push(begun);
  }

  /** With the code of a printed link, if the page was opened by one. */
  async begin(code?: string): Promise<void> {
    if (code !== undefined) {
      await this.#show({ code });
    } else {
      this.#look();
      if (this.#state.value === 'in') {
        await this.#greet();
      } else {
        await this.tellSignedOut();
      }
    }
  }

  async withToken(token: string): Promise<void> {
    await this.#show({ token });
  }

  /**
   * The gateway does not know us any more.
   *
   * @param used what it was told: another tab may have signed in since
   */
  ended(used: string | undefined): void {
    if (this.csrf !== used && this.csrf !== undefined) {
      this.#look();
      return;
    }
    this.storage.set(KEY, undefined);
    if (this.#state.value === 'in') {
      this.#problem.value = { kind: 'ended' };
    }
    this.#look();
  }

  /** Over here in any case; if the gateway cannot be told now, it is told when it is back. */
  async signOut(): Promise<void> {
    this.storage.set(UNTOLD, this.csrf);
    this.storage.set(KEY, undefined);
    this.#problem.value = undefined;
    this.#look();
    await this.tellSignedOut();
  }

  /** If there is something to tell. */
  async tellSignedOut(): Promise<void> {
    const csrf = this.#kept(UNTOLD);
    if (csrf === undefined) {
      return;
    }
    this.#cancelAgain();
    const told = await this.http({ method: 'DELETE', path: paths.self, csrf }).catch(() => undefined);
    if (told !== undefined && told.status < 500) {
      this.#told();
    } else {
      this.#problem.value = this.#state.value === 'out' ? { kind: 'untold' } : this.#problem.value;
      this.#cancelAgain = this.clock.after(AGAIN, () => void this.tellSignedOut());
    }
  }

  #told(): void {
    this.storage.set(UNTOLD, undefined);
    if (this.#problem.value?.kind === 'untold') {
      this.#problem.value = undefined;
    }
  }

  #kept(key: string): string | undefined {
    const kept = this.storage.get(key);
    return kept !== undefined && SPELLED.test(kept) ? kept : undefined;
  }

  /** A browser hides why a socket was refused. */
  readonly ask: AskSignedIn = async () => {
    try {
      const { status } = await this.http({ method: 'GET', path: paths.self });
      return status === 401 ? 'out' : status === 200 ? 'in' : 'unknown';
    } catch {
      return 'unknown';
    }
  };

  /** Sets the cookie again, so that a browser in use never forgets it. */
  async #greet(): Promise<void> {
    const { csrf } = this;
    if ((await this.ask()) === 'out') {
      this.ended(csrf);
    }
  }

  async #show(proof: Proof): Promise<void> {
    this.#state.value = 'signingIn';
    this.#problem.value = undefined;
    await this.tellSignedOut(); // while the cookie is still that one's
    try {
      const { status, text } = await this.http({ method: 'POST', path: paths.self, body: proof });
      if (status === 200) {
        const signedIn: SignedIn = JSON.parse(text);
        if ((await this.ask()) === 'out') {
          this.#problem.value = { kind: 'noCookies' };
        } else {
          this.storage.set(KEY, signedIn.csrf);
          this.#told(); // the cookie is another one now
        }
      } else {
        const problem = problemIn(text);
        this.#problem.value =
          problem === undefined ? { kind: 'unreachable' } : { kind: 'refused', message: problem.message };
      }
    } catch {
      this.#problem.value = { kind: 'unreachable' };
    }
    this.#look();
  }

  /** A code that was used up does not sign out whoever is in. */
  #look(): void {
    const isIn = this.csrf !== undefined;
    this.#state.value = isIn ? 'in' : 'out';
    if (isIn) {
      this.#problem.value = undefined;
      this.#begun.forEach((begun) => begun());
    }
  }
}
