import { streams } from '../api.gen.ts';
import { ConnectionError } from '../error-classes.ts';
import { apiError, errorFromAnswer, errorFromThrown, originOf, parseJson } from '../error-from.ts';
import type { Transport } from '../transport.ts';
import { EventParser, type Message } from './event-parser.ts';

/** Which events the server sends. */
export interface EventFilter {
  readonly types: readonly string[] | undefined;
  readonly driveId: string | undefined;
  readonly folderId: string | undefined;
}

export interface Connecting {
  readonly filter: EventFilter;
  readonly lastEventId: string | undefined;
  /** Milliseconds without any bytes after which the connection is closed. */
  readonly silenceMs: number;
  readonly signal: AbortSignal | undefined;
  readonly onOpen: () => void;
}

/** Reads one connection until it ends. Throws DriveErrors. */
export async function* connect(
  transport: Transport,
  { filter, lastEventId, silenceMs, signal, onOpen }: Connecting,
): AsyncGenerator<Message, void, undefined> {
  const { settings } = transport;
  const url = settings.baseUrl + streams.streamEvents + queryOf(filter);
  const connection = new AbortController();
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  let isSilent = false;
  const close = (): void => {
    connection.abort();
    // On some platforms fetch ignores the signal once the response has started.
    reader?.cancel().catch(() => {});
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isSilent = true;
      close();
    }, silenceMs);
  };
  signal?.addEventListener('abort', close, { once: true });
  try {
    if (signal?.aborted === true) close();
    wait();
    const headers = new Headers({ accept: 'text/event-stream' });
    if (lastEventId !== undefined) headers.set('last-event-id', lastEventId);
    const apiKey = await transport.apiKey();
    if (apiKey === undefined) settings.session.addTo(headers, 'GET');
    else headers.set('authorization', `Bearer ${apiKey}`);
    // A redirect would send the key to another server.
    const response = await settings.network.fetch(url, { headers, redirect: 'manual', signal: connection.signal });
    await requireStream(response, url);
    onOpen();
    reader = response.body?.getReader();
    const decoder = new TextDecoder();
    const parser = new EventParser();
    for (;;) {
      wait();
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done || value === undefined) break;
      yield* parser.push(decoder.decode(value, { stream: true }));
    }
    signal?.throwIfAborted();
    if (isSilent) throw silence(url);
  } catch (thrown) {
    throw isSilent ? silence(url) : errorFromThrown(thrown, url, signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', close);
    close();
  }
}

function queryOf({ types, ...tree }: EventFilter): string {
  const values = { types: types?.join(','), ...tree };
  const query = new URLSearchParams(
    Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
  return query.size === 0 ? '' : `?${query.toString()}`;
}

const silence = (url: string): ConnectionError =>
  new ConnectionError('network_error', `Nothing has come from ${originOf(url)} for too long. The connection is lost.`);

async function requireStream(response: Response, url: string): Promise<void> {
  const { status, headers } = response;
  const head = { status, header: (name: string) => headers.get(name) };
  if (status !== 200) throw errorFromAnswer(head, parseJson(await response.text()));
  if (/^text\/event-stream\b/i.test(headers.get('content-type') ?? '')) return;
  throw apiError(
    'unexpected_answer',
    `${originOf(url)} did not respond with an event stream. Is this the URL of a Drive server?`,
    { status },
  );
}
