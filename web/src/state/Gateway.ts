import { problemIn, type Problem } from '../protocol/wire/http.ts';
import type { Http, HttpRequest } from './ports.ts';
import type { SignIn } from './SignIn.ts';

export type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** Why not, in the gateway's own words for a person. */
  | ({ readonly kind: 'refused'; readonly status: number } & Problem)
  /** No answer came: what was asked for may have been done nevertheless. */
  | { readonly kind: 'unreachable' };

/** What is asked of the gateway over HTTP, by whoever is signed in. */
export class Gateway {
  constructor(
    private readonly http: Http,
    private readonly signIn: SignIn,
  ) {}

  get<T>(path: string, signal?: AbortSignal): Promise<Outcome<T>> {
    return this.#ask<T>({ method: 'GET', path, signal });
  }

  post<T>(path: string, body: unknown): Promise<Outcome<T>> {
    return this.#ask<T>({ method: 'POST', path, body });
  }

  patch<T>(path: string, body: unknown): Promise<Outcome<T>> {
    return this.#ask<T>({ method: 'PATCH', path, body });
  }

  delete(path: string, lasting = false): Promise<Outcome<void>> {
    return this.#ask<void>({ method: 'DELETE', path, lasting });
  }

  async #ask<T>(request: HttpRequest): Promise<Outcome<T>> {
    const { csrf } = this.signIn;
    let answer;
    try {
      answer = await this.http({ ...request, csrf });
    } catch {
      return { kind: 'unreachable' };
    }
    const { status, text } = answer;
    if (status >= 200 && status < 300) {
      return { kind: 'done', value: text === '' ? undefined : JSON.parse(text) };
    }
    if (status === 401) {
      this.signIn.ended(csrf);
    }
    const problem = problemIn(text);
    // Not in our words: a proxy in between has spoken for a gateway it cannot reach.
    return problem === undefined ? { kind: 'unreachable' } : { kind: 'refused', status, ...problem };
  }
}
