import { AsyncLocalStorage } from 'node:async_hooks';
import type { Origin } from '@drive/contract';
import type { Caller } from './caller.ts';

interface Cause {
  readonly origin: Origin;
  readonly actor: number | null;
}

const causes = new AsyncLocalStorage<Cause>();
const server: Cause = { origin: { kind: 'system', id: null }, actor: null };

/** Runs work, within which events name this as their origin. `actor`: users.row_id of the user who does it; null: no user. */
export const withOrigin = <Result>(origin: Origin, work: () => Result, actor: number | null = null): Result =>
  causes.run({ origin, actor }, work);

/** Runs what a caller has asked for. Without a caller, the origin stays as it is. */
export const onBehalfOf = <Result>(caller: Caller | undefined, work: () => Result, client?: 'webdav'): Result =>
  caller === undefined
    ? work()
    : withOrigin(
        { kind: client ?? (caller.kind === 'key' ? 'api_key' : 'session'), id: caller.publicId },
        work,
        caller.userId,
      );

/** The origin of the events of this request; the server itself outside of requests, as in jobs. */
export const currentOrigin = (): Origin => (causes.getStore() ?? server).origin;

/** users.row_id of the user who does what is running now; null: a visitor, or the server itself. Rows keep it, no rule asks it. */
export const currentActor = (): number | null => (causes.getStore() ?? server).actor;
