import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { keepRenewing } from '../../../../sdk/src/node/running-process.ts';
import { exitCode } from '../../shell/exit-code.ts';
import {
  type Beginning,
  type FromRuns,
  type HandOver,
  type Taken,
  WAITING_PROCESS,
  type WatchMemory,
} from '../../shell/hand-over.ts';
import { ownMark } from '../../shell/process-mark.ts';
import { awaitChange, type Clock, PairWatch, settle } from './await-change.ts';
import { createPlainFeed } from './plain-feed.ts';
import { Wake } from './wake.ts';

export interface WaitOptions {
  /** Starts the program with the arguments of this one. */
  readonly command: readonly [file: string, ...args: string[]];
  readonly env: NodeJS.ProcessEnv;
  readonly lingerMs?: number;
  /** Stops the watch. */
  readonly signal: AbortSignal;
  /** Called with each process that does runs. */
  readonly onStart?: (child: ChildProcess) => void;
}

const LINGER_MS = 60_000;
const clock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {}),
};

/** What a process left that did runs, and the watch that has been waiting since then. */
interface Left {
  readonly handOver: HandOver;
  readonly wake: Wake;
  readonly watch: PairWatch;
  readonly stopRenewing: () => void;
}

/**
 * Keeps a pair equal by one process after the other, each of which does runs as long as there are changes. In between, this one waits
 * for the next change. Returns the exit code. It loads nothing that waiting does not need.
 */
export async function waitBetweenRuns(options: WaitOptions): Promise<number> {
  const { signal } = options;
  let memory: WatchMemory | undefined;
  let lockPath: string | undefined;
  for (;;) {
    const { code, left } = await startRuns(options, memory);
    if (left === undefined) {
      if (lockPath !== undefined) dropLock(lockPath);
      return signal.aborted ? exitCode.interrupted : code;
    }
    const { handOver, wake, watch, stopRenewing } = left;
    try {
      if (code !== exitCode.done) return code;
      const signs = { cursor: handOver.cursor, ask: createPlainFeed(handOver.feed), ms: handOver.ms };
      if (await awaitChange(wake, signs, clock, signal)) await settle(wake, clock, signal);
      ({ memory, lockPath } = handOver);
    } finally {
      watch.close();
      stopRenewing();
      if (code !== exitCode.done || signal.aborted) rmSync(handOver.lockPath, { force: true });
    }
    if (signal.aborted) return exitCode.interrupted;
  }
}

async function startRuns(
  { command: [file, ...args], env, lingerMs = LINGER_MS, signal, onStart }: WaitOptions,
  memory: WatchMemory | undefined,
): Promise<{ readonly code: number; readonly left: Left | undefined }> {
  const child = spawn(file, args, {
    env: { ...env, [WAITING_PROCESS]: String(process.pid) },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  let left: Left | undefined;
  child.on('message', (message: FromRuns) => {
    if ('handOver' in message) {
      left = takeOver(message.handOver);
      child.send({ isTaken: true } satisfies Taken);
    } else if (message.isDue) left?.wake.now();
  });
  const stop = (): void => {
    if (child.connected) child.disconnect();
  };
  signal.addEventListener('abort', stop, { once: true });
  onStart?.(child);
  // All messages have come before it is disconnected.
  const ended = Promise.all([once(child, 'exit') as Promise<[number | null]>, once(child, 'disconnect')]);
  child.send({ lingerMs, memory } satisfies Beginning);
  if (signal.aborted) stop();
  const [[code]] = await ended;
  signal.removeEventListener('abort', stop);
  return { code: code ?? exitCode.failed, left };
}

/** Watches before the other process stops to. */
function takeOver(handOver: HandOver): Left {
  const { lockPath, local, stateDirectory, folders } = handOver;
  const wake = new Wake();
  const watch = new PairWatch(local, stateDirectory, process.platform, wake);
  watch.set(folders);
  writeFileSync(`${lockPath}.${process.pid}`, ownMark(), { mode: 0o600 });
  renameSync(`${lockPath}.${process.pid}`, lockPath);
  return { handOver, wake, watch, stopRenewing: keepRenewing(lockPath) };
}

/** Removes the lock if it is still that of this process: the last one that was started did not take it. */
function dropLock(lockPath: string): void {
  try {
    if (readFileSync(lockPath, 'utf8') === ownMark()) rmSync(lockPath, { force: true });
  } catch {
    // Without the file, nothing is locked.
  }
}
