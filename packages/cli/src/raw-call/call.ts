import type { ReadableStream } from 'node:stream/web';
import { CliError } from '../shell/cli-error.ts';

export interface RawCall {
  /** Address of the server, without a slash at the end. */
  readonly server: string;
  /** Nothing goes along where it is undefined. */
  readonly key: string | undefined;
  readonly method: string;
  /** Below the address of the server, with the query. */
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

/** One request as it is told, and its answer whatever it is. Follows no redirects: the key is for this server alone. */
export async function callRaw({ server, key, method, path, headers, body, signal }: RawCall): Promise<RawAnswer> {
  const all = new Headers({ accept: 'application/json' });
  if (key !== undefined) all.set('authorization', `Bearer ${key}`);
  try {
    for (const [name, value] of headers) all.set(name, value);
  } catch (error) {
    throw new CliError('usage', `--header: ${(error as Error).message}`, { cause: error });
  }
  try {
    return await fetch(server + path, {
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
    throw new DriveError('network_error', `${server} could not be reached: ${reason}`, { cause: error });
  }
}

/** A path as the user writes it: `/api` may be left out, a slash at the start too. */
export function readApiPath(argument: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(argument)) {
    throw new CliError('usage', `${argument} is not a path of the API`, {
      hint: 'give the path alone, as in /api/me; in Git Bash without the slash at the start',
    });
  }
  const path = `/${argument.replace(/^\/+/, '')}`;
  if (/[\s\\#]/.test(path) || path.split(/[/?]/).some((name) => name === '.' || name === '..')) {
    throw new CliError('usage', `${argument} is not a path of the API`, { hint: 'encode what is special in it: %20' });
  }
  return /^\/(api|files|healthz|readyz|metrics|share|s|p|collect|proof)([/?]|$)/.test(path) && argument.startsWith('/')
    ? path
    : /^\/(api|healthz|readyz|metrics)([/?]|$)/.test(path)
      ? path
      : `/api${path}`;
}
