import { type Clock, inTime, type Log, minuteMs, secondMs } from '@drive/base';
import type { BlobStore } from '@drive/blobs';
import type { Jobs } from '@drive/jobs';
import type { Database } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Scanner } from '../../platform/scanner.ts';

export interface ReadinessDeps {
  readonly scanner: Scanner | undefined;
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly log: Log;
}

/** A dependency that takes longer does not answer: probes give up after a few seconds. */
export const PING_MS = 3 * secondMs;
/** An object storage is asked this often at most, however many balancers ask. */
const STORAGE_IS_FRESH_MS = 3 * secondMs;
/** Time between two log lines about a scanner that is away. */
const SCANNER_IS_FRESH_MS = minuteMs;

/** Whether the server can answer requests. */
export class Readiness {
  readonly #deps: ReadinessDeps;
  #isDraining = false;
  #storageAnsweredAt = -Infinity;
  #scannerAskedAt = -Infinity;

  constructor(deps: ReadinessDeps) {
    this.#deps = deps;
  }

  /** Throws `unavailable` if a dependency of the server does not answer, or after `drain`. Only the log names it. */
  async requireReady(): Promise<void> {
    const { database, jobs, log } = this.#deps;
    if (this.#isDraining) throw new DomainError('unavailable', 'The server is stopping.', { retryAfterSeconds: 5 });
    const [db, storage] = await Promise.allSettled([
      inTime(database.ping(), PING_MS),
      inTime(this.#pingStorage(), PING_MS),
      this.#logMissingScanner(),
    ]);
    const failures = [
      ...(db.status === 'rejected' ? [{ event: 'database does not answer', error: db.reason as unknown }] : []),
      ...(storage.status === 'rejected'
        ? [{ event: 'storage does not answer', error: storage.reason as unknown }]
        : []),
      ...(jobs.isAlive() ? [] : [{ event: 'job loop is stalled', error: undefined }]),
    ];
    for (const { event, error } of failures) log.warn(event, { error });
    if (failures.length > 0) throw new DomainError('unavailable', 'The server is not ready.', { retryAfterSeconds: 5 });
  }

  /** Whether the storage of files answers and takes writes. */
  async isStorageUsable(): Promise<boolean> {
    return inTime(this.#pingStorage(), PING_MS).then(
      () => true,
      () => false,
    );
  }

  drain(): void {
    this.#isDraining = true;
  }

  async #pingStorage(): Promise<void> {
    const { blobs, clock } = this.#deps;
    if (Math.abs(clock.now() - this.#storageAnsweredAt) < STORAGE_IS_FRESH_MS) return;
    await blobs.ping();
    this.#storageAnsweredAt = clock.now();
  }

  /** A server whose scanner is away is ready: it serves, and scans later. */
  async #logMissingScanner(): Promise<void> {
    const { scanner, clock, log } = this.#deps;
    if (scanner === undefined || Math.abs(clock.now() - this.#scannerAskedAt) < SCANNER_IS_FRESH_MS) return;
    this.#scannerAskedAt = clock.now();
    await inTime(scanner.ping(), PING_MS).catch((error: unknown) => log.warn('scanner does not answer', { error }));
  }
}
