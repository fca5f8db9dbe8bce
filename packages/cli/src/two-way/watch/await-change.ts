import { type FSWatcher, watch } from 'node:fs';
import { LocalWatch } from './local-watch.ts';
import { type AskForChanges, waitForServer } from './remote-watch.ts';
import type { Wake } from './wake.ts';

export interface Clock {
  readonly now: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** A change is followed by others: the next run waits until there is none for this long, but not longer than `MOST_QUIET_MS`. */
const QUIET_MS = 500;
const MOST_QUIET_MS = 5000;

/** What shows that a pair may have changed. */
export interface Signs {
  /** Where the change feed goes on; undefined: the server is not asked. */
  readonly cursor: string | undefined;
  readonly ask: AskForChanges;
  /** The longest wait. */
  readonly ms: number;
}

/** Resolves when there is a sign of a change, when the time is over, or when the signal is aborted. Returns whether there was one. */
export async function awaitChange(
  wake: Wake,
  { cursor, ask, ms }: Signs,
  { sleep }: Clock,
  signal: AbortSignal,
): Promise<boolean> {
  const stop = new AbortController();
  const waiting =
    cursor === undefined
      ? Promise.resolve()
      : waitForServer(ask, cursor, sleep, AbortSignal.any([signal, stop.signal])).then((hasChanged) => {
          if (hasChanged) wake.now();
        });
  const isWoken = await wake.wait(ms, signal);
  stop.abort();
  await waiting;
  return isWoken;
}

/** Waits until nothing more happens for a moment. */
export async function settle(wake: Wake, { now, sleep }: Clock, signal: AbortSignal): Promise<void> {
  const began = now();
  do {
    await wake.wait(0, signal);
    await sleep(QUIET_MS, signal);
  } while (wake.isDue && !signal.aborted && now() - began < MOST_QUIET_MS && now() >= began);
}

/** Watches the folders of a tree, and the directory in which `sync pause` and `sync resume` leave a file. */
export class PairWatch {
  readonly #local: LocalWatch;
  readonly #control: FSWatcher | undefined;

  constructor(local: string, stateDirectory: string, platform: NodeJS.Platform, wake: Wake) {
    this.#local = new LocalWatch(local, platform, () => wake.now());
    this.#control = watchControl(stateDirectory, () => wake.now());
  }

  set(folders: readonly string[]): void {
    this.#local.set(folders);
  }

  close(): void {
    this.#control?.close();
    this.#local.close();
  }
}

function watchControl(directory: string, onChange: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(directory, (_event, name) => {
      if (name === 'paused') onChange();
    });
    watcher.on('error', () => {});
    return watcher;
  } catch {
    return undefined;
  }
}
