import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { secondMs } from '@drive/base';
import type { BlobStore } from '@drive/blobs';
import { evaluatePreconditions } from '@drive/node-http';
import {
  type ConditionList,
  DavError,
  type IfHeader,
  type MountPath,
  type Names,
  parseIfHeader,
  parsePath,
  parseResourceUrl,
  parseXml,
  submittedTokens,
  type XmlElement,
} from '@drive/webdav-protocol';
import { mayDo, type Action, type Caller } from '../../platform/access/index.ts';
import type { Reader, Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import { exchangeOf, readText } from '../../platform/http/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts } from '../accounts/index.ts';
import { contentDates, isSameTree, type Files } from '../files/index.ts';
import type { Uploads } from '../uploads/index.ts';
import { deleteLocks, listLocks, pathOf, type Lock } from './lock-store.ts';
import { covers, locksBelow, requireTokens, seenFrom, type Touched } from './locks.ts';
import {
  etagOf,
  findResource,
  isFile,
  membersOf,
  ownTreeOf,
  requireAllowed,
  requireParent,
  type Resource,
  type TargetFolder,
} from './resources.ts';
import { findTree, type ShownTree } from './shown-trees.ts';

export interface DavDeps extends Pick<Ports, 'database' | 'clock' | 'random' | 'baseUrl' | 'log'> {
  readonly blobs: BlobStore;
  readonly accounts: Accounts;
  readonly files: Files;
  readonly uploads: Uploads;
}

/** Bytes of an XML body: far more than clients send. */
const maxBodyBytes = 128 * 1024;
const bodyMs = 30 * secondMs;
/** Locks of a disconnected client end after at most an hour. */
const maxTimeoutSeconds = 3600;
const maxHeaderCharacters = 16 * 1024;
const preconditions = ['if-match', 'if-none-match', 'if-unmodified-since'] as const;

export class DavRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly caller: Caller;
  readonly mountPath: MountPath;
  readonly names: Names;
  /** The path ended with a slash. */
  readonly hasSlash: boolean;
  readonly #deps: DavDeps;
  readonly #conditions: IfHeader | undefined;
  /** The first list of the header If that was true when it was read before a transaction; 'none' if none was. */
  #trueList: ConditionList | 'none' | undefined;

  constructor(
    deps: DavDeps,
    { request, response, caller, mountPath }: Pick<DavRequest, 'request' | 'response' | 'caller' | 'mountPath'>,
  ) {
    const { path } = exchangeOf(request);
    this.#deps = deps;
    this.request = request;
    this.response = response;
    this.caller = caller;
    this.mountPath = mountPath;
    this.names = parsePath(path, mountPath);
    this.hasSlash = path.endsWith('/');
    const conditions = this.header('if');
    this.#conditions = conditions === undefined ? undefined : parseIfHeader(conditions);
  }

  /** Path of the root of the mount, as answers have it. */
  get rootPath(): string {
    return `${this.#deps.baseUrl.path}${this.mountPath}`;
  }

  header(name: string): string | undefined {
    const value = this.request.headers[name];
    const text = Array.isArray(value) ? value.join(',') : value;
    if (text !== undefined && text.length > maxHeaderCharacters)
      throw new DomainError('bad_request', `The header ${name} is too long.`);
    return text;
  }

  /** Throws `bad_request` unless the header is one of these or absent. */
  depth<const D extends '0' | '1' | 'infinity'>(fallback: D, ...allowed: readonly D[]): D {
    const value = this.header('depth')?.trim().toLowerCase();
    if (value === undefined) return fallback;
    const depth = [fallback, ...allowed].find((each) => each === value);
    if (depth === undefined)
      throw new DomainError('bad_request', `Depth must be ${[fallback, ...allowed].join(' or ')}.`);
    return depth;
  }

  /** The header Overwrite (RFC 4918, 10.6). */
  overwrites(): boolean {
    const value = this.header('overwrite')?.trim().toUpperCase() ?? 'T';
    if (value !== 'T' && value !== 'F') throw new DomainError('bad_request', 'Overwrite must be T or F.');
    return value === 'T';
  }

  /** The header Destination (RFC 4918, 10.3). */
  destination(): Names {
    const value = this.header('destination');
    if (value === undefined) throw new DomainError('bad_request', 'Send a Destination.');
    return this.#namesOf(value);
  }

  #namesOf(url: string): Names {
    return parseResourceUrl(url, this.#deps.baseUrl, exchangeOf(this.request).origin, this.mountPath);
  }

  /** Seconds that a lock is granted for (RFC 4918, 10.7): the first of the header that is understood, within bounds. */
  timeoutSeconds(fallback = maxTimeoutSeconds): number {
    for (const each of this.header('timeout')?.split(',') ?? []) {
      const seconds = /^\s*second-(\d{1,10})\s*$/i.exec(each)?.[1];
      if (seconds !== undefined) return Math.min(Math.max(Number(seconds), 1), maxTimeoutSeconds);
      if (each.trim().toLowerCase() === 'infinite') return maxTimeoutSeconds;
    }
    return fallback;
  }

  /** undefined without a body. */
  async xml(): Promise<XmlElement | undefined> {
    const text = await readText(this.request, { withinMs: bodyMs, maxBytes: maxBodyBytes });
    return text === '' ? undefined : parseXml(text);
  }

  get tokens(): ReadonlySet<string> {
    return this.#conditions === undefined ? new Set() : submittedTokens(this.#conditions);
  }

  /** Locks of the trees that the request names, with names from the root of the mount. */
  async listLocks(reader: Reader): Promise<Lock[]> {
    const locks: Lock[] = [];
    for (const tree of await this.#trees(reader)) {
      const ofTree = await listLocks(
        reader,
        { ownerId: tree.ownerId, userId: this.caller.userId },
        this.#deps.clock.now(),
      );
      if (ofTree.length === 0) continue;
      const base = await this.#baseOf(reader, tree);
      for (const lock of await this.#standing(reader, tree, ofTree)) {
        const seen = seenFrom(base, lock, tree.at);
        if (seen !== undefined) locks.push(seen);
      }
    }
    return locks;
  }

  /** Locks of members end with their roles. */
  async #standing(reader: Reader, { ownerId }: ShownTree, locks: readonly Lock[]): Promise<readonly Lock[]> {
    const { files } = this.#deps;
    const ofMembers = Map.groupBy(
      locks.filter(({ isForeign, createdBy }) => isForeign && createdBy !== null),
      ({ createdBy }) => createdBy ?? 0,
    );
    const ended = new Set<Lock>();
    for (const [userId, theirs] of ofMembers) {
      const items = theirs.flatMap(({ itemRowId }) => (itemRowId === null ? [] : [{ rowId: itemRowId }]));
      const given = await files.findGiven(reader, userId, ownerId, items);
      for (const lock of theirs)
        if (!mayDo(userId, { ownerId, given: given.get(lock.itemRowId ?? 0) ?? null }, 'add')) ended.add(lock);
    }
    return ended.size === 0 ? locks : locks.filter((lock) => !ended.has(lock));
  }

  /** Of all URLs of the request. Costs a statement in `/dav-all/` only. */
  async #trees(reader: Reader): Promise<ShownTree[]> {
    if (this.mountPath === '/dav') return [ownTreeOf(this.caller)];
    const trees = new Map<string, ShownTree>();
    const tags = (this.#conditions ?? []).flatMap(({ tag }) => (tag === undefined ? [] : [this.#namesOf(tag)]));
    const destination = this.header('destination') === undefined ? [] : [this.destination()];
    for (const names of [this.names, ...destination, ...tags]) {
      const at = pathOf(names.slice(0, 2));
      const tree = trees.has(at) ? undefined : await findTree(this.#deps.files, reader, this.caller, names);
      if (tree !== undefined) trees.set(at, tree);
    }
    return [...trees.values()];
  }

  /** Owner of the tree of the request's resource, and its path from the root of the owner, which locks are stored with. */
  async storedPath(reader: Reader): Promise<{ readonly ownerId: number; readonly path: string }> {
    const tree =
      this.mountPath === '/dav'
        ? ownTreeOf(this.caller)
        : await findTree(this.#deps.files, reader, this.caller, this.names);
    if (tree === undefined) throw new DavError(403);
    const base = await this.#baseOf(reader, tree);
    return { ownerId: tree.ownerId, path: pathOf([...base, ...this.names.slice(tree.at.length)]) };
  }

  /** Names from the root of the owner to the top of a tree. */
  async #baseOf(reader: Reader, { kind, topId }: ShownTree): Promise<Names> {
    if (topId === null || kind === 'drive') return [];
    return (await this.#deps.files.listPath(reader, topId)).map(({ name }) => name);
  }

  find(reader: Reader, names: Names): Promise<Resource | undefined> {
    return findResource(this.#deps.files, reader, this.caller, this.mountPath, names);
  }

  membersOf(reader: Reader, folder: Resource, limit: number): AsyncGenerator<readonly Resource[]> {
    return membersOf(this.#deps.files, reader, this.caller, folder, limit);
  }

  requireParent(tx: Tx, names: Names, action?: Action): Promise<TargetFolder> {
    return requireParent(this.#deps.files, tx, this.caller, this.mountPath, names, action);
  }

  /** items.row_id of the parent folder of a file that is stored in the tree of an owner. Throws 409 if it is in another one now. */
  async requireFolder(tx: Tx, names: Names, ownerId: number): Promise<number> {
    const folder = await this.requireParent(tx, names);
    if (!isSameTree(folder, { ownerId })) throw new DavError(409);
    return folder.rowId;
  }

  /** The tree of a resource that the caller may change so. */
  requireAllowed(resource: Resource, action: Action): ShownTree {
    return requireAllowed(this.caller, resource, action, this.#deps.clock.now());
  }

  /** Like `requireAllowed`, in a transaction that is about to change it: its tree is locked. */
  requireToChange(tx: Tx, resource: Resource, action: Action): ShownTree {
    const tree = this.requireAllowed(resource, action);
    this.#deps.files.requireLocked(tx, tree.ownerId);
    return tree;
  }

  /** The resource of the request's URL. With a slash at its end it is a folder or nothing. */
  async findRequested(reader: Reader): Promise<Resource | undefined> {
    const resource = await this.find(reader, this.names);
    return this.hasSlash && resource?.isFolder === false ? undefined : resource;
  }

  /** Also checks the locks (423) and returns the caller's. Call in the transaction of the change, with the tree locked. */
  async check(reader: Reader, touched: Touched): Promise<Lock[]> {
    const locks = await this.checkConditions(reader);
    requireTokens(locks, this.tokens, touched, this.rootPath);
    return locks;
  }

  /** Checks If, If-Match, If-None-Match and If-Unmodified-Since (412). */
  async checkConditions(reader: Reader): Promise<Lock[]> {
    const locks = await this.listLocks(reader);
    await this.#checkPreconditions(reader);
    await this.#readConditions(reader, locks);
    const list = this.#trueList;
    if (list === 'none' || (list !== undefined && !(await this.#isTrue(list, reader, locks)))) throw new DavError(412);
    return locks;
  }

  /**
   * Finds a list of the header If that is true, at the first call: before the transaction, in which only this list is read
   * again, because a header may name many URLs. If the list is no longer true then, the request is refused, even if
   * another one has become true meanwhile.
   */
  async #readConditions(reader: Reader, locks: readonly Lock[]): Promise<void> {
    if (this.#conditions === undefined || this.#trueList !== undefined) return;
    this.#trueList = 'none';
    // One URL may be that of every list.
    const etags = new Map<string, string | undefined>();
    for (const list of this.#conditions) {
      const known = etags.size;
      if (await this.#isTrue(list, reader, locks, etags)) {
        this.#trueList = list;
        return;
      }
      // Paths are long: other requests go on between two of them, but in a transaction nothing is awaited.
      if (etags.size > known && reader === this.#deps.database.reader) await setImmediate();
    }
  }

  /** The conditions of RFC 9110, 13.1. */
  async #checkPreconditions(reader: Reader): Promise<void> {
    if (!preconditions.some((name) => this.header(name) !== undefined)) return;
    const resource = await this.findRequested(reader);
    const now = this.#deps.clock.now();
    // A folder has neither an entity tag nor a date.
    const folder = resource === undefined ? undefined : {};
    const current =
      resource !== undefined && isFile(resource)
        ? { etag: etagOf(resource.row), ...contentDates(resource.row, now) }
        : folder;
    if (evaluatePreconditions(this.request, current, now) !== 'proceed') throw new DavError(412);
  }

  /** `etags`: those of paths that were read already. */
  async #isTrue(
    { tag, conditions }: ConditionList,
    reader: Reader,
    locks: readonly Lock[],
    etags = new Map<string, string | undefined>(),
  ): Promise<boolean> {
    const names = tag === undefined ? this.names : this.#namesOf(tag);
    const path = pathOf(names);
    for (const condition of conditions) {
      if (condition.kind === 'etag' && !etags.has(path)) etags.set(path, await this.#findEtag(reader, names));
      const holds =
        condition.kind === 'token'
          ? locks.some((lock) => !lock.isForeign && lock.token === condition.token && covers(lock, names))
          : etags.get(path) === condition.etag;
      if (holds === condition.isNegated) return false;
    }
    return true;
  }

  async #findEtag(reader: Reader, names: Names): Promise<string | undefined> {
    const resource = await this.find(reader, names);
    return resource !== undefined && isFile(resource) ? etagOf(resource.row) : undefined;
  }

  async endLocks(tx: Tx, locks: readonly Lock[], names: Names): Promise<void> {
    await deleteLocks(
      tx,
      locksBelow(locks, names).map(({ token }) => token),
    );
  }

  /** Runs a change in a transaction, with the caller's tree locked, and again with others that it turns out to change. */
  async change<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const { database, files } = this.#deps;
    if (this.#conditions !== undefined)
      await this.#readConditions(database.reader, await this.listLocks(database.reader));
    return files.changeTrees(this.caller.userId, work);
  }
}
