import { type FSWatcher, watch } from 'node:fs';
import type { DriveClient } from '@drive/sdk';
import { describeFailure, exitCodeOf } from '../../connection/describe-failure.ts';
import { exitCode } from '../../shell/exit-code.ts';
import type { PairState, PairStatus } from '../pairs/pair-state.ts';
import type { PairRunResult } from '../pairs/run-pair.ts';
import { LocalWatch } from './local-watch.ts';
import { waitForServer } from './remote-watch.ts';
import { Wake } from './wake.ts';

export interface WatchOptions {
  readonly client: Pick<DriveClient, 'changes'>;
  readonly state: PairState;
  readonly platform: NodeJS.Platform;
  readonly run: () => Promise<PairRunResult>;
  readonly now: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Shows what the pair is doing. */
  readonly onStatus: (state: PairStatus['state'] | 'paused', message: string | null) => void;
  readonly signal: AbortSignal;
}

/** A change is followed by others: the next run waits until there is none for this long, but not longer than `MOST_QUIET_MS`. */
const QUIET_MS = 500;
const MOST_QUIET_MS = 5000;
/** Also without any sign of a change, so that one that went unnoticed costs only time. */
const LOOK_MS = 15 * 60_000;
const FIRST_RETRY_MS = 5000;
const LONGEST_RETRY_MS = 5 * 60_000;

/** Keeps a pair equal until the signal is aborted. Throws what a later run can't mend. */
export async function watchPair(options: WatchOptions): Promise<void> {
  const { state, platform, run, now, sleep, onStatus, signal } = options;
  const wake = new Wake();
  const local = new LocalWatch(state.pair.local, platform, () => wake.now());
  const control = watchControl(state, () => wake.now());
  let retry = FIRST_RETRY_MS;
  try {
    while (!signal.aborted) {
      if (await state.isPaused()) {
        onStatus('paused', null);
        await wake.wait(LOOK_MS, signal);
        continue;
      }
      let waitMs = LOOK_MS;
      let cursor: string | undefined;
      try {
        onStatus('running', null);
        const result = await run();
        local.set(result.folders);
        ({ cursor } = result);
        onStatus(result.isComplete ? 'equal' : 'incomplete', null);
        retry = result.isComplete ? FIRST_RETRY_MS : retry * 2;
        if (!result.isComplete) waitMs = Math.min(retry, LONGEST_RETRY_MS);
      } catch (error) {
        if (signal.aborted) return;
        if (exitCodeOf(error) !== exitCode.temporary) throw error;
        onStatus('offline', describeFailure(error).message);
        waitMs = retry;
        retry = Math.min(retry * 2, LONGEST_RETRY_MS);
      }
      await waitForChange(wake, cursor, waitMs, options);
      await settle(wake, { now, sleep, signal });
    }
  } finally {
    control?.close();
    local.close();
  }
}

async function waitForChange(wake: Wake, cursor: string | undefined, ms: number, options: WatchOptions): Promise<void> {
  const { client, sleep, signal } = options;
  const stop = new AbortController();
  const waiting =
    cursor === undefined
      ? Promise.resolve()
      : waitForServer(client, cursor, sleep, AbortSignal.any([signal, stop.signal])).then((hasChanged) => {
          if (hasChanged) wake.now();
        });
  await wake.wait(ms, signal);
  stop.abort();
  await waiting;
}

/** Waits until nothing more happens for a moment. */
async function settle(
  wake: Wake,
  { now, sleep, signal }: Pick<WatchOptions, 'now' | 'sleep' | 'signal'>,
): Promise<void> {
  const began = now();
  do {
    await wake.wait(0, signal);
    await sleep(QUIET_MS, signal);
  } while (wake.isDue && !signal.aborted && now() - began < MOST_QUIET_MS && now() >= began);
}

/** `sync pause` and `sync resume` are files. */
function watchControl(state: PairState, onChange: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(state.directory, (_event, name) => {
      if (name === 'paused') onChange();
    });
    watcher.on('error', () => {});
    return watcher;
  } catch {
    return undefined;
  }
}
