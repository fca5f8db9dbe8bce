import type { Command } from 'commander';
import { createProgram } from '../src/program.ts';

/** The program with all commands. None of them can be run. */
export function createDocumentedProgram(): Promise<Command> {
  return createProgram({
    version: '0.0.0',
    prepare() {
      throw new Error('this program only documents commands');
    },
    finished() {},
  });
}
