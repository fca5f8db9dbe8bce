import type { BaseUrl } from '../../platform/base-url.ts';
import { secondMs } from '../../platform/clock.ts';
import { DavError } from './dav-error.ts';
import { hrefOf, isSame, isWithin, type Names } from './dav-path.ts';
import { namesOf, pathOf, type Lock } from './lock-store.ts';
import { escapeXml } from './xml-document.ts';

/** The resources that a request changes, for the locks that protect them (RFC 4918, 7). */
export interface Touched {
  readonly resources?: readonly Names[];
  /** Folders that get or lose a member. */
  readonly members?: readonly Names[];
  /** Resources that go, with all that is below. */
  readonly trees?: readonly Names[];
}

export const covers = (lock: Lock, names: Names): boolean => {
  const root = namesOf(lock);
  return lock.isDeep ? isWithin(names, root) : isSame(names, root);
};

/** The lock relative to a folder that is the root of the mount; undefined if it is elsewhere. */
export function seenFrom(base: Names, lock: Lock): Lock | undefined {
  const root = namesOf(lock);
  if (isWithin(root, base)) return { ...lock, path: pathOf(root.slice(base.length)) };
  if (!lock.isDeep || !isWithin(base, root)) return undefined;
  return { ...lock, path: pathOf([]), ownerXml: null, isAbove: true };
}

export const locksBelow = (locks: readonly Lock[], names: Names): Lock[] =>
  locks.filter((lock) => isWithin(namesOf(lock), names));

/** Throws 423 unless the request submits a token of a lock on everything that it touches and that is locked. */
export function requireTokens(
  locks: readonly Lock[],
  tokens: ReadonlySet<string>,
  { resources = [], members = [], trees = [] }: Touched,
  baseUrl: BaseUrl,
): void {
  if (locks.length === 0) return;
  const touched = [...resources, ...members, ...trees];
  for (const tree of trees) touched.push(...locksBelow(locks, tree).map(namesOf));
  for (const names of touched) {
    const covering = locks.filter((lock) => covers(lock, names));
    const [first] = covering;
    if (first === undefined || covering.some(({ token }) => tokens.has(token))) continue;
    throw new DavError(423, 'lock-token-submitted', [hrefOfLock(first, baseUrl)]);
  }
}

/** Throws 423 if another lock conflicts with this one: only shared locks are compatible. */
export function requireNoConflict(locks: readonly Lock[], wanted: Lock, baseUrl: BaseUrl): void {
  const names = namesOf(wanted);
  const conflict = locks.find(
    (lock) =>
      (lock.isExclusive || wanted.isExclusive) &&
      (covers(lock, names) || (wanted.isDeep && isWithin(namesOf(lock), names))),
  );
  if (conflict !== undefined) throw new DavError(423, 'no-conflicting-lock', [hrefOfLock(conflict, baseUrl)]);
}

// Without a trailing slash: the lock does not know whether the resource is a folder.
const hrefOfLock = (lock: Lock, baseUrl: BaseUrl): string => hrefOf(baseUrl, namesOf(lock), false);

export const lockDiscovery = (locks: readonly Lock[], baseUrl: BaseUrl, now: number): string =>
  locks.map((lock) => activeLock(lock, baseUrl, now)).join('');

const activeLock = (lock: Lock, baseUrl: BaseUrl, now: number): string =>
  '<D:activelock><D:locktype><D:write/></D:locktype>' +
  `<D:lockscope><D:${lock.isExclusive ? 'exclusive' : 'shared'}/></D:lockscope>` +
  `<D:depth>${lock.isDeep ? 'infinity' : '0'}</D:depth>` +
  (lock.ownerXml === null ? '' : `<D:owner>${lock.ownerXml}</D:owner>`) +
  `<D:timeout>Second-${Math.max(0, Math.ceil((lock.expiresAt - now) / secondMs))}</D:timeout>` +
  `<D:locktoken><D:href>${escapeXml(lock.token)}</D:href></D:locktoken>` +
  `<D:lockroot><D:href>${escapeXml(hrefOfLock(lock, baseUrl))}</D:href></D:lockroot></D:activelock>`;

export const supportedLock = ['exclusive', 'shared']
  .map(
    (scope) => `<D:lockentry><D:lockscope><D:${scope}/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockentry>`,
  )
  .join('');
