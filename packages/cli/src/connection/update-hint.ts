import { join } from 'node:path';
import type { DriveClient } from '@drive/sdk';
import manifest from '../../package.json' with { type: 'json' };
import { cacheDirectory } from '../config/directories.ts';
import { isRecord, readJsonFile, writeJsonFile } from '../config/json-file.ts';
import type { Output } from '../output/output.ts';
import type { World } from '../shell/world.ts';

const weekMs = 7 * 86_400_000;
/** The command is done: nobody waits longer for a hint. */
const timeoutMs = 1500;

/**
 * Says, at most once a week and server, that the server hands out a newer version of this program. For people only: not with
 * `--json` or `--quiet`, in pipes, or in CI. Never fails.
 */
export async function hintAtUpdate(
  { world, output }: { readonly world: World; readonly output: Output },
  { client, url }: { readonly client: Pick<DriveClient, 'public'>; readonly url: string },
): Promise<void> {
  const { env } = world;
  if (!output.animated || output.json || env['CI'] || env['DRIVE_UPDATE_HINT'] === 'off') return;
  const path = join(cacheDirectory(world), 'update-hints.json');
  try {
    const known = await readJsonFile(path);
    const checkedAt = isRecord(known) ? known : {};
    const last = checkedAt[url];
    if (typeof last === 'number' && world.now() - last < weekMs && last <= world.now()) return;
    // Before the question, so that a server that does not answer is asked once a week, too.
    await writeJsonFile(path, { ...checkedAt, [url]: world.now() });
    const { version } = await client.public.config({ timeout: timeoutMs, maxRetries: 0 });
    if (isNewer(version, manifest.version))
      output.note(`drive-cli ${version} is there, this is ${manifest.version}: see ${url}/install`);
  } catch {
    // The command has done its work.
  }
}

/** Whether a released version is newer than this one. */
export function isNewer(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split('.', 3).map(Number));
  if (a === undefined || b === undefined || [...a, ...b].some((part) => !Number.isSafeInteger(part))) return false;
  const at = a.findIndex((part, index) => part !== b[index]);
  return at !== -1 && (a[at] ?? 0) > (b[at] ?? 0);
}
