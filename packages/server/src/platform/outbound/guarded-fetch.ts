import { isIP, type LookupFunction } from 'node:net';
import type { Client, Dispatcher, buildConnector } from 'undici';
import { createAddressRule, type AddressRule } from './addresses.ts';
import { createResolve, type Resolve } from './name-lookup.ts';
import { OutboundError, type OutboundFetch, type OutboundResponse } from './outbound-fetch.ts';
import { findAddresses, parseTarget, requireAllowed } from './target.ts';

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
}

const maxBodyBytes = 64 * 1024;

export function createGuardedFetch(options: GuardedFetchOptions = {}): OutboundFetch {
  const { resolve = createResolve(), connectTimeoutMs = 5000, answerTimeoutMs = 10_000 } = options;
  const rule = createAddressRule(options.allowCidrs ?? [], options.ownAddresses);

  return async ({ url, method, headers, body, signal }) => {
    signal?.throwIfAborted();
    const target = parseTarget(url);
    const timer = createTimer(signal);
    let client: Client | undefined;
    // Loaded with the first request: it would take part of every start.
    const undici = await import('undici');
    try {
      timer.set(connectTimeoutMs, 'connection');
      const addresses = await timer.race(findAddresses(target, resolve));
      for (const address of addresses) requireAllowed(rule, target, address);
      client = new undici.Client(target.origin, {
        connect: createConnector(undici, { target, addresses, rule, ca: options.ca, timeoutMs: connectTimeoutMs }, () =>
          timer.set(answerTimeoutMs, 'answer'),
        ),
        pipelining: 0,
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      const answer = await client.request({
        path: `${target.pathname}${target.search}`,
        method,
        signal: timer.signal,
        ...(headers === undefined ? {} : { headers: { ...headers } }),
        ...(body === undefined ? {} : { body }),
      });
      return { status: answer.statusCode, body: await readStart(answer.body) } satisfies OutboundResponse;
    } catch (error) {
      if (error instanceof OutboundError) throw error;
      if (timer.ranOut !== undefined) throw new OutboundError(`no ${timer.ranOut} in time`, { cause: error });
      throw new OutboundError(describe(error), { cause: error });
    } finally {
      timer.clear();
      await client?.destroy().catch(() => undefined);
    }
  };
}

interface ConnectorOptions {
  readonly target: URL;
  readonly addresses: readonly string[];
  readonly rule: AddressRule;
  readonly ca: string | undefined;
  readonly timeoutMs: number;
}

/** Connects to the addresses that were checked, whatever the name resolves to by now, and looks who has answered. */
function createConnector(
  undici: Pick<typeof import('undici'), 'buildConnector'>,
  options: ConnectorOptions,
  onConnected: () => void,
): buildConnector.connector {
  const { target, addresses, rule, ca, timeoutMs } = options;
  const pinned = addresses.map((address) => ({ address, family: isIP(address) }));
  const lookupPinned: LookupFunction = (_hostname, { all }, answer) => {
    if (all === true) answer(null, pinned);
    else answer(null, pinned[0]?.address ?? '', pinned[0]?.family);
  };
  const connect = undici.buildConnector({
    timeout: timeoutMs,
    allowH2: false,
    maxCachedSessions: 0,
    // Whatever NODE_TLS_REJECT_UNAUTHORIZED says; NODE_EXTRA_CA_CERTS counts.
    rejectUnauthorized: true,
    lookup: lookupPinned,
    ...(ca === undefined ? {} : { ca }),
  });
  return (connectOptions, answer) =>
    connect(connectOptions, (error, socket) => {
      if (error !== null) return answer(error, null);
      try {
        requireAllowed(rule, target, socket.remoteAddress ?? '');
      } catch (refusal) {
        socket.destroy();
        return answer(refusal as Error, null);
      }
      onConnected();
      answer(null, socket);
    });
}

/** The first 64 KiB. Once there is a status the answer counts: what breaks off later is merely short. */
async function readStart(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk.subarray(0, maxBodyBytes - bytes));
      bytes += chunk.length;
      if (bytes >= maxBodyBytes) break;
    }
  } catch {
    // Too slow, or cut off.
  }
  return Buffer.concat(chunks).toString('utf8');
}

function createTimer(outside: AbortSignal | undefined) {
  const abort = new AbortController();
  const stop = (): void => abort.abort();
  outside?.addEventListener('abort', stop, { once: true });
  let timeout: NodeJS.Timeout | undefined;
  let ranOut: string | undefined;
  let isOver = false;
  return {
    signal: abort.signal,
    get ranOut() {
      return ranOut;
    },
    set: (ms: number, what: string): void => {
      clearTimeout(timeout);
      // A handshake may end when nobody waits for it any more.
      if (isOver) return;
      timeout = setTimeout(() => {
        ranOut = what;
        abort.abort();
      }, ms);
    },
    clear: (): void => {
      isOver = true;
      clearTimeout(timeout);
      outside?.removeEventListener('abort', stop);
    },
    race: <T>(work: Promise<T>): Promise<T> =>
      Promise.race([
        work,
        new Promise<never>((_resolve, reject) =>
          abort.signal.addEventListener('abort', () => reject(new Error('timed out'))),
        ),
      ]),
  };
}

function describe(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return typeof code === 'string' ? code : typeof message === 'string' ? message : 'failed';
}
