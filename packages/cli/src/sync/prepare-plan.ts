import type { Progress } from '../output/progress.ts';
import { CliError } from '../shell/cli-error.ts';
import { inParallel } from '../shell/parallel.ts';
import { planSync, type Comparison, type Copy, type SyncPlan } from './plan-sync.ts';
import type { SyncReport } from './sync-report.ts';
import type { FoundTree, SyncEntry } from './sync-tree.ts';

export interface PrepareOptions<Source extends SyncEntry, Target extends SyncEntry> {
  readonly deletes: boolean;
  readonly checksum: boolean;
  readonly progress: Progress;
  readonly report: SyncReport;
  readonly signal: AbortSignal;
  /** Compares two files by their content. */
  readonly isEqual: (comparison: Comparison<Source, Target>) => Promise<boolean>;
}

/** Number of files read concurrently. */
const AT_ONCE = 4;

/**
 * Plans, reports entries that cannot be synchronized, and compares checksums if size and time do not decide. The plan
 * has no comparisons left. Replaces and removes nothing if there are problems, and throws if an empty source would remove
 * everything.
 */
export async function preparePlan<Source extends SyncEntry, Target extends SyncEntry>(
  source: FoundTree<Source>,
  target: FoundTree<Target>,
  { deletes, checksum, progress, report, signal, isEqual }: PrepareOptions<Source, Target>,
): Promise<SyncPlan<Source, Target>> {
  const problems = [...source.problems, ...target.problems];
  const entries: SyncEntry[] = [...source.entries.values()];
  await report.skipped(entries.filter((entry) => entry.kind === 'opaque'));
  for (const { path, error } of problems) await report.failed(path, error);
  const plan = planSync(source.entries, target.entries, { deletes: deletes && problems.length === 0, checksum });
  for (const { path, reason } of plan.conflicts)
    await report.failed(path, new CliError('conflict', `${path} ${reason}`));
  if (plan.removals.length > 0 && !entries.some(({ kind }) => kind === 'file' || kind === 'folder')) {
    throw new CliError('failed', 'the source is empty, and --delete would remove everything from the target', {
      hint: 'check that the source is what you mean; remove the target itself otherwise',
    });
  }
  const copies: Copy<Source, Target>[] = [...plan.copies];
  let { unchanged } = plan;
  let compared = 0;
  await inParallel(plan.comparisons, AT_ONCE, signal, async (comparison) => {
    progress.prepare(`comparing ${++compared} of ${plan.comparisons.length} by checksum`);
    try {
      if (await isEqual(comparison)) unchanged++;
      else copies.push(comparison);
    } catch (error) {
      signal.throwIfAborted();
      const { path } = comparison;
      const message = `${path} can't be read: ${(error as Error).message}`;
      await report.failed(path, new CliError('failed', message, { cause: error }));
    }
  });
  signal.throwIfAborted();
  report.unchanged(unchanged);
  const { replacements, removals } = report.failures.length === 0 ? plan : { replacements: [], removals: [] };
  return { ...plan, replacements, removals, copies, comparisons: [], unchanged };
}
