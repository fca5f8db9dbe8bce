import type { EventData } from '../api.gen.ts';

/**
 * Types of events. The list is open, because newer servers may add types.
 *
 * @example
 * ```ts
 * import { DriveClient, type EventType } from '@drive/sdk';
 *
 * const types: EventType[] = ['collect.uploaded', 'reproofing.submitted'];
 * for await (const event of new DriveClient().events.stream({ types })) console.log(event.type);
 * ```
 */
export type EventType = keyof EventData;

/**
 * An event, as sent to webhooks and event streams. `type` determines `data`.
 *
 * @example
 * ```ts
 * import type { DriveEvent } from '@drive/sdk';
 *
 * function describe(event: DriveEvent): string {
 *   switch (event.type) {
 *     case 'collect.uploaded':
 *       return `${event.data.uploader_name ?? 'Somebody'} sent ${event.data.file_name}`;
 *     case 'reproofing.submitted':
 *       return `${event.data.file_ids.length} files were chosen`;
 *     default:
 *       return event.type;
 *   }
 * }
 * console.log(describe.name);
 * ```
 */
export type DriveEvent<Type extends EventType = EventType> = {
  readonly [Each in Type]: {
    /** `evt_` and a UUID. The same in every delivery of the event. */
    readonly id: string;
    readonly type: Each;
    /** Unix seconds. */
    readonly created: number;
    readonly data: Readonly<EventData[Each]>;
  };
}[Type];

/** Returns the value if it has the shape of an event, otherwise `undefined`. */
export function parseEvent(text: string): DriveEvent | undefined {
  let event: unknown;
  try {
    event = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { id, type, data } = (event ?? {}) as Partial<Record<keyof DriveEvent, unknown>>;
  if (typeof id !== 'string' || typeof type !== 'string' || typeof data !== 'object') return undefined;
  return event as DriveEvent;
}
