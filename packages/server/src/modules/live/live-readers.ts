import { hourMs, secondMs } from '@drive/base';
import { limits } from '@drive/contract';
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

/** A request that waits for events of its user. */
export interface LiveReader extends LiveCredential {
  readonly userId: number;
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
    this.#all.add(reader);
    this.#ticker ??= setInterval(() => this.#tick(), TICK_MS).unref();
    return () => this.#remove(reader);
  }

  /** Wakes the readers of a user, which also check their credentials. */
  wake(userId: number): void {
    for (const { signal } of this.#byUser.get(userId)?.keys() ?? []) signal.notify();
  }

  /** Whether the credential of the reader is still valid. */
  async isValid(reader: LiveReader): Promise<boolean> {
    const { database, clock } = this.#deps;
    return (await findValid(database.reader, [reader], clock.now())).has(reader);
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
      for (const reader of readers) if (!valid.has(reader)) reader.end('credential');
    } catch (error) {
      log.warn('credentials of event streams could not be checked', { error });
    } finally {
      this.#isChecking = false;
    }
  }

  /** Wakes readers for events of other servers, which this process is not notified of. */
  async #wakeForOthers(): Promise<void> {
    const { database, clock, events, log } = this.#deps;
    if (database.dialect === 'sqlite' || this.#isPulling) return;
    this.#isPulling = true;
    try {
      const since = clock.now() - limits.eventReplayHours * hourMs;
      for (const [userId, last] of await events.findLastOfEach([...this.#byUser.keys()], since)) {
        if (this.#lastSeen.get(userId) === last || !this.#byUser.has(userId)) continue;
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
