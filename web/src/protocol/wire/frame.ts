/** A frame this app does not know, or no frame at all: it is counted and passed over. */
export interface Stranger {
  readonly type: '?';
  readonly name: string;
}

export const stranger = (name: string): Stranger => ({ type: '?', name });

/** The one JSON.parse. What is not JSON is undefined: the gateway writes none, a proxy in between may. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A field that must be a text; empty if it is anything else, or not there. */
export function textOf(value: unknown, field: string): string {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, field)) {
    return '';
  }
  const found: unknown = Reflect.get(value, field);
  return typeof found === 'string' ? found : '';
}

/** At the end of a switch over a union: a new case does not compile here. */
export function absurd(value: never): never {
  throw new Error(`this cannot be: ${JSON.stringify(value)}`);
}
