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

/** News that travel upward: written with what happened, handed to every subscriber at least once, in no certain order. */
export interface Events {
  publish<Type extends EventType>(
    tx: Tx,
    event: { readonly type: Type; readonly userId: number; readonly data: EventData[Type] },
  ): Promise<void>;
  /**
   * Before `jobs.start()`: `name` is the subscriber's own and never changes, because jobs that wait bear it. A
   * subscriber that throws is tried again.
   */
  subscribe<Type extends EventType>(type: Type, name: string, handle: (event: DriveEvent<Type>) => Promise<void>): void;
}
