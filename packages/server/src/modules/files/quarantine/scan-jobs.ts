import { minuteMs, secondMs } from '@drive/base';
import { damageFields, DamagedBlobError, openFileBlob, readBlob, RunningSums } from '@drive/blobs';
import type { ScanResult } from '@drive/contract';
import type { JobType } from '@drive/jobs';
import type { Metrics } from '@drive/metrics';
import type { Tx } from '../../../platform/db/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { ScanError, ScannerUnreachableError, type Scanner } from '../../../platform/scanner.ts';
import type { FileRow } from '../items/item-row.ts';
import { keepSums } from '../tree/item-store.ts';
import { lockTree } from '../tree/root-folder.ts';
import { changeQuarantine, type QuarantineOutcome } from './quarantine.ts';
import { findScanned, isReleased, listCurrent, listToScan, setScan, type ScannedContent } from './scan-store.ts';

export interface ScansDeps extends Pick<Ports, 'database' | 'blobs' | 'clock' | 'jobs' | 'log' | 'metrics'> {
  /** undefined: nothing is scanned. */
  readonly scanner: Scanner | undefined;
  /** Called in the transaction that quarantines an infected file. */
  readonly onVirus: (tx: Tx, found: VirusFound) => Promise<void>;
}

export interface VirusFound extends QuarantineOutcome {
  readonly virus: string;
}

type RestoredVersion = Pick<FileRow, 'sizeBytes' | 'sha256' | 'scan' | 'virus'> & { readonly blobKey: string };

interface ScanJob {
  readonly blobKey: string;
  /** Scans of this content that the scanner broke off. Default 0. */
  readonly failures?: number;
}

const storedScan = 'files.scans';
interface StoredScan {
  readonly afterRowId: number;
  readonly all: boolean;
}

type Outcome = { readonly scan: 'clean' | 'skipped' } | { readonly scan: 'infected'; readonly virus: string };

/** Scans at once in one process; clamd has ten threads for all its clients by default. */
const scansAtOnce = 2;
/** After so many scans that the scanner broke off, the content is skipped. */
const mostFailures = 5;
const longestPauseMs = 5 * minuteMs;
const contentsAtOnce = 100;

const pauseMs = (attempt: number): number => Math.min(5 * secondMs * 2 ** attempt, longestPauseMs);

/** Scans of contents for viruses. Each is scanned once, by a job of its own. */
export class Scans {
  readonly #deps: ScansDeps;
  readonly #count: ReturnType<Metrics['counter']>;
  readonly #job: JobType<ScanJob>;
  readonly #stored: JobType<StoredScan>;

  constructor(deps: ScansDeps) {
    this.#deps = deps;
    this.#count = deps.metrics.counter('drive_scans_total', 'Scans for viruses by result', ['result']);
    this.#job = deps.jobs.define<ScanJob>({
      type: 'files.scan',
      concurrency: scansAtOnce,
      run: (job, { signal }) => this.#runScan(job, signal),
      retryDelayMs: pauseMs,
    });
    this.#stored = deps.jobs.define<StoredScan>({
      type: storedScan,
      concurrency: 1,
      run: (job, { signal }) => this.#runStored(job, signal),
      retryDelayMs: pauseMs,
    });
  }

  /** What a new content is before its scan. */
  firstResult(sizeBytes: number): ScanResult | null {
    if (this.#deps.scanner === undefined) return null;
    return sizeBytes === 0 ? 'clean' : 'pending';
  }

  /** Call in the transaction that adds the content. */
  async schedule(
    tx: Tx,
    { ownerId, blobKey, sizeBytes }: Pick<ScannedContent, 'ownerId' | 'blobKey' | 'sizeBytes'>,
  ): Promise<void> {
    if (this.firstResult(sizeBytes) === 'pending') await this.#job.enqueue(tx, { blobKey }, { owner: ownerId });
  }

  /** Call after a version has become the content of its file: its result now counts, and it gets one if it has none. */
  async restored(tx: Tx, file: FileRow, version: RestoredVersion): Promise<void> {
    const { blobKey, scan: known, virus } = version;
    if (known === 'infected') await recordIn(this.#deps, tx, version, { scan: known, virus: virus ?? '' }, [file.id]);
    else if (known === null && this.firstResult(version.sizeBytes) === 'pending')
      await this.#enqueue(tx, { blobKey, ownerId: file.ownerId });
  }

  async #runScan({ blobKey, failures = 0 }: ScanJob, signal: AbortSignal): Promise<void> {
    const { database, log, scanner } = this.#deps;
    const content = await findScanned(database.reader, blobKey);
    // Another job may have scanned it: one that was added before a version was restored.
    if (content?.scan !== 'pending') return;
    if (scanner === undefined) {
      await database.write((tx) => setScan(tx, blobKey, { scan: null, virus: null }));
      return;
    }
    const outcome = await this.#scan(content, signal);
    if (outcome !== undefined) return record(this.#deps, blobKey, outcome);
    if (failures + 1 < mostFailures) return this.#retryLater(blobKey, failures + 1);
    log.error('file not scanned', { fileId: content.id });
    await record(this.#deps, blobKey, { scan: 'skipped' });
  }

  async #runStored({ afterRowId, all }: StoredScan, signal: AbortSignal): Promise<void> {
    const { database, scanner } = this.#deps;
    if (scanner === undefined) return;
    const contents = await listToScan(database.workerReader, { afterRowId, all, limit: contentsAtOnce });
    for (const content of contents) {
      const outcome = await this.#scan(content, signal);
      if (outcome !== undefined) await record(this.#deps, content.blobKey, outcome);
      else await database.write((tx) => this.#enqueue(tx, content, 1));
    }
    const last = contents.at(-1);
    if (last !== undefined) await database.write((tx) => this.#stored.enqueue(tx, { afterRowId: last.itemRowId, all }));
  }

  /** Undefined if the scanner broke off. Throws if it cannot be reached. */
  async #scan(content: ScannedContent, signal: AbortSignal): Promise<Outcome | undefined> {
    const { database, log } = this.#deps;
    try {
      const outcome = await scanBytes(this.#deps, content, signal);
      this.#count({ result: outcome.scan });
      return outcome;
    } catch (error) {
      signal.throwIfAborted();
      this.#count({ result: 'failed' });
      if (error instanceof DamagedBlobError) {
        // A retry does not repair a blob. If no row names it, a purge has removed it, which is no damage.
        if ((await findScanned(database.reader, content.blobKey)) !== undefined)
          log.error('blob damaged', { jobType: 'files.scan', ...damageFields(error), error });
        return { scan: 'skipped' };
      }
      if (!(error instanceof ScanError) || error instanceof ScannerUnreachableError) throw error;
      log.warn('scan broken off', { fileId: content.id, error });
      return undefined;
    }
  }

  /** As a new job, because its attempts count those too in which the scanner could not be reached. */
  #retryLater(blobKey: string, failures: number): Promise<void> {
    const { database, clock } = this.#deps;
    return database.write(async (tx) => {
      const content = await findScanned(tx, blobKey);
      if (content === undefined) return;
      await this.#job.enqueue(tx, { blobKey, failures }, { runAt: clock.now() + pauseMs(failures) });
    });
  }

  async #enqueue(
    tx: Tx,
    { blobKey, ownerId }: Pick<ScannedContent, 'blobKey' | 'ownerId'>,
    failures = 0,
  ): Promise<void> {
    await setScan(tx, blobKey, { scan: 'pending', virus: null });
    // Owners take turns, so that no owner waits for all the files of another.
    await this.#job.enqueue(tx, { blobKey, failures }, { owner: ownerId });
  }
}

/** For a program beside the server, which scans the current contents of all files, or those that were never scanned. */
export async function requestStoredScan(
  { database, jobs }: Pick<Ports, 'database' | 'jobs'>,
  { all }: Pick<StoredScan, 'all'>,
): Promise<void> {
  const job = jobs.define<StoredScan>({
    type: storedScan,
    run: () => Promise.reject(new Error('only the server scans')),
    retryDelayMs: pauseMs,
  });
  await database.write((tx) => job.enqueue(tx, { afterRowId: 0, all }));
}

async function scanBytes(
  { blobs, database, scanner }: ScansDeps,
  content: ScannedContent,
  signal: AbortSignal,
): Promise<Outcome> {
  if (content.sizeBytes === 0) return { scan: 'clean' };
  if (scanner === undefined) return { scan: 'skipped' };
  const { blobKey } = content;
  const blob = await openFileBlob(blobs, content, { start: 0 });
  // A release names its content by the SHA-256, so an infected one needs it.
  const sums = content.sha256 === null ? new RunningSums() : undefined;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of readBlob(blob)) {
      signal.throwIfAborted();
      sums?.update(chunk);
      yield chunk;
    }
  }
  try {
    const verdict = await scanner.scan(chunks(), signal);
    if (verdict.result === 'too_large') return { scan: 'skipped' };
    const known = sums?.digest();
    if (known?.bytes === content.sizeBytes)
      await database.write((tx) => keepSums(tx, blobKey, { sha256: known.sha256, crc32: known.crc32 }));
    return verdict.result === 'clean' ? { scan: 'clean' } : { scan: 'infected', virus: verdict.virus };
  } finally {
    await blob.close();
  }
}

async function record(deps: ScansDeps, blobKey: string, outcome: Outcome): Promise<void> {
  await deps.database.write(async (tx) => {
    const found = await findScanned(tx, blobKey);
    if (found === undefined) return;
    // Contents move between items and versions under this lock.
    await lockTree(tx, found.ownerId);
    const content = await findScanned(tx, blobKey);
    if (content === undefined) return;
    const files = await listCurrent(tx, blobKey);
    await recordIn(
      deps,
      tx,
      content,
      outcome,
      files.map(({ id }) => id),
    );
  });
}

/** `fileIds`: files that have the content now, which a virus puts in quarantine. */
async function recordIn(
  deps: ScansDeps,
  tx: Tx,
  content: Pick<ScannedContent, 'blobKey' | 'sha256'>,
  outcome: Outcome,
  fileIds: readonly string[],
): Promise<void> {
  const { blobKey } = content;
  const isHarmless = outcome.scan !== 'clean' && (await isReleased(tx, content));
  if (isHarmless || outcome.scan !== 'infected')
    return setScan(tx, blobKey, { scan: isHarmless ? 'clean' : outcome.scan, virus: null });
  const { virus } = outcome;
  await setScan(tx, blobKey, { scan: 'infected', virus });
  for (const id of fileIds) {
    const quarantine = await changeQuarantine(deps, tx, id, { quarantined: true, reason: virus });
    if (quarantine !== undefined) await deps.onVirus(tx, { ...quarantine, virus });
  }
}
