import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Addressed = Pick<IncomingMessage, 'socket' | 'headers'>;
export type Cidr = readonly [Address, number];

/** `10.0.0.0/8`, or a single address. Throws where it is neither. */
export function parseCidr(text: string): Cidr {
  if (text.includes('/')) {
    const [address, bits] = ipaddr.parseCIDR(text);
    return plainCidr(address, bits);
  }
  const address = plain(ipaddr.parse(text));
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

function plainCidr(address: Address, bits: number): Cidr {
  const unmapped = plain(address);
  return [unmapped, unmapped.kind() === address.kind() ? bits : Math.max(0, bits - 96)];
}

/** `::ffff:10.0.0.1` is 10.0.0.1: which of the two a socket says depends on how it listens. */
function plain(address: Address): Address {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/** Says whether an address belongs to one of the networks. */
const matches = (address: Address, trusted: readonly Cidr[]): boolean =>
  trusted.some(([network, bits]) => network.kind() === address.kind() && address.match([network, bits] as never));

/** Says whether a request was handed on by a trusted proxy. */
export function createProxyCheck(trusted: readonly Cidr[]): (request: IncomingMessage) => boolean {
  return ({ socket }) => {
    const peer = parse(socket.remoteAddress ?? '');
    return peer !== undefined && matches(peer, trusted);
  };
}

/**
 * Tells who a request comes from, as the key that limits count by: IPv4 whole, IPv6 by its /64, because one household has
 * that many addresses.
 *
 * `X-Forwarded-For` is believed only from trusted proxies, read from the right: the first address that is not a trusted
 * proxy's is the client, and whatever stands left of it the client may have made up.
 */
export function createClientNetwork(trusted: readonly Cidr[]): (request: Addressed) => string {
  // Parsing an address costs more than everything else here, and connections are kept alive.
  const known = new Map<string, string>();

  const resolve = (request: Addressed, peer: string): string => {
    let client = parse(peer);
    if (client === undefined) return 'unknown';
    if (trusted.length > 0) {
      const forwarded = forwardedFor(request);
      while (matches(client, trusted)) {
        const next = parse(forwarded.pop() ?? '');
        if (next === undefined) break;
        client = next;
      }
    }
    return networkOf(client);
  };

  return (request) => {
    const peer = request.socket.remoteAddress ?? '';
    if (trusted.length > 0 && request.headers['x-forwarded-for'] !== undefined) return resolve(request, peer);
    let network = known.get(peer);
    if (network === undefined) {
      network = resolve(request, peer);
      if (known.size >= 10_000) known.clear();
      known.set(peer, network);
    }
    return network;
  };
}

function forwardedFor(request: Addressed): string[] {
  const value = request.headers['x-forwarded-for'];
  return (Array.isArray(value) ? value.join(',') : (value ?? '')).split(',');
}

/** With a port, in brackets or with a zone, as proxies write them. */
function parse(text: string): Address | undefined {
  const [bare = ''] = text
    .trim()
    .replace(/^\[([^\]]+)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .split('%', 1);
  return ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare) ? plain(ipaddr.parse(bare)) : undefined;
}

function networkOf(address: Address): string {
  if (address.kind() === 'ipv4') return address.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`).toString()}/64`;
}
