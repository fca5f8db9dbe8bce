import { isIP } from 'node:net';
import type { AddressRule } from './addresses.ts';
import type { Resolve } from './name-lookup.ts';
import { OutboundBlockedError, OutboundError } from './outbound-fetch.ts';

export function parseTarget(text: string): URL {
  const url = URL.parse(text);
  if (url === null) throw new OutboundBlockedError('not a URL');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new OutboundBlockedError('not an https URL');
  if (url.username !== '' || url.password !== '') throw new OutboundBlockedError('holds a user name or a password');
  return url;
}

/** Names that never belong to the public DNS (RFC 6761, RFC 6762, RFC 8375, ICANN's `internal`). */
const internalDomains = ['internal', 'local', 'localhost', 'home.arpa', 'lan', 'invalid'] as const;

/** Whether a host is a single label or lies under an internal domain. URL has made it lower case and ASCII already. */
export function isInternalName(target: URL): boolean {
  if (isIP(literalOf(target)) !== 0) return false;
  const name = withoutTrailingDots(target.hostname);
  return !name.includes('.') || internalDomains.some((domain) => name === domain || name.endsWith(`.${domain}`));
}

const literalOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

function withoutTrailingDots(name: string): string {
  let end = name.length;
  while (name[end - 1] === '.') end -= 1;
  return name.slice(0, end);
}

export async function findAddresses(target: URL, resolve: Resolve): Promise<readonly string[]> {
  const { hostname } = target;
  const literal = literalOf(target);
  if (isIP(literal) !== 0) return [literal];
  const addresses = await resolve(hostname.replace(/\.$/, ''));
  if (addresses.length === 0) throw new OutboundError('the host name has no address');
  return addresses;
}

export function requireAllowed(rule: AddressRule, target: URL, address: string): void {
  if (rule.isExempt(address)) return;
  if (!rule.isPublic(address)) throw new OutboundBlockedError('the address is not a public one', 'address');
  if (target.protocol !== 'https:') throw new OutboundBlockedError('not an https URL');
}
