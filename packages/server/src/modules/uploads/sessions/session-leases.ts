import { setTimeout as sleep } from 'node:timers/promises';
import { secondMs } from '@drive/base';
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
export function createSessionLeases({ database, clock, log, node, takeOver }: LeaseDeps): SessionLocks {
  const local = createLocalLocks(clock);
  /** The lease of each id whose row names this server. */
  const held = new Map<string, Lease>();
  const releasing = new Map<string, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let renewing: Promise<void> | undefined;
  /** Apart from the renewals: reading an object for its digest may take longer than a lease lasts. */
  let continuing: Promise<void> | undefined;
  const startedAt = clock.now();
  const stopping = new AbortController();
  let looksForExpired = false;

  const wantedBy = (id: string, purpose: Purpose) => {
    const now = clock.now();
    return { id, nodeId: node.id, purpose, now, until: now + leaseMs };
  };

  function createLease(own: SessionLock, claimed: Pick<ClaimedLease, 'turn'> & { readonly session?: Session }): Lease {
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
      ended: () => forget(lease),
      unfinished: () => void (lease.isUnfinished = true),
      release: () => {
        if (lease.isStored) release(lease);
        own.release();
      },
    };
    return lease;
  }

  function store(lease: Lease): void {
    lease.isStored = true;
    held.set(lease.id, lease);
    startTimer();
  }

  function startTimer(): void {
    timer ??= setInterval(() => {
      renewing ??= renew().finally(() => (renewing = undefined));
      if (!looksForExpired || stopping.signal.aborted) return;
      continuing ??= continueExpired()
        .catch((error: unknown) => log.warn('expired leases of uploads not read', { error }))
        .finally(() => (continuing = undefined));
    }, renewMs).unref();
  }

  function forget(lease: Lease): void {
    lease.isStored = false;
    if (held.get(lease.id) === lease) held.delete(lease.id);
  }

  /** A release that is not stored is made up for by the next claim of this server, or by the end of the lease. */
  function release(lease: Lease): void {
    forget(lease);
    const { id, turn } = lease;
    const stored = database
      .write((tx) =>
        lease.isUnfinished ? leaveLease(tx, id, turn, clock.now() + retryMs) : releaseLease(tx, id, turn),
      )
      .catch((error: unknown) => log.warn('lease of an upload not released', { error }))
      .finally(() => releasing.get(id) === stored && releasing.delete(id));
    releasing.set(id, stored);
  }

  /** undefined if the lease is another's; the own lock is kept. */
  async function claim(own: SessionLock, { continues = false } = {}): Promise<Lease | undefined> {
    // A lease that is found to be of this server is then one of an earlier process, or one whose release failed.
    await releasing.get(own.id);
    const claimed = await database.write((tx) => claimLease(tx, wantedBy(own.id, own.purpose)));
    if (claimed === undefined) return undefined;
    const lease = createLease(own, claimed);
    store(lease);
    if (!claimed.isTakeover && !continues) return lease;
    try {
      return Object.assign(lease, { session: await takeOver(claimed.session, lease) });
    } catch (error) {
      forget(lease);
      const until = clock.now() + retryMs;
      await database.write((tx) => expireLease(tx, lease.id, lease.turn, until)).catch(() => undefined);
      throw error;
    }
  }

  /** undefined if a holder on another server refuses, or a request of this one preempts the own lock meanwhile. */
  async function claimInTurn(own: SessionLock, { preempts = [], preemptsSilent = [] }: Others) {
    let askedTurn = 0;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      const lease = await claim(own);
      if (lease !== undefined) return lease;
      const holder = await findHolder(database.reader, own.id);
      if (holder === undefined) return createLease(own, { turn: 0 });
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

  async function withOwn(
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

  const tryAcquire = (id: string, purpose: Purpose, options = {}): Promise<Lease | undefined> =>
    withOwn(local.tryAcquire(id, purpose), async (own) => {
      const lease = await claim(own, options);
      if (lease !== undefined || (await findHolder(database.reader, id)) !== undefined) return lease;
      return createLease(own, { turn: 0 });
    });

  async function renew(): Promise<void> {
    const leases = [...held.values()];
    if (leases.length === 0) return;
    const until = clock.now() + leaseMs;
    try {
      const rows = await database.write((tx) => renewLeases(tx, leases, { nodeId: node.id, until }));
      for (const lease of leases) {
        if (held.get(lease.id) !== lease) continue;
        const row = rows.get(lease.id);
        if (row === undefined) lose(lease);
        else lease.until = until;
        if (row !== undefined && row.wanted !== null) local.preempt(lease.id, row.wanted);
      }
    } catch (error) {
      log.warn('leases of uploads not renewed', { count: leases.length, error });
      for (const lease of leases) if (lease.until <= clock.now() && held.get(lease.id) === lease) lose(lease);
    }
  }

  /** Another server continues the upload, or may soon. */
  function lose(lease: Lease): void {
    log.warn('lease of an upload lost');
    lease.isLost = true;
    forget(lease);
    local.preempt(lease.id, 'put');
  }

  async function continueExpired(): Promise<void> {
    const ids = await listExpired(database.reader, clock.now(), expiredPerQuery);
    for (const id of ids) {
      if (stopping.signal.aborted) return;
      if (held.has(id)) continue;
      try {
        (await tryAcquire(id, 'work', { continues: true }))?.release();
      } catch (error) {
        log.error('upload of an ended server not continued', { error });
      }
    }
  }

  return {
    tryAcquire: (id, purpose) => tryAcquire(id, purpose),
    acquire: async (id, purpose, others = {}) =>
      withOwn(await local.acquire(id, purpose, others), (own) => claimInTurn(own, others)),
    begin: (id, purpose) => createLease(requireNew(local.tryAcquire(id, purpose)), { turn: 1 }),
    keep: async (tx, lock) => {
      await keepLease(tx, wantedBy(lock.id, lock.purpose));
      tx.afterCommit(() => store(lock as Lease));
    },
    hasBytes: async (id) => {
      const own = local.find(id);
      if (own !== undefined) return own.hasBytes;
      const holder = await findHolder(database.reader, id);
      if (holder === undefined || holder.nodeId === null || holder.nodeId === node.id) return false;
      return holder.until > clock.now() && holder.hasBytes;
    },
    start: async () => {
      looksForExpired = true;
      startTimer();
      await database.write((tx) => expireLeases(tx, node.id, startedAt));
      await continueExpired();
    },
    stop: async () => {
      stopping.abort();
      await continuing;
      clearInterval(timer);
      await renewing;
      await Promise.all(releasing.values());
    },
  };
}
