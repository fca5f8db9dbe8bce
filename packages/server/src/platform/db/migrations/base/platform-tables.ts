/** Webhooks, jobs, limits, servers, and records. */
export const platformTables = `
create table webhooks (
  row_id integer primary key autoincrement, id text not null unique,
  user_id integer not null references users (row_id), url text not null, secret text not null,
  secret_masked text not null, enabled flag not null, disabled_reason text,
  consecutive_failures integer not null default 0, cancelled_to integer not null default 0,
  created_at integer not null, deleted_at integer, events text
);
create index webhooks_user on webhooks (user_id, row_id) where deleted_at is null;

create table webhook_deliveries (
  row_id integer primary key autoincrement, id text not null unique,
  webhook_id integer not null references webhooks (row_id) on delete cascade, event_id text not null,
  type text not null, body text not null,
  status text not null check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0, due_at integer, claimed_by text, response_body text,
  created_at integer not null
);
create index webhook_deliveries_log on webhook_deliveries (webhook_id, row_id);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, due_at) where due_at is not null;
create index webhook_deliveries_claims on webhook_deliveries (row_id) where claimed_by is not null;
create index webhook_deliveries_age on webhook_deliveries (created_at);

create table webhook_attempts (
  delivery_id integer not null references webhook_deliveries (row_id) on delete cascade,
  number integer not null, at integer not null, duration_ms integer not null, status_code integer, error text,
  constraint webhook_attempts_pk primary key (delivery_id, number)
);

create table jobs (
  row_id integer primary key autoincrement, type text not null, key text, payload text not null,
  run_at integer not null, attempts integer not null default 0, claimed_by text, created_at integer not null,
  failed_at integer, last_error text, id text
);
create index jobs_due on jobs (type, run_at, row_id) where failed_at is null;
create unique index jobs_key on jobs (key) where key is not null and failed_at is null;
create index jobs_failed on jobs (failed_at) where failed_at is not null;
create unique index jobs_id on jobs (id);

create table idempotency_keys (
  scope text not null, key text not null, request_hash text not null, status integer not null, response text,
  created_at integer not null, constraint idempotency_keys_pk primary key (scope, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

create table rate_windows (
  key_hash text primary key, used integer not null, ends_at integer not null
);
create index rate_windows_end on rate_windows (ends_at);

create table drive_settings (
  name text primary key, value text not null
);

create table nodes (
  id text primary key, version text not null, seen_at integer not null, alone_because text,
  settings text not null default '{}'
);

create table statistics_samples (
  hour_at integer primary key, users integer, files integer, stored_bytes integer, free_bytes integer,
  due_jobs integer, failed_jobs integer, received_bytes integer not null default 0,
  sent_bytes integer not null default 0, delivered_attempts integer not null default 0,
  failed_attempts integer not null default 0
);

create table audit_log (
  row_id integer primary key autoincrement, id text not null, action text not null, actor_kind text not null,
  actor_id text, via text, user_id text, target_kind text, target_id text, details text,
  created_at integer not null
);
create index audit_log_created on audit_log (created_at, row_id);
create index audit_log_user on audit_log (user_id, created_at, row_id) where user_id is not null;
create index audit_log_actor on audit_log (actor_id, created_at, row_id) where actor_id <> user_id;
create index audit_log_action on audit_log (action, created_at, row_id);
`;
