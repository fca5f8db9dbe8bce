import { type Fold, removePartialDownloads } from '@drive/sdk/node';
import { exitCodeOf, isDriveErrorOf } from '../connection/describe-failure.ts';
import type { Output } from '../output/output.ts';
import type { Progress } from '../output/progress.ts';
import { exitCode, type ExitCode } from '../shell/exit-code.ts';
import { inParallel } from '../shell/parallel.ts';
import { createFolder } from './download-destination.ts';
import { arrange, type Planned, type PlannedFile } from './download-plan.ts';
import { fetchToFile } from './fetch-to-file.ts';

export interface FetchOptions {
  readonly force: boolean;
  readonly progress: Progress;
  readonly output: Output;
  readonly fold: Fold;
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** Files fetched at once. */
  readonly parallel: number;
  /** The error of a single file is thrown instead of reported. */
  readonly throwsSingle: boolean;
  /** Reports an error, and returns its exit code. */
  readonly reportFailure: (
    named: { readonly path: string; readonly source: string },
    error: unknown,
  ) => Promise<ExitCode>;
}

export interface FetchReport {
  readonly failed: ExitCode[];
  readonly attempted: number;
  /** Paths of the stored files. */
  readonly fetched: ReadonlySet<string>;
  /** An error that would affect all other files, too. */
  readonly stoppedBy: unknown;
}

/** Downloads all planned files, several at once, and continues after failed ones. */
export async function fetchPlanned(
  planned: readonly Planned[],
  { force, progress, output, fold, signal, now, parallel, throwsSingle, reportFailure }: FetchOptions,
): Promise<FetchReport> {
  const { first, afterwards, refused } = arrange(planned, fold);
  const problems = planned.flatMap((one) => one.problems.map((problem) => ({ ...problem, source: one.argument })));
  const attempted = first.length + afterwards.length + refused.length + problems.length;
  const startedAt = now();
  const failed: ExitCode[] = [];
  const fetched = new Set<string>();
  const stop = new AbortController();
  const going = AbortSignal.any([signal, stop.signal]);
  let stoppedBy: unknown;

  const reportFile = async (path: string, source: string, error: unknown): Promise<void> => {
    if (throwsSingle && attempted === 1) throw error;
    failed.push(await reportFailure({ path, source }, error));
  };
  for (const { path, source, error } of problems) await reportFile(path, source, error);
  for (const { file, error } of refused) await reportFile(file.path, file.source.argument, error);

  async function fetchOne({ source, path }: PlannedFile): Promise<void> {
    try {
      const { kind: status, ...rest } = await fetchToFile(source, path, { force, progress, signal, note: output.note });
      if (status === 'present') progress.skip(1, source.size);
      fetched.add(path);
      if (status === 'present' && attempted === 1) {
        output.note(`nothing to do: ${path} already exists, with the same content`);
      }
      await output.record({ source: source.argument, status, ...rest }, undefined);
    } catch (error) {
      signal.throwIfAborted();
      const isDelivered = isDriveErrorOf(error, 'share_limit_reached') && source.isTaken?.() === true;
      if (attempted > 1 && !isDelivered && isHopeless(error)) {
        // Other transfers fail with the same error, which is reported once.
        if (stoppedBy !== undefined) return;
        stoppedBy = error;
        stop.abort();
      }
      await reportFile(path, source.argument, error);
    }
  }

  for (const folder of planned.flatMap((one) => one.folders)) {
    // If a folder cannot be created, each file in it reports that.
    await createFolder(folder).catch(() => {});
  }
  progress.expect(
    first.length + afterwards.length,
    [...first, ...afterwards].reduce((sum, { source }) => sum + source.size, 0),
  );
  await inParallel(first, parallel, going, fetchOne);
  await inParallel(afterwards, 1, going, fetchOne);
  signal.throwIfAborted();
  // Without a root the first folder is the target itself, which may have partial downloads of other commands.
  const own = planned.flatMap(({ folders, root }) => (root === undefined ? folders.slice(1) : folders));
  if (failed.length === 0)
    for (const folder of own) await removePartialDownloads(folder, { before: new Date(startedAt) });
  return { failed, attempted, fetched, stoppedBy };
}

/** Whether an error affects all other files, too: no server, or a link that has ended. */
const isHopeless = (error: unknown): boolean =>
  exitCodeOf(error) === exitCode.temporary ||
  isDriveErrorOf(error, 'share_not_found', 'share_expired', 'share_limit_reached', 'share_locked');
