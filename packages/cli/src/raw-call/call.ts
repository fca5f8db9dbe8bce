import type { ReadableStream } from 'node:stream/web';
import { isRecord } from '../config/json-file.ts';
import { httpFetch } from '../connection/http-fetch.ts';
import { CliError } from '../shell/cli-error.ts';

/** Page of a list in a response: one array and the number of pages. */
interface ListPage {
  readonly name: string;
  readonly items: readonly unknown[];
  readonly currentPage: number;
  readonly totalPages: number;
  /** undefined for a list without cursors, null on the last page. */
  readonly nextCursor: string | null | undefined;
  readonly document: Record<string, unknown>;
}

/** Merges all pages of a list into one document. `first` is the response without a page number. */
export async function joinPages(
  first: unknown,
  ask: (query: readonly [string, string]) => Promise<unknown>,
): Promise<unknown> {
  const start = readPage(first);
  if (start === undefined) return first;
  const items = [...start.items];
  let current = start;
  for (;;) {
    const { currentPage, totalPages, nextCursor } = current;
    if (nextCursor === null || (nextCursor === undefined && currentPage >= totalPages)) break;
    // By cursor nothing is skipped or repeated if the list changes meanwhile.
    const next = readPage(
      await ask(nextCursor === undefined ? ['page', String(currentPage + 1)] : ['cursor', nextCursor]),
    );
    if (next === undefined) throw new CliError('failed', `page ${currentPage + 1} is not a list`);
    items.push(...next.items);
    current = next;
  }
  const pagination = { currentPage: 1, totalItems: items.length, totalPages: 1 };
  return { ...start.document, [start.name]: items, pagination };
}

/** Returns undefined if the document has no pages. */
function readPage(document: unknown): ListPage | undefined {
  if (!isRecord(document) || !isRecord(document['pagination'])) return undefined;
  const { currentPage, totalPages, nextCursor } = document['pagination'];
  const lists = Object.entries(document).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  const [list, ...others] = lists;
  if (list === undefined || others.length > 0) return undefined;
  if (typeof currentPage !== 'number' || typeof totalPages !== 'number') return undefined;
  const cursor = typeof nextCursor === 'string' || nextCursor === null ? nextCursor : undefined;
  return { name: list[0], items: list[1], currentPage, totalPages, nextCursor: cursor, document };
}

export interface RawCall {
  /** URL of the server, without a slash at the end. */
  readonly server: string;
  /** No Authorization header is sent if undefined. */
  readonly key: string | undefined;
  readonly method: string;
  /** Below the URL of the server, with the query. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | Blob | Uint8Array | undefined;
  readonly signal: AbortSignal;
}

export interface RawAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  readonly body: ReadableStream<Uint8Array> | null;
  text(): Promise<string>;
}

/** Sends one request and returns any response. Follows no redirects, because the key is for this server only. */
export async function callRaw({ server, key, method, path, headers, body, signal }: RawCall): Promise<RawAnswer> {
  const all = new Headers({ accept: 'application/json' });
  if (key !== undefined) all.set('authorization', `Bearer ${key}`);
  try {
    for (const [name, value] of headers) all.set(name, value);
  } catch (error) {
    throw new CliError('usage', `--header: ${(error as Error).message}`, { cause: error });
  }
  try {
    return await httpFetch(server + path, {
      method,
      headers: all,
      redirect: 'manual',
      signal,
      ...(body === undefined ? {} : { body: body as Uint8Array<ArrayBuffer> }),
    });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const { DriveError } = await import('@drive/sdk');
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : (error as Error);
    const reason = (cause as NodeJS.ErrnoException).code ?? cause.message;
    throw new DriveError('network_error', `${server} cannot be reached: ${reason}`, { cause: error });
  }
}

/** Normalizes a path; `/api` and the leading slash are optional. */
export function readApiPath(argument: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(argument)) {
    throw new CliError('usage', `${argument} is not an API path`, {
      hint: 'give only the path, for example /api/me; in Git Bash without the slash at the start',
    });
  }
  const path = `/${argument.replace(/^\/+/, '')}`;
  if (/[\s\\#]/.test(path) || path.split(/[/?]/).some((name) => name === '.' || name === '..')) {
    throw new CliError('usage', `${argument} is not an API path`, {
      hint: 'percent-encode special characters, for example a space as %20',
    });
  }
  return /^\/(api|files|healthz|readyz|metrics|share|s|p|collect|proof)([/?]|$)/.test(path) && argument.startsWith('/')
    ? path
    : /^\/(api|healthz|readyz|metrics)([/?]|$)/.test(path)
      ? path
      : `/api${path}`;
}
