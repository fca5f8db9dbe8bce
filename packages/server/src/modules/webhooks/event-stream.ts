import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { hourMs, minuteMs, secondMs } from '@drive/base';
import { limits } from '@drive/contract';
import { appendText } from '@drive/node-http';
import type { Caller } from '../../platform/access/index.ts';
import { DomainError } from '../../platform/errors.ts';
import { firstPosition, type EventPosition, type StoredEvent } from '../../platform/events/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { renderEnvelope } from './event-fan-out.ts';
import { findValid, type StreamCredential } from './stream-credential-store.ts';

/** Keeps proxies from closing an idle stream. */
const HEARTBEAT_MS = 15 * secondMs;
/** Maximum age of a stream. The client reconnects, which authenticates it again. */
const MAX_AGE_MS = 15 * minuteMs;
/** A client that reads nothing for this long is disconnected, and resumes from its last event id. */
const STALLED_MS = 30 * secondMs;
/**
 * One query checks the credentials of all streams: each ends within a second of its key or session. Another one, on
 * Postgres, finds the users who have events of other servers.
 */
const TICK_MS = 900;
const PAGE = 100;
const RETRY_MS = 2 * secondMs;
const BEFORE_FIRST = 'evt_none';
/** Time until events are read again that an open transaction may precede; twice as long after each vain attempt, up to a second. */
const BEHIND_MS = 25;
/** How often the end of the stored events is read again before a stream begins. */
const MAX_BEHIND_READS = 40;

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // nginx buffers responses otherwise.
  'x-accel-buffering': 'no',
};

type EventStreamsDeps = Pick<Ports, 'database' | 'clock' | 'events' | 'log'>;

export class EventStreams {
  readonly #deps: EventStreamsDeps;
  /** By user: wakes each of its streams. */
  readonly #open = new Map<number, Set<() => void>>();
  readonly #all = new Set<OpenStream>();
  /** By user: the last event that its streams were woken for by `wakeForOthers`. */
  readonly #lastSeen = new Map<number, number>();
  #ticker: NodeJS.Timeout | undefined;
  #isStopped = false;
  #isChecking = false;
  #isPulling = false;

  constructor(deps: EventStreamsDeps) {
    this.#deps = deps;
    deps.events.watch((userId) => this.wake(userId));
  }

  /** Writes events to the response until either side ends it. Resolves when the headers are sent. */
  async open(
    { caller, lastEventId }: { readonly caller: Caller; readonly lastEventId: string | undefined },
    response: ServerResponse,
  ): Promise<void> {
    const { clock, log } = this.#deps;
    const { userId, kind, credentialId } = caller;
    const streams = this.#open.get(userId) ?? new Set<() => void>();
    if (streams.size >= limits.eventStreams)
      throw new DomainError(
        'too_many_requests',
        `An account has at most ${limits.eventStreams} event streams at a time.`,
        { retryAfterSeconds: 60 },
      );
    if (response.req.method === 'HEAD') {
      response.writeHead(200, headers).end();
      return;
    }
    const signal = new Signal();
    const now = clock.now();
    const stream: OpenStream = { kind, credentialId, response, signal, openedAt: now, beatAt: now, drainedAt: now };
    this.#open.set(userId, streams.add(signal.notify));
    this.#all.add(stream);
    this.#ticker ??= setInterval(() => this.#tick(), TICK_MS).unref();
    const close = (): void => {
      streams.delete(signal.notify);
      if (streams.size === 0) {
        this.#open.delete(userId);
        this.#lastSeen.delete(userId);
      }
      this.#all.delete(stream);
      if (this.#all.size === 0) {
        clearInterval(this.#ticker);
        this.#ticker = undefined;
      }
      signal.notify();
    };
    response.once('close', close);
    try {
      const from = await this.#startOf(userId, lastEventId);
      if (response.destroyed || this.#isStopped) {
        response.destroy();
        return;
      }
      response.writeHead(200, headers);
      // The id lets a client that loses the connection before the first event resume without a gap.
      void appendText(response, `retry: ${RETRY_MS}\n\n${lastEventId === undefined ? `id: ${from.id}\n\n` : ''}`);
      void this.#follow(stream, userId, from).catch((error: unknown) => {
        if (!response.destroyed) log.error('event stream failed', { error });
        response.destroy();
      });
    } catch (error) {
      close();
      throw error;
    }
  }

  /** Wakes the streams of a user, which also check their credentials. */
  wake(userId: number): void {
    for (const notify of this.#open.get(userId) ?? []) notify();
  }

  /** Ends all streams, and those opened later. */
  stop(): void {
    this.#isStopped = true;
    for (const { response } of this.#all) finish(response);
  }

  async #endRevoked(): Promise<void> {
    const { database, clock, log } = this.#deps;
    // A slow check and the next one do not run at the same time.
    if (this.#isChecking) return;
    this.#isChecking = true;
    try {
      const streams = [...this.#all];
      const valid = await findValid(database.reader, streams, clock.now());
      for (const stream of streams) if (!valid.has(stream)) finish(stream.response);
    } catch (error) {
      log.warn('credentials of event streams could not be checked', { error });
    } finally {
      this.#isChecking = false;
    }
  }

  /** Wakes the streams for events of other servers, which this process is not notified of. */
  async #wakeForOthers(): Promise<void> {
    const { database, events, log } = this.#deps;
    if (database.dialect === 'sqlite' || this.#isPulling) return;
    this.#isPulling = true;
    try {
      for (const [userId, last] of await events.findLastOfEach([...this.#open.keys()], this.#replayedSince())) {
        if (this.#lastSeen.get(userId) === last || !this.#open.has(userId)) continue;
        this.#lastSeen.set(userId, last);
        this.wake(userId);
      }
    } catch (error) {
      log.warn('events of other servers could not be read', { error });
    } finally {
      this.#isPulling = false;
    }
  }

  #tick(): void {
    void this.#endRevoked();
    void this.#wakeForOthers();
    const now = this.#deps.clock.now();
    for (const stream of this.#all) {
      const { response, signal, openedAt } = stream;
      if (!response.writableNeedDrain) stream.drainedAt = now;
      if (now - openedAt >= MAX_AGE_MS || now - stream.drainedAt >= STALLED_MS) finish(response);
      else if (now - stream.beatAt >= HEARTBEAT_MS) {
        stream.beatAt = now;
        if (!response.writableNeedDrain) void appendText(response, ':\n\n');
        // On SQLite: picks up events that programs wrote beside the server.
        signal.notify();
      }
    }
  }

  #replayedSince(): number {
    return this.#deps.clock.now() - limits.eventReplayHours * hourMs;
  }

  /** Returns the start of the stream. An unknown id is older than all stored events. */
  async #startOf(userId: number, lastEventId: string | undefined): Promise<Start> {
    const { events } = this.#deps;
    if (lastEventId !== undefined)
      return { id: lastEventId, after: (await events.findPosition(userId, lastEventId)) ?? firstPosition, except: [] };
    let { last, behind } = await events.findEnd(userId, this.#replayedSince());
    // A client that resumes from the last settled event gets those behind it, too. Most transactions end at once.
    for (let count = 0; behind.length > 0 && count < MAX_BEHIND_READS; count += 1) {
      await sleep(BEHIND_MS);
      ({ last, behind } = await events.findEnd(userId, this.#replayedSince()));
    }
    return { id: last?.id ?? BEFORE_FIRST, after: last ?? firstPosition, except: behind };
  }

  async #follow(stream: OpenStream, userId: number, start: Start): Promise<void> {
    const { database, clock, events } = this.#deps;
    const { response, signal } = stream;
    const since = this.#replayedSince();
    const except = new Set(start.except);
    let { after } = start;
    let pauseMs = BEHIND_MS;
    while (!response.destroyed && !response.writableEnded) {
      if (!(await findValid(database.reader, [stream], clock.now())).has(stream)) return finish(response);
      const page = await events.listAfter({ userId, after, since, limit: PAGE });
      for (const stored of page.events) if (!except.delete(stored.event.id) && !(await send(response, stored))) return;
      after = page.events.at(-1)?.position ?? after;
      if (page.events.length === PAGE) continue;
      pauseMs = page.isBehind && page.events.length === 0 ? Math.min(2 * pauseMs, secondMs) : BEHIND_MS;
      const again = page.isBehind ? setTimeout(signal.notify, pauseMs) : undefined;
      await signal.wait();
      clearTimeout(again);
    }
  }
}

interface Start {
  /** Lets a client resume that receives no event. */
  readonly id: string;
  readonly after: EventPosition;
  /** Ids of later events that were published before the stream was opened. */
  readonly except: readonly string[];
}

interface OpenStream extends StreamCredential {
  readonly response: ServerResponse;
  readonly signal: Signal;
  readonly openedAt: number;
  beatAt: number;
  /** When the client had last read everything. */
  drainedAt: number;
}

/** Disconnects a client with unread events: it gets them again when it reconnects with its last event id. */
function finish(response: ServerResponse): void {
  if (response.writableNeedDrain) response.destroy();
  else response.end();
}

/** Lets a reader wait for a notification. A notification before `wait()` is not lost. */
class Signal {
  #isDue = false;
  #resolve: (() => void) | undefined;

  readonly notify = (): void => {
    this.#isDue = true;
    this.#resolve?.();
  };

  async wait(): Promise<void> {
    if (!this.#isDue) await new Promise<void>((resolve) => (this.#resolve = resolve));
    this.#isDue = false;
    this.#resolve = undefined;
  }
}

/** Waits for a slow client. Returns false if the response has ended. */
const send = (response: ServerResponse, { event }: StoredEvent): Promise<boolean> =>
  appendText(response, `id: ${event.id}\nevent: ${event.type}\ndata: ${renderEnvelope(event)}\n\n`);
