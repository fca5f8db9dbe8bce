import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CliError } from '../shell/cli-error.ts';

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the parsed content, or undefined if the file does not exist. */
export async function readJsonFile(path: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    // Without a home directory there is no file to read.
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw new CliError('failed', `cannot read ${path}: ${(error as Error).message}`, { cause: error });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CliError('failed', `${path} is not valid JSON`, { hint: 'correct the file or delete it', cause: error });
  }
}

/** Replaces the file atomically. Readable by the owner only. */
export async function writeJsonFile(path: string, content: unknown): Promise<void> {
  const directory = dirname(path);
  try {
    await makePrivateDirectory(directory);
    const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
    try {
      const file = await open(temporary, 'wx', 0o600);
      try {
        await file.writeFile(`${JSON.stringify(content, null, 2)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  } catch (error) {
    throw new CliError('failed', `cannot write ${path}: ${(error as Error).message}`, { cause: error });
  }
}

/** Creates the directory and its missing parents, readable by the owner only. */
export async function makePrivateDirectory(directory: string): Promise<void> {
  const made = await mkdir(directory, { recursive: true, mode: 0o700 });
  // mkdir applies the mode to new directories only.
  if (made === undefined) await chmod(directory, 0o700).catch(() => {});
}
