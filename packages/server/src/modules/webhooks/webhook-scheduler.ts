import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { minuteMs, secondMs } from '@drive/base';
import { FairQueues, Pacer, Timer, TimerHeap, type Allocation, type Queue } from '@drive/fair-queue';
import { deleteInBatches, type Tx } from '../../platform/db/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import {
  claimDeliveries,
  findNextDue,
  listWaiting,
  releaseAbandoned,
  releaseClaims,
  type ClaimedDelivery,
} from './delivery-store.ts';
import { bodiesOf } from './event-fan-out.ts';
import { sendAttempt, type AttemptDeps, type AttemptResult } from './webhook-attempt.ts';
import type { AttemptRecorder } from './webhook-outcomes.ts';
import { findActiveWebhook, listUrls, type WebhookRow } from './webhook-store.ts';

export type SchedulerDeps = AttemptDeps &
  Pick<Ports, 'database' | 'clock' | 'random' | 'log' | 'node' | 'events'> & {
    readonly recorder: AttemptRecorder;
    /** For tests, whose clock does not advance: nothing is sent until `drain()`. */
    readonly runsOnlyWhenDrained: boolean;
  };

/** Sends due deliveries, with one queue for each webhook. Rows hold all deliveries; memory holds only when they are due. */
export interface WebhookScheduler {
  /** Notifies the scheduler that a delivery of this webhook may be due. */
  wake(webhookRowId: number): void;
  start(): void;
  /** Starts no more attempts and aborts those that take longer than 2 s: they are sent again after the next start. */
  stop(): Promise<void>;
  /** For tests: sends everything that is due by the clock. Returns whether there was anything. */
  drain(): Promise<boolean>;
}

type WebhookQueue = Queue<number>;
type WebhookAllocation = Allocation<number>;

type SentDelivery = ClaimedDelivery & { readonly body: string };

/** Deliveries that one transaction claimed for a queue, and the number of slots that send them. */
interface Batch {
  readonly deliveries: SentDelivery[];
  slots: number;
}

/** Attempts that run at the same time in this process, and to one host from all servers together. */
const SLOTS = { maxSlots: 512, maxSlotsPerHost: 32 };
/** At most 4,000 attempts start per second: requests to this server never wait behind more than four of them. */
const PACE = { burst: 4, pauseMs: 1 };
const SCAN_MS = 30 * secondMs;
const SCAN_PAGE = 200;
const STOP_GRACE_MS = 2 * secondMs;
/** Limits of one claim transaction, which blocks all other writes: webhooks and deliveries. */
const MAX_CLAIMED_WEBHOOKS = 8;
const MAX_CLAIMED_DELIVERIES = 32;
/** Longer than a batch takes to send. Also the time until a delivery is sent again whose result cannot be recorded. */
const LEASE_MS = minuteMs;
/** No attempt starts while this many results are unrecorded, because a crash would repeat all of them. */
const MAX_UNRECORDED = 500;

export function createWebhookScheduler(deps: SchedulerDeps): WebhookScheduler {
  const { database, clock, log, node, recorder, runsOnlyWhenDrained } = deps;
  const queues = new FairQueues<number>({
    maxSlots: SLOTS.maxSlots,
    maxSlotsPerQueue: SLOTS.maxSlotsPerHost,
    get maxSlotsPerHost() {
      return Math.max(2, Math.floor(SLOTS.maxSlotsPerHost / node.countLive()));
    },
  });
  const parked = new TimerHeap<WebhookQueue>();
  const pacer = new Pacer(PACE);
  const timer = new Timer(() => clock.now(), enqueueDue);
  /** Queues with due deliveries whose host is not known yet. */
  const unresolved = new Set<WebhookQueue>();
  const work = new Set<Promise<void>>();
  const stopping = new AbortController();
  const inOwnContext = AsyncLocalStorage.snapshot();
  let isActive = false;
  let isScheduling = false;
  let scanTimer: NodeJS.Timeout | undefined;
  let released: Promise<void> | undefined;
  let started = 0;

  const track = (promise: Promise<void>): void => {
    const tracked = promise
      .catch((error: unknown) => log.error('webhook scheduling failed', { error }))
      .finally(() => work.delete(tracked));
    work.add(tracked);
  };

  /** Allocates free slots after this turn of the event loop: all slots released in it share one claim transaction. */
  function schedule(): void {
    if (isScheduling || !isActive) return;
    isScheduling = true;
    inOwnContext(() => track(allocateAll()));
  }

  async function allocateAll(): Promise<void> {
    try {
      await nextTurn();
      while (isActive && recorder.unrecorded < MAX_UNRECORDED) {
        if (unresolved.size > 0) await resolveHosts();
        const allocations = allocate();
        if (allocations.length > 0) await claimAndSend(allocations);
        else if (unresolved.size === 0) return;
      }
    } finally {
      isScheduling = false;
    }
  }

  async function resolveHosts(): Promise<void> {
    const byRowId = new Map([...unresolved].slice(0, SCAN_PAGE).map((queue) => [queue.key, queue]));
    for (const queue of byRowId.values()) unresolved.delete(queue);
    for (const { rowId, url } of await listUrls(database.reader, [...byRowId.keys()])) {
      const queue = byRowId.get(rowId);
      if (queue === undefined) continue;
      byRowId.delete(rowId);
      queue.host = new URL(url).hostname;
      enqueue(queue);
    }
    // The remaining webhooks were deleted together with their deliveries.
    for (const queue of byRowId.values()) {
      queue.isDue = false;
      park(queue, Infinity);
    }
  }

  function allocate(): WebhookAllocation[] {
    const allocations: WebhookAllocation[] = [];
    let deliveries = 0;
    while (allocations.length < MAX_CLAIMED_WEBHOOKS && deliveries < MAX_CLAIMED_DELIVERIES) {
      const allocation = queues.allocate();
      if (allocation === undefined) break;
      allocation.queue.isClaiming = true;
      allocation.queue.isDue = false;
      allocations.push(allocation);
      deliveries += allocation.attempts;
    }
    return allocations;
  }

  async function claimAndSend(allocations: readonly WebhookAllocation[]): Promise<void> {
    let claimed: readonly Claimed[] = [];
    try {
      claimed = await claimFor(deps, allocations);
    } finally {
      for (const [index, allocation] of allocations.entries()) {
        const { queue } = allocation;
        queue.isClaiming = false;
        // A failed claim is repeated a second later.
        const { webhook, deliveries, nextAt } = claimed[index] ?? {
          webhook: undefined,
          deliveries: [],
          nextAt: clock.now() + secondMs,
        };
        const used = Math.min(allocation.slots, deliveries.length);
        queues.release(allocation, allocation.slots - used);
        queue.nextAt = nextAt;
        if (webhook !== undefined) {
          queue.host = new URL(webhook.url).hostname;
          const batch: Batch = { deliveries: [...deliveries], slots: used };
          for (let slot = 0; slot < used; slot += 1) track(sendOnSlot(allocation, webhook, batch));
        }
        enqueue(queue);
      }
    }
  }

  /** Sends deliveries of the batch one after the other, until one is slow or none is left. */
  async function sendOnSlot(allocation: WebhookAllocation, webhook: WebhookRow, batch: Batch): Promise<void> {
    const { queue } = allocation;
    const { deliveries } = batch;
    let current: WebhookRow | undefined = webhook;
    try {
      for (let delivery = deliveries.shift(); delivery !== undefined; delivery = deliveries.shift()) {
        if (current?.isEnabled !== true || delivery.rowId <= current.cancelledTo || !isActive)
          return await release(queue, [delivery, ...deliveries.splice(0)]);
        await pacer.pass();
        await deliver(queue, current, delivery);
        if (!queues.isFast(queue)) return await release(queue, deliveries.splice(0));
        // The other slots of the batch continue.
        if (queue.running > queue.window) return;
        // Each attempt uses the current URL and secret.
        if (deliveries.length > 0) current = await findActiveWebhook(database.reader, webhook.rowId);
      }
    } finally {
      batch.slots -= 1;
      try {
        if (batch.slots === 0) await release(queue, deliveries.splice(0));
      } finally {
        queues.release(allocation, 1);
        enqueue(queue);
        schedule();
      }
    }
  }

  async function deliver(queue: WebhookQueue, webhook: WebhookRow, delivery: SentDelivery): Promise<void> {
    started += 1;
    let result: AttemptResult;
    try {
      result = await sendAttempt(deps, webhook, delivery, stopping.signal);
    } catch (error) {
      // A defect: the delivery is sent again when its lease ends.
      if (!stopping.signal.aborted) throw error;
      return await release(queue, [delivery]);
    }
    queues.recordResult(queue, { isSuccess: result.isDelivered, durationMs: result.durationMs });
    // If not even the state is recorded, the delivery is sent again when its lease ends.
    const recorded = recorder.record({ webhookRowId: webhook.rowId, delivery, result });
    if (result.isDelivered && recorder.unrecorded < MAX_UNRECORDED) {
      track(recorded);
    } else {
      // The next attempt waits for the consequences of a failure, e.g. that the webhook is now disabled.
      await recorded;
      queue.isDue = true;
    }
  }

  async function release(queue: WebhookQueue, deliveries: readonly ClaimedDelivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    queue.isDue = true;
    await database.write((tx) => releaseClaims(tx, deliveries, clock.now()));
  }

  /** Lets a queue wait for slots if it has due deliveries; parks it otherwise. */
  function enqueue(queue: WebhookQueue): void {
    if (queue.isClaiming) return;
    if (!queue.isDue && queue.nextAt > clock.now()) return park(queue, queue.nextAt);
    // Without room, the end of one of its attempts enqueues it again.
    if (!queues.hasRoom(queue)) return;
    if (queue.host === undefined) unresolved.add(queue);
    else queues.enqueue(queue);
    schedule();
  }

  function park(queue: WebhookQueue, nextAt: number): void {
    queue.nextAt = nextAt;
    if (nextAt === Infinity) {
      parked.delete(queue);
      queues.deleteIfIdle(queue);
    } else {
      parked.set(queue, nextAt);
      if (isActive && !runsOnlyWhenDrained) timer.set(nextAt);
    }
  }

  function enqueueDue(): void {
    for (const queue of parked.take(clock.now())) enqueue(queue);
    if (isActive && parked.first !== Infinity) timer.set(parked.first);
  }

  /** On SQLite, only one server uses a data directory: claims that exist at its start belong to a dead process. */
  async function releaseAll(): Promise<void> {
    if (database.dialect !== 'sqlite') return;
    await deleteInBatches(database, stopping.signal, (tx, limit) => releaseAbandoned(tx, clock.now(), limit));
  }

  async function scan(): Promise<void> {
    await (released ??= releaseAll());
    let after = 0;
    for (;;) {
      const found = await listWaiting(database.reader, after, SCAN_PAGE);
      for (const { webhookRowId, dueAt } of found) {
        const queue = queues.get(webhookRowId);
        queue.nextAt = Math.min(queue.nextAt, dueAt);
        enqueue(queue);
      }
      after = found.at(-1)?.webhookRowId ?? after;
      if (found.length < SCAN_PAGE || stopping.signal.aborted) return;
    }
  }

  async function whenIdle(): Promise<void> {
    while (work.size > 0) await Promise.all(work);
  }

  return {
    wake: (webhookRowId) => {
      if (!isActive || runsOnlyWhenDrained) return;
      const queue = queues.get(webhookRowId);
      queue.isDue = true;
      enqueue(queue);
    },
    start: () => {
      if (runsOnlyWhenDrained) return;
      isActive = true;
      track(scan());
      scanTimer = setInterval(() => track(scan()), SCAN_MS);
      scanTimer.unref();
    },
    stop: async () => {
      isActive = false;
      timer.clear();
      clearInterval(scanTimer);
      const abort = setTimeout(() => stopping.abort(new Error('the server is stopping')), STOP_GRACE_MS);
      await whenIdle();
      clearTimeout(abort);
    },
    drain: async () => {
      const before = started;
      isActive = true;
      let last: number;
      do {
        last = started;
        await scan();
        await whenIdle();
      } while (started > last);
      isActive = false;
      return started > before;
    },
  };
}

interface Claimed {
  /** Current row; undefined if nothing may be sent. */
  readonly webhook: WebhookRow | undefined;
  readonly deliveries: readonly SentDelivery[];
  /** When to claim again: -Infinity at once, Infinity never. */
  readonly nextAt: number;
}

/** Claims, in one transaction, the due deliveries that each allocation may send. The caller sends them at once. */
async function claimFor(
  deps: Pick<Ports, 'database' | 'clock' | 'random' | 'events'>,
  allocations: readonly WebhookAllocation[],
): Promise<readonly Claimed[]> {
  const claim = deps.random.uuid();
  return deps.database.write(async (tx) => {
    const claimed: Awaited<ReturnType<typeof claimOne>>[] = [];
    for (const allocation of allocations) claimed.push(await claimOne(tx, deps, allocation, claim));
    const bodies = await bodiesOf(
      deps.events,
      tx,
      claimed.flatMap(({ deliveries }) => deliveries),
    );
    let index = 0;
    return claimed.map((each) => ({
      ...each,
      deliveries: each.deliveries.flatMap((delivery) => {
        const body = bodies[index++];
        return body === undefined ? [] : [{ ...delivery, body }];
      }),
    }));
  });
}

async function claimOne(
  tx: Tx,
  { database, clock }: Pick<Ports, 'database' | 'clock'>,
  { queue, attempts }: WebhookAllocation,
  claim: string,
): Promise<Omit<Claimed, 'deliveries'> & { readonly deliveries: readonly ClaimedDelivery[] }> {
  const now = clock.now();
  const webhook = await findActiveWebhook(tx, queue.key);
  if (webhook?.isEnabled !== true) return { webhook: undefined, deliveries: [], nextAt: Infinity };
  const lease = { now, leaseEnd: now + LEASE_MS, claim, limit: attempts };
  const deliveries = await claimDeliveries(tx, database.dialect, webhook, lease);
  if (deliveries.length === attempts) return { webhook, deliveries, nextAt: -Infinity };
  const nextAt = (await findNextDue(tx, webhook)) ?? Infinity;
  // Due deliveries that could not be claimed are locked by another process.
  return { webhook, deliveries, nextAt: nextAt > now ? nextAt : now + secondMs };
}
