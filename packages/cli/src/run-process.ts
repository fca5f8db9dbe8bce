import { createProcessWorld } from './process-world.ts';
import { run } from './run.ts';
import { isKeyringWaitedFor } from './config/system-keyring.ts';
import { exitCode, type ExitCode } from './shell/exit-code.ts';

/** Runs the command line that this process was started with, and ends it. */
export async function runProcess(): Promise<never> {
  // Whoever reads our output may stop reading: `drive-cli ls | head`. That is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.stderr.write(`error: standard output cannot be written: ${error.message}\n`);
    process.exit(error.code === 'EPIPE' ? exitCode.done : exitCode.failed);
  });
  process.stderr.on('error', () => {});

  const world = createProcessWorld();
  let interrupts = 0;
  // The first one is the command's to answer; who presses again wants out at once.
  world.onInterrupt(() => {
    if (++interrupts > 1) process.exit(exitCode.interrupted);
  });

  const code = await run(world);
  // A keyring that never answers and connections kept open must not hold the process, unwritten output must.
  for (const stream of [process.stdout, process.stderr]) {
    await new Promise((resolve) => stream.write('', resolve));
  }
  if (isKeyringWaitedFor()) leaveThreadsBehind(code);
  process.exit(code);
}

/**
 * An exit joins the threads of the process, and one that asks a keyring which does not answer sits there for half a minute.
 * To become another program, which ends at once, waits for none.
 */
function leaveThreadsBehind(code: ExitCode): void {
  try {
    process.execve?.('/bin/sh', ['sh', '-c', `exit ${code}`], {});
  } catch {
    // Not on this system, or not with this Node: it ends a little later.
  }
}
