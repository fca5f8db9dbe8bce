import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { secondMs, type Clock } from '../../platform/clock.ts';
import { deleteInBatches, type Database } from '../../platform/db/index.ts';
import type { Log } from '../../platform/log.ts';
import { Alarm } from './alarm.ts';
import { attempt, type AttemptDeps, type AttemptResult } from './attempt.ts';
import { claimFor, type ClaimDeps, type Claimed } from './claims.ts';
import { DueTimes } from './due-times.ts';
import { Lanes, type Grant, type Lane } from './lanes.ts';
import { createOutcomes, type OutcomeDeps } from './outcome.ts';
import { listWaiting, releaseAbandoned, releaseClaims, type ClaimedDelivery } from './queue-store.ts';
import { findAwakeWebhook, listUrls, type WebhookRow } from './store.ts';
import { Turnstile } from './turnstile.ts';

export interface DispatcherDeps extends AttemptDeps, OutcomeDeps, ClaimDeps {
  readonly database: Database;
  readonly clock: Clock;
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

/** What was claimed at once for a lane, and how many work on it. */
interface Turn {
  readonly queue: ClaimedDelivery[];
  workers: number;
}

/** How often rows are looked for that another process has put there. */
const SCAN_MS = 30 * secondMs;
const SCAN_PAGE = 200;
const STOP_GRACE_MS = 2 * secondMs;
/** Claimed in one transaction, which holds up everybody's writes meanwhile: that many webhooks, and that many deliveries. */
const CLAIMED_LANES = 8;
const CLAIMED_ROWS = 32;
/** More attempts begin only when those that ended are written down: all of those are sent again after a crash. */
const MOST_UNWRITTEN = 500;

export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const { database, clock, log, runsOnlyWhenDrained } = deps;
  const lanes = new Lanes();
  const dueTimes = new DueTimes<Lane>();
  const outcomes = createOutcomes(deps);
  const turnstile = new Turnstile();
  const alarm = new Alarm(clock, lookAtTimes);
  /** Due, but of an address that has to be looked up first. */
  const strangers = new Set<Lane>();
  const work = new Set<Promise<void>>();
  const stopping = new AbortController();
  const inOwnContext = AsyncLocalStorage.snapshot();
  let isActive = false;
  let isPumping = false;
  let scanTimer: NodeJS.Timeout | undefined;
  let released: Promise<void> | undefined;
  let begun = 0;

  const track = (promise: Promise<void>): void => {
    const tracked = promise
      .catch((error: unknown) => log.error('webhook deliveries not looked at', { error }))
      .finally(() => work.delete(tracked));
    work.add(tracked);
  };

  /** Begins what there is place for, after this turn of the event loop: what ends in it makes room for one claim. */
  function pump(): void {
    if (isPumping || !isActive) return;
    isPumping = true;
    inOwnContext(() => track(pumpAll()));
  }

  async function pumpAll(): Promise<void> {
    try {
      await nextTurn();
      while (isActive && outcomes.waiting < MOST_UNWRITTEN) {
        if (strangers.size > 0) await acquaint();
        const grants = takeGrants();
        if (grants.length > 0) await serve(grants);
        else if (strangers.size === 0) return;
      }
    } finally {
      isPumping = false;
    }
  }

  async function acquaint(): Promise<void> {
    const asked = new Map([...strangers].slice(0, SCAN_PAGE).map((lane) => [lane.webhookRowId, lane]));
    for (const lane of asked.values()) strangers.delete(lane);
    for (const { rowId, url } of await listUrls(database.reader, [...asked.keys()])) {
      const lane = asked.get(rowId);
      if (lane === undefined) continue;
      asked.delete(rowId);
      lane.host = new URL(url).hostname;
      consider(lane);
    }
    // Deleted, and its deliveries with it.
    for (const lane of asked.values()) {
      lane.isWoken = false;
      rest(lane, Infinity);
    }
  }

  function takeGrants(): Grant[] {
    const grants: Grant[] = [];
    let rows = 0;
    while (grants.length < CLAIMED_LANES && rows < CLAIMED_ROWS) {
      const grant = lanes.take();
      if (grant === undefined) break;
      grant.lane.isClaiming = true;
      grant.lane.isWoken = false;
      grants.push(grant);
      rows += grant.attempts;
    }
    return grants;
  }

  async function serve(grants: readonly Grant[]): Promise<void> {
    let claimed: readonly Claimed[] = [];
    try {
      claimed = await claimFor(deps, grants);
    } finally {
      for (const [index, grant] of grants.entries()) {
        const { lane } = grant;
        lane.isClaiming = false;
        // After a failure looked at again a little later, like everything whose time is not known.
        const { webhook, deliveries, nextAt } = claimed[index] ?? {
          webhook: undefined,
          deliveries: [],
          nextAt: clock.now() + secondMs,
        };
        const used = Math.min(grant.places, deliveries.length);
        lanes.giveBack(grant, grant.places - used);
        lane.nextAt = nextAt;
        if (webhook !== undefined) {
          lane.host = new URL(webhook.url).hostname;
          const turn: Turn = { queue: [...deliveries], workers: used };
          for (let place = 0; place < used; place += 1) track(workOff(grant, webhook, turn));
        }
        consider(lane);
      }
    }
  }

  /** On one place, one delivery after the other, until one takes long or none is left. */
  async function workOff(grant: Grant, webhook: WebhookRow, turn: Turn): Promise<void> {
    const { lane } = grant;
    const { queue } = turn;
    let current: WebhookRow | undefined = webhook;
    try {
      for (let delivery = queue.shift(); delivery !== undefined; delivery = queue.shift()) {
        if (current?.isEnabled !== true || delivery.rowId <= current.cancelledTo || !isActive)
          return await letGo(lane, [delivery, ...queue.splice(0)]);
        await turnstile.pass();
        await deliver(lane, current, delivery);
        if (!lanes.isSwift(lane)) return await letGo(lane, queue.splice(0));
        // The others that work on this turn go on with it.
        if (lane.running > lane.window) return;
        // Each is sent with the address and the secret as they are now.
        if (queue.length > 0) current = await findAwakeWebhook(database.reader, webhook.rowId);
      }
    } finally {
      turn.workers -= 1;
      try {
        // Nobody else goes on with what is left.
        if (turn.workers === 0) await letGo(lane, queue.splice(0));
      } finally {
        lanes.giveBack(grant, 1);
        consider(lane);
        pump();
      }
    }
  }

  async function deliver(lane: Lane, webhook: WebhookRow, delivery: ClaimedDelivery): Promise<void> {
    begun += 1;
    let result: AttemptResult;
    try {
      result = await attempt(deps, webhook, delivery, stopping.signal);
    } catch (error) {
      await letGo(lane, [delivery]);
      if (!stopping.signal.aborted) throw error;
      return;
    }
    lanes.learn(lane, result);
    const settled = outcomes.settle({ webhookRowId: webhook.rowId, delivery, result }).catch(async (error: unknown) => {
      await letGo(lane, [delivery]);
      throw error;
    });
    if (result.isDelivered && outcomes.waiting < MOST_UNWRITTEN) {
      track(settled);
    } else {
      // What a failure brings about, the webhook's end perhaps, counts for the next attempt.
      await settled;
      lane.isWoken = true;
    }
  }

  async function letGo(lane: Lane, deliveries: readonly ClaimedDelivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    lane.isWoken = true;
    await database.write((tx) => releaseClaims(tx, deliveries, clock.now()));
  }

  /** Puts a lane where it belongs: in line, to its time, or away. */
  function consider(lane: Lane): void {
    if (lane.isClaiming) return;
    if (!lane.isWoken && lane.nextAt > clock.now()) return rest(lane, lane.nextAt);
    // Else one of its attempts ends, and it is looked at again.
    if (!lanes.hasRoom(lane)) return;
    if (lane.host === undefined) strangers.add(lane);
    else lanes.wait(lane);
    pump();
  }

  function rest(lane: Lane, nextAt: number): void {
    lane.nextAt = nextAt;
    if (nextAt === Infinity) {
      dueTimes.delete(lane);
      lanes.forgetIfIdle(lane);
    } else {
      dueTimes.set(lane, nextAt);
      if (isActive && !runsOnlyWhenDrained) alarm.set(nextAt);
    }
  }

  function lookAtTimes(): void {
    for (const lane of dueTimes.take(clock.now())) consider(lane);
    if (isActive && dueTimes.first !== Infinity) alarm.set(dueTimes.first);
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
      for (const { webhookRowId, dueAt } of found) {
        const lane = lanes.get(webhookRowId);
        lane.nextAt = Math.min(lane.nextAt, dueAt);
        consider(lane);
      }
      above = found.at(-1)?.webhookRowId ?? above;
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
      alarm.clear();
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
