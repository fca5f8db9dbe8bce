import { rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { DriveClient } from '@drive/sdk';
import { exitCodeOf } from '../connection/describe-failure.ts';
import { createFolder } from '../download/download-destination.ts';
import { fetchToFile } from '../download/fetch-to-file.ts';
import { createSignedUrls, type SignedUrls } from '../download/signed-urls.ts';
import type { Progress } from '../output/progress.ts';
import { CliError } from '../shell/cli-error.ts';
import { exitCode } from '../shell/exit-code.ts';
import { inParallel } from '../shell/parallel.ts';
import type { LocalEntry } from './local-tree.ts';
import type { Copy, SyncPlan } from './plan-sync.ts';
import type { RemoteEntry } from './remote-tree.ts';
import type { SyncReport } from './sync-report.ts';
import type { SyncTree } from './sync-tree.ts';

export interface PullOptions {
  readonly client: DriveClient;
  /** The target folder, absolute. */
  readonly root: string;
  readonly entries: SyncTree<LocalEntry>;
  readonly progress: Progress;
  readonly note: (message: string) => void;
  readonly report: SyncReport;
  readonly parallel: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/**
 * Carries out a plan on this computer. Deletions come last, and only without errors. Returns the error that ended it
 * early, if any.
 */
export async function pull(plan: SyncPlan<RemoteEntry, LocalEntry>, options: PullOptions): Promise<unknown> {
  const { client, root, entries, progress, report, parallel, signal } = options;
  await createFolder(root);
  for (const entry of plan.replaced) {
    const below = [...entries.values()].filter(({ path }) => path.startsWith(`${entry.path}/`));
    await remove([...below.toReversed(), entry], options);
  }
  for (const path of plan.folders) {
    await createFolder(join(root, path));
    await report.step({ action: 'create-folder', path });
  }
  progress.expect(
    plan.copies.length,
    plan.copies.reduce((sum, { source }) => sum + source.size, 0),
  );
  const urls = createSignedUrls(client, options);
  const targets = new Set(plan.copies.map(({ path }) => path));
  for (const { source } of plan.copies) urls.add(source.id);
  const stop = new AbortController();
  let stoppedBy: unknown;
  await inParallel(plan.copies, parallel, AbortSignal.any([signal, stop.signal]), async (copy) => {
    try {
      // Concurrent downloads must not write to each other's partial files.
      const taken = [`${copy.path}.part`, `${copy.path}.part-etag`].find((name) => targets.has(name));
      if (taken !== undefined) throw new CliError('exists', `${taken} is in the way of the download`);
      await fetch(copy, urls, options);
      const { path, source, replaces } = copy;
      await report.step({ action: 'download', path, size: source.size, replaced: replaces !== undefined });
    } catch (error) {
      if (signal.aborted) return;
      // The server cannot be reached, which affects each transfer in progress.
      if (exitCodeOf(error) === exitCode.temporary) {
        if (stoppedBy !== undefined) return;
        stoppedBy = error;
        stop.abort();
      }
      await report.failed(copy.path, error);
    }
  });
  signal.throwIfAborted();
  if (stoppedBy === undefined && report.failures.length === 0) await remove(plan.removals, options);
  return stoppedBy;
}

async function fetch(
  { source, path }: Copy<RemoteEntry, LocalEntry>,
  urls: SignedUrls,
  { client, root, progress, signal, note }: PullOptions,
): Promise<void> {
  const localPath = join(root, path);
  const { size, sha256, id } = source;
  const modifiedAt = source.modifiedAt === null ? undefined : new Date(source.modifiedAt);
  const file = { client, argument: path, name: path, size, sha256, modifiedAt, getUrl: () => urls.urlOf(id) };
  await fetchToFile(file, localPath, { force: true, progress, signal, note });
}

/** Deletes entries, content before folders. A folder with new content stays. */
async function remove(entries: readonly LocalEntry[], { report, signal }: PullOptions): Promise<void> {
  for (const { kind, path, localPath } of entries) {
    signal.throwIfAborted();
    try {
      await (kind === 'folder' ? rmdir(localPath) : unlink(localPath));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') continue;
      await report.failed(path, new CliError('failed', `${path} can't be deleted: ${(error as Error).message}`));
      continue;
    }
    await report.step({ action: 'delete', path });
  }
}
