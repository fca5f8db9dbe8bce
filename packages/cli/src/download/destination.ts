import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CliError } from '../shell/cli-error.ts';

/** Where downloads go: to one file, or into a folder under their own names. */
export interface Destination {
  pathFor(name: string): string;
}

/** `output` is what `-o` says. */
export async function findDestination(cwd: string, output: string | undefined, count: number): Promise<Destination> {
  const into = (folder: string): Destination => ({ pathFor: (name) => join(folder, name) });
  if (output === undefined) return into(cwd);
  const path = resolve(cwd, output);
  if (await isFolder(path)) return into(path);
  if (/[/\\]$/.test(output)) throw new CliError('not_found', `${output}: no such folder`);
  if (count > 1) throw new CliError('usage', `${output} is not a folder, but there are ${count} files to put there`);
  return { pathFor: () => path };
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
