import { shallowRef, type ShallowRef } from 'vue';
import { sessionId, type SessionId } from '../protocol/wire/ids.ts';
import type { AddressBar } from './ports.ts';

/** Where one is. The gateway serves the page at each of these. */
export type Route = { readonly at: 'home' } | { readonly at: 'session'; readonly session: SessionId };

export function routeOf(path: string): Route {
  const found = /^\/session\/([^/]+)\/?$/.exec(path);
  const name = decoded(found?.[1] ?? '');
  return name === '' ? { at: 'home' } : { at: 'session', session: sessionId(name) };
}

export function pathOf(route: Route): string {
  return route.at === 'home' ? '/' : `/session/${encodeURIComponent(route.session)}`;
}

/** Somebody may have written half an escape by hand. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

export class Router {
  readonly #route: ShallowRef<Route>;

  constructor(private readonly address: AddressBar) {
    this.#route = shallowRef(routeOf(address.path()));
    address.onChange(() => {
      this.#route.value = routeOf(address.path());
    });
  }

  get route(): Readonly<ShallowRef<Route>> {
    return this.#route;
  }

  go(route: Route): void {
    const path = pathOf(route);
    if (path !== this.address.path()) {
      this.address.go(path);
      this.#route.value = route;
    }
  }

  /** In place of where one is: what was there is gone. */
  replace(route: Route): void {
    this.address.replace(pathOf(route));
    this.#route.value = route;
  }
}
