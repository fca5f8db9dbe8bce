import type { Generated } from 'kysely';
import type { Flag } from './platform-tables.ts';

export interface Webhooks {
  row_id: Generated<number>;
  id: string;
  user_id: number;
  url: string;
  /** Encrypted with a key of the master secret. */
  secret: string;
  secret_masked: string;
  /** Types of events with spaces in between; null: the default ones. */
  events: string | null;
  /** items.id of the folder whose events it receives; null: all events. */
  folder_id: Generated<string | null>;
  /** items.id of the folder of the API key that created it, to which paths are relative; null: the root. */
  root_id: Generated<string | null>;
  enabled: Flag;
  disabled_reason: string | null;
  consecutive_failures: Generated<number>;
  /** Waiting deliveries up to this row id were cancelled. */
  cancelled_to: Generated<number>;
  created_at: number;
  /** Deleted for its owner; a job deletes its rows. */
  deleted_at: number | null;
}

export interface WebhookDeliveries {
  row_id: Generated<number>;
  id: string;
  webhook_id: number;
  event_id: string;
  type: string;
  /** Empty: that of the event, which was published at `created_at`. */
  body: string;
  status: 'pending' | 'delivered' | 'failed';
  attempts: Generated<number>;
  /** When the next attempt is due; during one, when its lease ends; null after the end. */
  due_at: number | null;
  /** The process that attempts it now. */
  claimed_by: string | null;
  response_body: string | null;
  created_at: number;
}

export interface WebhookAttempts {
  delivery_id: number;
  number: number;
  at: number;
  duration_ms: number;
  status_code: number | null;
  error: string | null;
}
