import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CliError } from '../shell/cli-error.ts';

/** Where downloads go: to one place, or into a folder under their own names. */
export interface Destination {
  pathFor(name: string): string;
  /** The folder that takes what has no folder of its own. */
  readonly folder: string;
}

/** `output` is what `-o` says, `count` how many things are to be put there, and `isTree` whether one of them is a folder. */
export async function findDestination(
  cwd: string,
  output: string | undefined,
  { count, isTree }: { readonly count: number; readonly isTree: boolean },
): Promise<Destination> {
  const into = (folder: string): Destination => ({ pathFor: (name) => join(folder, name), folder });
  if (output === undefined) return into(cwd);
  const path = resolve(cwd, output);
  const there = await kindOf(path);
  if (there === 'folder') return into(path);
  if (isTree && count === 1) {
    if (there !== undefined) throw new CliError('exists', `${output} already exists and is not a folder`);
    return { pathFor: () => path, folder: path };
  }
  if (/[/\\]$/.test(output)) throw new CliError('not_found', `${output}: no such folder`);
  if (count > 1) throw new CliError('usage', `${output} is not a folder, but ${count} items are to be written to it`);
  return { pathFor: () => path, folder: path };
}

async function kindOf(path: string): Promise<'folder' | 'other' | undefined> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'other';
  } catch {
    return undefined;
  }
}
