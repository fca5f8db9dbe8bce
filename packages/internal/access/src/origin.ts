import { AsyncLocalStorage } from 'node:async_hooks';
import type { Origin } from '@drive/contract';
import type { Caller } from './caller.ts';

const origins = new AsyncLocalStorage<Origin>();
const server: Origin = { kind: 'system', id: null };

/** Runs work, within which events name this as their origin. */
export const withOrigin = <Result>(origin: Origin, work: () => Result): Result => origins.run(origin, work);

/** Runs what a caller has asked for. Without a caller, the origin stays as it is. */
export const onBehalfOf = <Result>(caller: Caller | undefined, work: () => Result, client?: 'webdav'): Result =>
  caller === undefined
    ? work()
    : withOrigin({ kind: client ?? (caller.kind === 'key' ? 'api_key' : 'session'), id: caller.publicId }, work);

/** The origin of the events of this request; the server itself outside of requests, as in jobs. */
export const currentOrigin = (): Origin => origins.getStore() ?? server;
