import type { ServerResponse } from 'node:http';
import { limits } from '@drive/contract';
import { hourMs, minuteMs, secondMs, type Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Events, StoredEvent } from '../../platform/events/index.ts';
import type { Log } from '../../platform/log.ts';
import type { Caller } from '../../platform/http/index.ts';
import { writeEnvelope } from './envelope.ts';
import { findLive, type StreamCredential } from './live-credentials.ts';

export interface EventStreams {
  /** Writes events to the response until either side ends it; resolves when it has begun. */
  open(
    stream: { readonly caller: Caller; readonly lastEventId: string | undefined },
    response: ServerResponse,
  ): Promise<void>;
  /** Has the streams of a user check their credentials at once. */
  look(userId: number): void;
  /** Ends them all, and those that come later. */
  stop(): void;
}

/** Keeps proxies from taking a quiet stream for a dead one. */
const HEARTBEAT_MS = 15 * secondMs;
/** Then the client comes again, with a credential that is looked at anew. */
const LIFE_MS = 15 * minuteMs;
/** Who has taken nothing for so long is cut off, and goes on from its last id when it comes again. */
const PATIENCE_MS = 30 * secondMs;
/**
 * How often the credentials of all streams are checked, by one query, and whether any of these times has come. A stream
 * ends within a second of the end of its key or session, whichever process ended it.
 */
const TICK_MS = 900;
const PAGE = 100;
/** How long a client waits before it comes again. */
const RETRY_MS = 2 * secondMs;
/** In place of the id of an event where there is none yet. */
const BEFORE_ALL = 'evt_none';

export function createEventStreams({
  database,
  clock,
  events,
  log,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: Events;
  readonly log: Log;
}): EventStreams {
  /** By user: what tells each of its streams to look. */
  const open = new Map<number, Set<() => void>>();
  const all = new Set<OpenStream>();
  let ticker: NodeJS.Timeout | undefined;
  let isStopped = false;

  let isChecking = false;
  async function endRevoked(): Promise<void> {
    // A check that takes longer than a tick is not overtaken by the next.
    if (isChecking) return;
    isChecking = true;
    try {
      const streams = [...all];
      const live = await findLive(database.reader, streams, clock.now());
      for (const stream of streams) if (!live.has(stream)) finish(stream.response);
    } catch (error) {
      log.warn('credentials of event streams could not be checked', { error });
    } finally {
      isChecking = false;
    }
  }

  function tick(): void {
    void endRevoked();
    const now = clock.now();
    for (const stream of all) {
      const { response, wake, openedAt } = stream;
      if (!response.writableNeedDrain) stream.takenAt = now;
      if (now - openedAt >= LIFE_MS || now - stream.takenAt >= PATIENCE_MS) finish(response);
      else if (now - stream.beatAt >= HEARTBEAT_MS) {
        stream.beatAt = now;
        if (!response.writableNeedDrain) response.write(':\n\n');
        // What another process has written is seen at the next beat.
        wake.now();
      }
    }
  }

  const look = (userId: number): void => {
    for (const wake of open.get(userId) ?? []) wake();
  };
  events.watch(look);

  /** Where to read on from, and its id; an id that is not known any more is older than what is kept. */
  const startOf = async (userId: number, lastEventId: string | undefined) => {
    if (lastEventId === undefined) return (await events.findLast(userId)) ?? { rowId: 0, id: BEFORE_ALL };
    return { rowId: (await events.findRowId(userId, lastEventId)) ?? 0, id: lastEventId };
  };

  async function follow(stream: OpenStream, userId: number, from: number): Promise<void> {
    const { response, wake } = stream;
    const since = clock.now() - limits.eventReplayHours * hourMs;
    let rowId = from;
    while (!response.destroyed && !response.writableEnded) {
      if (!(await findLive(database.reader, [stream], clock.now())).has(stream)) return finish(response);
      const page = await events.listAfter({ userId, rowId, since, limit: PAGE });
      for (const stored of page) if (!(await send(response, stored))) return;
      rowId = page.at(-1)?.rowId ?? rowId;
      if (page.length < PAGE) await wake.wait();
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
      const wake = new Wake();
      const now = clock.now();
      const stream: OpenStream = { kind, credentialId, response, wake, openedAt: now, beatAt: now, takenAt: now };
      open.set(userId, streams.add(wake.now));
      all.add(stream);
      ticker ??= setInterval(tick, TICK_MS).unref();
      const close = (): void => {
        streams.delete(wake.now);
        if (streams.size === 0) open.delete(userId);
        all.delete(stream);
        if (all.size === 0) {
          clearInterval(ticker);
          ticker = undefined;
        }
        wake.now();
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
          // nginx holds answers back unless told otherwise.
          'x-accel-buffering': 'no',
        });
        // With the id a client that loses the connection before any event has come misses none.
        response.write(`retry: ${RETRY_MS}\n\n${lastEventId === undefined ? `id: ${from.id}\n\n` : ''}`);
        void follow(stream, userId, from.rowId).catch((error: unknown) => {
          if (!response.destroyed) log.error('event stream broke', { error });
          response.destroy();
        });
      } catch (error) {
        close();
        throw error;
      }
    },
    look,
    stop: () => {
      isStopped = true;
      for (const { response } of all) finish(response);
    },
  };
}

interface OpenStream extends StreamCredential {
  readonly response: ServerResponse;
  readonly wake: Wake;
  readonly openedAt: number;
  beatAt: number;
  /** When the client was last seen to take what it is sent. */
  takenAt: number;
}

/** What has not been taken by now is sent again to who comes with the last id. */
function finish(response: ServerResponse): void {
  if (response.writableNeedDrain) response.destroy();
  else response.end();
}

/** Lets a reader sleep until there is something to look at; a call before it sleeps is not lost. */
class Wake {
  #isDue = false;
  #resolve: (() => void) | undefined;

  readonly now = (): void => {
    this.#isDue = true;
    this.#resolve?.();
  };

  async wait(): Promise<void> {
    if (!this.#isDue) await new Promise<void>((resolve) => (this.#resolve = resolve));
    this.#isDue = false;
    this.#resolve = undefined;
  }
}

/** Waits for a slow client; false when it is gone. */
async function send(response: ServerResponse, { event }: StoredEvent): Promise<boolean> {
  if (response.destroyed || response.writableEnded) return false;
  const isTaken = response.write(`id: ${event.id}\nevent: ${event.type}\ndata: ${writeEnvelope(event)}\n\n`);
  if (!isTaken && !response.destroyed) await drained(response);
  return !response.destroyed && !response.writableEnded;
}

const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
