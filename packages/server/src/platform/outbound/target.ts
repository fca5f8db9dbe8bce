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

export async function findAddresses({ hostname }: URL, resolve: Resolve): Promise<readonly string[]> {
  const literal = hostname.replace(/^\[(.*)\]$/, '$1');
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
