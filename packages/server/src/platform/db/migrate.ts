import type { Clock } from '@drive/base';
import type { Dialect } from '@drive/database';
import { sql, type Kysely } from 'kysely';
import type { Database } from './database.ts';
import { base } from './migrations/0100-base.ts';
import { since63ba3cf2 } from './migrations/0101-since-63ba3cf2.ts';
import { owners } from './migrations/0102-owners.ts';
import { itemEvents } from './migrations/0103-item-events.ts';
import { sharedContents } from './migrations/0104-shared-contents.ts';
import { metadata } from './migrations/0105-metadata.ts';
import { itemNames } from './migrations/0106-item-names.ts';
import { nameTrigrams } from './migrations/0106-name-trigrams.ts';
import { guards } from './migrations/0107-guards.ts';
import { changeFeed } from './migrations/0108-change-feed.ts';
import { namePairs } from './migrations/0109-name-pairs.ts';
import { trashSizes } from './migrations/0109-trash-sizes.ts';
import { uploadGrants } from './migrations/0110-upload-grants.ts';
import { groups } from './migrations/0112-groups.ts';
import { identities } from './migrations/0113-identities.ts';
import { accessGrants } from './migrations/0114-access-grants.ts';
import { teamDrives } from './migrations/0115-team-drives.ts';
import { receivingLinks } from './migrations/0116-receiving-links.ts';
import { activity } from './migrations/0117-activity.ts';
import { secretIds } from './migrations/0118-secret-ids.ts';
import { locksOfMembers } from './migrations/0119-locks-of-members.ts';
import { accessInvites } from './migrations/0120-access-invites.ts';
import { savedSettings } from './migrations/0121-saved-settings.ts';
import { accountDeletions } from './migrations/accounts/0125-account-deletions.ts';
import { vouchedAccounts } from './migrations/accounts/0127-vouched-accounts.ts';
import { scimDisabled } from './migrations/accounts/0130-scim-disabled.ts';
import { storedFiles } from './migrations/files/0126-stored-files.ts';
import { uploadRoots } from './migrations/files/0129-upload-roots.ts';
import { shareCovers } from './migrations/links/0124-share-covers.ts';
import { namesInEvents } from './migrations/links/0128-names-in-events.ts';
import { grantsByMaker } from './migrations/links/0131-grants-by-maker.ts';
import * as replaced from './migrations/replaced-steps.ts';

export interface Migration {
  /** Never changes: the database identifies applied migrations by it. */
  readonly name: string;
  /**
   * Whether a server without this step works on the database as before and spoils nothing: it adds tables, indexes and
   * columns that may be left out. Such a server may then start, during a rolling upgrade or to go back. The
   * database keeps it, for servers that do not know the step. Default: false.
   */
  readonly isAdditive?: boolean;
  readonly replaces?: replaced.ReplacedSteps;
  up(db: Kysely<any>, dialect: Dialect): Promise<void>;
}

/** In order of execution; append only. */
export const migrations: readonly Migration[] = [
  { name: '0100-base', up: base, replaces: replaced.until63ba3cf2 },
  { name: '0101-since-63ba3cf2', up: since63ba3cf2, replaces: replaced.since63ba3cf2 },
  { name: '0102-owners', up: owners },
  { name: '0103-item-events', up: itemEvents, isAdditive: true },
  { name: '0104-shared-contents', up: sharedContents },
  { name: '0107-guards', isAdditive: true, up: guards },
  { name: '0105-metadata', isAdditive: true, up: metadata },
  { name: '0106-item-names', isAdditive: true, up: itemNames },
  { name: '0106-name-trigrams', isAdditive: true, up: nameTrigrams },
  { name: '0108-change-feed', up: changeFeed, isAdditive: true },
  { name: '0109-name-pairs', up: namePairs, isAdditive: true },
  { name: '0109-trash-sizes', up: trashSizes, isAdditive: true },
  { name: '0110-upload-grants', up: uploadGrants, isAdditive: true },
  { name: '0112-groups', up: groups, isAdditive: true },
  { name: '0113-identities', up: identities, isAdditive: true },
  { name: '0114-access-grants', up: accessGrants, isAdditive: true },
  { name: '0115-team-drives', up: teamDrives, isAdditive: true },
  { name: '0116-receiving-links', up: receivingLinks, isAdditive: true },
  { name: '0117-activity', up: activity, isAdditive: true },
  { name: '0118-secret-ids', up: secretIds, isAdditive: true },
  { name: '0119-locks-of-members', up: locksOfMembers, isAdditive: true },
  { name: '0120-access-invites', up: accessInvites, isAdditive: true },
  { name: '0121-saved-settings', up: savedSettings, isAdditive: true },
  { name: '0124-share-covers', up: shareCovers, isAdditive: true },
  { name: '0125-account-deletions', up: accountDeletions, isAdditive: true },
  { name: '0126-stored-files', up: storedFiles, isAdditive: true },
  { name: '0127-vouched-accounts', up: vouchedAccounts, isAdditive: true },
  { name: '0128-names-in-events', up: namesInEvents, isAdditive: true },
  { name: '0129-upload-roots', up: uploadRoots, isAdditive: true },
  { name: '0130-scim-disabled', up: scimDisabled, isAdditive: true },
  { name: '0131-grants-by-maker', up: grantsByMaker, isAdditive: true },
];

export interface MigrationOutcome {
  readonly applied: readonly string[];
  /** Steps of a newer program, with which this one can work. */
  readonly tolerated: readonly string[];
}

/**
 * Migrates the database to this program's schema, all steps in one transaction: a failed step changes nothing. Refuses
 * a database of a newer program unless the steps it added are additive, and one of a program that is too old. Several
 * processes may call it at once: all but the first wait and find nothing to do.
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
    const { rows } = await sql<{ name: string; is_additive: number }>`select * from migrations order by name`.execute(
      tx,
    );
    const { done, unknown } = stepsOf(
      rows.map(({ name }) => name),
      steps,
    );
    const additive = new Set(rows.flatMap((row) => (row.is_additive === 1 ? [row.name] : [])));
    const breaking = unknown.filter((name) => !additive.has(name));
    if (breaking.length > 0)
      throw new DatabaseVersionError(
        `This database was written by a newer version of drive-server (it has ${breaking.join(', ')}). ` +
          'Start that version or a later one, or restore a backup made by this one.',
      );

    const missing = steps.filter((step) => !done.includes(step));
    if (before !== undefined && missing[0] !== undefined && done.length > 0) {
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
    return { applied, tolerated: unknown };
  });
}

/**
 * The steps that a database has been through, and the names of those that `steps` lacks. Throws `DatabaseVersionError` if an
 * older version, which is not supported, has written the database.
 */
export function stepsOf(
  names: readonly string[],
  steps: readonly Migration[] = migrations,
): { done: readonly Migration[]; unknown: readonly string[] } {
  const given = new Set(names);
  const known = new Set(steps.flatMap(({ name, replaces }) => [name, ...(replaces?.names ?? [])]));
  return {
    done: steps.filter(({ name, replaces }) => given.has(name) || (replaces !== undefined && hasAll(given, replaces))),
    unknown: names.filter((name) => !known.has(name)),
  };
}

function hasAll(given: ReadonlySet<string>, { names, lastCommit }: replaced.ReplacedSteps): boolean {
  const missing = names.filter((name) => !given.has(name));
  if (missing.length > 0 && missing.length < names.length)
    throw new DatabaseVersionError(
      `This database was written by a version of drive-server before commit ${lastCommit} (it lacks ${missing.join(', ')}). ` +
        'Start the version of that commit once, which completes it, and then this one.',
    );
  return missing.length === 0;
}

export const createMigrationsTable = (db: Kysely<any>): Promise<unknown> =>
  sql`create table if not exists migrations (
    name text primary key, applied_at bigint not null, is_additive integer not null default 0
  )`.execute(db);

export const recordMigration = (db: Kysely<any>, { name, isAdditive = false }: Migration, clock: Clock) =>
  sql`insert into migrations (name, applied_at, is_additive)
    values (${name}, ${clock.now()}, ${isAdditive ? 1 : 0})`.execute(db);

/** The database cannot be used by this version. The message is for the operator. */
export class DatabaseVersionError extends Error {
  override readonly name = 'DatabaseVersionError';
}
