import type { Command } from 'commander';
import { createProgram } from '../src/program.ts';

/** All commands, to be looked at. None of them can be run. */
export function createDocumentedProgram(): Command {
  return createProgram({
    version: '0.0.0',
    prepare() {
      throw new Error('this program is to be looked at');
    },
    finished() {},
  });
}
