/**
 * Hands Node's request to the data store of @tus/server.
 *
 * @tus/server reads web requests and passes `request.body`, a web stream, on to the data store. A web stream costs 1.1
 * CPU seconds per GiB, and it does not notice every connection that breaks. So @tus/server gets a request with the
 * headers of the protocol and no body, and the data store takes Node's request from here. An `AsyncLocalStorage`
 * carries it, because the interfaces of @tus/server have no parameter for it; the same object carries back results that
 * @tus/server cannot express: the session, the end of the body, and the error to answer with.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Readable } from 'node:stream';
import type { Ending } from '@drive/http-api';
import type { DigestCheck } from '@drive/upload-protocol';
import type { Server } from '@tus/server';
import type { SessionLock } from '../sessions/session-locks.ts';
import type { Session } from '../sessions/upload-session.ts';

/** A request of the tus protocol while @tus/server handles it. */
export interface TusExchange {
  readonly method: string;
  readonly body: Readable;
  readonly digests: DigestCheck;
  /** Of the page that calls; undefined: a program does. */
  readonly origin: string | undefined;
  /** `Upload-Metadata` of a creation, as the client sent it. */
  readonly tusMetadata: string | undefined;
  /** Set once the request has the session's lock. */
  lock?: SessionLock;
  /** Set once the session is loaded; as it is after the request. */
  session?: Session;
  /** Set with `session`: the bytes staged before the request. */
  offset?: number;
  /** How the body ended, if it was read. */
  ending?: Ending;
  /** The thrown error: a DomainError, an error of @tus/server (`{ status_code, body }`), or an unexpected one. */
  error?: unknown;
}

const exchanges = new AsyncLocalStorage<TusExchange>();

/** The request that @tus/server is handling. */
export function currentExchange(): TusExchange {
  const exchange = exchanges.getStore();
  if (exchange === undefined) throw new Error('called outside a request of the tus protocol');
  return exchange;
}

/** Lets @tus/server handle the request. `onResponseError` of its options must call `keepError`. */
export function handleTus(server: Server, exchange: TusExchange, url: string, headers: Headers): Promise<Response> {
  return exchanges.run(exchange, () => server.handleWeb(new Request(url, { method: exchange.method, headers })));
}

/** Stores the error for the caller of `handleTus`, which answers with the error envelope. */
export function keepError(_request: unknown, error: unknown): undefined {
  currentExchange().error = error;
}
