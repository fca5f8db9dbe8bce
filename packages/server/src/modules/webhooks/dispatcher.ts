import { AsyncLocalStorage } from 'node:async_hooks';
import { minuteMs, secondMs, type Clock } from '../../platform/clock.ts';
import { deleteInBatches, type Database } from '../../platform/db/index.ts';
import type { Log } from '../../platform/log.ts';
import type { Random } from '../../platform/random.ts';
import { attempt, type AttemptDeps } from './attempt.ts';
import { Lanes, type Lane } from './lanes.ts';
import { settle, type OutcomeDeps } from './outcome.ts';
import {
  claimDeliveries,
  findNextDue,
  listWaiting,
  releaseAbandoned,
  releaseClaim,
  type ClaimedDelivery,
} from './queue-store.ts';
import { findWebhookByRowId, type WebhookRow } from './store.ts';

export interface DispatcherDeps extends AttemptDeps, OutcomeDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Nothing is sent until `drain()`: for tests, whose clock stands still. */
  readonly runsOnlyWhenDrained: boolean;
}

/** Sends what is due, each webhook on a lane of its own. The rows are the truth; what is kept here is when to look. */
export interface Dispatcher {
  /** Something may be due for this webhook. */
  wake(webhookRowId: number): void;
  start(): void;
  /** Begins nothing new, and breaks off what has not ended a moment later: it is sent again after the next start. */
  stop(): Promise<void>;
  /** For tests: sends everything that is due by the clock. Answers whether there was anything. */
  drain(): Promise<boolean>;
}

/** Longer than any attempt takes. */
const LEASE_MS = minuteMs;
/** How often rows are looked for that another process has put there. */
const SCAN_MS = 30 * secondMs;
const SHORTEST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 5 * secondMs;
const SCAN_PAGE = 200;
const STOP_GRACE_MS = 2 * secondMs;

export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const { database, clock, random, log, runsOnlyWhenDrained } = deps;
  const lanes = new Lanes();
  /** Lanes to look at, those that have waited the longest first. */
  const ready = new Set<Lane>();
  const work = new Set<Promise<void>>();
  const stopping = new AbortController();
  const inOwnContext = AsyncLocalStorage.snapshot();
  let isActive = false;
  let timer: NodeJS.Timeout | undefined;
  let timerAt = Infinity;
  let scanTimer: NodeJS.Timeout | undefined;
  let released: Promise<void> | undefined;
  let begun = 0;

  const track = (promise: Promise<void>): void => {
    const tracked = promise
      .catch((error: unknown) => log.error('webhook deliveries not looked at', { error }))
      .finally(() => work.delete(tracked));
    work.add(tracked);
  };

  /** Begins what there is place for. */
  function pump(): void {
    if (!isActive) return;
    for (const lane of ready) {
      const room = lanes.roomOf(lane);
      if (room <= 0) continue;
      ready.delete(lane);
      lane.isClaiming = true;
      track(serve(lane, room));
    }
  }

  async function serve(lane: Lane, room: number): Promise<void> {
    lane.isWoken = false;
    try {
      const { webhook, claimed, nextAt } = await claim(lane, room);
      lane.nextAt = nextAt;
      if (webhook !== undefined) {
        lane.host = new URL(webhook.url).hostname;
        for (const delivery of claimed) track(deliver(lane, webhook, lane.host, delivery));
      }
    } catch (error) {
      // Looked at again a little later, like everything whose time is not known.
      lane.nextAt = clock.now() + secondMs;
      throw error;
    } finally {
      lane.isClaiming = false;
      consider(lane);
    }
  }

  /** What was just claimed is sent at once, with the address and the secret as they are now. */
  async function claim(
    { webhookRowId }: Lane,
    limit: number,
  ): Promise<{ webhook: WebhookRow | undefined; claimed: ClaimedDelivery[]; nextAt: number }> {
    const now = clock.now();
    const order = { now, leaseEnd: now + LEASE_MS, claim: random.uuid(), limit };
    return database.write(async (tx) => {
      const webhook = await findWebhookByRowId(tx, webhookRowId);
      if (webhook?.isEnabled !== true) return { webhook: undefined, claimed: [], nextAt: Infinity };
      const claimed = await claimDeliveries(tx, database.dialect, webhook, order);
      const nextAt = claimed.length === limit ? -Infinity : await findNextDue(tx, webhook);
      // What is due and can't be had is in another process's hands.
      return {
        webhook,
        claimed,
        nextAt:
          nextAt === undefined ? Infinity : nextAt > now ? nextAt : nextAt === -Infinity ? nextAt : now + secondMs,
      };
    });
  }

  async function deliver(lane: Lane, webhook: WebhookRow, host: string, delivery: ClaimedDelivery): Promise<void> {
    begun += 1;
    const end = lanes.begin(lane, host);
    try {
      const result = await attempt(deps, webhook, delivery, stopping.signal);
      lanes.learn(lane, result.isDelivered);
      await settle(deps, webhook.rowId, delivery, result);
      if (!result.isDelivered) lane.isWoken = true;
    } catch (error) {
      await database.write((tx) => releaseClaim(tx, delivery, clock.now()));
      if (!stopping.signal.aborted) throw error;
    } finally {
      end();
      consider(lane);
      pump();
    }
  }

  /** Puts a lane where it belongs: in line, to its time, or away. */
  function consider(lane: Lane): void {
    const isDue = lane.isWoken || lane.nextAt <= clock.now();
    if (isDue && !lane.isClaiming) {
      ready.add(lane);
      return;
    }
    if (lane.nextAt !== Infinity) setTimer(lane.nextAt);
    else lanes.forgetIfIdle(lane);
  }

  /** One timer for all lanes, set to the first that is due; its pauses are short, because clocks are put right. */
  function setTimer(at: number): void {
    if (runsOnlyWhenDrained || !isActive || timerAt <= at) return;
    clearTimeout(timer);
    timerAt = at;
    timer = setTimeout(lookAtTimes, Math.min(Math.max(at - clock.now(), SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS));
    timer.unref();
  }

  function lookAtTimes(): void {
    timerAt = Infinity;
    const now = clock.now();
    let nextAt = Infinity;
    for (const lane of lanes) {
      if (lane.nextAt > now) nextAt = Math.min(nextAt, lane.nextAt);
      else if (!lane.isClaiming) ready.add(lane);
    }
    pump();
    if (nextAt !== Infinity) setTimer(nextAt);
  }

  /** On SQLite one server works on a data directory, so what is claimed at its start is a dead one's. */
  async function release(): Promise<void> {
    if (database.dialect !== 'sqlite') return;
    await deleteInBatches(database, stopping.signal, (tx, limit) => releaseAbandoned(tx, clock.now(), limit));
  }

  async function scan(): Promise<void> {
    await (released ??= release());
    let above = 0;
    for (;;) {
      const found = await listWaiting(database.reader, above, SCAN_PAGE);
      for (const webhookRowId of found) {
        const lane = lanes.get(webhookRowId);
        lane.isWoken = true;
        consider(lane);
      }
      pump();
      above = found.at(-1) ?? above;
      if (found.length < SCAN_PAGE || stopping.signal.aborted) return;
    }
  }

  async function idle(): Promise<void> {
    while (work.size > 0) await Promise.all(work);
  }

  return {
    wake: (webhookRowId) => {
      if (!isActive || runsOnlyWhenDrained) return;
      const lane = lanes.get(webhookRowId);
      lane.isWoken = true;
      consider(lane);
      inOwnContext(pump);
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
      clearTimeout(timer);
      clearInterval(scanTimer);
      const cut = setTimeout(() => stopping.abort(new Error('the server is stopping')), STOP_GRACE_MS);
      await idle();
      clearTimeout(cut);
    },
    drain: async () => {
      const before = begun;
      isActive = true;
      let last: number;
      do {
        last = begun;
        await scan();
        await idle();
      } while (begun > last);
      isActive = false;
      return begun > before;
    },
  };
}
