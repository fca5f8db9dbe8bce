import { dayMs } from '@drive/base';
import type { WebhookEventData, WebhookEventType } from '@drive/contract';
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
}

export interface NewEvent<Type extends WebhookEventType = WebhookEventType> {
  readonly type: Type;
  readonly userId: number;
  readonly data: WebhookEventData[Type];
}

/**
 * The place of an event among those of its user. No event is committed before the place of one that was read, on any
 * server.
 */
export interface EventPosition {
  readonly transactionId: number;
  readonly rowId: number;
}

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
  publish<Type extends WebhookEventType>(tx: Tx, event: NewEvent<Type>): Promise<DriveEvent<Type>>;
  /** Publishes several events, in this order, by as many statements as one. */
  publishAll(tx: Tx, events: readonly NewEvent[]): Promise<readonly DriveEvent[]>;
  /** Calls `write` for events of any type, in the transaction that publishes them. */
  accompany(write: (tx: Tx, events: readonly DriveEvent[]) => Promise<void>): void;
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
