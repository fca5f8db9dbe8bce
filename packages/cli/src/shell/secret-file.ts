import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { CliError } from './cli-error.ts';
import type { World } from './world.ts';

export interface Secret {
  /** Name in messages. */
  readonly what: string;
  /** Whether standard input already provides the key. */
  readonly isTaken: boolean;
}

/** Reads a single line; `-` is standard input. Secrets are no flag values because other users could see them. */
export async function readSecretFile(
  world: Pick<World, 'stdin' | 'cwd'>,
  path: string,
  { what, isTaken }: Secret,
): Promise<string> {
  const origin = path === '-' ? 'standard input' : path;
  if (path === '-' && isTaken) throw new CliError('usage', `standard input cannot be both the key and the ${what}`);
  const content = path === '-' ? await text(world.stdin) : await readWhole(resolve(world.cwd, path), path, what);
  const secret = content.replace(/\r?\n$/, '');
  if (secret === '') throw new CliError('usage', `no ${what} in ${origin}`);
  if (/[\r\n]/.test(secret)) throw new CliError('usage', `${origin} has more than one line`);
  return secret;
}

async function readWhole(path: string, shownAs: string, what: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new CliError('usage', `cannot read the ${what} from ${shownAs}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
