import { createAddressRule } from './address-rule.ts';
import { ConnectionPool } from './connection-pool.ts';
import { Connection, StaleConnectionError } from './connection.ts';
import { toOutboundError } from './failure.ts';
import { createResolve, type Resolve } from './name-lookup.ts';
import { type OutboundFetch, type OutboundResponse } from './outbound-fetch.ts';
import { parseTarget } from './target-check.ts';

export interface GuardedFetchOptions {
  /** Private ranges that may be reached, also over plain http and at any port. */
  readonly allowCidrs?: readonly string[];
  /** Ports of other targets. Default, or empty: any. */
  readonly ports?: readonly number[];
  /** Default: the system's name servers. */
  readonly resolve?: Resolve;
  /** Addresses of this machine, which are blocked unless `allowCidrs` contains them. */
  readonly ownAddresses?: () => readonly string[];
  /** Certificates to trust instead of the system's. */
  readonly ca?: string;
  /** Time to connect, including name resolution and TLS. Default: 5 s. */
  readonly connectTimeoutMs?: number;
  /** Time for the complete response. Default: 10 s. */
  readonly answerTimeoutMs?: number;
  /** Time that an idle connection is kept: less than the usual keep-alive timeout of servers. */
  readonly idleMs?: number;
}

export function createGuardedFetch(options: GuardedFetchOptions = {}): OutboundFetch {
  const { resolve = createResolve(), connectTimeoutMs = 5000, answerTimeoutMs = 10_000, idleMs = 4000 } = options;
  const rule = createAddressRule(options.allowCidrs ?? [], options);
  const pool = new ConnectionPool();
  // Loaded by the first request, because loading takes a noticeable part of the start of a server.
  let loading: Promise<typeof import('undici')> | undefined;

  return async (request) => {
    const { signal, sharedBy } = request;
    signal?.throwIfAborted();
    const target = parseTarget(request.url);
    const undici = await (loading ??= import('undici'));
    const key = sharedBy === undefined ? undefined : `${sharedBy} ${target.origin}`;

    const open = (): Connection => {
      const connection = new Connection(undici, {
        target,
        resolve,
        rule,
        ca: options.ca,
        timeoutMs: connectTimeoutMs,
        answerTimeoutMs,
        idleMs: key === undefined ? undefined : idleMs,
      });
      connection.onClosed(() => pool.discard(connection));
      return connection;
    };
    const exchange = async (connection: Connection): Promise<OutboundResponse> => {
      const response = await connection.exchange({ ...request, path: `${target.pathname}${target.search}` });
      if (key !== undefined) pool.put(key, connection);
      return response;
    };

    const idle = key === undefined ? undefined : pool.take(key);
    try {
      if (idle === undefined) return await exchange(open());
      return await exchange(idle);
    } catch (error) {
      if (error instanceof StaleConnectionError) return exchange(open());
      throw toOutboundError(error, { isProven: false });
    }
  };
}
