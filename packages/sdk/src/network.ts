import { sdkVersion } from './api.gen.ts';
import { reasonOf } from './error-from.ts';
import type { DriveError } from './error.ts';
import { isServer } from './platform.ts';

/**
 * Receives messages about requests, retries and waits. `console` is one.
 *
 * @example
 * ```ts
 * import { DriveClient, type Logger } from '@drive/sdk';
 *
 * const logger: Logger = { debug: () => {}, warn: (message, details) => console.error(message, details) };
 * await new DriveClient({ logger }).account.me();
 * ```
 */
export interface Logger {
  /** Called after each request. */
  debug(message: string, details: RequestLog): void;
  /** Called before each retry and before each wait for a rate limit. */
  warn(message: string, details: RetryInfo | WaitInfo): void;
}

/**
 * One request in a log. It contains no secret: a path has `…` instead of tokens, upload sessions and file names.
 *
 * @example
 * ```ts
 * import { DriveClient, type RequestLog } from '@drive/sdk';
 *
 * const durations: number[] = [];
 * const debug = (_: string, { durationMs }: RequestLog): void => void durations.push(durationMs);
 * await new DriveClient({ logger: { debug, warn: () => {} } }).account.me();
 * console.log(Math.max(...durations));
 * ```
 */
export interface RequestLog {
  /** HTTP method. */
  readonly method: string;
  /** Origin of the server. */
  readonly origin: string;
  /** Path without query. */
  readonly path: string;
  /** HTTP status; `undefined` if no response arrived. */
  readonly status: number | undefined;
  /** Milliseconds until the headers of the response, or until the failure. */
  readonly durationMs: number;
  /** `X-Request-Id` of the response: the request's ID in the server's log. */
  readonly requestId: string | undefined;
}

/**
 * A retry that is about to be made.
 *
 * @example
 * ```ts
 * import { DriveClient, type RetryInfo } from '@drive/sdk';
 *
 * const onRetry = ({ path, delayMs, error }: RetryInfo): void => console.error(path, error.message, delayMs);
 * await new DriveClient({ onRetry }).account.me();
 * ```
 */
export interface RetryInfo {
  /** HTTP method. */
  readonly method: string;
  /** Path without query, with `…` instead of secrets. */
  readonly path: string;
  /** Number of the failed attempt, from 1. */
  readonly attempt: number;
  /** Milliseconds until the next attempt. */
  readonly delayMs: number;
  /** The failure. */
  readonly error: DriveError;
}

/**
 * A call that waits because the server's rate limit is used up.
 *
 * @example
 * ```ts
 * import { DriveClient, type WaitInfo } from '@drive/sdk';
 *
 * const onWait = ({ delayMs }: WaitInfo): void => console.error(`Waiting ${Math.ceil(delayMs / 1000)} s`);
 * await new DriveClient({ onWait }).account.me();
 * ```
 */
export interface WaitInfo {
  /** HTTP method. */
  readonly method: string;
  /** Path without query, with `…` instead of secrets. */
  readonly path: string;
  /** Milliseconds until the limit is renewed. The wait is longer if more calls wait than the limit permits. */
  readonly delayMs: number;
}

export interface NetworkOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly baseUrl: string;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly logger: Logger | undefined;
  readonly onRetry: ((retry: RetryInfo) => void) | undefined;
  readonly onWait: ((wait: WaitInfo) => void) | undefined;
  readonly pace: ((bytes: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
}

/** Sends all requests of a client: adds its headers, and reports requests, retries and waits. */
export class Network {
  readonly #options: NetworkOptions;
  readonly #origin: string;
  readonly #userAgent: Readonly<Record<string, string>>;

  constructor(options: NetworkOptions) {
    this.#options = options;
    this.#origin = new URL(options.baseUrl).origin;
    const own = options.headers['user-agent'];
    // Browsers do not let pages choose it.
    this.#userAgent = isServer() ? { 'user-agent': own ?? userAgent } : {};
  }

  /** Delays bytes of file contents; `undefined` without a limit. */
  get pace(): NetworkOptions['pace'] {
    return this.#options.pace;
  }

  /** Headers of every request to a URL. The client's headers go to its server only, because they may be secret. */
  headersFor(url: string): Readonly<Record<string, string>> {
    const isOwn = new URL(url).origin === this.#origin;
    return { ...(isOwn ? this.#options.headers : {}), ...this.#userAgent };
  }

  /** The client's fetch. Headers of the request override those of the client. */
  readonly fetch = async (input: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(this.headersFor(input)))
      if (!headers.has(name)) headers.set(name, value);
    return await this.observe(init.method ?? 'GET', input, async () => {
      // Called without a receiver, because a browser's fetch accepts only the window.
      const { fetch } = this.#options;
      const response = await fetch(input, { ...init, headers });
      return { ...headOf(response), response };
    }).then(({ response }) => response);
  };

  /** Logs a request. */
  async observe<Head extends { readonly status: number; header(name: string): string | null | undefined }>(
    method: string,
    url: string,
    send: () => Promise<Head>,
  ): Promise<Head> {
    const { logger } = this.#options;
    if (logger === undefined) return await send();
    const beganAt = performance.now();
    const log = (outcome: string, status?: number, requestId?: string): void => {
      const durationMs = Math.round(performance.now() - beganAt);
      const path = loggedPath(url);
      const details = { method, origin: new URL(url).origin, path, status, durationMs, requestId };
      logger.debug(`${method} ${path} ${outcome} in ${durationMs} ms`, details);
    };
    try {
      const head = await send();
      log(`${head.status}`, head.status, head.header('x-request-id') ?? undefined);
      return head;
    } catch (error) {
      log(`failed: ${reasonOf(error)}`);
      throw error;
    }
  }

  /** Returns a function that reports the retries of a request. */
  retried(method: string, url: string): (retry: Pick<RetryInfo, 'attempt' | 'delayMs' | 'error'>) => void {
    return ({ attempt, delayMs, error }) => {
      const { logger, onRetry } = this.#options;
      const info = { method, path: loggedPath(url), attempt, delayMs: Math.round(delayMs), error };
      logger?.warn(`${method} ${info.path} is retried in ${info.delayMs} ms: ${error.message}`, info);
      onRetry?.(info);
    };
  }

  /** Returns a function that reports that a request waits for the rate limit. */
  waits(method: string, url: string): (delayMs: number) => void {
    return (exactMs) => {
      const { logger, onWait } = this.#options;
      const info = { method, path: loggedPath(url), delayMs: Math.ceil(exactMs) };
      logger?.warn(`${method} ${info.path} waits up to ${info.delayMs} ms for the rate limit`, info);
      onWait?.(info);
    };
  }
}

export const userAgent: string = `drive-sdk/${sdkVersion}`;

const headOf = (response: Response) => ({
  status: response.status,
  header: (name: string) => response.headers.get(name),
});

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const word = /^[a-z-]*(\.json)?$/;

/** URLs that end with the names of folders and files. */
const withNames = /^(.*?\/files\/(?:by-path|(?:d|archives)\/[^/]+)\/)(.+)$/;

/** The path of a URL with `…` for tokens, slugs, upload sessions and file names. */
export function loggedPath(url: string): string {
  const { pathname } = new URL(url);
  const [, head = pathname, names = ''] = withNames.exec(pathname) ?? [];
  const parts = head.split('/');
  const shown = parts.map((part, index) => (isShown(part, parts[index - 1] ?? '') ? part : '…')).join('/');
  return shown + names.replaceAll(/[^/]+/g, '…');
}

function isShown(part: string, previous: string): boolean {
  // An upload session lets everyone send bytes, and a slug lets everyone open a share.
  return !['uploads', 'tus', 'direct', 's'].includes(previous) && (word.test(part) || uuid.test(part));
}
