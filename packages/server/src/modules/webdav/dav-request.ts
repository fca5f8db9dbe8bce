import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { secondMs } from '@drive/base';
import type { BlobStore } from '@drive/blobs';
import { evaluatePreconditions } from '@drive/node-http';
import {
  type ConditionList,
  DavError,
  type IfHeader,
  type Names,
  parseIfHeader,
  parsePath,
  parseResourceUrl,
  parseXml,
  submittedTokens,
  type XmlElement,
} from '@drive/webdav-protocol';
import { rootOf, type Caller } from '../../platform/access/index.ts';
import type { Reader, Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import { exchangeOf, readText } from '../../platform/http/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts } from '../accounts/index.ts';
import { contentDates, type Files } from '../files/index.ts';
import type { Uploads } from '../uploads/index.ts';
import { deleteLocks, listLocks, pathOf, type Lock } from './lock-store.ts';
import { covers, locksBelow, requireTokens, seenFrom, type Touched } from './locks.ts';
import { etagOf, findResource, isFile, type Resource } from './resources.ts';

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
  readonly names: Names;
  /** The path ended with a slash. */
  readonly hasSlash: boolean;
  readonly #deps: DavDeps;
  readonly #conditions: IfHeader | undefined;
  /** The first list of the header If that was true when it was read before a transaction; 'none' if none was. */
  #trueList: ConditionList | 'none' | undefined;

  constructor(deps: DavDeps, request: IncomingMessage, response: ServerResponse, caller: Caller) {
    const { path } = exchangeOf(request);
    this.#deps = deps;
    this.request = request;
    this.response = response;
    this.caller = caller;
    this.names = parsePath(path);
    this.hasSlash = path.endsWith('/');
    const conditions = this.header('if');
    this.#conditions = conditions === undefined ? undefined : parseIfHeader(conditions);
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
    return parseResourceUrl(url, this.#deps.baseUrl, exchangeOf(this.request).origin);
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

  /** Locks of the caller's user, with names from the root of the mount. */
  async listLocks(reader: Reader): Promise<Lock[]> {
    const locks = await listLocks(reader, this.caller.userId, this.#deps.clock.now());
    if (locks.length === 0) return locks;
    const base = await this.#base(reader);
    return base.length === 0 ? locks : locks.flatMap((lock) => seenFrom(base, lock) ?? []);
  }

  /** Path of the request's resource from the root of the user, which locks are stored with. */
  async storedPath(reader: Reader): Promise<string> {
    return pathOf([...(await this.#base(reader)), ...this.names]);
  }

  async #base(reader: Reader): Promise<Names> {
    const rootId = rootOf(this.caller);
    return rootId === null ? [] : (await this.#deps.files.listPath(reader, rootId)).map(({ name }) => name);
  }

  find(reader: Reader, names: Names): Promise<Resource | undefined> {
    return findResource(this.#deps.files, reader, this.caller, names);
  }

  /** The resource of the request's URL. With a slash at its end it is a folder or nothing. */
  async findRequested(reader: Reader): Promise<Resource | undefined> {
    const resource = await this.find(reader, this.names);
    return this.hasSlash && resource?.isFolder === false ? undefined : resource;
  }

  /** Also checks the locks (423) and returns the caller's. Call in the transaction of the change, with the tree locked. */
  async check(reader: Reader, touched: Touched): Promise<Lock[]> {
    const locks = await this.checkConditions(reader);
    requireTokens(locks, this.tokens, touched, this.#deps.baseUrl);
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
          ? locks.some((lock) => lock.token === condition.token && covers(lock, names))
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

  /** Runs a change of the caller's tree in a transaction, with the tree locked. */
  async change<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const { database, files } = this.#deps;
    if (this.#conditions !== undefined)
      await this.#readConditions(database.reader, await this.listLocks(database.reader));
    return database.write(async (tx) => {
      await files.lockTree(tx, this.caller.userId);
      return work(tx);
    });
  }
}
