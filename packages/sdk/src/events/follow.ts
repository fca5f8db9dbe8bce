import { ConnectionError } from '../error-classes.ts';
import { originOf } from '../error-from.ts';
import { DriveError } from '../error.ts';
import { backoffMs, isTransient, pause } from '../retry.ts';
import type { Transport } from '../transport.ts';
import { connect, type EventFilter } from './connection.ts';
import { matchesEvent, parseEvent, type DriveEvent } from './drive-event.ts';

export interface Following {
  readonly filter: EventFilter;
  readonly lastEventId?: string | undefined;
  readonly silenceMs: number;
  /**
   * Maximum number of consecutive failed attempts. `undefined`: the client's `maxRetries` for the first connection,
   * unlimited afterwards.
   */
  readonly maxRetries?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onConnect?: (() => void) | undefined;
  readonly onDisconnect?: ((error: DriveError) => void) | undefined;
}

/** A connection that lasted this long counts as successful. */
const steadyMs = 5000;
/**
 * Number of event IDs remembered to drop duplicates. The server replays events only if it does not know an ID, for at
 * most a day.
 */
const remembered = 10_000;

/** Yields every event once, over as many connections as needed. Ends when the signal is aborted. */
export async function* followEvents(
  transport: Transport,
  { filter, lastEventId, silenceMs, maxRetries, signal, onConnect, onDisconnect }: Following,
): AsyncGenerator<DriveEvent, void, undefined> {
  const seen = new RecentIds(remembered);
  const isOver = (): boolean => signal?.aborted === true;
  let position = lastEventId;
  let openedAt: number | undefined;
  let hasOpened = false;
  const onOpen = (): void => {
    openedAt = performance.now();
    hasOpened = true;
    onConnect?.();
  };
  for (let failures = 0; signal?.aborted !== true;) {
    let failure: DriveError | undefined;
    openedAt = undefined;
    try {
      for await (const { id, data } of connect(transport, {
        filter,
        lastEventId: position,
        silenceMs,
        signal,
        onOpen,
      })) {
        position = id ?? position;
        if (data === '') continue;
        const event = requireEvent(data, transport);
        position = id ?? event.id;
        failures = 0;
        // A server before the filter sends all.
        if (seen.add(event.id) && (filter.types === undefined || matchesEvent(filter.types, event.type))) yield event;
      }
    } catch (error) {
      failure = error as DriveError;
    }
    if (isOver()) return;
    if (openedAt !== undefined && performance.now() - openedAt > steadyMs) failures = 0;
    failures += 1;
    const most = maxRetries ?? (hasOpened ? Number.POSITIVE_INFINITY : transport.settings.maxRetries);
    if (failure !== undefined) {
      // The server may not have noticed yet that earlier connections are gone.
      const isFull = hasOpened && failure.code === 'too_many_requests';
      if (failures > most || !(isTransient(failure) || isFull)) throw failure;
      // Not called for each attempt to reconnect.
      if (openedAt !== undefined) onDisconnect?.(failure);
    } else if (failures > most) throw keepsEnding(transport);
    const retryAfter = failure?.retryAfter;
    await pause(retryAfter === undefined ? backoffMs(failures) : retryAfter * 1000, signal).catch(() => {});
  }
}

function requireEvent(data: string, { settings }: Transport): DriveEvent {
  const event = parseEvent(data);
  if (event !== undefined) return event;
  throw new DriveError('unexpected_answer', `${originOf(settings.baseUrl)} sent something that is not an event.`);
}

const keepsEnding = ({ settings }: Transport): DriveError =>
  new ConnectionError('network_error', `${originOf(settings.baseUrl)} ends every event stream immediately.`);

class RecentIds {
  readonly #ids = new Set<string>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** Whether it is new. */
  add(id: string): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    const [oldest] = this.#ids.size > this.#most ? this.#ids : [];
    if (oldest !== undefined) this.#ids.delete(oldest);
    return true;
  }
}
