import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord, readJsonFile, writeJsonFile } from '../config/json-file.ts';

/** The ticket of a link's download into a folder, so that the same command resumes within the same download of the link. */
export interface KeptTicket {
  /** The ticket of an earlier run. */
  readonly ticket: string | undefined;
  keep(ticket: string): Promise<void>;
  forget(): Promise<void>;
}

/** Servers forget tickets after a day. */
const FORGOTTEN_AFTER_MS = 24 * 3600 * 1000;

/**
 * Finds the ticket of a command. `identity` distinguishes commands: link and target. `onForgetful` gets the reason if it
 * cannot be stored, as in a container without a home.
 */
export async function findTicket(
  stateDirectory: string,
  identity: readonly string[],
  { now, onForgetful }: { readonly now: () => number; readonly onForgetful: (reason: string) => void },
): Promise<KeptTicket> {
  const directory = join(stateDirectory, 'downloads');
  const path = join(
    directory,
    `${createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 32)}.json`,
  );
  await forgetOld(directory, now());
  const kept = await readJsonFile(path).catch(() => undefined);
  const forget = (): Promise<void> => rm(path, { force: true });
  return {
    ticket: isRecord(kept) && typeof kept['ticket'] === 'string' ? kept['ticket'] : undefined,
    async keep(ticket) {
      try {
        await writeJsonFile(path, { ticket });
      } catch {
        onForgetful(`${directory} cannot be written`);
      }
    },
    forget: () => forget().catch(() => {}),
  };
}

async function forgetOld(directory: string, now: number): Promise<void> {
  for (const name of await readdir(directory).catch(() => [])) {
    const path = join(directory, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }));
    if (now - mtimeMs > FORGOTTEN_AFTER_MS) await rm(path, { force: true }).catch(() => {});
  }
}
