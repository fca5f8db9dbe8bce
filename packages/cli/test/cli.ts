import { run } from '../src/run.ts';
import type { ExitCode } from '../src/shell/exit-code.ts';
import { createFakeWorld, type FakeWorldOptions } from './fake-world.ts';

export interface Finished {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line in this process. */
export async function cli(argv: readonly string[], options: Omit<FakeWorldOptions, 'argv'> = {}): Promise<Finished> {
  const world = createFakeWorld({ ...options, argv });
  const code = await run(world);
  return { code, out: world.out(), err: world.err() };
}
