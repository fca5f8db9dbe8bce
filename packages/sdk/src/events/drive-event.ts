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
 * Names for several types: those of files, of folders, of links or of uploads, or all.
 *
 * @example
 * ```ts
 * import { DriveClient, type EventPattern } from '@drive/sdk';
 *
 * const types: EventPattern[] = ['file.*', 'folder.*'];
 * for await (const event of new DriveClient().events.stream({ types })) console.log(event.type);
 * ```
 */
export type EventPattern = 'file.*' | 'folder.*' | 'share.*' | 'upload.*' | '*';

/**
 * The types that names and patterns stand for.
 *
 * @example
 * ```ts
 * import type { MatchingEventType } from '@drive/sdk';
 *
 * const type: MatchingEventType<'file.*'> = 'file.created';
 * console.log(type);
 * ```
 */
export type MatchingEventType<Wanted extends EventType | EventPattern> = Wanted extends '*'
  ? EventType
  : Wanted extends `${infer Kind}.*`
    ? Extract<EventType, `${Kind}.${string}`>
    : Extract<EventType, Wanted>;

export const matchesEvent = (wanted: readonly string[], type: string): boolean =>
  wanted.some((name) => name === type || name === '*' || (name.endsWith('.*') && type.startsWith(name.slice(0, -1))));

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
