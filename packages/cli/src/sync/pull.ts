import { createHash, randomUUID } from 'node:crypto';
import { lstat, readdir, rename, rmdir, unlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import type { DriveClient } from '@drive/sdk';
import { type Fold, removePartialDownloads, splitTemporary } from '@drive/sdk/node';
import { exitCodeOf } from '../connection/describe-failure.ts';
import { createFolder } from '../download/download-destination.ts';
import { fetchToFile } from '../download/fetch-to-file.ts';
import { createSignedUrls, type SignedUrls } from '../download/signed-urls.ts';
import { STAGING_PREFIX } from '../glob/path-filter.ts';
import type { Progress } from '../output/progress.ts';
import { CliError } from '../shell/cli-error.ts';
import { exitCode } from '../shell/exit-code.ts';
import { inParallel } from '../shell/parallel.ts';
import type { LocalEntry } from './local-tree.ts';
import { copiesOf, type Copy, isBelow, isSameTime, type Replacement, type SyncPlan } from './plan-sync.ts';
import type { RemoteEntry } from './remote-tree.ts';
import type { SyncReport } from './sync-report.ts';
import { joinPath, parentOf, type SyncTree } from './sync-tree.ts';

export interface PullOptions {
  readonly client: DriveClient;
  /** The target folder, absolute. */
  readonly root: string;
  readonly entries: SyncTree<LocalEntry>;
  /** The key of a path. */
  readonly fold: Fold;
  readonly progress: Progress;
  readonly note: (message: string) => void;
  readonly report: SyncReport;
  readonly parallel: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly signal: AbortSignal;
}

type Plan = SyncPlan<RemoteEntry, LocalEntry>;
type PullCopy = Copy<RemoteEntry, LocalEntry>;
type PullReplacement = Replacement<RemoteEntry, LocalEntry>;

/**
 * Carries out a plan on this computer. What is replaced by something of another type, and then what is removed, comes last, and only
 * without errors. Returns the error that ended it early, if any.
 */
export async function pull(plan: Plan, options: PullOptions): Promise<unknown> {
  const { root, progress, report, signal } = options;
  await createFolder(root);
  for (const path of plan.folders) {
    await createFolder(join(root, path));
    await report.step({ action: 'create-folder', path });
  }
  const copies = copiesOf(plan);
  progress.expect(
    copies.length,
    copies.reduce((sum, { source }) => sum + source.size, 0),
  );
  const record = (copy: PullCopy) => report.step(stepOf(copy));
  let stoppedBy = await fetchAll(plan.copies, ({ path }) => join(root, path), record, options);
  const isGood = (): boolean => stoppedBy === undefined && report.failures.length === 0;
  if (isGood() && plan.replacements.length > 0) stoppedBy = await replaceAll(plan.replacements, options);
  signal.throwIfAborted();
  if (isGood()) await remove(plan.removals, options);
  return stoppedBy;
}

const stepOf = ({ path, source, replaces }: PullCopy) =>
  ({ action: 'download', path, size: source.size, replaced: replaces !== undefined }) as const;

/**
 * The folder in which a replacement is completed, relative to the target folder: beside what it replaces, so on the same disk. Its name
 * depends on all that the replacement consists of: the next run finds there what an interrupted one has left, and nothing else.
 */
function stagingOf({ path, folders, copies }: PullReplacement): string {
  const hash = createHash('sha256').update(JSON.stringify([path, folders, copies]));
  return joinPath(parentOf(path), STAGING_PREFIX + hash.digest('hex').slice(0, 32));
}

/** The path at which a replacement is completed. */
const stagedAt = (replacement: PullReplacement, root: string): string => join(root, stagingOf(replacement), 'new');

/** Takes from the removals what an interrupted run has downloaded for a replacement of the plan. */
export function keepStaged(plan: Plan): Plan {
  const folders = plan.replacements.map(stagingOf);
  const staging = new Set(folders);
  const staged = new Set(folders.map((folder) => `${folder}/new`));
  return { ...plan, removals: plan.removals.filter(({ path }) => !staging.has(path) && !isBelow(path, staged)) };
}

/** Downloads everything that replaces something of another type to a folder beside that, and then puts it in its place. */
async function replaceAll(replacements: Plan['replacements'], options: PullOptions): Promise<unknown> {
  const { root, report, progress, signal } = options;
  const stagedPaths = new Map<PullCopy, string>();
  for (const replacement of replacements) {
    const { path, folders, copies } = replacement;
    const staged = stagedAt(replacement, root);
    const at = (inner: string): string => join(staged, inner.slice(path.length));
    await createFolder(dirname(staged));
    for (const inner of folders) await createFolder(at(inner));
    for (const copy of copies) stagedPaths.set(copy, at(copy.path));
  }
  const missing: PullCopy[] = [];
  for (const [copy, path] of stagedPaths) {
    if (!(await isComplete(copy, path))) missing.push(copy);
    else {
      await removePartialDownloads(dirname(path), { name: basename(path) });
      progress.skip(1, copy.source.size);
    }
  }
  const stoppedBy = await fetchAll(
    missing,
    (copy) => stagedPaths.get(copy)!,
    async () => {},
    options,
  );
  for (const replacement of replacements) {
    signal.throwIfAborted();
    if (stoppedBy !== undefined || report.failures.length > 0) break;
    await putInPlace(replacement, options);
  }
  return stoppedBy;
}

/** Whether an earlier run has completed a staged file: the time is set last. */
async function isComplete({ source: { size, modifiedAt } }: PullCopy, path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found?.size === size && isSameTime(found.mtimeMs, modifiedAt);
}

/** Replaces an entry by what is staged, and then deletes it. It stays if something in it was changed since the scan. */
async function putInPlace(replacement: PullReplacement, options: PullOptions): Promise<void> {
  const { entry, path, folders, copies } = replacement;
  const { root, entries, report } = options;
  const staged = stagedAt(replacement, root);
  const old = join(dirname(staged), `old-${randomUUID()}`);
  const below = [...entries.values()].filter((each) => each.path.startsWith(`${entry.path}/`));
  const replaced = [...below.toReversed(), entry];
  const placeOf = ({ localPath }: LocalEntry): string => join(old, relative(entry.localPath, localPath));
  try {
    await rename(entry.localPath, old);
    try {
      await requireAsFound(old, replaced, placeOf);
      await rename(staged, join(root, path));
    } catch (error) {
      await rename(old, entry.localPath);
      throw error;
    }
  } catch (error) {
    const message = `${entry.path} can't be replaced: ${(error as Error).message}`;
    return report.failed(path, new CliError('failed', message, { hint: 'run sync again', cause: error }));
  }
  await remove(replaced, options, placeOf);
  // Stays if something in it could not be deleted.
  await rmdir(dirname(staged)).catch(() => {});
  for (const inner of folders) await report.step({ action: 'create-folder', path: inner });
  for (const copy of copies) await report.step(stepOf(copy));
}

/** Throws if something was added or changed since the scan. */
async function requireAsFound(
  top: string,
  entries: readonly LocalEntry[],
  placeOf: (entry: LocalEntry) => string,
): Promise<void> {
  const known = new Set(entries.map(placeOf));
  const isFolder = (await lstat(top)).isDirectory();
  const found = isFolder ? await readdir(top, { recursive: true, withFileTypes: true }) : [];
  let isAsFound = found.every(({ parentPath, name }) => known.has(join(parentPath, name)));
  for (const entry of entries) {
    const stats = await lstat(placeOf(entry)).catch(() => undefined);
    if (stats === undefined) continue;
    const isSame =
      entry.kind === 'file'
        ? stats.isFile() && stats.size === entry.size && stats.mtimeMs === entry.modifiedAt
        : stats.isDirectory();
    isAsFound &&= isSame;
  }
  if (!isAsFound) throw new Error('it was changed meanwhile');
}

/** Downloads files, several at once, and continues after failed ones. Returns the error that ended it early, if any. */
async function fetchAll(
  copies: readonly PullCopy[],
  placeOf: (copy: PullCopy) => string,
  onFetched: (copy: PullCopy) => Promise<void>,
  options: PullOptions,
): Promise<unknown> {
  const { client, fold, report, parallel, signal } = options;
  const urls = createSignedUrls(client, options);
  const { first, afterwards } = splitTemporary(copies, fold);
  for (const { source } of [...first, ...afterwards]) urls.add(source.id);
  const stop = new AbortController();
  const going = AbortSignal.any([signal, stop.signal]);
  let stoppedBy: unknown;
  const fetchOne = async (copy: PullCopy): Promise<void> => {
    try {
      await download(copy, placeOf(copy), urls, options);
      await onFetched(copy);
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
  };
  await inParallel(first, parallel, going, fetchOne);
  await inParallel(afterwards, 1, going, fetchOne);
  return stoppedBy;
}

async function download(
  { source, path }: PullCopy,
  localPath: string,
  urls: SignedUrls,
  { client, progress, signal, note }: PullOptions,
): Promise<void> {
  const { size, sha256, id } = source;
  const modifiedAt = source.modifiedAt === null ? undefined : new Date(source.modifiedAt);
  const file = { client, argument: path, name: path, size, sha256, modifiedAt, getUrl: () => urls.urlOf(id) };
  await fetchToFile(file, localPath, { force: true, progress, signal, note });
}

/** Deletes entries, content before folders. A folder with new content stays. */
async function remove(
  entries: readonly LocalEntry[],
  { report, signal }: PullOptions,
  placeOf = ({ localPath }: LocalEntry): string => localPath,
): Promise<void> {
  for (const entry of entries) {
    const { kind, path } = entry;
    signal.throwIfAborted();
    try {
      await (kind === 'folder' ? rmdir(placeOf(entry)) : unlink(placeOf(entry)));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') continue;
      await report.failed(path, new CliError('failed', `${path} can't be deleted: ${(error as Error).message}`));
      continue;
    }
    await report.step({ action: 'delete', path });
  }
}
