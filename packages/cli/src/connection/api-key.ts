import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { CliError } from '../shell/cli-error.ts';
import type { World } from '../shell/world.ts';

/** The key in a text that was read somewhere. The text itself is never shown: it may be another secret. */
export function parseApiKey(raw: string, origin: string): string {
  const key = raw.trim();
  if (!/^svc_[A-Za-z0-9_-]{40}$/.test(key)) {
    throw new CliError('not_signed_in', `${origin} ${key === '' ? 'is empty' : 'does not contain an API key'}`, {
      hint: 'a key consists of svc_ and 40 characters; create one with: drive-cli keys create',
    });
  }
  return key;
}

/** `-` is standard input. */
export async function readApiKeyFile(world: Pick<World, 'stdin' | 'cwd'>, path: string): Promise<string> {
  if (path === '-') return readApiKeyFromStdin(world);
  let content: string;
  try {
    content = await readFile(resolve(world.cwd, path), 'utf8');
  } catch (error) {
    throw new CliError('usage', `cannot read the API key from ${path}: ${(error as Error).message}`, { cause: error });
  }
  return parseApiKey(content, path);
}

export const readApiKeyFromStdin = async (world: Pick<World, 'stdin'>): Promise<string> =>
  parseApiKey(await text(world.stdin), 'standard input');
