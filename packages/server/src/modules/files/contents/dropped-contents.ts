import { setImmediate } from 'node:timers/promises';
import { hourMs, secondMs } from '@drive/base';
import type { JobType } from '@drive/jobs';
import type { Tx } from '../../../platform/db/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { deleteChecksums } from './content-checksum-store.ts';
import { addDropped, listNamed, lockDue, removeDropped } from './dropped-content-store.ts';
import { deleteThumbnailSizes } from './thumbnail-store.ts';

export interface DroppedContentsDeps extends Pick<Ports, 'database' | 'blobs' | 'pictures' | 'clock' | 'jobs'> {
  readonly config: {
    /** How long bytes stay after the last row that named them is purged (DRIVE_PURGE_GRACE_HOURS). */
    readonly purgeGraceMs: number;
    readonly sweepMs: number;
  };
}

const keysAtOnce = 64;
const deletionsAtOnce = 8;
const mostFailures = 20;
const longestPauseMs = hourMs;

/**
 * Deletes the bytes of contents and thumbnails that no row names any more. Whoever removes a row notes its keys in the same
 * transaction; whether another row names them is asked when they are due, because a copy may share them. No row can begin to
 * name them then: a copy takes its content from a row that names it.
 */
export class DroppedContents {
  readonly #deps: DroppedContentsDeps;
  readonly #job: JobType<object>;

  constructor(deps: DroppedContentsDeps) {
    this.#deps = deps;
    this.#job = deps.jobs.define<object>({
      type: 'files.contents',
      concurrency: 1,
      run: (_payload, { signal }) => this.#deleteDue(signal),
      // Never gives up: the bytes must go once the disk works again.
      retryDelayMs: (attempt) => Math.min(secondMs * 2 ** attempt, longestPauseMs),
    });
    // Those whose time comes later, or that a killed process had begun to delete.
    deps.jobs.every('files.contents.due', deps.config.sweepMs, ({ signal }) => this.#deleteDue(signal));
  }

  /** Call in the transaction that removes the rows, or their content. */
  async add(tx: Tx, keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    const { clock, config } = this.#deps;
    await addDropped(tx, keys, clock.now() + config.purgeGraceMs);
    if (config.purgeGraceMs === 0) await this.#job.enqueue(tx, {});
  }

  async #deleteDue(signal: AbortSignal): Promise<void> {
    const { database } = this.#deps;
    const failures: unknown[] = [];
    const failed: string[] = [];
    while (failures.length < mostFailures) {
      signal.throwIfAborted();
      const { due, unnamed } = await database.write((tx) => this.#listDue(tx, failed));
      if (due === 0) break;
      const deleted = await this.#deleteBytes(unnamed, (key, error) => {
        failed.push(key);
        failures.push(error);
      });
      await database.write((tx) => removeDropped(tx, deleted));
      await setImmediate();
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Several servers may delete the same bytes, which is harmless: no key is used again. */
  async #listDue(tx: Tx, except: readonly string[]) {
    const keys = await lockDue(tx, { now: this.#deps.clock.now(), except, limit: keysAtOnce });
    const named = new Set(await listNamed(tx, keys));
    const unnamed = keys.filter((key) => !named.has(key));
    await removeDropped(tx, [...named]);
    await deleteChecksums(tx, unnamed);
    await deleteThumbnailSizes(tx, unnamed);
    return { due: keys.length, unnamed };
  }

  /** Returns the keys whose bytes are deleted. */
  async #deleteBytes(keys: readonly string[], onFailure: (key: string, error: unknown) => void): Promise<string[]> {
    const deleted: string[] = [];
    const next = keys.values();
    const work = async (): Promise<void> => {
      for (const key of next) {
        try {
          await this.#deps.pictures.forget(key);
          await this.#deps.blobs.delete(key);
          deleted.push(key);
        } catch (error) {
          onFailure(key, error);
        }
      }
    };
    await Promise.all(Array.from({ length: deletionsAtOnce }, work));
    return deleted;
  }
}
