import { homedir, hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadSystemKeyring } from './config/system-keyring.ts';
import { WAITING_PROCESS } from './shell/hand-over.ts';
import type { World } from './shell/world.ts';
import { findWaitingProcess } from './two-way/watch/find-waiting-process.ts';

export function createProcessWorld(): World {
  return {
    argv: process.argv.slice(2),
    env: process.env,
    cwd: process.cwd(),
    homeDirectory: findHome(),
    host: hostname(),
    platform: process.platform,
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    now: () => Date.now(),
    sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {}),
    onInterrupt,
    loadKeychain: loadSystemKeyring,
    openBrowser: async (url) => {
      const { openBrowser } = await import('./shell/open-browser.ts');
      return openBrowser({ env: process.env, platform: process.platform }, url);
    },
    findWaitingProcess,
  };
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Ctrl-C reaches a process and the one that started it, which then ends the connection between them. */
const SAME_INTERRUPT_MS = 1000;

/** Other programs that started this one may end their connection to it, which then goes on alone. */
const isOfWatch = process.env[WAITING_PROCESS] === String(process.ppid);

function onInterrupt(listener: () => void): () => void {
  let last: { readonly kind: string; readonly at: number } | undefined;
  const interrupt = (kind: 'signal' | 'disconnect') => (): void => {
    const at = performance.now();
    if (last !== undefined && last.kind !== kind && at - last.at < SAME_INTERRUPT_MS) return;
    last = { kind, at };
    listener();
  };
  const [stop, disconnect] = [interrupt('signal'), interrupt('disconnect')];
  for (const signal of signals) process.on(signal, stop);
  if (isOfWatch) process.on('disconnect', disconnect);
  return () => {
    for (const signal of signals) process.off(signal, stop);
    process.off('disconnect', disconnect);
  };
}

/** homedir() throws for a user without a passwd entry and without HOME. */
function findHome(): string {
  try {
    return homedir();
  } catch {
    return process.cwd();
  }
}
