import { isKeyringWaitedFor } from './config/system-keyring.ts';
import { createProcessWorld } from './process-world.ts';
import { useProxies } from './proxies.ts';
import { run } from './run.ts';
import { exitCode, type ExitCode } from './shell/exit-code.ts';

/** Runs the command line that this process was started with, and ends it. */
export async function runProcess(): Promise<never> {
  // The reader of the output may stop early: `drive-cli ls | head`. This is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.stderr.write(`error: standard output cannot be written: ${error.message}\n`);
    process.exit(error.code === 'EPIPE' ? exitCode.done : exitCode.failed);
  });
  process.stderr.on('error', () => {});

  const world = createProcessWorld();
  try {
    useProxies();
  } catch (error) {
    process.stderr.write(`error: the proxy cannot be used: ${(error as Error).message}\n`);
    process.exit(exitCode.wrongUsage);
  }
  let interrupts = 0;
  // The command handles the first signal; a second one ends the process at once.
  world.onInterrupt(() => {
    if (++interrupts > 1) process.exit(exitCode.interrupted);
  });

  const code = await run(world);
  // A keyring that never answers and open connections must not keep the process alive, unwritten output must.
  for (const stream of [process.stdout, process.stderr]) {
    await new Promise((resolve) => stream.write('', resolve));
  }
  if (isKeyringWaitedFor()) leaveThreadsBehind(code);
  process.exit(code);
}

/**
 * Exiting joins the threads of the process, and one that waits for an unresponsive keyring takes half a minute.
 * Executing another program, which ends immediately, waits for none.
 */
function leaveThreadsBehind(code: ExitCode): void {
  try {
    process.execve?.('/bin/sh', ['sh', '-c', `exit ${code}`], {});
  } catch {
    // Not supported on this system or by this Node: the process ends a little later.
  }
}
