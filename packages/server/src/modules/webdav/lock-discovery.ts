import { secondMs } from '@drive/base';
import { escapeXml, isSame, type Names } from '@drive/webdav-protocol';
import type { Lock } from './lock-store.ts';
import { covers, hrefOfLock } from './locks.ts';

/** Locks that one answer lists in any case, and for each of its resources in addition. */
const locksPerAnswer = 1000;
const locksPerResource = 2;

/**
 * `DAV:lockdiscovery` of the resources of one answer: a folder and its children. The number of resources times that of
 * their locks has no bound that suits an answer. So each lock is written in full once, and elsewhere by its token and
 * what RFC 4918, 14.1 requires beside it; and beyond a number of locks the property has the status 507.
 */
export class LockDiscovery {
  readonly #rootPath: string;
  readonly #now: number;
  readonly #findOwner: (token: string) => Promise<string | null>;
  /** Locks that cover the folder, and those of depth infinity among them, which cover its children, too. */
  readonly #ofFolder: readonly Lock[];
  readonly #deep: readonly Lock[];
  readonly #ofChild: ReadonlyMap<string, readonly Lock[]>;
  readonly #folder: Names;
  readonly #written = new Set<string>();
  #left = locksPerAnswer;

  constructor(
    folder: Names,
    locks: readonly Lock[],
    {
      rootPath,
      now,
      findOwner,
    }: {
      readonly rootPath: string;
      readonly now: number;
      readonly findOwner: (token: string) => Promise<string | null>;
    },
  ) {
    this.#rootPath = rootPath;
    this.#now = now;
    this.#findOwner = findOwner;
    this.#folder = folder;
    this.#ofFolder = locks.filter((lock) => covers(lock, folder));
    this.#deep = this.#ofFolder.filter(({ isDeep }) => isDeep);
    this.#ofChild = Map.groupBy(
      locks.filter(({ names }) => isSame(names.slice(0, -1), folder) && names.length > 0),
      ({ names }) => names.at(-1) ?? '',
    );
  }

  /** The locks of the folder or of one of its children; undefined if that would be too many. */
  take(names: Names): readonly Lock[] | undefined {
    const locks = isSame(names, this.#folder)
      ? this.#ofFolder
      : [...this.#deep, ...(this.#ofChild.get(names.at(-1) ?? '') ?? [])];
    this.#left += locksPerResource;
    if (locks.length > this.#left) return undefined;
    this.#left -= locks.length;
    return locks;
  }

  /** The property with these locks, of which there is one at least, as XML. */
  async *write(locks: readonly Lock[]): AsyncGenerator<string> {
    yield '<D:lockdiscovery>';
    for (const lock of locks) {
      if (this.#written.has(lock.token)) yield activeLock(lock, this.#rootPath);
      else {
        this.#written.add(lock.token);
        const isShown = lock.isAbove !== true && !lock.isForeign;
        const ownerXml = isShown ? await this.#findOwner(lock.token) : null;
        yield activeLockInFull(lock, ownerXml, { rootPath: this.#rootPath, now: this.#now });
      }
    }
    yield '</D:lockdiscovery>';
  }
}

/** `ownerXml` is null for a lock without a `DAV:owner`. */
export const activeLockInFull = (
  lock: Lock,
  ownerXml: string | null,
  { rootPath, now }: { readonly rootPath: string; readonly now: number },
): string =>
  activeLock(
    lock,
    rootPath,
    (ownerXml === null ? '' : `<D:owner>${ownerXml}</D:owner>`) +
      `<D:timeout>Second-${Math.max(0, Math.ceil((lock.expiresAt - now) / secondMs))}</D:timeout>`,
  );

/** Owner, timeout and token are optional. */
const activeLock = (lock: Lock, rootPath: string, ownerAndTimeout = ''): string =>
  '<D:activelock><D:locktype><D:write/></D:locktype>' +
  `<D:lockscope><D:${lock.isExclusive ? 'exclusive' : 'shared'}/></D:lockscope>` +
  `<D:depth>${lock.isDeep ? 'infinity' : '0'}</D:depth>${ownerAndTimeout}` +
  (lock.isForeign ? '' : `<D:locktoken><D:href>${escapeXml(lock.token)}</D:href></D:locktoken>`) +
  `<D:lockroot><D:href>${escapeXml(hrefOfLock(lock, rootPath))}</D:href></D:lockroot></D:activelock>`;

export const supportedLock = ['exclusive', 'shared']
  .map(
    (scope) => `<D:lockentry><D:lockscope><D:${scope}/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockentry>`,
  )
  .join('');
