import { secondMs, type Clock } from '@drive/base';
import type { Received } from '@drive/http-api';
import type { UploadFacts } from '../sessions/check-upload.ts';
import { headBytes, requireAllowedContent } from '../sessions/content-types.ts';
import type { UploadPermission } from '../sessions/upload-session.ts';

/** Pause between two looks at the permission of an upload whose bytes arrive. */
const lookMs = secondMs;

/**
 * Watches the bytes of an upload that depends on a permission: ends the request if the first ones contradict the accepted
 * types, and soon after the permission has ended, on every server.
 */
export class ArrivalGuard {
  readonly #file: UploadFacts;
  readonly #permission: UploadPermission;
  readonly #clock: Clock;
  readonly #stop = new AbortController();
  readonly #head: Buffer[] = [];
  readonly #wantedBytes: number;
  #gatheredBytes = 0;
  #lookedAt: number;
  #verdict: Promise<void> | undefined;
  #looking: Promise<void> | undefined;

  /** `offset`: the bytes before those that arrive. */
  constructor(
    { clock }: { readonly clock: Clock },
    file: UploadFacts,
    permission: UploadPermission,
    { offset }: { readonly offset: number },
  ) {
    this.#file = file;
    this.#permission = permission;
    this.#clock = clock;
    this.#lookedAt = clock.now();
    const { sizeBytes = headBytes } = file;
    this.#wantedBytes = permission.allowedTypes === null || offset > 0 ? 0 : Math.min(headBytes, sizeBytes);
  }

  /** Aborts when the bytes are to be refused. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Call with every chunk. */
  take(chunk: Buffer): void {
    if (this.#gatheredBytes < this.#wantedBytes) this.#gather(chunk);
    const now = this.#clock.now();
    if (this.#looking !== undefined || now - this.#lookedAt < lookMs) return;
    this.#lookedAt = now;
    this.#looking = this.#watched(this.#permission.require()).finally(() => (this.#looking = undefined));
  }

  /** Call after the last chunk, before the bytes are made durable. Throws the refusal. */
  async require({ ending }: Received): Promise<void> {
    await this.#verdict;
    if (ending === 'preempted' || this.#looking !== undefined) await this.#permission.require();
  }

  #gather(chunk: Buffer): void {
    const piece = chunk.subarray(0, this.#wantedBytes - this.#gatheredBytes);
    this.#head.push(piece);
    this.#gatheredBytes += piece.length;
    if (this.#gatheredBytes < this.#wantedBytes) return;
    const { allowedTypes } = this.#permission;
    const verdict = requireAllowedContent(Buffer.concat(this.#head), this.#file, allowedTypes ?? []);
    this.#head.length = 0;
    this.#verdict = verdict;
    void this.#watched(verdict);
  }

  /** Ends the request if the promise is rejected. */
  #watched(promise: Promise<void>): Promise<void> {
    return promise.catch(() => this.#stop.abort());
  }
}

/** Aborts when another request takes over, or the guard refuses the bytes. */
export function signalOf(lock: AbortSignal, guard: ArrivalGuard | undefined): AbortSignal;
export function signalOf(lock: AbortSignal | undefined, guard: ArrivalGuard | undefined): AbortSignal | undefined;
export function signalOf(lock: AbortSignal | undefined, guard: ArrivalGuard | undefined): AbortSignal | undefined {
  return lock === undefined || guard === undefined ? lock : AbortSignal.any([lock, guard.signal]);
}
