import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { DriveClient } from '@drive/sdk';
import { isDriveErrorOf } from '../../connection/describe-failure.ts';
import { ensureFolder, findFolder } from '../../remote/ensure-folder.ts';
import { CliError } from '../../shell/cli-error.ts';
import type { Disk } from '../disk/disk.ts';
import { NodeDisk } from '../disk/node-disk.ts';
import type { BaseNode } from '../engine/states.ts';
import type { JournalHeader } from '../journal/lines.ts';
import type { PairJournal } from '../journal/pair-journal.ts';
import { isOfOthers, type Pair } from './pair-state.ts';

export interface PrepareDeps {
  readonly client: DriveClient;
  readonly journal: PairJournal;
  readonly platform: NodeJS.Platform;
  /** Creates nothing: neither folder has to be there. */
  readonly isDryRun: boolean;
  /** Asks whether to go on although the two folders are not those of the last run. Throws if not. */
  readonly confirm: (reason: string) => Promise<void>;
  readonly signal: AbortSignal;
}

export interface PreparedPair {
  readonly disk: Disk;
  /** null: the root. undefined: it is missing, in a dry run. */
  readonly folderId: string | null | undefined;
  /** Whether the folder here may be another one than at the last run. */
  readonly isDoubtful: boolean;
}

/** Files of the last run that are looked for in a folder that may be another one. */
const SAMPLE = 40;

/**
 * Finds the two folders, and compares them with those of the last run. The first run creates what is missing; a later one stops if
 * something is gone or another one, because everything in it would count as deleted. After a confirmation, it merges like a first run.
 */
export async function preparePair(pair: Pair, deps: PrepareDeps): Promise<PreparedPair> {
  const { client, journal, platform, isDryRun, confirm, signal } = deps;
  const before = journal.header;
  if (before === undefined && !isDryRun) await mkdir(pair.local, { recursive: true });
  const root = await realpath(pair.local).catch(() => {
    throw new CliError('conflict', `${pair.local} is gone: nothing was changed`, {
      hint: 'is a disk not mounted? Otherwise create the folder, and run the same command with --yes',
    });
  });
  const disk = new NodeDisk(root, platform, signal);
  const found = await disk.find('');
  if (found?.kind !== 'folder') throw new CliError('usage', `${pair.local} is not a folder`);
  const { id: userId } = await client.account.me({ signal });
  const folder = await findRemote(pair, deps);
  const header = async (): Promise<JournalHeader> => ({
    url: pair.url,
    userId,
    folderId: (folder ?? (await ensureFolder(client, pair.remote, signal))).id,
    local: { ino: found.stamp.ino, birth: found.stamp.birth },
  });
  if (isDryRun && before === undefined && folder === undefined) return { disk, folderId: undefined, isDoubtful: false };
  if (before === undefined) {
    await journal.restart(await header());
    return { disk, folderId: journal.header!.folderId, isDoubtful: false };
  }
  const change = findChange(pair, before, { userId, folder });
  const isSameFolder = before.local.ino === found.stamp.ino && before.local.birth === found.stamp.birth;
  const isDoubtful = !isSameFolder && (await hasMostOf(disk, journal.base));
  const reason =
    change ?? (isSameFolder || isDoubtful ? undefined : `${pair.local} is another folder than at the last run`);
  if (reason !== undefined) {
    await confirm(reason);
    await journal.restart(await header());
  } else if (isDoubtful) journal.note(['header', await header()]);
  return { disk, folderId: journal.header!.folderId, isDoubtful: isDoubtful && reason === undefined };
}

/** undefined if it is gone. */
async function findRemote({ remote }: Pair, { client, journal, signal }: PrepareDeps) {
  try {
    return await findFolder(client, remote, signal);
  } catch (error) {
    const isClosed = error instanceof CliError ? error.code === 'not_found' : isDriveErrorOf(error, 'file_not_found');
    if (journal.header === undefined || !isClosed) throw error;
    throw new CliError('not_found', `${remote} is closed to you now: nothing was changed`, {
      hint: 'your role there has ended, or it was renamed or deleted',
      cause: error,
    });
  }
}

function findChange(
  { remote }: Pair,
  before: JournalHeader,
  { userId, folder }: { readonly userId: string; readonly folder: { readonly id: string | null } | undefined },
): string | undefined {
  if (userId !== before.userId) return 'the account is another one than at the last run';
  if (folder === undefined)
    return `${remote} is gone from the server${isOfOthers({ remote }) ? ', or your role there has ended' : ''}`;
  return folder.id === before.folderId ? undefined : `${remote} is another folder on the server than at the last run`;
}

/** Whether most of some files that the last run knew are here: some file systems give a folder another inode each time. */
async function hasMostOf(disk: Disk, base: ReadonlyMap<string, BaseNode>): Promise<boolean> {
  const tops = [...base.values()].filter(({ parent }) => parent === '').slice(0, SAMPLE);
  let found = 0;
  for (const { localName, kind } of tops) if ((await disk.find(localName))?.kind === kind) found++;
  return found * 2 > tops.length;
}

/** Path of something in the folder, for the transfers. */
export const pathsIn =
  (root: string) =>
  (path: string): string =>
    join(root, path);
