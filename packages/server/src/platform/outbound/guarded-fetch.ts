import { createAddressRule } from './addresses.ts';
import { StaleConnectionError, openConnection, type Connection } from './connection.ts';
import { KeptConnections } from './kept-connections.ts';
import { createResolve, type Resolve } from './name-lookup.ts';
import { OutboundError, type OutboundFetch, type OutboundResponse } from './outbound-fetch.ts';
import { parseTarget } from './target.ts';

export interface GuardedFetchOptions {
  /** Ranges that may be reached although they are not public, over http too. */
  readonly allowCidrs?: readonly string[];
  /** Every address of a host name. Default: the system's resolver. */
  readonly resolve?: Resolve;
  /** Addresses of this machine, which are not reached unless they are exempt. */
  readonly ownAddresses?: () => readonly string[];
  /** Certificates to trust instead of the system's. */
  readonly ca?: string;
  readonly connectTimeoutMs?: number;
  readonly answerTimeoutMs?: number;
  /** How long a connection is kept between requests that may share it. Shorter than servers close theirs. */
  readonly idleMs?: number;
}

export function createGuardedFetch(options: GuardedFetchOptions = {}): OutboundFetch {
  const { resolve = createResolve(), connectTimeoutMs = 5000, answerTimeoutMs = 10_000, idleMs = 4000 } = options;
  const rule = createAddressRule(options.allowCidrs ?? [], options.ownAddresses);
  const kept = new KeptConnections();
  // Loaded with the first request: it would take part of every start.
  let loading: Promise<typeof import('undici')> | undefined;

  return async (request) => {
    const { signal, sharedBy } = request;
    signal?.throwIfAborted();
    const target = parseTarget(request.url);
    const undici = await (loading ??= import('undici'));
    const owner = sharedBy === undefined ? undefined : `${sharedBy} ${target.origin}`;

    const open = (): Connection => {
      const connection = openConnection(undici, {
        target,
        resolve,
        rule,
        ca: options.ca,
        timeoutMs: connectTimeoutMs,
        answerTimeoutMs,
        idleMs: owner === undefined ? undefined : idleMs,
      });
      connection.onClosed(() => kept.forget(connection));
      return connection;
    };
    const exchange = async (connection: Connection): Promise<OutboundResponse> => {
      const response = await connection.exchange({ ...request, path: `${target.pathname}${target.search}` });
      if (owner !== undefined) kept.put(owner, connection);
      return response;
    };

    const idle = owner === undefined ? undefined : kept.take(owner);
    try {
      if (idle === undefined) return await exchange(open());
      return await exchange(idle);
    } catch (error) {
      if (error instanceof StaleConnectionError) return exchange(open());
      if (error instanceof OutboundError) throw error;
      throw new OutboundError('failed', { cause: error });
    }
  };
}
