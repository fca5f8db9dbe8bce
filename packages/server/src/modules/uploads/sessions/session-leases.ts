import { setTimeout as sleep } from 'node:timers/promises';
import { secondMs } from '@drive/base';
import type { Tx } from '../../../platform/db/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import {
  claimLease,
  expireLease,
  expireLeases,
  findHolder,
  keepLease,
  leaveLease,
  listExpired,
  releaseLease,
  renewLeases,
  wantLease,
  type ClaimedLease,
} from './session-lease-store.ts';
import {
  createLocalLocks,
  type LocalLocks,
  requireNew,
  silentMs,
  type Others,
  type Purpose,
  type SessionLock,
  type SessionLocks,
} from './session-locks.ts';
import type { Session } from './upload-session.ts';

/** A server that has not renewed a lease for this long has lost it. */
const leaseMs = 15 * secondMs;
const renewMs = secondMs;
/** A lease that could not be continued, e.g. because the storage is away, is tried again after this time. */
const retryMs = 10 * secondMs;
const firstPauseMs = 20;
const longestPauseMs = 250;
const expiredPerQuery = 100;

export type LeaseDeps = Pick<Ports, 'database' | 'clock' | 'log' | 'node'> & {
  /** Continues or ends what a holder has left that ended without a release; returns the session as it is then. */
  readonly takeOver: (session: Session, lock: SessionLock) => Promise<Session>;
};

/** A lock of this process together with its row. */
interface Lease extends SessionLock {
  /** Whether the row names this lease. */
  isStored: boolean;
  isUnfinished: boolean;
  /** Another server may have the session. Stays true. */
  isLost: boolean;
  /** By the clock, which follows that of the database. */
  until: number;
}

/**
 * Locks on sessions as leases in their rows, for several servers of one database. Requests of one server queue in its memory, in
 * order of arrival; the first of them claims the row. One statement a second renews all leases of the server and reads what
 * others wait for. A holder that has not renewed for `leaseMs` has lost its lease: the next one continues, and the turn in
 * each write refuses those of the old one.
 */
export class SessionLeases implements SessionLocks {
  readonly #deps: LeaseDeps;
  readonly #local: LocalLocks;
  /** The lease of each id whose row names this server. */
  readonly #held = new Map<string, Lease>();
  readonly #releasing = new Map<string, Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #renewing: Promise<void> | undefined;
  /** Apart from the renewals: reading an object for its digest may take longer than a lease lasts. */
  #continuing: Promise<void> | undefined;
  readonly #startedAt: number;
  readonly #stopping = new AbortController();
  #looksForExpired = false;

  constructor(deps: LeaseDeps) {
    this.#deps = deps;
    this.#local = createLocalLocks(deps.clock);
    this.#startedAt = deps.clock.now();
  }

  tryAcquire(id: string, purpose: Purpose): Promise<Lease | undefined> {
    return this.#tryAcquire(id, purpose);
  }

  async acquire(id: string, purpose: Purpose, others: Others = {}): Promise<Lease | undefined> {
    return this.#withOwn(await this.#local.acquire(id, purpose, others), (own) => this.#claimInTurn(own, others));
  }

  begin(id: string, purpose: Purpose): Lease {
    return this.#createLease(requireNew(this.#local.tryAcquire(id, purpose)), { turn: 1 });
  }

  async keep(tx: Tx, lock: SessionLock): Promise<void> {
    await keepLease(tx, this.#wantedBy(lock.id, lock.purpose));
    tx.afterCommit(() => this.#store(lock as Lease));
  }

  async hasBytes(id: string): Promise<boolean> {
    const { database, node, clock } = this.#deps;
    const own = this.#local.find(id);
    if (own !== undefined) return own.hasBytes;
    const holder = await findHolder(database.reader, id);
    if (holder === undefined || holder.nodeId === null || holder.nodeId === node.id) return false;
    return holder.until > clock.now() && holder.hasBytes;
  }

  async start(): Promise<void> {
    const { database, node } = this.#deps;
    this.#looksForExpired = true;
    this.#startTimer();
    await database.write((tx) => expireLeases(tx, node.id, this.#startedAt));
    await this.#continueExpired();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#continuing;
    clearInterval(this.#timer);
    await this.#renewing;
    await Promise.all(this.#releasing.values());
  }

  #wantedBy(id: string, purpose: Purpose) {
    const { clock, node } = this.#deps;
    const now = clock.now();
    return { id, nodeId: node.id, purpose, now, until: now + leaseMs };
  }

  #createLease(own: SessionLock, claimed: Pick<ClaimedLease, 'turn'> & { readonly session?: Session }): Lease {
    const { clock, database, node } = this.#deps;
    const lease: Lease = {
      id: own.id,
      purpose: own.purpose,
      signal: own.signal,
      get hasBytes() {
        return own.hasBytes;
      },
      get activeAt() {
        return own.activeAt;
      },
      turn: claimed.turn,
      session: claimed.session,
      isStored: false,
      isUnfinished: false,
      isLost: false,
      until: clock.now() + leaseMs,
      received: own.received,
      confirm: async () => {
        if (lease.isLost) return false;
        if (!lease.isStored) return true;
        const until = clock.now() + leaseMs;
        return (await database.write((tx) => renewLeases(tx, [lease], { nodeId: node.id, until }))).has(lease.id);
      },
      ended: () => this.#forget(lease),
      unfinished: () => void (lease.isUnfinished = true),
      release: () => {
        if (lease.isStored) this.#release(lease);
        own.release();
      },
    };
    return lease;
  }

  #store(lease: Lease): void {
    lease.isStored = true;
    this.#held.set(lease.id, lease);
    this.#startTimer();
  }

  #startTimer(): void {
    this.#timer ??= setInterval(() => {
      this.#renewing ??= this.#renew().finally(() => (this.#renewing = undefined));
      if (!this.#looksForExpired || this.#stopping.signal.aborted) return;
      this.#continuing ??= this.#continueExpired()
        .catch((error: unknown) => this.#deps.log.warn('expired leases of uploads not read', { error }))
        .finally(() => (this.#continuing = undefined));
    }, renewMs).unref();
  }

  #forget(lease: Lease): void {
    lease.isStored = false;
    if (this.#held.get(lease.id) === lease) this.#held.delete(lease.id);
  }

  /** A release that is not stored is made up for by the next claim of this server, or by the end of the lease. */
  #release(lease: Lease): void {
    const { database, clock, log } = this.#deps;
    this.#forget(lease);
    const { id, turn } = lease;
    const stored = database
      .write((tx) =>
        lease.isUnfinished ? leaveLease(tx, id, turn, clock.now() + retryMs) : releaseLease(tx, id, turn),
      )
      .catch((error: unknown) => log.warn('lease of an upload not released', { error }))
      .finally(() => this.#releasing.get(id) === stored && this.#releasing.delete(id));
    this.#releasing.set(id, stored);
  }

  /** undefined if the lease is another's; the own lock is kept. */
  async #claim(own: SessionLock, { continues = false } = {}): Promise<Lease | undefined> {
    const { database, takeOver, clock } = this.#deps;
    // A lease that is found to be of this server is then one of an earlier process, or one whose release failed.
    await this.#releasing.get(own.id);
    const claimed = await database.write((tx) => claimLease(tx, this.#wantedBy(own.id, own.purpose)));
    if (claimed === undefined) return undefined;
    const lease = this.#createLease(own, claimed);
    this.#store(lease);
    if (!claimed.isTakeover && !continues) return lease;
    try {
      return Object.assign(lease, { session: await takeOver(claimed.session, lease) });
    } catch (error) {
      this.#forget(lease);
      const until = clock.now() + retryMs;
      await database.write((tx) => expireLease(tx, lease.id, lease.turn, until)).catch(() => undefined);
      throw error;
    }
  }

  /** undefined if a holder on another server refuses, or a request of this one preempts the own lock meanwhile. */
  async #claimInTurn(own: SessionLock, { preempts = [], preemptsSilent = [] }: Others) {
    const { database, clock } = this.#deps;
    let askedTurn = 0;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      const lease = await this.#claim(own);
      if (lease !== undefined) return lease;
      const holder = await findHolder(database.reader, own.id);
      if (holder === undefined) return this.#createLease(own, { turn: 0 });
      const { purpose, turn, activeAt } = holder;
      if (holder.nodeId === null || purpose === null) continue;
      const mayBeSilent = preemptsSilent.includes(purpose);
      if ((mayBeSilent && clock.now() - activeAt < silentMs) || own.signal.aborted) return undefined;
      if (turn !== askedTurn && (mayBeSilent || preempts.includes(purpose))) {
        await database.write((tx) => wantLease(tx, own.id, turn, own.purpose));
        askedTurn = turn;
      }
      await sleep(pauseMs);
    }
  }

  async #withOwn(
    own: SessionLock | undefined,
    work: (own: SessionLock) => Promise<Lease | undefined>,
  ): Promise<Lease | undefined> {
    if (own === undefined) return undefined;
    let lease: Lease | undefined;
    try {
      lease = await work(own);
    } finally {
      if (lease === undefined) own.release();
    }
    return lease;
  }

  #tryAcquire(id: string, purpose: Purpose, options = {}): Promise<Lease | undefined> {
    return this.#withOwn(this.#local.tryAcquire(id, purpose), async (own) => {
      const lease = await this.#claim(own, options);
      if (lease !== undefined || (await findHolder(this.#deps.database.reader, id)) !== undefined) return lease;
      return this.#createLease(own, { turn: 0 });
    });
  }

  async #renew(): Promise<void> {
    const { clock, database, node, log } = this.#deps;
    const leases = [...this.#held.values()];
    if (leases.length === 0) return;
    const until = clock.now() + leaseMs;
    try {
      const rows = await database.write((tx) => renewLeases(tx, leases, { nodeId: node.id, until }));
      for (const lease of leases) {
        if (this.#held.get(lease.id) !== lease) continue;
        const row = rows.get(lease.id);
        if (row === undefined) this.#lose(lease);
        else lease.until = until;
        if (row !== undefined && row.wanted !== null) this.#local.preempt(lease.id, row.wanted);
      }
    } catch (error) {
      log.warn('leases of uploads not renewed', { count: leases.length, error });
      for (const lease of leases)
        if (lease.until <= clock.now() && this.#held.get(lease.id) === lease) this.#lose(lease);
    }
  }

  /** Another server continues the upload, or may soon. */
  #lose(lease: Lease): void {
    this.#deps.log.warn('lease of an upload lost');
    lease.isLost = true;
    this.#forget(lease);
    this.#local.preempt(lease.id, 'put');
  }

  async #continueExpired(): Promise<void> {
    const { database, clock, log } = this.#deps;
    const now = clock.now();
    const ids = await listExpired(database.reader, { now, until: now + leaseMs }, expiredPerQuery);
    for (const id of ids) {
      if (this.#stopping.signal.aborted) return;
      if (this.#held.has(id)) continue;
      try {
        (await this.#tryAcquire(id, 'work', { continues: true }))?.release();
      } catch (error) {
        log.error('upload of an ended server not continued', { error });
      }
    }
  }
}
