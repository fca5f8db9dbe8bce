import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { minuteMs, secondMs } from '@drive/base';
import { FairQueues, Pacer, Timer, TimerHeap, type Allocation, type Queue } from '@drive/fair-queue';
import { sendAttempt, type AttemptDeps, type AttemptResult } from '@drive/webhook-sender';
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
import type { AttemptRecorder } from './webhook-outcomes.ts';
import { findActiveWebhook, listUrls, type WebhookRow } from './webhook-store.ts';

export type SchedulerDeps = AttemptDeps &
  Pick<Ports, 'database' | 'clock' | 'random' | 'log' | 'node' | 'events'> & {
    readonly recorder: AttemptRecorder;
    /** For tests, whose clock does not advance: nothing is sent until `drain()`. */
    readonly runsOnlyWhenDrained: boolean;
  };

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

/** Sends due deliveries, with one queue for each webhook. Rows hold all deliveries; memory holds only when they are due. */
export class WebhookScheduler {
  readonly #deps: SchedulerDeps;
  readonly #queues: FairQueues<number>;
  readonly #parked = new TimerHeap<WebhookQueue>();
  readonly #pacer = new Pacer(PACE);
  readonly #timer: Timer;
  /** Queues with due deliveries whose host is not known yet. */
  readonly #unresolved = new Set<WebhookQueue>();
  readonly #work = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #inOwnContext = AsyncLocalStorage.snapshot();
  #isActive = false;
  #isScheduling = false;
  #scanTimer: NodeJS.Timeout | undefined;
  #released: Promise<void> | undefined;
  #isReleased = false;
  #started = 0;

  constructor(deps: SchedulerDeps) {
    this.#deps = deps;
    this.#queues = new FairQueues<number>({
      maxSlots: SLOTS.maxSlots,
      maxSlotsPerQueue: SLOTS.maxSlotsPerHost,
      get maxSlotsPerHost() {
        return Math.max(2, Math.floor(SLOTS.maxSlotsPerHost / deps.node.countLive()));
      },
    });
    this.#timer = new Timer(
      () => deps.clock.now(),
      () => this.#enqueueDue(),
    );
  }

  /** Notifies the scheduler that a delivery of this webhook may be due. */
  wake(webhookRowId: number): void {
    if (!this.#isActive || this.#deps.runsOnlyWhenDrained) return;
    const queue = this.#queues.get(webhookRowId);
    queue.isDue = true;
    this.#enqueue(queue);
  }

  start(): void {
    if (this.#deps.runsOnlyWhenDrained) return;
    this.#isActive = true;
    this.#track(this.#scan());
    this.#scanTimer = setInterval(() => this.#track(this.#scan()), SCAN_MS);
    this.#scanTimer.unref();
  }

  /** Starts no more attempts and aborts those that take longer than 2 s: they are sent again after the next start. */
  async stop(): Promise<void> {
    this.#isActive = false;
    this.#timer.clear();
    clearInterval(this.#scanTimer);
    const abort = setTimeout(() => this.#stopping.abort(new Error('the server is stopping')), STOP_GRACE_MS);
    await this.#whenIdle();
    clearTimeout(abort);
  }

  /** For tests: sends everything that is due by the clock. Returns whether there was anything. */
  async drain(): Promise<boolean> {
    const before = this.#started;
    this.#isActive = true;
    let last: number;
    do {
      last = this.#started;
      await this.#scan();
      await this.#whenIdle();
    } while (this.#started > last);
    this.#isActive = false;
    return this.#started > before;
  }

  #track(promise: Promise<void>): void {
    const tracked = promise
      .catch((error: unknown) => this.#deps.log.error('webhook scheduling failed', { error }))
      .finally(() => this.#work.delete(tracked));
    this.#work.add(tracked);
  }

  /** Allocates free slots after this turn of the event loop: all slots released in it share one claim transaction. */
  #schedule(): void {
    if (this.#isScheduling || !this.#isActive || !this.#isReleased) return;
    this.#isScheduling = true;
    this.#inOwnContext(() => this.#track(this.#allocateAll()));
  }

  async #allocateAll(): Promise<void> {
    try {
      await nextTurn();
      while (this.#isActive && this.#deps.recorder.unrecorded < MAX_UNRECORDED) {
        if (this.#unresolved.size > 0) await this.#resolveHosts();
        const allocations = this.#allocate();
        if (allocations.length > 0) await this.#claimAndSend(allocations);
        else if (this.#unresolved.size === 0) return;
      }
    } finally {
      this.#isScheduling = false;
    }
  }

  async #resolveHosts(): Promise<void> {
    const byRowId = new Map([...this.#unresolved].slice(0, SCAN_PAGE).map((queue) => [queue.key, queue]));
    for (const queue of byRowId.values()) this.#unresolved.delete(queue);
    for (const { rowId, url } of await listUrls(this.#deps.database.reader, [...byRowId.keys()])) {
      const queue = byRowId.get(rowId);
      if (queue === undefined) continue;
      byRowId.delete(rowId);
      queue.host = new URL(url).hostname;
      this.#enqueue(queue);
    }
    // The remaining webhooks were deleted together with their deliveries.
    for (const queue of byRowId.values()) {
      queue.isDue = false;
      this.#park(queue, Infinity);
    }
  }

  #allocate(): WebhookAllocation[] {
    const allocations: WebhookAllocation[] = [];
    let deliveries = 0;
    while (allocations.length < MAX_CLAIMED_WEBHOOKS && deliveries < MAX_CLAIMED_DELIVERIES) {
      const allocation = this.#queues.allocate();
      if (allocation === undefined) break;
      allocation.queue.isClaiming = true;
      allocation.queue.isDue = false;
      allocations.push(allocation);
      deliveries += allocation.attempts;
    }
    return allocations;
  }

  async #claimAndSend(allocations: readonly WebhookAllocation[]): Promise<void> {
    let claimed: readonly Claimed[] = [];
    try {
      claimed = await claimFor(this.#deps, allocations);
    } finally {
      for (const [index, allocation] of allocations.entries()) {
        const { queue } = allocation;
        queue.isClaiming = false;
        // A failed claim is repeated a second later.
        const { webhook, deliveries, nextAt } = claimed[index] ?? {
          webhook: undefined,
          deliveries: [],
          nextAt: this.#deps.clock.now() + secondMs,
        };
        const used = Math.min(allocation.slots, deliveries.length);
        this.#queues.release(allocation, allocation.slots - used);
        queue.nextAt = nextAt;
        if (webhook !== undefined) {
          queue.host = new URL(webhook.url).hostname;
          const batch: Batch = { deliveries: [...deliveries], slots: used };
          for (let slot = 0; slot < used; slot += 1) this.#track(this.#sendOnSlot(allocation, webhook, batch));
        }
        this.#enqueue(queue);
      }
    }
  }

  /** Sends deliveries of the batch one after the other, until one is slow or none is left. */
  async #sendOnSlot(allocation: WebhookAllocation, webhook: WebhookRow, batch: Batch): Promise<void> {
    const { queue } = allocation;
    const { deliveries } = batch;
    let current: WebhookRow | undefined = webhook;
    try {
      for (let delivery = deliveries.shift(); delivery !== undefined; delivery = deliveries.shift()) {
        if (current?.isEnabled !== true || delivery.rowId <= current.cancelledTo || !this.#isActive)
          return await this.#release(queue, [delivery, ...deliveries.splice(0)]);
        await this.#pacer.pass();
        await this.#deliver(queue, current, delivery);
        if (!this.#queues.isFast(queue)) return await this.#release(queue, deliveries.splice(0));
        // The other slots of the batch continue.
        if (queue.running > queue.window) return;
        // Each attempt uses the current URL and secret.
        if (deliveries.length > 0) current = await findActiveWebhook(this.#deps.database.reader, webhook.rowId);
      }
    } finally {
      batch.slots -= 1;
      try {
        if (batch.slots === 0) await this.#release(queue, deliveries.splice(0));
      } finally {
        this.#queues.release(allocation, 1);
        this.#enqueue(queue);
        this.#schedule();
      }
    }
  }

  async #deliver(queue: WebhookQueue, webhook: WebhookRow, delivery: SentDelivery): Promise<void> {
    const { recorder } = this.#deps;
    this.#started += 1;
    let result: AttemptResult;
    try {
      result = await sendAttempt(this.#deps, webhook, delivery, this.#stopping.signal);
    } catch (error) {
      // A defect: the delivery is sent again when its lease ends.
      if (!this.#stopping.signal.aborted) throw error;
      return await this.#release(queue, [delivery]);
    }
    this.#queues.recordResult(queue, { isSuccess: result.isDelivered, durationMs: result.durationMs });
    // If not even the state is recorded, the delivery is sent again when its lease ends.
    const recorded = recorder.record({ webhookRowId: webhook.rowId, delivery, result });
    if (result.isDelivered && recorder.unrecorded < MAX_UNRECORDED) {
      this.#track(recorded);
    } else {
      // The next attempt waits for the consequences of a failure, e.g. that the webhook is now disabled.
      await recorded;
      queue.isDue = true;
    }
  }

  async #release(queue: WebhookQueue, deliveries: readonly ClaimedDelivery[]): Promise<void> {
    const { database, clock } = this.#deps;
    if (deliveries.length === 0) return;
    queue.isDue = true;
    await database.write((tx) => releaseClaims(tx, deliveries, clock.now()));
  }

  /** Lets a queue wait for slots if it has due deliveries; parks it otherwise. */
  #enqueue(queue: WebhookQueue): void {
    if (queue.isClaiming) return;
    if (!queue.isDue && queue.nextAt > this.#deps.clock.now()) return this.#park(queue, queue.nextAt);
    // Without room, the end of one of its attempts enqueues it again.
    if (!this.#queues.hasRoom(queue)) return;
    if (queue.host === undefined) this.#unresolved.add(queue);
    else this.#queues.enqueue(queue);
    this.#schedule();
  }

  #park(queue: WebhookQueue, nextAt: number): void {
    queue.nextAt = nextAt;
    if (nextAt === Infinity) {
      this.#parked.delete(queue);
      this.#queues.deleteIfIdle(queue);
    } else {
      this.#parked.set(queue, nextAt);
      if (this.#isActive && !this.#deps.runsOnlyWhenDrained) this.#timer.set(nextAt);
    }
  }

  #enqueueDue(): void {
    for (const queue of this.#parked.take(this.#deps.clock.now())) this.#enqueue(queue);
    if (this.#isActive && this.#parked.first !== Infinity) this.#timer.set(this.#parked.first);
  }

  /**
   * On SQLite, only one server uses a data directory: claims that exist before its first one belong to a dead process. The next scan
   * tries again if the disk refuses this.
   */
  async #releaseAll(): Promise<void> {
    const { database, clock } = this.#deps;
    try {
      if (database.dialect === 'sqlite')
        await deleteInBatches(database, this.#stopping.signal, (tx, limit) => releaseAbandoned(tx, clock.now(), limit));
      this.#isReleased = true;
    } catch (error) {
      this.#released = undefined;
      throw error;
    }
  }

  async #scan(): Promise<void> {
    await (this.#released ??= this.#releaseAll());
    let after = 0;
    for (;;) {
      const found = await listWaiting(this.#deps.database.reader, after, SCAN_PAGE);
      for (const { webhookRowId, dueAt } of found) {
        const queue = this.#queues.get(webhookRowId);
        queue.nextAt = Math.min(queue.nextAt, dueAt);
        this.#enqueue(queue);
      }
      after = found.at(-1)?.webhookRowId ?? after;
      if (found.length < SCAN_PAGE || this.#stopping.signal.aborted) return;
    }
  }

  async #whenIdle(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
  }
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
