import { DavError, hrefOf, isSame, isWithin, type Names } from '@drive/webdav-protocol';
import type { Lock } from './lock-store.ts';

/** The resources that a request changes, for the locks that protect them (RFC 4918, 7). */
export interface Touched {
  readonly resources?: readonly Names[];
  /** Folders that get or lose a member. */
  readonly members?: readonly Names[];
  /** Resources that go, with all that is below. */
  readonly trees?: readonly Names[];
}

export const covers = ({ isDeep, names }: Lock, resource: Names): boolean =>
  isDeep ? isWithin(resource, names) : isSame(resource, names);

/** The lock with names from the root of the mount, which shows the folder `base` as `at`; undefined if it is elsewhere. */
export function seenFrom(base: Names, lock: Lock, at: Names): Lock | undefined {
  if (isWithin(lock.names, base)) return { ...lock, names: [...at, ...lock.names.slice(base.length)] };
  if (!lock.isDeep || !isWithin(base, lock.names)) return undefined;
  return { ...lock, names: at, isAbove: true };
}

export const locksBelow = (locks: readonly Lock[], names: Names): Lock[] =>
  locks.filter((lock) => isWithin(lock.names, names));

/** Throws 423 unless the request submits a token of a lock of the caller on everything that it touches and that is locked. */
export function requireTokens(
  locks: readonly Lock[],
  tokens: ReadonlySet<string>,
  { resources = [], members = [], trees = [] }: Touched,
  rootPath: string,
): void {
  if (locks.length === 0) return;
  const touched = [...resources, ...members, ...trees];
  for (const tree of trees) touched.push(...locksBelow(locks, tree).map(({ names }) => names));
  for (const names of touched) {
    const covering = locks.filter((lock) => covers(lock, names));
    const [first] = covering;
    if (first === undefined || covering.some((lock) => isSubmitted(lock, tokens))) continue;
    throw new DavError(423, 'lock-token-submitted', [hrefOfLock(first, rootPath)]);
  }
}

/** Whether a request submits the token of a lock. Those of others are shown to nobody and serve nobody. */
export const isSubmitted = ({ token, isForeign }: Lock, tokens: ReadonlySet<string>): boolean =>
  !isForeign && tokens.has(token);

/** Throws 423 if another lock conflicts with this one: only shared locks are compatible. */
export function requireNoConflict(locks: readonly Lock[], wanted: Lock, rootPath: string): void {
  const { names } = wanted;
  const conflict = locks.find(
    (lock) =>
      (lock.isExclusive || wanted.isExclusive) &&
      (covers(lock, names) || (wanted.isDeep && isWithin(lock.names, names))),
  );
  if (conflict !== undefined) throw new DavError(423, 'no-conflicting-lock', [hrefOfLock(conflict, rootPath)]);
}

// Without a trailing slash: the lock does not know whether the resource is a folder.
export const hrefOfLock = (lock: Lock, rootPath: string): string => hrefOf(rootPath, lock.names, false);
