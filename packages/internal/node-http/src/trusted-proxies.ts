import type { IncomingMessage } from 'node:http';
import { BoundedMap } from '@drive/base';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Addressed = Pick<IncomingMessage, 'socket' | 'headers'>;
export type Cidr = readonly [Address, number];

/** Parses `10.0.0.0/8`, or a single address. Throws if it is neither. */
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

/** `::ffff:10.0.0.1` is 10.0.0.1: a socket reports either, depending on how it listens. */
function plain(address: Address): Address {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/** Whether an address belongs to one of the networks. */
const matches = (address: Address, trusted: readonly Cidr[]): boolean =>
  trusted.some(([network, bits]) => network.kind() === address.kind() && address.match([network, bits] as never));

/** Returns a function that checks whether a request came through a trusted proxy. */
export function createProxyCheck(trusted: readonly Cidr[]): (request: IncomingMessage) => boolean {
  return ({ socket }) => {
    const peer = parse(socket.remoteAddress ?? '');
    return peer !== undefined && matches(peer, trusted);
  };
}

const maxKnownClients = 10_000;
const maxKnownOrigins = 100;

/** The sender of a request. */
interface Client {
  /** `unknown` if the connection has no IP address. */
  readonly clientIp: string;
  /**
   * The key by which limits count: the complete IPv4 address, or the /64 of an IPv6 address, because one household has
   * that many.
   */
  readonly clientNetwork: string;
}

/**
 * Returns a function that finds the sender of a request.
 *
 * `X-Forwarded-For` is used only from trusted proxies, read from the right: the first address that is not a trusted
 * proxy's is the client, and the client may have invented everything left of it.
 */
export function createFindClient(trusted: readonly Cidr[]): (request: Addressed) => Client {
  // Parsing an address costs more than the rest of this function, and connections are reused.
  const known = new BoundedMap<Client>(maxKnownClients);

  const resolve = (request: Addressed, peer: string): Client => {
    let client = parse(peer);
    if (client === undefined) return { clientIp: 'unknown', clientNetwork: 'unknown' };
    if (trusted.length > 0) {
      const forwarded = forwardedFor(request);
      while (matches(client, trusted)) {
        const next = parse(forwarded.pop() ?? '');
        if (next === undefined) break;
        client = next;
      }
    }
    return { clientIp: client.toString(), clientNetwork: networkOf(client) };
  };

  return (request) => {
    const peer = request.socket.remoteAddress ?? '';
    if (trusted.length > 0 && request.headers['x-forwarded-for'] !== undefined) return resolve(request, peer);
    let client = known.get(peer);
    if (client === undefined) {
      client = resolve(request, peer);
      known.set(peer, client);
    }
    return client;
  };
}

function forwardedFor(request: Addressed): string[] {
  const value = request.headers['x-forwarded-for'];
  return (Array.isArray(value) ? value.join(',') : (value ?? '')).split(',');
}

/** Accepts a port, brackets or a zone, as proxies write them. */
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

/** Host names and addresses with a port, without anything that a URL parser would interpret differently. */
const plainHost = /^(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * The origin to which a request was sent: from its `Host`, or from a trusted proxy. Of several proxies the nearest one
 * counts, because the client may have invented the rest.
 */
export function createOriginOf(isFromProxy: (request: IncomingMessage) => boolean) {
  // Parsing a URL costs more than the rest, and clients name few hosts.
  const known = new BoundedMap<string | undefined>(maxKnownOrigins);
  const originOfUrl = (url: string): string | undefined => {
    if (known.has(url)) return known.get(url);
    const origin = URL.parse(url)?.origin;
    known.set(url, origin);
    return origin;
  };

  return (request: IncomingMessage): string | undefined => {
    const { host, 'x-forwarded-host': forwardedHost, 'x-forwarded-proto': forwardedProto } = request.headers;
    const trusted = (forwardedHost !== undefined || forwardedProto !== undefined) && isFromProxy(request);
    const named = trusted && forwardedHost !== undefined ? lastOf(forwardedHost) : host;
    if (named === undefined || !plainHost.test(named)) return undefined;
    const protocol = (trusted ? protocolOf(forwardedProto) : undefined) ?? 'http';
    return originOfUrl(`${protocol}://${named}`);
  };
}

const lastOf = (header: string | string[]): string | undefined => [header].flat().join(',').split(',').at(-1)?.trim();

/** The protocol by which a visitor reached the proxies: `https` if one of several says so. */
export function protocolOf(header: string | string[] | undefined): 'http' | 'https' | undefined {
  const said = [header ?? ''].flat().flatMap((value) => value.split(',').map((each) => each.trim().toLowerCase()));
  if (said.includes('https')) return 'https';
  return said.includes('http') ? 'http' : undefined;
}
