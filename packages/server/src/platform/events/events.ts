import type { Tx } from '../db/database.ts';

/** Every event that is published, and its data. What travels to webhooks keeps the contract's snake_case. */
export interface EventData {
  'share.download': {
    share_token: string;
    share_name: string;
    recipient_email_domain: string;
    occurred_at: string;
  };
  'share.download.anonymous': {
    share_token: string;
    share_name: string;
    file_id: string | null;
    file_name: string | null;
    occurred_at: string;
  };
  'collect.uploaded': {
    collection_token: string;
    collection_name: string;
    file_id: string;
    file_name: string;
    file_size: number;
    uploader_name: string | null;
    occurred_at: string;
  };
  'reproofing.submitted': {
    proofing_token: string;
    proofing_name: string;
    file_ids: string[];
    client_name: string | null;
    comment: string | null;
    occurred_at: string;
  };
  'webhook.test': { message: string; occurred_at: string };
}
export type EventType = keyof EventData;

export interface DriveEvent<Type extends EventType = EventType> {
  /** `evt_` and a UUID. */
  readonly id: string;
  readonly type: Type;
  /** users.row_id of the user it is news for. */
  readonly userId: number;
  readonly data: EventData[Type];
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** An event and where it stands among those of its user. */
export interface StoredEvent {
  readonly event: DriveEvent;
  readonly rowId: number;
}

/**
 * News that travel upward: written with what happened, handed to every subscriber at least once, in no certain order.
 * Those of one user get their row ids in the order in which they are committed.
 */
export interface Events {
  publish<Type extends EventType>(
    tx: Tx,
    event: { readonly type: Type; readonly userId: number; readonly data: EventData[Type] },
  ): Promise<DriveEvent<Type>>;
  /** What is written with every event, whatever its type, in its transaction: neither is kept without the other. */
  accompany(write: (tx: Tx, event: DriveEvent) => Promise<void>): void;
  /** Called with a user of whom an event was committed in this process. The answer ends it. */
  watch(hear: (userId: number) => void): () => void;
  /** Of one user, after a row id, the oldest first. */
  listAfter(query: {
    readonly userId: number;
    readonly rowId: number;
    readonly since: number;
    readonly limit: number;
  }): Promise<StoredEvent[]>;
  /** Where a user's event stands; undefined where there is no such event. */
  findRowId(userId: number, id: string): Promise<number | undefined>;
  /** The newest of a user's events, and where it stands. */
  findLast(userId: number): Promise<{ readonly rowId: number; readonly id: string } | undefined>;
  /**
   * Before `jobs.start()`: `name` is the subscriber's own and never changes, because jobs that wait bear it. A
   * subscriber that throws is tried again.
   */
  subscribe<Type extends EventType>(type: Type, name: string, handle: (event: DriveEvent<Type>) => Promise<void>): void;
}
