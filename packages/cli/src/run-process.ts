import { createProcessWorld } from './process-world.ts';
import { run } from './run.ts';
import { exitCode } from './shell/exit-code.ts';

/** Runs the command line that this process was started with, and ends it. */
export async function runProcess(): Promise<never> {
  // Whoever reads our output may stop reading: `drive-cli ls | head`. That is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
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
  process.exit(code);
}
