import { exitCodeOf, isDriveErrorOf } from '../connection/describe-failure.ts';
import type { Output } from '../output/output.ts';
import type { Progress } from '../output/progress.ts';
import { exitCode, type ExitCode } from '../shell/exit-code.ts';
import { inParallel } from '../shell/parallel.ts';
import { createFolder } from './download-destination.ts';
import { fetchToFile } from './fetch-to-file.ts';
import { removeLeftovers } from './leftovers.ts';
import { arrange, type Planned, type PlannedFile } from './download-plan.ts';

const AT_ONCE = 4;

export interface FetchOptions {
  readonly force: boolean;
  readonly progress: Progress;
  readonly output: Output;
  readonly platform: NodeJS.Platform;
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** A single file that fails is thrown instead of told. */
  readonly throwsSingle: boolean;
  /** Tells what failed, and which exit code it has. */
  readonly tell: (named: { readonly path: string; readonly source: string }, error: unknown) => Promise<ExitCode>;
}

export interface FetchReport {
  readonly failed: ExitCode[];
  readonly attempted: number;
  /** Paths of what is there now. */
  readonly fetched: ReadonlySet<string>;
  /** What no other file could have fared better with. */
  readonly stoppedBy: unknown;
}

/** Fetches all that is planned, several files at once, past those that fail. */
export async function fetchPlanned(
  planned: readonly Planned[],
  { force, progress, output, platform, signal, now, throwsSingle, tell: reportFailure }: FetchOptions,
): Promise<FetchReport> {
  const { first, afterwards, refused } = arrange(planned, platform);
  const problems = planned.flatMap((one) => one.problems.map((problem) => ({ ...problem, source: one.argument })));
  const attempted = first.length + afterwards.length + refused.length + problems.length;
  const startedAt = now();
  const failed: ExitCode[] = [];
  const fetched = new Set<string>();
  const stop = new AbortController();
  const going = AbortSignal.any([signal, stop.signal]);
  let stoppedBy: unknown;

  const tell = async (path: string, source: string, error: unknown): Promise<void> => {
    if (throwsSingle && attempted === 1) throw error;
    failed.push(await reportFailure({ path, source }, error));
  };
  for (const { path, source, error } of problems) await tell(path, source, error);
  for (const { file, error } of refused) await tell(file.path, file.source.argument, error);

  async function fetchOne({ source, path }: PlannedFile): Promise<void> {
    try {
      const { kind: status, ...rest } = await fetchToFile(source, path, { force, progress, signal });
      fetched.add(path);
      if (status === 'present' && attempted === 1) {
        output.note(`nothing to do: ${path} already exists, with the same content`);
      }
      await output.record({ source: source.argument, status, ...rest }, undefined);
    } catch (error) {
      signal.throwIfAborted();
      if (attempted > 1 && isHopeless(error)) {
        // The same for each of those that are under way: told once.
        if (stoppedBy !== undefined) return;
        stoppedBy = error;
        stop.abort();
      }
      await tell(path, source.argument, error);
    }
  }

  for (const folder of planned.flatMap((one) => one.folders)) {
    // Where one can't be made each file in it says so.
    await createFolder(folder).catch(() => {});
  }
  progress.expect(
    first.length + afterwards.length,
    [...first, ...afterwards].reduce((sum, { source }) => sum + source.size, 0),
  );
  await inParallel(first, AT_ONCE, going, fetchOne);
  const oneByOne = afterwards.toSorted((a, b) => a.path.length - b.path.length);
  await inParallel(oneByOne, 1, going, fetchOne);
  signal.throwIfAborted();
  if (failed.length === 0)
    for (const folder of planned.flatMap((one) => one.folders)) await removeLeftovers(folder, startedAt);
  return { failed, attempted, fetched, stoppedBy };
}

/** What would meet every other file as well: no server, or a link that has come to its end on the way. */
const isHopeless = (error: unknown): boolean =>
  exitCodeOf(error) === exitCode.temporary ||
  isDriveErrorOf(error, 'share_not_found', 'share_expired', 'share_limit_reached', 'share_locked');
