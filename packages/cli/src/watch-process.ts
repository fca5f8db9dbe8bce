import { useProxies } from './proxies.ts';
import { waitBetweenRuns } from './two-way/watch/wait-between-runs.ts';

/** Watches by processes of the program, which `command` starts, and ends this one. */
export async function watchByProcesses(command: readonly [file: string, ...args: string[]]): Promise<never> {
  try {
    useProxies();
  } catch {
    // The process that does runs says so, and ends.
  }
  const stop = new AbortController();
  let running: { kill(signal: 'SIGTERM'): unknown } | undefined;
  const interrupt = (): void => {
    if (stop.signal.aborted) running?.kill('SIGTERM');
    else stop.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
  const code = await waitBetweenRuns({
    command,
    env: process.env,
    signal: stop.signal,
    onStart: (child) => (running = child),
  });
  process.exit(code);
}
