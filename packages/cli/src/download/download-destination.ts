import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createDirectory, longestNameIn } from '@drive/sdk/node';
import type { Output } from '../output/output.ts';
import { CliError } from '../shell/cli-error.ts';
import type { World } from '../shell/world.ts';
import type { LocalDisk } from './local-name.ts';

/** The target of downloads: one path, or a folder for files under their own names. */
export interface Destination {
  pathFor(name: string): string;
  /** The folder for items without another folder. */
  readonly folder: string;
  /** Longest name in bytes that its disk allows; Infinity if names are not used. */
  readonly longestName: number;
}

/**
 * Reads `-o`. A folder is meant if it is one, ends with a slash, or `isFolder` says so; otherwise it is the path of the file.
 * Nothing is created.
 */
export async function findDestination(
  cwd: string,
  output: string | undefined,
  { isFolder = false }: { readonly isFolder?: boolean } = {},
): Promise<Destination> {
  const into = async (folder: string): Promise<Destination> => ({
    pathFor: (name) => join(folder, name),
    folder,
    longestName: await longestNameIn(folder),
  });
  if (output === undefined) return into(cwd);
  const path = resolve(cwd, output);
  const there = await kindOf(path);
  if (there === 'folder') return into(path);
  if (!isFolder && !/[/\\]$/.test(output)) return { pathFor: () => path, folder: path, longestName: Infinity };
  if (there !== undefined) throw new CliError('exists', `${output} already exists and is not a folder`);
  return into(path);
}

/** The disk of a destination; shortened names are reported. */
export const diskOf = (
  { world, output }: { readonly world: Pick<World, 'platform'>; readonly output: Output },
  { longestName }: Pick<Destination, 'longestName'>,
): LocalDisk => ({
  platform: world.platform,
  longestName,
  onShortened: (name, shortened) => output.note(`${name} is too long a name for this disk: stored as ${shortened}`),
});

async function kindOf(path: string): Promise<'folder' | 'other' | undefined> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'other';
  } catch {
    return undefined;
  }
}

/** Creates the folder and those above it. */
export async function createFolder(path: string): Promise<void> {
  try {
    await createDirectory(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || code === 'ENOTDIR') {
      throw new CliError('exists', `${path} is not a folder`, { cause: error });
    }
    if (code === 'ENOENT')
      throw new CliError('failed', `${path} cannot be created: no folders can be created there`, { cause: error });
    throw new CliError('failed', `${path} cannot be created: ${(error as Error).message}`, { cause: error });
  }
}
