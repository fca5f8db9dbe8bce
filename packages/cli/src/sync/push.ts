import { lstat } from 'node:fs/promises';
import type { DriveClient } from '@drive/sdk';
import { retriesOf } from '../connection/retries.ts';
import type { Progress } from '../output/progress.ts';
import { ensureFolder, makeFolder } from '../remote/ensure-folder.ts';
import { joinRemote } from '../remote/remote-target.ts';
import { CliError } from '../shell/cli-error.ts';
import { inParallel } from '../shell/parallel.ts';
import type { World } from '../shell/world.ts';
import type { Journal } from '../upload/journal.ts';
import type { LocalFile } from '../upload/scan-upload.ts';
import { sendFiles } from '../upload/send-files.ts';
import type { PlannedFile } from '../upload/upload-plan.ts';
import type { LocalEntry } from './local-tree.ts';
import type { SyncPlan } from './plan-sync.ts';
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

/** The most that one call moves to the trash. */
const BATCH_ITEMS = 200;

/**
 * Carries out a plan on the server. Deletions come last, and only without errors. Returns the error that ended it
 * early, if any.
 */
export async function push(plan: SyncPlan<LocalEntry, RemoteEntry>, options: PushOptions): Promise<unknown> {
  const { client, journal, progress, report, signal } = options;
  await trash(plan.replaced, options);
  const folders = await createFolders(plan, options);
  const files = plan.copies.map(({ source, path }): PlannedFile => {
    const file: LocalFile = {
      path: source.localPath,
      shownAs: source.path,
      folder: remotePath(options.remote, parentOf(path)),
      name: nameOf(path),
      size: source.size,
      modifiedAt: source.modifiedAt ?? 0,
    };
    const folderId = folders.get(parentOf(path)) ?? null;
    const earlier = journal.find(file);
    // The listing contains the files that an earlier run completed, unless they were moved or removed since.
    return {
      file,
      folderId,
      earlier: earlier?.done === true ? undefined : earlier,
      made: undefined,
      twin: undefined,
      listNumbered: async () => [],
    };
  });
  const replaced = new Set(plan.copies.flatMap(({ path, replaces }) => (replaces === undefined ? [] : [path])));
  progress.expect(
    files.length,
    files.reduce((sum, { file }) => sum + file.size, 0),
  );
  const stoppedBy = await sendFiles(files, {
    client,
    journal,
    begun: options.begun,
    note: options.note,
    sleep: options.sleep,
    progress,
    signal,
    isShared: () => false,
    public: false,
    link: undefined,
    onConflict: 'replace',
    ifMatch: undefined,
    annotations: {},
    parallel: options.parallel,
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
  signal.throwIfAborted();
  if (stoppedBy === undefined && report.failures.length === 0) await trash(plan.removals, options);
  return stoppedBy;
}

const remotePath = (remote: string, path: string): string => (path === '' ? remote : joinRemote(remote, path));

async function hasChanged({ path, size, modifiedAt }: LocalFile): Promise<boolean> {
  const stats = await lstat(path).catch(() => undefined);
  return stats?.size !== size || stats.mtimeMs !== modifiedAt;
}

/** Ids of all folders of the target by path; those that are missing are created. */
async function createFolders(
  plan: SyncPlan<LocalEntry, RemoteEntry>,
  { client, remote, folderId, entries, report, parallel, signal }: PushOptions,
): Promise<Map<string, string | null>> {
  const top = folderId === undefined ? (await ensureFolder(client, remote, signal)).id : folderId;
  const ids = new Map<string, string | null>([['', top]]);
  for (const entry of entries.values()) ids.set(entry.path, entry.id);
  const byDepth = Map.groupBy(plan.folders, (path) => path.split('/').length);
  for (const [, paths] of [...byDepth].toSorted(([one], [other]) => one - other)) {
    await inParallel(paths, parallel, signal, async (path) => {
      const parent = { parentId: ids.get(parentOf(path)) ?? null, parentPath: remotePath(remote, parentOf(path)) };
      ids.set(path, (await makeFolder(client, { ...parent, name: nameOf(path) }, signal)).id);
      await report.step({ action: 'create-folder', path });
    });
    signal.throwIfAborted();
  }
  return ids;
}

/** Trashes entries; a folder includes its content. */
async function trash(entries: readonly RemoteEntry[], { client, report, signal }: PushOptions): Promise<void> {
  const outermost = topmost(entries);
  for (let start = 0; start < outermost.length; start += BATCH_ITEMS) {
    const batch = outermost.slice(start, start + BATCH_ITEMS);
    const ids = batch.map(({ id }) => id);
    const { failed } = await client.files.trashMany(ids, { signal, maxRetries: retriesOf(client) });
    const reasons = new Map(failed.map(({ id, message, status }) => [id, { message, status }]));
    for (const { id, path } of batch) {
      const reason = reasons.get(id);
      // Another client has removed it.
      if (reason?.status === 404) continue;
      if (reason === undefined) await report.step({ action: 'trash', path });
      else await report.failed(path, new CliError('failed', `${path}: ${reason.message}`));
    }
  }
}

/** The entries that are in none of the others, in the order of their paths. */
export function topmost<Entry extends { readonly path: string }>(entries: readonly Entry[]): Entry[] {
  const paths = new Set(entries.map(({ path }) => path));
  return entries.filter(({ path }) => !paths.has(parentOf(path))).toReversed();
}
