import type { Item } from '@drive/sdk';
import { exitCodeOf, isDriveErrorOf } from '../connection/describe-failure.ts';
import type { Progress } from '../output/progress.ts';
import { findByPath } from '../remote/by-path.ts';
import { joinRemote } from '../remote/remote-target.ts';
import { CliError } from '../shell/cli-error.ts';
import { exitCode } from '../shell/exit-code.ts';
import { hashFile } from '../shell/file-hash.ts';
import { inParallel } from '../shell/parallel.ts';
import { createReservations } from './reservations.ts';
import type { LocalFile } from './scan-upload.ts';
import {
  isSentByPath,
  sendByPath,
  sendEmpty,
  sendResumably,
  sendWhole,
  type SendOptions,
  type SentFile,
} from './send-file.ts';
import type { PlannedFile } from './upload-plan.ts';

/** Larger files are sent in chunks, because repeating them after a broken connection is expensive. */
const RESUMABLE_FROM_BYTES = 100 * 1024 * 1024;

export type FileOutcome =
  /**
   * `present`: sent by an earlier run or stored with the same bytes. `skipped`: an item with other bytes has its name
   * and stays unchanged.
   */
  | ({ readonly kind: 'uploaded' | 'present' | 'skipped' } & SentFile)
  | { readonly kind: 'failed'; readonly error: unknown };

export interface SendAllOptions extends SendOptions {
  readonly progress: Progress;
  readonly parallel: number;
  readonly resumable: boolean;
  /** Shares a file and returns its link; `shortUrl` is its existing one. null: files are not shared. */
  readonly link: ((file: SentFile, planned: PlannedFile) => Promise<string | null>) | undefined;
  /** Called for a file that the server had already. */
  readonly onPresent?: (file: SentFile, planned: PlannedFile) => Promise<void>;
  readonly onOutcome: (planned: PlannedFile, outcome: FileOutcome) => Promise<void>;
}

/**
 * Uploads all files, several at once. Continues after failed ones, unless the error affects all others; then it returns
 * that error.
 */
export async function sendFiles(plan: readonly PlannedFile[], options: SendAllOptions): Promise<unknown> {
  const { client, journal, progress, parallel, onOutcome } = options;
  const { signal } = options;
  // Starts no more files; current transfers may complete.
  const stop = new AbortController();
  const going = AbortSignal.any([signal, stop.signal]);
  let stoppedBy: unknown;

  const withLink = async (planned: PlannedFile, outcome: FileOutcome | undefined): Promise<FileOutcome | undefined> => {
    if (options.link === undefined || outcome === undefined || outcome.kind === 'failed' || outcome.kind === 'skipped')
      return outcome;
    return { ...outcome, shortUrl: await options.link(outcome, planned) };
  };
  const attempt = async (planned: PlannedFile, work: () => Promise<FileOutcome | undefined>): Promise<void> => {
    let outcome: FileOutcome | undefined;
    try {
      const done = await work();
      if (done?.kind === 'present') await options.onPresent?.(done, planned);
      outcome = await withLink(planned, done);
      // A skipped file is not the one on the server.
      if (outcome?.kind === 'uploaded' || outcome?.kind === 'present') journal.done(planned.file, outcome.fileId);
    } catch (error) {
      if (signal.aborted) return;
      if (isHopeless(error)) {
        // Other transfers fail with the same error, which is reported once.
        if (stoppedBy !== undefined) return;
        stoppedBy = error;
        stop.abort();
      }
      outcome = { kind: 'failed', error };
    }
    if (outcome !== undefined) await onOutcome(planned, outcome);
  };

  const missing: PlannedFile[] = [];
  await inParallel(plan, Math.min(parallel, 4), going, (planned) =>
    attempt(planned, async () => {
      const present = await findPresent(planned, options);
      if (present === undefined) missing.push(planned);
      return present;
    }),
  );

  const isLarge = ({ file }: PlannedFile): boolean =>
    file.size > 0 && (options.resumable || file.size >= RESUMABLE_FROM_BYTES);
  // Nothing is reserved for them.
  const isEmpty = ({ file }: PlannedFile): boolean => file.size === 0;
  const isByPath = (planned: PlannedFile): boolean => !isLarge(planned) && isSentByPath(planned, options);
  const isReserved = (planned: PlannedFile): boolean =>
    !isEmpty(planned) && !isLarge(planned) && !isByPath(planned) && !planned.earlier?.uploadUrl;
  const reserved = missing.filter(isReserved);
  const indexes = new Map(reserved.map((planned, index) => [planned, index]));
  const reservations = createReservations(client, reserved, journal, options);
  await inParallel(missing, parallel, going, (planned) =>
    attempt(planned, async () => {
      const transfer = progress.start(planned.file.shownAs, planned.file.size);
      try {
        const sent = isEmpty(planned)
          ? await sendEmpty(planned, options)
          : isLarge(planned)
            ? await sendResumably(planned, transfer, options)
            : isByPath(planned)
              ? await sendByPath(planned, transfer, options)
              : await sendWhole(planned, () => reservations.take(indexes.get(planned) ?? 0), transfer, options);
        transfer.done();
        return { kind: 'uploaded', ...sent };
      } catch (error) {
        // After Ctrl-C the counts are reported.
        if (!signal.aborted) transfer.dropped();
        const taken = isDriveErrorOf(error, 'name_conflict') && options.onConflict === 'skip';
        const twin = taken
          ? await findByPath(client, joinRemote(planned.file.folder, planned.file.name), signal)
          : undefined;
        if (twin === undefined) throw error;
        return { kind: 'skipped', fileId: twin.id, name: twin.name, shortUrl: null };
      }
    }),
  );
  return stoppedBy;
}

/**
 * Finds the file on the server: as an earlier run stored it, or with the same bytes under its name or under one with a
 * number, which an earlier run got. With the policy `skip`, any item with its name suffices; with `fail`, another item with its
 * name is an error.
 */
export async function findPresent(
  { file, made, twin, listNumbered }: PlannedFile,
  { progress, signal, onConflict }: Pick<SendAllOptions, 'progress' | 'signal' | 'onConflict'>,
): Promise<FileOutcome | undefined> {
  const done = (kind: 'present' | 'skipped', item: Item): FileOutcome => {
    progress.skip(1, file.size);
    return { kind, fileId: item.id, name: item.name, shortUrl: null };
  };
  let sha256: string | undefined;
  const findEqual = async (candidates: readonly Item[]): Promise<Item | undefined> => {
    const possible = candidates.filter((item) => item.size === file.size && item.sha256 !== null);
    if (possible.length === 0) return undefined;
    sha256 ??= await hashWithProgress(file, progress, signal);
    return possible.find((item) => item.sha256 === sha256);
  };
  // The content of a file that an earlier run stored may have been replaced since.
  const same = made === undefined ? undefined : await findEqual([made]);
  if (same !== undefined) return done('present', same);
  if (twin === undefined) return undefined;
  const equal =
    (await findEqual([twin])) ?? (onConflict === 'rename' ? await findEqual(await listNumbered()) : undefined);
  if (equal !== undefined) return done('present', equal);
  if (onConflict === 'skip') return done('skipped', twin);
  if (onConflict !== 'fail') return undefined;
  const what = twin.type === 'folder' ? 'is a folder on the server' : 'already exists on the server with other content';
  return { kind: 'failed', error: new CliError('conflict', `${joinRemote(file.folder, file.name)} ${what}`) };
}

async function hashWithProgress(file: LocalFile, progress: Progress, signal: AbortSignal): Promise<string> {
  const transfer = progress.start(file.shownAs, file.size);
  const sha256 = await hashFile(file.path, signal, (bytes) => transfer.moved(bytes, { resumed: true }));
  transfer.dropped();
  progress.expect(1, file.size);
  return sha256;
}

/** Whether an error affects all other files, too: no server, no permission, no room. */
function isHopeless(error: unknown): boolean {
  const code = exitCodeOf(error);
  return (
    code === exitCode.temporary ||
    code === exitCode.notAllowed ||
    isDriveErrorOf(error, 'storage_quota_exceeded', 'item_quota_exceeded')
  );
}
