import type { Clock } from '@drive/base';
import { sql, type Kysely } from 'kysely';
import type { Database, Dialect } from './database.ts';
import { foundation } from './migrations/0001-foundation.ts';
import { trash } from './migrations/0002-trash.ts';
import { search } from './migrations/0003-search.ts';
import { thumbnails } from './migrations/0004-thumbnails.ts';
import { sweeps } from './migrations/0005-sweeps.ts';
import { sharing } from './migrations/0006-sharing.ts';
import { archives } from './migrations/0007-archives.ts';
import { anonymous } from './migrations/0008-anonymous.ts';
import { webhooks } from './migrations/0009-webhooks.ts';
import { requests } from './migrations/0010-requests.ts';
import { userAdministration } from './migrations/0011-user-administration.ts';
import { security } from './migrations/0012-security.ts';
import { pastes } from './migrations/0013-pastes.ts';
import { feedback } from './migrations/0014-feedback.ts';
import { contentAdministration } from './migrations/0015-content-administration.ts';
import { rateWindows } from './migrations/0017-rate-windows.ts';
import { strangersUploads } from './migrations/0019-strangers-uploads.ts';
import { limitedDownloads } from './migrations/0020-limited-downloads.ts';
import { versions } from './migrations/0021-versions.ts';
import { modifiedTimes } from './migrations/0022-modified-times.ts';
import { scopedKeys } from './migrations/0023-scoped-keys.ts';
import { webhookEventTypes } from './migrations/0024-webhook-events.ts';
import { statistics } from './migrations/0025-statistics.ts';
import { webdav } from './migrations/0026-webdav.ts';
import { stagedUploads } from './migrations/0029-staged-uploads.ts';
import { nodes } from './migrations/0030-nodes.ts';
import { nodeSettings } from './migrations/0031-node-settings.ts';
import { nameChanges } from './migrations/0032-name-changes.ts';
import { callWindows } from './migrations/0033-call-windows.ts';
import { downloadPlaces } from './migrations/0034-download-places.ts';
import { uploadLeases } from './migrations/0035-upload-leases.ts';
import { directUploads } from './migrations/0036-direct-uploads.ts';
import { eventOrder } from './migrations/0040-event-order.ts';
import { deliveryBodies } from './migrations/0041-delivery-bodies.ts';
import { eventPartitions } from './migrations/0042-event-partitions.ts';
import { reports } from './migrations/0050-reports.ts';
import { reception } from './migrations/0051-reception.ts';
import { downloadRetries } from './migrations/0052-download-retries.ts';
import { foldedNames } from './migrations/0053-folded-names.ts';
import { itemCounts } from './migrations/0053-item-counts.ts';
import { sessionProofs } from './migrations/0054-session-proofs.ts';
import { scans } from './migrations/0055-scans.ts';
import { mailFailures } from './migrations/0058-mail-failures.ts';
import { fileSizes } from './migrations/0038-file-sizes.ts';

export interface Migration {
  /** Never changes: the database identifies applied migrations by it. */
  readonly name: string;
  /**
   * Whether a server without this step works on the database as before and spoils nothing: it adds tables, indexes and
   * columns that may be left out. Such a server may then start, during a rolling upgrade or to go back. Each step after
   * 0032 says it; the database keeps it, for servers that do not know the step. Default: false.
   */
  readonly isAdditive?: boolean;
  up(db: Kysely<any>, dialect: Dialect): Promise<void>;
}

/** In order of execution; append only. */
export const migrations: readonly Migration[] = [
  { name: '0001-foundation', up: foundation },
  { name: '0002-trash', up: trash },
  { name: '0003-search', up: search },
  { name: '0004-thumbnails', up: thumbnails },
  { name: '0005-sweeps', up: sweeps },
  { name: '0006-sharing', up: sharing },
  { name: '0007-archives', up: archives },
  { name: '0008-anonymous', up: anonymous },
  { name: '0009-webhooks', up: webhooks },
  { name: '0010-requests', up: requests },
  { name: '0011-user-administration', up: userAdministration },
  { name: '0012-security', up: security },
  { name: '0013-pastes', up: pastes },
  { name: '0014-feedback', up: feedback },
  { name: '0015-content-administration', up: contentAdministration },
  { name: '0017-rate-windows', up: rateWindows },
  { name: '0019-strangers-uploads', up: strangersUploads },
  { name: '0020-limited-downloads', up: limitedDownloads },
  { name: '0021-versions', up: versions },
  { name: '0022-modified-times', up: modifiedTimes },
  { name: '0023-scoped-keys', up: scopedKeys },
  { name: '0024-webhook-events', up: webhookEventTypes },
  { name: '0026-webdav', up: webdav },
  { name: '0029-staged-uploads', up: stagedUploads },
  { name: '0030-nodes', up: nodes },
  { name: '0025-statistics', up: statistics },
  { name: '0031-node-settings', isAdditive: true, up: nodeSettings },
  { name: '0032-name-changes', isAdditive: true, up: nameChanges },
  { name: '0033-call-windows', isAdditive: true, up: callWindows },
  { name: '0034-download-places', isAdditive: true, up: downloadPlaces },
  { name: '0036-direct-uploads', isAdditive: true, up: directUploads },
  { name: '0040-event-order', isAdditive: true, up: eventOrder },
  { name: '0041-delivery-bodies', isAdditive: true, up: deliveryBodies },
  { name: '0042-event-partitions', isAdditive: true, up: eventPartitions },
  { name: '0050-reports', isAdditive: true, up: reports },
  { name: '0038-file-sizes', isAdditive: true, up: fileSizes },
  { name: '0035-upload-leases', isAdditive: true, up: uploadLeases },
  { name: '0051-reception', isAdditive: true, up: reception },
  { name: '0052-download-retries', isAdditive: true, up: downloadRetries },
  { name: '0053-folded-names', isAdditive: true, up: foldedNames },
  { name: '0054-session-proofs', isAdditive: true, up: sessionProofs },
  { name: '0055-scans', isAdditive: true, up: scans },
  { name: '0058-mail-failures', isAdditive: true, up: mailFailures },
  { name: '0053-item-counts', isAdditive: false, up: itemCounts },
];

export interface MigrationOutcome {
  readonly applied: readonly string[];
  /** Steps of a newer program, with which this one can work. */
  readonly tolerated: readonly string[];
}

/**
 * Migrates the database to this program's schema, all steps in one transaction: a failed step changes nothing. Refuses
 * a database of a newer program unless the steps it added are additive. Several processes may call it at once: all but the first wait and find nothing to do.
 * `before` runs in the transaction, before the first missing step of a database that is not empty.
 */
export async function migrate(
  database: Database,
  clock: Clock,
  steps: readonly Migration[] = migrations,
  before?: (step: string) => Promise<void>,
): Promise<MigrationOutcome> {
  return database.write(async (tx) => {
    await tx.lock('migrations');
    await createMigrationsTable(tx);
    const { rows } = await sql<{ name: string; is_additive?: number }>`select * from migrations order by name`.execute(
      tx,
    );
    // A table of an earlier version; a new one has the column, and no rows.
    if (rows[0] !== undefined && rows[0].is_additive === undefined)
      await sql`alter table migrations add column is_additive integer not null default 0`.execute(tx);
    const known = new Set(steps.map((step) => step.name));
    const unknown = rows.filter(({ name }) => !known.has(name));
    const breaking = unknown.filter((row) => row.is_additive !== 1);
    if (breaking.length > 0) throw new NewerDatabaseError(breaking.map(({ name }) => name));

    const done = new Set(rows.map((row) => row.name));
    const missing = steps.filter((step) => !done.has(step.name));
    if (before !== undefined && missing[0] !== undefined && done.size > 0) {
      // Copying a large database takes longer than a transaction may be idle.
      if (database.dialect === 'postgres') await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
      await before(missing[0].name);
    }
    const applied: string[] = [];
    for (const step of missing) {
      await step.up(tx, database.dialect);
      await recordMigration(tx, step, clock);
      applied.push(step.name);
    }
    return { applied, tolerated: unknown.map(({ name }) => name) };
  });
}

export const createMigrationsTable = (db: Kysely<any>): Promise<unknown> =>
  sql`create table if not exists migrations (
    name text primary key, applied_at bigint not null, is_additive integer not null default 0
  )`.execute(db);

export const recordMigration = (db: Kysely<any>, { name, isAdditive = false }: Migration, clock: Clock) =>
  sql`insert into migrations (name, applied_at, is_additive)
    values (${name}, ${clock.now()}, ${isAdditive ? 1 : 0})`.execute(db);

export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';

  constructor(unknown: readonly string[]) {
    super(
      `This database was written by a newer version of drive-server (it has ${unknown.join(', ')}). ` +
        'Start that version or a later one, or restore a backup made by this one.',
    );
  }
}
