import { isIP } from 'node:net';
import { createAddressRule, type AddressRule } from './address-rule.ts';
import { createResolve, type Resolve } from './name-lookup.ts';
import { OutboundBlockedError, OutboundError } from './outbound-fetch.ts';

/**
 * Rejects with an `OutboundBlockedError` if a request to the URL would be refused, as far as that is known in advance.
 * A name that cannot be resolved now is accepted: the request itself checks the addresses again.
 */
export type TargetCheck = (url: string) => Promise<void>;

export interface TargetCheckOptions {
  /** Like in `GuardedFetchOptions`. */
  readonly allowCidrs?: readonly string[];
  readonly ports?: readonly number[];
  readonly resolve?: Resolve;
  /** Time limit for the name server. Default 3 s. */
  readonly timeoutMs?: number;
  readonly ownAddresses?: () => readonly string[];
}

export function createTargetCheck(options: TargetCheckOptions = {}): TargetCheck {
  const { allowCidrs = [], resolve = createResolve(), timeoutMs = 3000 } = options;
  const rule = createAddressRule(allowCidrs, options);
  return async (url) => {
    const target = parseTarget(url);
    // If some private ranges are allowed, only the resolved addresses decide about internal names, and about ports.
    if (allowCidrs.length === 0) {
      if (isInternalName(target)) throw new OutboundBlockedError('the host name is not public', 'address');
      requirePort(rule, target);
    }
    let addresses: readonly string[];
    try {
      addresses = await within(timeoutMs, findAddresses(target, resolve));
    } catch (error) {
      if (error instanceof OutboundBlockedError) throw error;
      if (target.protocol === 'https:') return;
      throw new OutboundBlockedError('not an https URL');
    }
    for (const address of addresses) requireAllowed(rule, target, address);
  };
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

export function parseTarget(text: string): URL {
  const url = URL.parse(text);
  if (url === null) throw new OutboundBlockedError('not a URL');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new OutboundBlockedError('not an https URL');
  if (url.username !== '' || url.password !== '') throw new OutboundBlockedError('contains a user name or a password');
  return url;
}

/** Domains that never belong to the public DNS (RFC 6761, RFC 6762, RFC 8375, ICANN's `internal`). */
const internalDomains = ['internal', 'local', 'localhost', 'home.arpa', 'lan', 'invalid'] as const;

/** Whether the host is a single label or below an internal domain. `URL` has converted it to lower-case ASCII. */
function isInternalName(target: URL): boolean {
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
  if (addresses.length === 0) throw new OutboundError('the host name has no address', { stage: 'name' });
  return addresses;
}

function requirePort(rule: AddressRule, { port, protocol }: URL): void {
  const number = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
  if (!rule.isPort(number)) throw new OutboundBlockedError(`port ${number} is not allowed`, 'port');
}

export function requireAllowed(rule: AddressRule, target: URL, address: string): void {
  if (rule.isExempt(address)) return;
  if (!rule.isPublic(address)) throw new OutboundBlockedError('the address is not public', 'address');
  if (target.protocol !== 'https:') throw new OutboundBlockedError('not an https URL');
  requirePort(rule, target);
}
