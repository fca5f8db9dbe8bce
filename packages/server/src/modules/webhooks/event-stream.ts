import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { hourMs, minuteMs, secondMs } from '@drive/base';
import { limits } from '@drive/contract';
import { appendText } from '@drive/node-http';
import type { Caller } from '../../platform/access/index.ts';
import { firstPosition, type DriveEvent, type EventPosition, type StoredEvent } from '../../platform/events/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import {
  behindPauseMs,
  type FindTree,
  type LiveReader,
  type LiveReaders,
  Signal,
  type WatchedTree,
} from '../live/index.ts';
import { renderEnvelope } from './event-fan-out.ts';
import { eventFrom, seenType, type EventFilter } from './event-view.ts';

/** Keeps proxies from closing an idle stream. */
const HEARTBEAT_MS = 15 * secondMs;
/** Maximum age of a stream. The client reconnects, which authenticates it again. */
const MAX_AGE_MS = 15 * minuteMs;
/** A client that reads nothing for this long is disconnected, and resumes from its last event id. */
const STALLED_MS = 30 * secondMs;
const PAGE = 100;
const RETRY_MS = 2 * secondMs;
const BEFORE_FIRST = 'evt_none';
/** How often the end of the stored events is read again before a stream begins. */
const MAX_BEHIND_READS = 40;

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // nginx buffers responses otherwise.
  'x-accel-buffering': 'no',
};

type EventStreamsDeps = Pick<Ports, 'clock' | 'events' | 'log'> & {
  readonly live: LiveReaders;
  readonly findTree: FindTree;
};

export class EventStreams {
  readonly #deps: EventStreamsDeps;

  constructor(deps: EventStreamsDeps) {
    this.#deps = deps;
  }

  /** Writes events to the response until either side ends it. Resolves when the headers are sent. */
  async open(
    {
      caller,
      folderId,
      lastEventId,
      types,
    }: {
      readonly caller: Caller;
      /** items.id; undefined: the caller's own root. */
      readonly folderId: string | undefined;
      readonly lastEventId: string | undefined;
      readonly types: readonly string[];
    },
    response: ServerResponse,
  ): Promise<void> {
    const { clock, live, log, findTree } = this.#deps;
    const tree = await findTree(caller, folderId ?? null);
    const stream = new OpenStream(caller, tree, response, types, clock.now());
    const remove = live.add(stream, { kind: 'event streams', most: limits.eventStreams });
    const close = (): void => {
      remove();
      stream.signal.notify();
    };
    if (response.req.method === 'HEAD') {
      remove();
      response.writeHead(200, headers).end();
      return;
    }
    response.once('close', close);
    try {
      const from = await this.#startOf(tree.ownerId, lastEventId);
      if (response.destroyed || live.isStopped) {
        response.destroy();
        return;
      }
      response.writeHead(200, headers);
      // The id lets a client that loses the connection before the first event resume without a gap.
      void appendText(response, `retry: ${RETRY_MS}\n\n${lastEventId === undefined ? `id: ${from.id}\n\n` : ''}`);
      void this.#follow(stream, from).catch((error: unknown) => {
        if (!response.destroyed) log.error('event stream failed', { error });
        response.destroy();
      });
    } catch (error) {
      close();
      throw error;
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
      await sleep(behindPauseMs());
      ({ last, behind } = await events.findEnd(userId, this.#replayedSince()));
    }
    return { id: last?.id ?? BEFORE_FIRST, after: last ?? firstPosition, except: behind };
  }

  async #follow(stream: OpenStream, start: Start): Promise<void> {
    const { events, live } = this.#deps;
    const { response, signal, tree } = stream;
    const { ownerId: userId } = tree;
    const since = this.#replayedSince();
    const except = new Set(start.except);
    let { after } = start;
    let pauseMs = behindPauseMs();
    while (!response.destroyed && !response.writableEnded) {
      if (!(await live.isValid(stream))) return finish(response);
      const page = await events.listAfter({ userId, after, since, limit: PAGE });
      for (const stored of page.events) if (!except.delete(stored.event.id) && !(await send(stream, stored))) return;
      after = page.events.at(-1)?.position ?? after;
      if (page.events.length === PAGE) continue;
      pauseMs = behindPauseMs(page.isBehind && page.events.length === 0 ? pauseMs : undefined);
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

class OpenStream implements LiveReader {
  readonly userId: number;
  readonly kind: Caller['kind'];
  readonly credentialId: number;
  readonly tree: WatchedTree;
  readonly response: ServerResponse;
  readonly signal = new Signal();
  readonly filter: EventFilter;
  readonly #openedAt: number;
  #beatAt: number;
  /** When the client had last read everything. */
  #drainedAt: number;

  constructor(caller: Caller, tree: WatchedTree, response: ServerResponse, events: readonly string[], now: number) {
    const { userId, kind, credentialId } = caller;
    this.tree = tree;
    this.filter = { events, folderId: null, rootId: tree.folderId };
    this.userId = userId;
    this.kind = kind;
    this.credentialId = credentialId;
    this.response = response;
    this.#openedAt = now;
    this.#beatAt = now;
    this.#drainedAt = now;
  }

  end(): void {
    finish(this.response);
  }

  tick(now: number): void {
    const { response, signal } = this;
    if (!response.writableNeedDrain) this.#drainedAt = now;
    if (now - this.#openedAt >= MAX_AGE_MS || now - this.#drainedAt >= STALLED_MS) finish(response);
    else if (now - this.#beatAt >= HEARTBEAT_MS) {
      this.#beatAt = now;
      if (!response.writableNeedDrain) void appendText(response, ':\n\n');
      // On SQLite: picks up events that programs wrote beside the server.
      signal.notify();
    }
  }
}

/** Disconnects a client with unread events: it gets them again when it reconnects with its last event id. */
function finish(response: ServerResponse): void {
  if (response.writableNeedDrain) response.destroy();
  else response.end();
}

/** Waits for a slow client. Returns false if the response has ended. */
async function send({ response, filter, tree }: OpenStream, { event }: StoredEvent): Promise<boolean> {
  if (seenType(event, filter) === undefined || !(tree.isOwn || isOfItem(event))) return true;
  const seen = eventFrom(filter.rootId, tree.isOwn ? event : withoutCredential(event));
  return appendText(response, `id: ${event.id}\nevent: ${seen.type}\ndata: ${renderEnvelope(seen)}\n\n`);
}

/** Members get what happens to files and folders, and nothing of the owner's links. */
const isOfItem = ({ type }: DriveEvent): boolean => type.startsWith('file.') || type.startsWith('folder.');

/** Without the id of another user's session or key. */
function withoutCredential(event: DriveEvent): DriveEvent {
  const data = event.data as { readonly origin?: { readonly kind: string } };
  return data.origin === undefined
    ? event
    : { ...event, data: { ...data, origin: { kind: data.origin.kind, id: null } } as never };
}
