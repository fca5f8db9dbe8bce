import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createDirectory } from '@drive/sdk/node';
import { CliError } from '../shell/cli-error.ts';

/** The target of downloads: one path, or a folder for files under their own names. */
export interface Destination {
  pathFor(name: string): string;
  /** The folder for items without another folder. */
  readonly folder: string;
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
  const into = (folder: string): Destination => ({ pathFor: (name) => join(folder, name), folder });
  if (output === undefined) return into(cwd);
  const path = resolve(cwd, output);
  const there = await kindOf(path);
  if (there === 'folder') return into(path);
  if (!isFolder && !/[/\\]$/.test(output)) return { pathFor: () => path, folder: path };
  if (there !== undefined) throw new CliError('exists', `${output} already exists and is not a folder`);
  return into(path);
}

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
