import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, syncDirectory, type Clock } from '@drive/base';
import { type Database, migrate, type Migration, type MigrationOutcome, migrations } from '../../platform/db/index.ts';
import { writeSnapshot } from './snapshot.ts';

export interface UpgradeOptions {
  /** Created if missing. Snapshots are stored here as SQLite files, also those of Postgres. undefined: none is made. */
  readonly directory: string | undefined;
  /** Number of snapshots to keep. Default 3. */
  readonly keep?: number;
}

/** Leaves the database unchanged. The message is for the operator. */
export class UpgradeError extends Error {
  override readonly name = 'UpgradeError';
}

const snapshotName = /^before-.+\.sqlite$/;

export interface UpgradeOutcome extends MigrationOutcome {
  /** Whether a step was applied to a database that was not empty. */
  readonly isUpgraded: boolean;
  readonly snapshot: string | undefined;
}

/** Copies a database that is not empty first, under the lock of the migration. A failure leaves it unchanged. */
export async function upgrade(
  database: Database,
  clock: Clock,
  { directory, keep = 3 }: UpgradeOptions,
  steps: readonly Migration[] = migrations,
): Promise<UpgradeOutcome> {
  let snapshot: string | undefined;
  let isUpgraded = false;
  try {
    const outcome = await migrate(database, clock, steps, async (step) => {
      if (directory !== undefined) snapshot = await takeSnapshot(database, clock, directory, step);
      isUpgraded = true;
    });
    if (directory !== undefined && snapshot !== undefined) await removeOld(directory, keep);
    return { ...outcome, isUpgraded, snapshot };
  } catch (error) {
    if (!isUpgraded) throw error;
    throw new UpgradeError(
      `The database could not be brought up to this version, and is as it was: ${messageOf(error)}. ` +
        'Go on with the version before, and report this.' +
        (snapshot === undefined ? '' : ` A copy of the database is in ${snapshot}.`),
      { cause: error },
    );
  }
}

async function takeSnapshot(database: Database, clock: Clock, directory: string, step: string): Promise<string> {
  const time = new Date(clock.now()).toISOString().replaceAll(/[:.]/g, '');
  const file = join(directory, `before-${step}-${time}.sqlite`);
  const unfinished = `${file}.${process.pid}`;
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await rm(unfinished, { force: true });
    await writeSnapshot(database.source, unfinished);
    await syncFile(unfinished);
    await rename(unfinished, file);
    syncDirectory(directory);
    return file;
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw new UpgradeError(
      `Before this version changes the database, it makes a copy of it in ${directory}, which failed: ${messageOf(error)}. ` +
        'Nothing was changed. Make room there, or go on with the version before.',
      { cause: error },
    );
  }
}

/** Opened for writing, because Windows syncs no other file. */
async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Sorted by the time at the end of their names; the step at the beginning only grows. */
async function removeOld(directory: string, keep: number): Promise<void> {
  const names = (await readdir(directory)).filter((name) => snapshotName.test(name)).toSorted();
  await Promise.all(names.slice(0, Math.max(0, names.length - keep)).map((name) => rm(join(directory, name))));
}
