import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { buildConnector } from 'undici';
import type { AddressRule } from './address-rule.ts';
import type { Resolve } from './name-lookup.ts';
import { findAddresses, requireAllowed } from './target-check.ts';

export interface ConnectorOptions {
  readonly target: URL;
  readonly resolve: Resolve;
  readonly rule: AddressRule;
  readonly ca: string | undefined;
  readonly timeoutMs: number;
}

export interface ConnectorEvents {
  /** Before the host name is resolved. */
  onConnecting(): void;
  onConnected(): void;
}

/** `connect` is for undici's client; `abandon` ends an unneeded connection attempt. */
export interface Connector {
  readonly connect: buildConnector.connector;
  abandon(): void;
}

/**
 * Resolves the host name, checks every address, connects to exactly these addresses, and checks the connected peer before
 * anything is sent.
 */
export function createConnector(
  undici: Pick<typeof import('undici'), 'buildConnector'>,
  options: ConnectorOptions,
  events: ConnectorEvents,
): Connector {
  const { target, resolve, rule } = options;
  let isAbandoned = false;
  let connecting: Socket | undefined;

  async function findAllowed(): Promise<readonly string[]> {
    const addresses = await findAddresses(target, resolve);
    for (const address of addresses) requireAllowed(rule, target, address);
    return addresses;
  }

  return {
    abandon: () => {
      isAbandoned = true;
      connecting?.destroy();
    },
    connect: (connectOptions, answer) => {
      events.onConnecting();
      const open = (addresses: readonly string[]): void => {
        if (isAbandoned) throw new Error('the connection was abandoned');
        const connectTo = pin(undici, options, addresses);
        // undici's connector returns the socket, which its types omit.
        connecting = connectTo(connectOptions, (error, socket) => {
          connecting = undefined;
          if (error !== null) return answer(error, null);
          try {
            requireAllowed(rule, target, socket.remoteAddress ?? '');
          } catch (refusal) {
            socket.destroy();
            return answer(refusal as Error, null);
          }
          events.onConnected();
          answer(null, socket);
        }) as unknown as Socket;
      };
      findAllowed()
        .then(open)
        .catch((error: unknown) => answer(error as Error, null));
    },
  };
}

function pin(
  undici: Pick<typeof import('undici'), 'buildConnector'>,
  { ca, timeoutMs }: ConnectorOptions,
  addresses: readonly string[],
): buildConnector.connector {
  const pinned = addresses.map((address) => ({ address, family: isIP(address) }));
  const lookupPinned: LookupFunction = (_hostname, { all }, answer) => {
    if (all === true) answer(null, pinned);
    else answer(null, pinned[0]?.address ?? '', pinned[0]?.family);
  };
  return undici.buildConnector({
    timeout: timeoutMs,
    allowH2: false,
    maxCachedSessions: 0,
    // NODE_TLS_REJECT_UNAUTHORIZED has no effect; NODE_EXTRA_CA_CERTS has.
    rejectUnauthorized: true,
    lookup: lookupPinned,
    ...(ca === undefined ? {} : { ca }),
  });
}
