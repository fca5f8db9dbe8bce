import { describeFailure, exitCodeOf } from '../../connection/describe-failure.ts';
import { exitCode } from '../../shell/exit-code.ts';
import type { HandOver } from '../../shell/hand-over.ts';
import type { PairState, PairStatus } from '../pairs/pair-state.ts';
import type { PairRunResult } from '../pairs/run-pair.ts';
import { awaitChange, PairWatch, settle } from './await-change.ts';
import type { AskForChanges } from './remote-watch.ts';
import { Wake } from './wake.ts';

export interface WatchOptions {
  readonly ask: AskForChanges;
  readonly state: PairState;
  readonly platform: NodeJS.Platform;
  readonly run: () => Promise<PairRunResult>;
  readonly now: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Shows what the pair is doing. */
  readonly onStatus: (state: PairStatus['state'] | 'paused', message: string | null) => void;
  /** How long to wait after the first run that fails. */
  readonly retryMs?: number | undefined;
  readonly successor?: Successor | undefined;
  readonly signal: AbortSignal;
}

/** Another process that goes on to wait if nothing happens for a while. */
export interface Successor {
  readonly lingerMs: number;
  take(waiting: Pick<HandOver, 'folders' | 'cursor' | 'ms'> & { retryMs: number }, isDue: () => boolean): Promise<void>;
}

/** Also without any sign of a change, so that one that went unnoticed costs only time. */
const LOOK_MS = 15 * 60_000;
const FIRST_RETRY_MS = 5000;
const LONGEST_RETRY_MS = 5 * 60_000;

/** Keeps a pair equal until the signal is aborted, or a successor has taken over. Throws what a later run can't mend. */
export async function watchPair(options: WatchOptions): Promise<void> {
  const { state, platform, run, ask, onStatus, successor, signal } = options;
  const wake = new Wake();
  const watch = new PairWatch(state.pair.local, state.directory, platform, wake);
  let retry = options.retryMs ?? FIRST_RETRY_MS;
  let folders: readonly string[] = [];
  try {
    while (!signal.aborted) {
      let waitMs = LOOK_MS;
      let cursor: string | undefined;
      try {
        if (await state.isPaused()) onStatus('paused', null);
        else {
          onStatus('running', null);
          const result = await run();
          ({ cursor, folders } = result);
          watch.set(folders);
          onStatus(result.isComplete ? 'equal' : 'incomplete', null);
          retry = result.isComplete ? FIRST_RETRY_MS : retry * 2;
          if (!result.isComplete) waitMs = Math.min(retry, LONGEST_RETRY_MS);
        }
      } catch (error) {
        if (signal.aborted) return;
        if (exitCodeOf(error) !== exitCode.temporary) throw error;
        onStatus('offline', describeFailure(error).message);
        waitMs = retry;
        retry = Math.min(retry * 2, LONGEST_RETRY_MS);
      }
      const lingerMs = Math.min(waitMs, successor?.lingerMs ?? waitMs);
      const isWoken = await awaitChange(wake, { cursor, ask, ms: lingerMs }, options, signal);
      if (successor !== undefined && lingerMs < waitMs && !isWoken && !signal.aborted) {
        const waiting = { folders, cursor, ms: waitMs - lingerMs, retryMs: retry };
        await successor.take(waiting, () => wake.isDue);
        return;
      }
      await settle(wake, options, signal);
    }
  } finally {
    watch.close();
  }
}
