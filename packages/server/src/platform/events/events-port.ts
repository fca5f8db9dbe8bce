import { dayMs } from '@drive/base';
import type { WebhookEventData, WebhookEventType } from '@drive/contract';
import type { RawBuilder } from 'kysely';
import type { Reader, Tx } from '../db/index.ts';

/** Longer than a delivery, whose body is that of its event. */
export const eventsKeptMs = 31 * dayMs;

/** The contract defines the types of events and their data. */
export interface DriveEvent<Type extends WebhookEventType = WebhookEventType> {
  /** `evt_` and a UUID. */
  readonly id: string;
  readonly type: Type;
  /** users.row_id of the user who is notified. */
  readonly userId: number;
  readonly data: WebhookEventData[Type];
  readonly createdAt: number;
  /** null: the event is not of an item, or written by a server that did not store its place. */
  readonly place: EventPlace | null;
}

/** The place of an item when it changed: items.id of the folders above it, from the root down. The root is not among them. */
export interface EventPlace {
  readonly itemId: string;
  readonly folderIds: readonly string[];
  /** The folders before the change, if it moved the item to another folder. */
  readonly formerFolderIds: readonly string[] | null;
}

/** What the place and the path of an item are read by, when the event is stored. */
export interface EventItem {
  readonly id: string;
  /** Default: read from the tree, if the item is in that of the user. Events of files and folders always give it. */
  readonly name?: string;
  /** items.row_id of its folder. Default: read from the tree. */
  readonly folderRowId?: number;
  /** The name and the folder (items.row_id) before the change, if one of them changed. */
  readonly former?: { readonly name: string; readonly folderRowId: number } | undefined;
}

export interface NewEvent<Type extends WebhookEventType = WebhookEventType> {
  readonly type: Type;
  readonly userId: number;
  readonly data: NewData<Type>;
  readonly item?: EventItem;
  /** Email address of the recipient who caused it: for the activity, never sent to others. */
  readonly recipient?: string;
}

/** Without the fields that tell the place of the item: they are added when the event is stored. */
type NewData<Type extends WebhookEventType> = Type extends WebhookEventType
  ? Omit<WebhookEventData[Type], PlaceField<Type>>
  : never;

/** Read from the tree with the folders of the item. */
type PlaceField<Type extends WebhookEventType> = Type extends `file.${string}` | 'upload.completed'
  ? 'folder_id' | 'path' | 'previous'
  : Type extends `folder.${string}`
    ? 'parent_id' | 'path' | 'previous'
    : Type extends 'upload.failed'
      ? 'folder_id'
      : never;

/**
 * The place of an event among those of its user. No event is committed before the place of one that was read, on any
 * server.
 */
export interface EventPosition {
  readonly transactionId: number;
  readonly rowId: number;
}

export type PublishedEvent = Omit<DriveEvent, 'data'>;

export interface StoredEvent {
  readonly event: DriveEvent;
  readonly position: EventPosition;
}

export interface EventPage {
  readonly events: readonly StoredEvent[];
  /** More are committed, but an open transaction may still add one before them: ask again in a moment. */
  readonly isBehind: boolean;
}

/** The end of a user's events as a reader sees it that begins now. */
export interface EventsEnd {
  /** The last event that no later commit can precede, and its id. */
  readonly last: (EventPosition & { readonly id: string }) | undefined;
  /** Ids of events after it that are committed already. */
  readonly behind: readonly string[];
}

/** Events are rows written with their cause. */
export interface Events {
  /** All events of a transaction are stored before its commit, in the order of the calls. */
  publish<Type extends WebhookEventType>(
    tx: Tx,
    event: NewEvent<Type>,
  ): NewEvent<Type> & Pick<DriveEvent, 'id' | 'createdAt'>;
  /**
   * Reads the places of the events that the transaction has published so far. Call before items move to the tree of another owner: the
   * places of other events are read before the commit, when those items are where their former owner may not look.
   */
  settlePlaces(tx: Tx): Promise<void>;
  /**
   * Calls `write`, in the transaction that publishes them, with the events of any type of users who meet `condition`, which names
   * the user as `events.user_id`.
   */
  accompany(write: (tx: Tx, events: readonly PublishedEvent[]) => Promise<void>, condition: RawBuilder<boolean>): void;
  /** Calls `notify` with the user of events that this process has committed. Returns a function that ends it. */
  watch(notify: (userId: number) => void): () => void;
  /** Events by id, also in the transaction `reader`. An event that is older than `eventsKeptMs` may be missing. */
  find(
    reader: Reader,
    events: readonly { readonly id: string; readonly createdAt: number }[],
  ): Promise<ReadonlyMap<string, DriveEvent>>;
  /** Events of one user after a position, in order. */
  listAfter(query: {
    readonly userId: number;
    readonly after: EventPosition;
    readonly since: number;
    readonly limit: number;
  }): Promise<EventPage>;
  /** The position of a user's event; undefined if there is no such event. */
  findPosition(userId: number, id: string): Promise<EventPosition | undefined>;
  /** The end of the events since a time (epoch milliseconds). */
  findEnd(userId: number, since: number): Promise<EventsEnd>;
  /** Row ids of the last events of many users, by one statement, as `findEnd` has them. A user without events is left out. */
  findLastOfEach(userIds: readonly number[], since: number): Promise<ReadonlyMap<number, number>>;
}

/** Before all events. */
export const firstPosition: EventPosition = { transactionId: 0, rowId: 0 };
