import type { DriveError } from '../error.ts';
import type { DriveEvent, EventPattern, EventType, MatchingEventType } from '../events/drive-event.ts';
import type { Following } from '../events/follow.ts';
import type { Transport } from '../transport.ts';

/**
 * How to follow events.
 *
 * @example
 * ```ts
 * import { DriveClient, type EventStreamOptions } from '@drive/sdk';
 *
 * const options: EventStreamOptions = { signal: AbortSignal.timeout(60_000), types: ['collect.uploaded'] };
 * for await (const event of new DriveClient().events.stream(options)) console.log(event.id);
 * ```
 */
export interface EventStreamOptions<Type extends EventType | EventPattern = EventType | EventPattern> {
  /** Ends the stream; the loop over it ends without an error. */
  readonly signal?: AbortSignal | undefined;
  /**
   * ID of the last event processed. Events after it, of at most the last 24 hours, are replayed first. Default: new
   * events only.
   */
  readonly lastEventId?: string | undefined;
  /** ID of a team drive: its events instead of the caller's own. */
  readonly driveId?: string | undefined;
  /** ID of a folder, also of one that was given to the caller: only events of what is in it. */
  readonly folderId?: string | undefined;
  /** Types and patterns such as `file.*`. The server sends no others. Default: all types. */
  readonly types?: readonly Type[] | undefined;
  /**
   * Milliseconds without any bytes after which a connection is replaced. The server sends a keep-alive every 15
   * seconds. Default 45,000.
   */
  readonly timeout?: number | undefined;
  /**
   * Maximum number of consecutive failed attempts. Default: the client's `maxRetries` for the first connection,
   * unlimited afterwards.
   */
  readonly maxRetries?: number | undefined;
  /** Called when a connection is established; from then on no event is missed. */
  readonly onConnect?: (() => void) | undefined;
  /** Called when a connection is lost, before reconnecting. Missed events are replayed. */
  readonly onDisconnect?: ((error: DriveError) => void) | undefined;
}

/**
 * Events of the caller's files and links. Reached as `client.events`.
 *
 * @example
 * ```ts
 * import { DriveClient, type Events } from '@drive/sdk';
 *
 * const typesOf = async (events: Events): Promise<void> => {
 *   for await (const { type } of events.stream()) console.log(type);
 * };
 * await typesOf(new DriveClient().events);
 * ```
 */
export class Events {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Streams the caller's events until the loop ends or the signal is aborted. Reconnects after a lost connection and
   * resumes after the last event: events of the last 24 hours are delivered exactly once.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * for await (const { type, data } of new DriveClient().events.stream({ types: ['share.download.anonymous'] }))
   *   console.log(type, data.share_name, data.file_name);
   * ```
   */
  stream<Type extends EventType | EventPattern = EventType>(
    options: EventStreamOptions<Type> = {},
  ): AsyncIterable<DriveEvent<MatchingEventType<Type>>> {
    const { types, timeout: silenceMs = 45_000, driveId, folderId, ...others } = options;
    const following: Following = { ...others, filter: { types, driveId, folderId }, silenceMs };
    const transport = this.#transport;
    return {
      async *[Symbol.asyncIterator]() {
        // Not part of what a page loads at first.
        const { followEvents } = await import('../events/follow.ts');
        yield* followEvents(transport, following) as AsyncGenerator<DriveEvent<MatchingEventType<Type>>>;
      },
    };
  }
}
