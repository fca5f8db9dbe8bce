import { lstat } from 'node:fs/promises';
import type { DriveClient } from '@drive/sdk';
import { describeFailure } from '../connection/describe-failure.ts';
import { retriesOf } from '../connection/retries.ts';
import type { Progress } from '../output/progress.ts';
import { ensureFolder, makeFolder } from '../remote/ensure-folder.ts';
import { joinRemote } from '../remote/remote-target.ts';
import { CliError } from '../shell/cli-error.ts';
import { inParallel } from '../shell/parallel.ts';
import type { World } from '../shell/world.ts';
import { entryForFolder, type Journal } from '../upload/journal.ts';
import type { LocalFile } from '../upload/scan-upload.ts';
import { sendFiles } from '../upload/send-files.ts';
import type { PlannedFile } from '../upload/upload-plan.ts';
import type { LocalEntry } from './local-tree.ts';
import { copiesOf, type Copy, type SyncPlan } from './plan-sync.ts';
import type { RemoteEntry } from './remote-tree.ts';
import type { SyncReport } from './sync-report.ts';
import { nameOf, parentOf, type SyncTree } from './sync-tree.ts';

export interface PushOptions {
  readonly client: DriveClient;
  /** Path of the target folder from the root. */
  readonly remote: string;
  /** ID of the folder, `null` for the root; undefined if the folder does not exist. */
  readonly folderId: string | null | undefined;
  readonly entries: SyncTree<RemoteEntry>;
  readonly journal: Journal;
  /** Filled with the sessions of the resumable uploads that have begun and are not complete. */
  readonly begun: Map<LocalFile, string>;
  readonly note: (message: string) => void;
  readonly sleep: World['sleep'];
  readonly progress: Progress;
  readonly report: SyncReport;
  readonly parallel: number;
  readonly signal: AbortSignal;
}

/** The most that one call moves to the trash or restores. */
const BATCH_ITEMS = 200;
/** Time limit for restoring what could not be replaced, which Ctrl-C does not end. */
const RESTORE_MS = 10_000;

type Plan = SyncPlan<LocalEntry, RemoteEntry>;
type PushCopy = Copy<LocalEntry, RemoteEntry>;
/** Ids of folders of the target by path. */
type FolderIds = Map<string, string | null>;

/**
 * Carries out a plan on the server. What is replaced by something of another type, and then what is removed, comes last, and only
 * without errors. Returns the error that ended it early, if any.
 */
export async function push(plan: Plan, options: PushOptions): Promise<unknown> {
  const { client, remote, folderId, entries, progress, report, signal } = options;
  const top = folderId === undefined ? (await ensureFolder(client, remote, signal)).id : folderId;
  const ids: FolderIds = new Map([['', top]]);
  for (const entry of entries.values()) ids.set(entry.path, entry.id);
  await createFolders(plan.folders, ids, options);
  const copies = copiesOf(plan);
  progress.expect(
    copies.length,
    copies.reduce((sum, { source }) => sum + source.size, 0),
  );
  let stoppedBy = await sendAll(plan.copies, ids, options);
  const isGood = (): boolean => stoppedBy === undefined && report.failures.length === 0;
  if (isGood() && plan.replacements.length > 0) stoppedBy = await replaceAll(plan.replacements, ids, options);
  signal.throwIfAborted();
  if (isGood()) await trash(plan.removals, options);
  return stoppedBy;
}

/** Puts things in the place of others of another type. What could not be replaced comes back from the trash. */
async function replaceAll(replacements: Plan['replacements'], ids: FolderIds, options: PushOptions): Promise<unknown> {
  const { report, signal } = options;
  const replaced = replacements.map(({ entry }) => entry);
  let stoppedBy: unknown;
  let isReplaced = false;
  try {
    await trash(replaced, options);
    if (report.failures.length === 0) {
      const folders = replacements.flatMap((each) => each.folders);
      await createFolders(folders, ids, options);
      const copies = replacements.flatMap((each) => each.copies);
      stoppedBy = await sendAll(copies, ids, options);
    }
    signal.throwIfAborted();
    isReplaced = stoppedBy === undefined && report.failures.length === 0;
    return stoppedBy;
  } finally {
    if (!isReplaced) await restore(replaced, options);
  }
}

/** Uploads files, several at once, and continues after failed ones. Returns the error that ended it early, if any. */
async function sendAll(copies: readonly PushCopy[], ids: FolderIds, options: PushOptions): Promise<unknown> {
  const { client, remote, journal, begun, note, sleep, progress, report, parallel, signal } = options;
  const files = copies.map(({ source, path }): PlannedFile => {
    const file: LocalFile = {
      path: source.localPath,
      shownAs: source.path,
      folder: remotePath(remote, parentOf(path)),
      name: nameOf(path),
      size: source.size,
      modifiedAt: source.modifiedAt ?? 0,
    };
    const folderId = ids.get(parentOf(path)) ?? null;
    // The listing contains the files that an earlier run completed, unless they were moved or removed since.
    return {
      file,
      folderId,
      earlier: entryForFolder(journal.find(file), folderId),
      made: undefined,
      twin: undefined,
      listNumbered: async () => [],
    };
  });
  const replaced = new Set(copies.flatMap(({ path, replaces }) => (replaces === undefined ? [] : [path])));
  return sendFiles(files, {
    client,
    journal,
    begun,
    note,
    sleep,
    progress,
    signal,
    isShared: () => false,
    public: false,
    link: undefined,
    onConflict: 'replace',
    ifMatch: undefined,
    annotations: {},
    parallel,
    resumable: false,
    maxRetries: retriesOf(client),
    async onOutcome({ file }, outcome) {
      const path = file.shownAs;
      if (outcome.kind === 'failed') return report.failed(path, outcome.error);
      await report.step({ action: 'upload', path, size: file.size, replaced: replaced.has(path) });
      if (await hasChanged(file)) {
        await report.failed(
          path,
          new CliError('failed', `${path} changed while it was read`, { hint: 'run sync again' }),
        );
      }
    },
  });
}

const remotePath = (remote: string, path: string): string => (path === '' ? remote : joinRemote(remote, path));

async function hasChanged({ path, size, modifiedAt }: LocalFile): Promise<boolean> {
  const stats = await lstat(path).catch(() => undefined);
  return stats?.size !== size || stats.mtimeMs !== modifiedAt;
}

/** Creates folders, each after the one it is in, and adds their ids. */
async function createFolders(
  folders: readonly string[],
  ids: FolderIds,
  { client, remote, report, parallel, signal }: PushOptions,
): Promise<void> {
  const byDepth = Map.groupBy(folders, (path) => path.split('/').length);
  for (const [, paths] of [...byDepth].toSorted(([one], [other]) => one - other)) {
    await inParallel(paths, parallel, signal, async (path) => {
      const parent = { parentId: ids.get(parentOf(path)) ?? null, parentPath: remotePath(remote, parentOf(path)) };
      ids.set(path, (await makeFolder(client, { ...parent, name: nameOf(path) }, signal)).id);
      await report.step({ action: 'create-folder', path });
    });
    signal.throwIfAborted();
  }
}

/** Trashes entries; a folder includes its content. */
async function trash(entries: readonly RemoteEntry[], { client, report, signal }: PushOptions): Promise<void> {
  const request = { signal, maxRetries: retriesOf(client) };
  const move = (ids: readonly string[]) => client.files.trashMany(ids, request);
  await changeInBatches(entries, move, async (path, reason) => {
    if (reason === undefined) await report.step({ action: 'trash', path });
    else await report.failed(path, new CliError('failed', `${path}: ${reason.message}`));
  });
}

/** Restores trashed entries, also after Ctrl-C. One whose name something else has by now stays in the trash. */
async function restore(entries: readonly RemoteEntry[], { client, report, note }: PushOptions): Promise<void> {
  const request = { signal: AbortSignal.timeout(RESTORE_MS), maxRetries: retriesOf(client) };
  const restoreSome = (ids: readonly string[]): Promise<Outcome> =>
    client.trash.restoreMany(ids, request).catch((error: unknown) => {
      const { message } = describeFailure(error);
      return { failed: ids.map((id) => ({ id, message })) };
    });
  await changeInBatches(entries, restoreSome, async (path, reason) => {
    if (reason !== undefined) return note(`${path} could not be restored from the trash: ${reason.message}`);
    await report.step({ action: 'restore', path });
    note(`${path} was restored from the trash: what was to replace it failed`);
  });
}

interface Outcome {
  readonly failed: readonly { readonly id: string; readonly message: string; readonly status?: number }[];
}

/** Calls back for each of the topmost entries, with the reason if it was not changed. Entries that are gone are left out. */
async function changeInBatches(
  entries: readonly RemoteEntry[],
  change: (ids: readonly string[]) => Promise<Outcome>,
  onChanged: (path: string, reason: Outcome['failed'][number] | undefined) => Promise<void>,
): Promise<void> {
  const outermost = topmost(entries);
  for (let start = 0; start < outermost.length; start += BATCH_ITEMS) {
    const batch = outermost.slice(start, start + BATCH_ITEMS);
    const { failed } = await change(batch.map(({ id }) => id));
    const reasons = new Map(failed.map((reason) => [reason.id, reason]));
    for (const { id, path } of batch) {
      const reason = reasons.get(id);
      if (reason?.status !== 404) await onChanged(path, reason);
    }
  }
}

/** The entries that are in none of the others, in the order of their paths. */
export function topmost<Entry extends { readonly path: string }>(entries: readonly Entry[]): Entry[] {
  const paths = new Set(entries.map(({ path }) => path));
  return entries.filter(({ path }) => !paths.has(parentOf(path))).toReversed();
}
