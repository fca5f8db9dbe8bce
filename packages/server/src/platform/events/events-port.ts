import type { WebhookEventData, WebhookEventType } from '@drive/contract';
import type { Tx } from '../db/database.ts';

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

/** An event and its position among those of its user. */
export interface StoredEvent {
  readonly event: DriveEvent;
  readonly rowId: number;
}

/** Events are rows written with their cause. The row ids of one user's events are in the order of their commits. */
export interface Events {
  publish<Type extends WebhookEventType>(
    tx: Tx,
    event: { readonly type: Type; readonly userId: number; readonly data: WebhookEventData[Type] },
  ): Promise<DriveEvent<Type>>;
  /** Calls `write` for every event of any type, in its transaction. */
  accompany(write: (tx: Tx, event: DriveEvent) => Promise<void>): void;
  /** Calls `notify` with the user of each event that this process has committed. Returns a function that ends it. */
  watch(notify: (userId: number) => void): () => void;
  /** Events of one user after a row id, oldest first. */
  listAfter(query: {
    readonly userId: number;
    readonly rowId: number;
    readonly since: number;
    readonly limit: number;
  }): Promise<StoredEvent[]>;
  /** The row id of a user's event; undefined if there is no such event. */
  findRowId(userId: number, id: string): Promise<number | undefined>;
  findLast(userId: number): Promise<{ readonly rowId: number; readonly id: string } | undefined>;
  /** Row ids of the last events of many users, by one statement. A user without events is left out. */
  findLastOfEach(userIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
}
