import { hourMs, secondMs } from '@drive/base';
import { limits } from '@drive/contract';
import type { Caller } from '../../platform/access/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { findValid, type LiveCredential } from './live-credential-store.ts';
import type { Signal } from './signal.ts';

/**
 * One query checks the credentials of all readers: each ends within a second of its key or session. Another one, on
 * Postgres, finds the users who have events of other servers.
 */
const TICK_MS = 900;
/** Time until events are read again that an open transaction may precede; twice as long after each vain attempt, up to a second. */
const BEHIND_MS = 25;

/** The pause after `previousMs`, the pause of a vain attempt; undefined: there was none. */
export const behindPauseMs = (previousMs?: number): number =>
  previousMs === undefined ? BEHIND_MS : Math.min(2 * previousMs, secondMs);

/** A tree, or a folder in it, as a user follows its events. */
export interface WatchedTree {
  /** owners.row_id: that of the user, or of a tree in which they were given something. */
  readonly ownerId: number;
  /** items.id; null: all of the tree. */
  readonly folderId: string | null;
  readonly isOwn: boolean;
  /** Whether a member still reaches it. Not asked for a tree of the user's own. */
  isReached(): Promise<boolean>;
}

/** The tree of a folder (items.id) that the caller reaches; null: their own. Throws `folder_not_found`. */
export type FindTree = (caller: Caller, folderId: string | null) => Promise<WatchedTree>;

/** A request that waits for events of a tree. */
export interface LiveReader extends LiveCredential {
  readonly userId: number;
  /** The tree whose events it waits for. */
  readonly tree: WatchedTree;
  /** Notified when there may be events to read. */
  readonly signal: Signal;
  /** Called once its credential is no longer valid, or when the server stops. */
  end(reason: 'credential' | 'stop'): void;
  /** Called about once a second with the time. */
  tick?(now: number): void;
}

type LiveReadersDeps = Pick<Ports, 'database' | 'clock' | 'events' | 'log'>;

/** Wakes open requests for events of their users, and ends them with their credentials. */
export class LiveReaders {
  readonly #deps: LiveReadersDeps;
  /** The readers of each user, and the kind of each. */
  readonly #byUser = new Map<number, Map<LiveReader, string>>();
  /** Readers of trees that are not their users' own, by the owners of the trees. */
  readonly #members = new Map<number, Set<LiveReader>>();
  readonly #all = new Set<LiveReader>();
  /** By user: the last event that readers were woken for by `#wakeForOthers`. */
  readonly #lastSeen = new Map<number, number>();
  #ticker: NodeJS.Timeout | undefined;
  #isStopped = false;
  #isChecking = false;
  #isPulling = false;

  constructor(deps: LiveReadersDeps) {
    this.#deps = deps;
    deps.events.watch((userId) => this.wake(userId));
  }

  /** Whether readers that are added now would end at once. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /**
   * Adds a reader and returns a function that removes it. Throws `too_many_requests` if the user already has `most` readers
   * of the kind with this server.
   */
  add(reader: LiveReader, { kind, most }: { readonly kind: string; readonly most: number }): () => void {
    const { userId } = reader;
    const readers = this.#byUser.get(userId) ?? new Map<LiveReader, string>();
    if ([...readers.values()].filter((each) => each === kind).length >= most)
      throw new DomainError('too_many_requests', `An account has at most ${most} ${kind} at a time.`, {
        retryAfterSeconds: 60,
      });
    this.#byUser.set(userId, readers.set(reader, kind));
    const { isOwn, ownerId } = reader.tree;
    if (!isOwn) this.#members.set(ownerId, (this.#members.get(ownerId) ?? new Set()).add(reader));
    this.#all.add(reader);
    this.#ticker ??= setInterval(() => this.#tick(), TICK_MS).unref();
    return () => this.#remove(reader);
  }

  /** Wakes the readers of a user and of the tree with this owner, which also check their credentials. */
  wake(ownerId: number): void {
    for (const { signal } of this.#byUser.get(ownerId)?.keys() ?? []) signal.notify();
    for (const { signal } of this.#members.get(ownerId) ?? []) signal.notify();
  }

  /** Whether the credential of the reader is still valid, and the tree is still open to it. */
  async isValid(reader: LiveReader): Promise<boolean> {
    const { database, clock } = this.#deps;
    const { tree } = reader;
    if (!(await findValid(database.reader, [reader], clock.now())).has(reader)) return false;
    return tree.isOwn || (await tree.isReached());
  }

  /** Ends all readers. Later ones have to look at `isStopped`. */
  stop(): void {
    this.#isStopped = true;
    for (const reader of this.#all) reader.end('stop');
  }

  #remove(reader: LiveReader): void {
    const readers = this.#byUser.get(reader.userId);
    readers?.delete(reader);
    if (readers?.size === 0) {
      this.#byUser.delete(reader.userId);
      this.#lastSeen.delete(reader.userId);
    }
    const members = this.#members.get(reader.tree.ownerId);
    if (members?.delete(reader) === true && members.size === 0) {
      this.#members.delete(reader.tree.ownerId);
      this.#lastSeen.delete(reader.tree.ownerId);
    }
    this.#all.delete(reader);
    if (this.#all.size > 0) return;
    clearInterval(this.#ticker);
    this.#ticker = undefined;
  }

  #tick(): void {
    void this.#endRevoked();
    void this.#wakeForOthers();
    const now = this.#deps.clock.now();
    for (const reader of this.#all) reader.tick?.(now);
  }

  async #endRevoked(): Promise<void> {
    const { database, clock, log } = this.#deps;
    // A slow check and the next one do not run at the same time.
    if (this.#isChecking) return;
    this.#isChecking = true;
    try {
      const readers = [...this.#all];
      const valid = await findValid(database.reader, readers, clock.now());
      for (const reader of readers)
        if (!valid.has(reader) || !(reader.tree.isOwn || (await reader.tree.isReached()))) reader.end('credential');
    } catch (error) {
      log.warn('credentials of event streams could not be checked', { error });
    } finally {
      this.#isChecking = false;
    }
  }

  #followed(): number[] {
    return [...new Set([...this.#byUser.keys(), ...this.#members.keys()])];
  }

  /** Wakes readers for events of other servers, which this process is not notified of. */
  async #wakeForOthers(): Promise<void> {
    const { database, clock, events, log } = this.#deps;
    if (database.dialect === 'sqlite' || this.#isPulling) return;
    this.#isPulling = true;
    try {
      const since = clock.now() - limits.eventReplayHours * hourMs;
      for (const [userId, last] of await events.findLastOfEach(this.#followed(), since)) {
        if (this.#lastSeen.get(userId) === last || !(this.#byUser.has(userId) || this.#members.has(userId))) continue;
        this.#lastSeen.set(userId, last);
        this.wake(userId);
      }
    } catch (error) {
      log.warn('events of other servers could not be read', { error });
    } finally {
      this.#isPulling = false;
    }
  }
}
