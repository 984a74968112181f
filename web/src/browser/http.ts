const PATIENCE = 30_000;

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  /** What proves that a change was asked for by our own page. */
  readonly csrf?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Sent even though the page is being left. */
  readonly lasting?: boolean;
}

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
}

/** Rejects if nobody answered. */
export async function http(request: HttpRequest): Promise<HttpAnswer> {
  const { method, path, body, csrf, signal, lasting = false } = request;
  const answer = await fetch(path, {
    method,
    headers: {
      Accept: 'application/json',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(csrf !== undefined && { 'X-Switchboard-Session': csrf }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    credentials: 'same-origin',
    cache: 'no-store',
    // What outlives the page has nobody who could lose patience.
    ...(lasting ? { keepalive: true } : { signal: patience(signal) }),
  });
  return { status: answer.status, text: await answer.text() };
}

function patience(signal: AbortSignal | undefined): AbortSignal {
  const late = AbortSignal.timeout(PATIENCE);
  return signal === undefined ? late : AbortSignal.any([late, signal]);
}
