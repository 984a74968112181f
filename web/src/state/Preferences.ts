import { shallowRef, type ShallowRef } from 'vue';
import type { Storage } from './ports.ts';

export type Theme = 'system' | 'light' | 'dark';

const THEME = 'theme';
const NODES = 'nodes';
const OFFERED = 'notifications offered';
/** The seed's: so many nodes of the activity are shown. */
const USUAL_NODES = 50;

/** What somebody likes, on this browser. */
export class Preferences {
  readonly #theme: ShallowRef<Theme>;
  readonly #nodes: ShallowRef<number>;

  constructor(
    private readonly storage: Storage,
    private readonly show: (theme: Theme) => void,
  ) {
    this.#theme = shallowRef(themeOf(storage.get(THEME)));
    this.#nodes = shallowRef(nodesOf(storage.get(NODES)));
    storage.onChange((key) => {
      if (key === THEME) {
        this.#theme.value = themeOf(storage.get(THEME));
        show(this.#theme.value);
      }
    });
  }

  get theme(): Readonly<ShallowRef<Theme>> {
    return this.#theme;
  }

  get nodes(): Readonly<ShallowRef<number>> {
    return this.#nodes;
  }

  /** True the first time on this browser: one who did not want notifications is not asked again. */
  offersNotifications(): boolean {
    const isFirst = this.storage.get(OFFERED) === undefined;
    this.storage.set(OFFERED, 'yes');
    return isFirst;
  }

  chooseTheme(theme: Theme): void {
    this.#theme.value = theme;
    this.storage.set(THEME, theme === 'system' ? undefined : theme);
    this.show(theme);
  }

  chooseNodes(nodes: number): void {
    this.#nodes.value = nodes;
    this.storage.set(NODES, String(nodes));
  }
}

function themeOf(text: string | undefined): Theme {
  return text === 'light' || text === 'dark' ? text : 'system';
}

function nodesOf(text: string | undefined): number {
  const nodes = Number(text);
  return Number.isInteger(nodes) && nodes > 0 ? nodes : USUAL_NODES;
}
