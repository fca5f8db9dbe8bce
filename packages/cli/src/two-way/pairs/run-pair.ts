import { realpath } from 'node:fs/promises';
import type { DriveClient } from '@drive/sdk';
import { fileResumeStore, findFold } from '@drive/sdk/node';
import { type FilterPatterns, loadPathFilter } from '../../glob/path-filter.ts';
import { dayOf } from '../disk/private-folder.ts';
import { conflictName } from '../engine/conflict-name.ts';
import type { Plan } from '../engine/unit.ts';
import { JournalFile } from '../journal/journal-file.ts';
import { type JournalStore, PairJournal } from '../journal/pair-journal.ts';
import { RemoteMirror } from '../remote/remote-mirror.ts';
import { FileTransfers } from '../remote/transfers.ts';
import type { TwoWayReport } from '../run/report.ts';
import { type RunResult, TwoWayRun } from '../run/two-way-run.ts';
import { isOfOthers, type PairState } from './pair-state.ts';
import { pathsIn, preparePair } from './prepare-pair.ts';

export interface PairRunOptions {
  readonly client: DriveClient;
  readonly state: PairState;
  readonly report: TwoWayReport;
  readonly patterns: FilterPatterns;
  readonly platform: NodeJS.Platform;
  readonly host: string;
  readonly now: () => number;
  readonly parallel: number;
  readonly maxDelete: number | undefined;
  /** Asks whether to go on, with the reason. Throws if not. */
  readonly confirm: (reason: string) => Promise<void>;
  readonly onFound: (count: number) => void;
  readonly signal: AbortSignal;
}

export interface PairRunResult extends RunResult {
  /** Where the change feed goes on. */
  readonly cursor: string;
  /** The folder whose feed that is; undefined: that of all of the user's own. */
  readonly feedFolderId: string | undefined;
}

/** One run of a pair: nothing of it stays in memory. The caller holds the lock. */
export async function runPair(options: PairRunOptions): Promise<PairRunResult> {
  return withRun(options, async (run, journal) => {
    const result = await run.run();
    const feedFolderId = isOfOthers(options.state.pair) ? (journal.header?.folderId ?? undefined) : undefined;
    return { ...result, cursor: journal.cursor, feedFolderId };
  });
}

/** Plans a run without carrying it out: neither a folder nor the journal changes. */
export const planPair = (options: PairRunOptions): Promise<Plan> =>
  withRun({ ...options, isDryRun: true }, (run) => run.plan());

async function withRun<T>(
  options: PairRunOptions & { readonly isDryRun?: boolean },
  work: (run: TwoWayRun, journal: PairJournal) => Promise<T>,
): Promise<T> {
  const { client, state, report, patterns, platform, host, now, signal, onFound, confirm, isDryRun = false } = options;
  const file = new JournalFile(state.journalPath);
  const journal = await PairJournal.open(isDryRun ? withoutWrites(file) : file);
  try {
    const { disk, folderId, isDoubtful } = await preparePair(state.pair, {
      client,
      journal,
      platform,
      isDryRun,
      confirm,
      signal,
    });
    const root = await realpath(state.pair.local);
    const onRescued = (id: string): void =>
      report.note(
        `${journal.remote.get(id)?.name ?? id} came back from the trash: something in it was changed meanwhile`,
      );
    const isMissing = folderId === undefined;
    const mirror = new RemoteMirror({
      client,
      journal,
      folderId: folderId ?? null,
      isOfOthers: isOfOthers(state.pair),
      signal,
      onFound,
      onRescued,
    });
    const resumeStore = fileResumeStore(state.uploadsPath);
    const run = new TwoWayRun({
      client,
      disk,
      transfers: new FileTransfers({ client, at: pathsIn(root), resumeStore, now, signal }),
      journal,
      mirror,
      report,
      fold: await findFold(root, { platform, readOnly: isDryRun }),
      conflictName: (name, isTaken) => conflictName(name, { host, now: now() }, isTaken),
      parallel: options.parallel,
      day: dayOf(now()),
      signal,
      filter: await loadPathFilter(root, patterns),
      now,
      maxDelete: options.maxDelete,
      isDoubtful,
      isMissing,
      confirm,
      onScanned: onFound,
    });
    return await work(run, journal);
  } finally {
    await journal.close();
    file.close();
  }
}

const withoutWrites = (store: JournalStore): JournalStore => ({
  read: () => store.read(),
  append: () => {},
  replace: async () => {},
});
