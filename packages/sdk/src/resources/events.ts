import type { DriveError } from '../error.ts';
import type { DriveEvent, EventType } from '../events/drive-event.ts';
import { followEvents } from '../events/follow.ts';
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
export interface EventStreamOptions<Type extends EventType = EventType> {
  /** Ends the stream: the loop over it is over, without an error. */
  readonly signal?: AbortSignal | undefined;
  /** The id of the last event that was dealt with: what came after it in the last 24 hours comes first. Default: only what is new. */
  readonly lastEventId?: string | undefined;
  /** Default: all. */
  readonly types?: readonly Type[] | undefined;
  /** Milliseconds without a sign of life after which a connection is given up for a new one. The server gives one every 15 seconds. Default 45,000. */
  readonly timeout?: number | undefined;
  /** Tries in a row that come to nothing. Default: the client's for the first connection, and after that as many as it takes. */
  readonly maxRetries?: number | undefined;
  /** Called each time a connection stands: from then on nothing is missed. */
  readonly onConnect?: (() => void) | undefined;
  /** Called when a connection is lost and will be made anew; what happens meanwhile comes later. */
  readonly onDisconnect?: ((error: DriveError) => void) | undefined;
}

/**
 * What happens to the caller's files and links. Reached as `client.events`.
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
   * The caller's events as they happen, until the loop is left or the signal is aborted. A connection that is lost is made
   * anew, and goes on where it was: nothing is missed that is less than a day old, and nothing comes twice.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * for await (const { type, data } of new DriveClient().events.stream({ types: ['share.download.anonymous'] }))
   *   console.log(type, data.share_name, data.file_name);
   * ```
   */
  stream<Type extends EventType = EventType>(options: EventStreamOptions<Type> = {}): AsyncIterable<DriveEvent<Type>> {
    const { lastEventId, types, signal, timeout: silenceMs = 45_000, maxRetries, onConnect, onDisconnect } = options;
    const wanted = types === undefined ? undefined : new Set<string>(types);
    const following = { lastEventId, silenceMs, signal, maxRetries, onConnect, onDisconnect };
    const transport = this.#transport;
    return {
      async *[Symbol.asyncIterator]() {
        for await (const event of followEvents(transport, following))
          if (wanted === undefined || wanted.has(event.type)) yield event as DriveEvent<Type>;
      },
    };
  }
}
