import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hourMs, minuteMs, secondMs, systemRandom } from '@drive/base';
import { StorageError, type BlobStore } from '@drive/blobs';
import { beginStorageMove, findSetting, switchStorage } from '@drive/nodes';
import { humanSize } from '@drive/pages';
import { copyBlobs, measureAbsent, removeUnnamed, type BlobCopy } from '../../app/moving/copy-blobs.ts';
import { blobDirectoryOf, usesObjectStorage, type Config, type LoadedSettings } from '../../config.ts';
import { forgetStagedRows } from '../../platform/blobs/staged-rows-store.ts';
import type { Database } from '../../platform/db/index.ts';
import { openBlobReading, openUnusedBlobs } from '../open-blobs.ts';
import { openLog, openPorts, prepareDataDirectory } from '../open-ports.ts';
import { printStatus } from '../print-status.ts';
import { claimStorage, findStorageId, hasBlobs, placeOf, writeStorageId } from '../storage-id.ts';
import { tryToBeAlone, type Alone } from './be-alone.ts';
import { MoveError, reasonOf } from './move-error.ts';

/** Time between two passes that copy new blobs while a server runs. */
const PASS_MS = minuteMs;
/** A server that is stopped later than this is not stopped for the move. */
const WAIT_MS = hourMs;
const PROGRESS_MS = 5 * secondMs;
/** More than a live server's time between two signs of life. */
const ALIVE_AGAIN_MS = 6 * secondMs;
const ALONE_BECAUSE = 'its files are being moved';

export interface MoveStorageOptions {
  /** Ends when everything is copied, without a switch. */
  readonly copyOnly: boolean;
}

/**
 * Copies all blobs from the storage of `settings` to that of `to`, then switches the database to it. A server may run until the switch:
 * the command waits for its end. It can be repeated, and copies only what is missing.
 */
export async function moveStorage(
  settings: LoadedSettings,
  to: Config,
  { copyOnly }: MoveStorageOptions,
): Promise<void> {
  const { config: from } = settings;
  await prepareDataDirectory(from, { mustExist: true });
  requireOtherPlace(from, to);
  const { ports, close } = await openPorts(settings, openLog(from));
  const { database } = ports;
  const { blobs: source, close: closeSource } = openBlobReading(from);
  let target: BlobStore | undefined;
  try {
    const id = await claimTarget(from, to, database);
    target = await openUnusedBlobs(to);
    for await (const unfinished of target.listStaged()) await target.discard(unfinished);
    const present = new Set<string>();
    for await (const key of target.list()) present.add(key);
    const copy = { reader: database.reader, source, target, present };
    await requireSpace(copy, to);

    await copyAbsent(copy);
    if (copyOnly)
      return printStatus(`everything is copied to ${placeOf(to)}. To switch to it, run the same without --copy-only`);
    const alone = await waitForServers(copy, () => tryToBeAlone(from, ports, ALONE_BECAUSE));
    try {
      // A server that was silent for a while, and is taken for an ended one, is seen again by then.
      if (database.dialect === 'postgres') await sleep(ALIVE_AGAIN_MS);
      const damage = await copyAbsent(copy);
      if (damage.length > 0) {
        for (const line of damage) printStatus(line);
        throw new MoveError(
          `${damage.length} files listed above are damaged in ${placeOf(from)}. Restore or delete them, and run this again. ` +
            `The drive stays at ${placeOf(from)}.`,
        );
      }
      await removeUnnamed(copy);
      await switchTo(id, database, alone);
    } finally {
      await alone.leave();
    }
    printStatus(`moved ${present.size} blobs to ${placeOf(to)}, with their sums compared`);
    for (const line of nextSteps(from, to)) printStatus(line);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    throw new MoveError(
      `The move stopped: ${reasonOf(error)}. The drive stays at ${placeOf(from)}. Solve this and run the same again; it continues.`,
      { cause: error },
    );
  } finally {
    await target?.close();
    await closeSource();
    await close();
  }
}

function requireOtherPlace(from: Config, to: Config): void {
  if (identityOf(from) === identityOf(to))
    throw new MoveError(
      `${placeOf(to)} is where the files are by the settings. Set DRIVE_STORAGE_URL to where they are now, and name another place to move them to.`,
    );
}

function identityOf(config: Config): string {
  if (usesObjectStorage(config)) return placeOf(config).replace(/(?<!\/)\/+$/, '');
  const directory = resolve(blobDirectoryOf(config));
  try {
    return realpathSync(directory);
  } catch {
    return directory;
  }
}

/** Makes the target this drive's next storage, or continues a move to it. Returns its id. */
async function claimTarget(from: Config, to: Config, database: Database): Promise<string> {
  const { id: current } = await claimStorage(from, database);
  const found = await findStorageId(to);
  if (found === current) throw new MoveError(`${placeOf(to)} is where the files are already.`);
  if (found !== undefined) {
    if (found === (await findSetting(database.reader, 'next_storage'))) return found;
    throw new MoveError(`${placeOf(to)} belongs to another drive or to an earlier move. Name a place that is empty.`);
  }
  if (await hasBlobs(to)) throw new MoveError(`${placeOf(to)} has files. Name a place that is empty.`);
  const id = systemRandom.uuid();
  // The row comes first: no server can begin to use a place whose id it has.
  if (!(await database.write((tx) => beginStorageMove(tx, { from: current, to: id }))))
    throw new MoveError(
      `The files of this drive are not in ${placeOf(from)}. Set DRIVE_STORAGE_URL to where they are, and run this again.`,
    );
  await writeStorageId(to, id);
  return id;
}

async function requireSpace(copy: BlobCopy, to: Config): Promise<void> {
  const { bytes } = await measureAbsent(copy);
  const usable = await copy.target.usableBytes();
  if (bytes > usable)
    throw new MoveError(
      `${placeOf(to)} has too little free space: ${humanSize(bytes)} are to be copied, and ${humanSize(usable)} can be used besides DRIVE_MIN_FREE_BYTES.`,
    );
}

/** Returns the damage, which is certain only if no server runs. */
async function copyAbsent(copy: BlobCopy): Promise<readonly string[]> {
  const total = await measureAbsent(copy);
  if (total.blobs === 0) return [];
  printStatus(`copying ${total.blobs} blobs (${humanSize(total.bytes)}), ${copy.present.size} are there already`);
  let [blobs, bytes, toldAt] = [0, 0, performance.now()];
  const report = (): void =>
    printStatus(`copied ${blobs} of ${total.blobs} blobs, ${humanSize(bytes)} of ${humanSize(total.bytes)}`);
  const { damage } = await copyBlobs(copy, (moreBlobs, moreBytes) => {
    blobs += moreBlobs;
    bytes += moreBytes;
    if (performance.now() - toldAt < PROGRESS_MS) return;
    toldAt = performance.now();
    report();
  });
  report();
  return damage;
}

/** Copies what a running server stores, until it has ended. */
async function waitForServers<T>(copy: BlobCopy, attempt: () => Promise<T | undefined>): Promise<T> {
  let isTold = false;
  for (const lastAt = performance.now() + WAIT_MS; performance.now() < lastAt;) {
    const passAt = performance.now() + PASS_MS;
    while (performance.now() < passAt) {
      const alone = await attempt();
      if (alone !== undefined) return alone;
      if (!isTold)
        printStatus('everything is copied so far. Stop the server now; this command copies the rest and switches');
      isTold = true;
      await sleep(secondMs);
    }
    await copyAbsent(copy);
  }
  throw new MoveError(
    'The server was not stopped for an hour. Everything is copied so far; run the same again to switch.',
  );
}

async function switchTo(id: string, database: Database, alone: Alone): Promise<void> {
  const isSwitched = await database.write(async (tx) => {
    if ((await alone.listLive(tx)).length > 1)
      throw new MoveError('A server is alive again. Stop it and run the same again; everything is copied so far.');
    await forgetStagedRows(tx);
    return switchStorage(tx, id);
  });
  if (!isSwitched) throw new MoveError('Another move of these files has begun or ended meanwhile.');
}

function nextSteps(from: Config, to: Config): string[] {
  const isDefault = !usesObjectStorage(to) && blobDirectoryOf(to) === to.dataDir;
  return [
    isDefault ? 'start the server without DRIVE_STORAGE_URL' : `start the server with DRIVE_STORAGE_URL=${placeOf(to)}`,
    usesObjectStorage(from)
      ? `the old bytes stay below ${placeOf(from)} until you delete them, and so do parts of uploads that had not ended`
      : `the old bytes stay in ${blobDirectoryOf(from)} until you delete blobs/ and staging/ there`,
  ];
}
