import { homedir, hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadSystemKeyring } from './config/system-keyring.ts';
import type { World } from './shell/world.ts';

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
    onInterrupt(listener) {
      const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
      for (const signal of signals) process.on(signal, listener);
      return () => {
        for (const signal of signals) process.off(signal, listener);
      };
    },
    loadKeychain: loadSystemKeyring,
    openBrowser: async (url) => {
      const { openBrowser } = await import('./shell/open-browser.ts');
      return openBrowser({ env: process.env, platform: process.platform }, url);
    },
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
