import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { hourMs, minuteMs, secondMs } from '@drive/base';
import { limits } from '@drive/contract';
import { DomainError } from '../../platform/errors.ts';
import { firstPosition, type EventPosition, type StoredEvent } from '../../platform/events/index.ts';
import { appendText, type Caller } from '../../platform/http/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { renderEnvelope } from './event-fan-out.ts';
import { findValid, type StreamCredential } from './stream-credential-store.ts';

export interface EventStreams {
  /** Writes events to the response until either side ends it. Resolves when the headers are sent. */
  open(
    stream: { readonly caller: Caller; readonly lastEventId: string | undefined },
    response: ServerResponse,
  ): Promise<void>;
  /** Wakes the streams of a user, which also check their credentials. */
  wake(userId: number): void;
  /** Ends all streams, and those opened later. */
  stop(): void;
}

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

export function createEventStreams({
  database,
  clock,
  events,
  log,
}: Pick<Ports, 'database' | 'clock' | 'events' | 'log'>): EventStreams {
  /** By user: wakes each of its streams. */
  const open = new Map<number, Set<() => void>>();
  const all = new Set<OpenStream>();
  /** By user: the last event that its streams were woken for by `wakeForOthers`. */
  const lastSeen = new Map<number, number>();
  let ticker: NodeJS.Timeout | undefined;
  let isStopped = false;
  let isChecking = false;
  let isPulling = false;

  async function endRevoked(): Promise<void> {
    // A slow check and the next one do not run at the same time.
    if (isChecking) return;
    isChecking = true;
    try {
      const streams = [...all];
      const valid = await findValid(database.reader, streams, clock.now());
      for (const stream of streams) if (!valid.has(stream)) finish(stream.response);
    } catch (error) {
      log.warn('credentials of event streams could not be checked', { error });
    } finally {
      isChecking = false;
    }
  }

  /** Wakes the streams for events of other servers, which this process is not notified of. */
  async function wakeForOthers(): Promise<void> {
    if (database.dialect === 'sqlite' || isPulling) return;
    isPulling = true;
    try {
      for (const [userId, last] of await events.findLastOfEach([...open.keys()], replayedSince())) {
        if (lastSeen.get(userId) === last || !open.has(userId)) continue;
        lastSeen.set(userId, last);
        wake(userId);
      }
    } catch (error) {
      log.warn('events of other servers could not be read', { error });
    } finally {
      isPulling = false;
    }
  }

  function tick(): void {
    void endRevoked();
    void wakeForOthers();
    const now = clock.now();
    for (const stream of all) {
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

  const wake = (userId: number): void => {
    for (const notify of open.get(userId) ?? []) notify();
  };
  events.watch(wake);

  const replayedSince = (): number => clock.now() - limits.eventReplayHours * hourMs;

  /** Returns the start of the stream. An unknown id is older than all stored events. */
  async function startOf(userId: number, lastEventId: string | undefined): Promise<Start> {
    if (lastEventId !== undefined)
      return { id: lastEventId, after: (await events.findPosition(userId, lastEventId)) ?? firstPosition, except: [] };
    let { last, behind } = await events.findEnd(userId, replayedSince());
    // A client that resumes from the last settled event gets those behind it, too. Most transactions end at once.
    for (let count = 0; behind.length > 0 && count < MAX_BEHIND_READS; count += 1) {
      await sleep(BEHIND_MS);
      ({ last, behind } = await events.findEnd(userId, replayedSince()));
    }
    return { id: last?.id ?? BEFORE_FIRST, after: last ?? firstPosition, except: behind };
  }

  async function follow(stream: OpenStream, userId: number, start: Start): Promise<void> {
    const { response, signal } = stream;
    const since = replayedSince();
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

  return {
    open: async ({ caller, lastEventId }, response) => {
      const { userId, kind, credentialId } = caller;
      const streams = open.get(userId) ?? new Set<() => void>();
      if (streams.size >= limits.eventStreams)
        throw new DomainError(
          'too_many_requests',
          `An account has at most ${limits.eventStreams} event streams at a time.`,
          { retryAfterSeconds: 60 },
        );
      const signal = new Signal();
      const now = clock.now();
      const stream: OpenStream = { kind, credentialId, response, signal, openedAt: now, beatAt: now, drainedAt: now };
      open.set(userId, streams.add(signal.notify));
      all.add(stream);
      ticker ??= setInterval(tick, TICK_MS).unref();
      const close = (): void => {
        streams.delete(signal.notify);
        if (streams.size === 0) {
          open.delete(userId);
          lastSeen.delete(userId);
        }
        all.delete(stream);
        if (all.size === 0) {
          clearInterval(ticker);
          ticker = undefined;
        }
        signal.notify();
      };
      response.once('close', close);
      try {
        const from = await startOf(userId, lastEventId);
        if (response.destroyed || isStopped) {
          response.destroy();
          return;
        }
        response.writeHead(200, {
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store',
          // nginx buffers responses otherwise.
          'x-accel-buffering': 'no',
        });
        // The id lets a client that loses the connection before the first event resume without a gap.
        void appendText(response, `retry: ${RETRY_MS}\n\n${lastEventId === undefined ? `id: ${from.id}\n\n` : ''}`);
        void follow(stream, userId, from).catch((error: unknown) => {
          if (!response.destroyed) log.error('event stream failed', { error });
          response.destroy();
        });
      } catch (error) {
        close();
        throw error;
      }
    },
    wake,
    stop: () => {
      isStopped = true;
      for (const { response } of all) finish(response);
    },
  };
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
