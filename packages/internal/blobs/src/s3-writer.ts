import type { Clock, Random } from '@drive/base';
import { S3Error, type S3Client } from '@drive/s3';
import { blobPrefix } from './blob-names.ts';
import { StorageError, type Digest, type StagedWriter, type StagePosition } from './blob-store.ts';
import { letGo } from './let-go.ts';
import { RunningSums } from './running-sums.ts';
import { stagedBytesOf, superseded, type StagedRow, type StagedRows } from './staged-rows.ts';

const mib = 1024 * 1024;
const minPartBytes = 5 * mib;
const maxParts = 10_000;
const slotBytes = mib;

/**
 * One part is sent while the next is gathered, so an upload holds two of them in memory. Large uploads have larger parts, because
 * the row that lists the parts is written with each.
 */
const partBytesOf = (totalBytes: number, stagedBytes: number): number => {
  const wanted =
    totalBytes === 0
      ? // The size is unknown: parts grow with what has been sent, so that their number stays below the limit.
        Math.max(stagedBytes / 2000, 8 * mib)
      : Math.max(Math.min(totalBytes / 1000, 16 * mib), totalBytes / maxParts, 8 * mib);
  return Math.ceil(wanted / mib) * mib;
};

export interface S3WriterDeps {
  readonly client: S3Client;
  readonly rows: StagedRows;
  readonly clock: Clock;
  readonly random: Random;
  /** Sums of the staged bytes by upload, of uploads that this process has received from their first byte. */
  readonly sums: Map<string, KnownSums>;
}

/** Sums as of a row: another server may have continued or restarted the upload since. */
export interface KnownSums {
  readonly sums: RunningSums;
  readonly state: string;
}

const stateOf = ({ turn, uploadId, tail }: StagedRow): string => `${turn} ${uploadId} ${tail?.key}`;

/** Uploads whose sums are kept; the objects of others are read once more. */
const maxSums = 10_000;

/** The first key of the tails of an upload. */
export const tailPrefix = 'staged/';
export const objectKeyOf = (blobKey: string): string => blobPrefix + blobKey;

/** Whether parts are staged under another key than that of the upload. */
export const isForAnotherKey = (row: StagedRow, key: string): boolean => row.uploadId !== null && row.key !== key;

/** Removes the staged bytes of an upload. */
export async function removeStaged({ client, rows, sums }: S3WriterDeps, row: StagedRow): Promise<void> {
  sums.delete(row.id);
  if (row.uploadId !== null) await client.abortMultipart({ key: objectKeyOf(row.key), uploadId: row.uploadId });
  if (row.tail !== null) await client.delete(row.tail.key);
  await rows.remove(row.id, row.lease);
}

/** Computes the sums of an object by reading it. undefined if there is none. */
export async function readDigest(client: S3Client, key: string): Promise<Digest | undefined> {
  const body = await client.get(key);
  if (body === undefined) return undefined;
  const sums = new RunningSums();
  for await (const chunk of body.stream) sums.update(chunk as Uint8Array);
  return sums.digest();
}

/** Appends to an upload: whole parts at once, the rest as the tail when it is closed. */
export class S3Writer implements StagedWriter {
  readonly offset: number;
  readonly #id: string;
  readonly #key: string;
  readonly #deps: S3WriterDeps;
  readonly #totalBytes: number;
  readonly #lease: number;
  readonly #slotBytes: number;
  /** Size of the part that is being gathered. */
  #partBytes: number;
  /** The state to which `abandon` returns. */
  readonly #before: { readonly row: StagedRow | undefined; readonly sums: RunningSums | undefined };
  #row: StagedRow | undefined;
  #uploadId: string | null;
  /** undefined: another process has received the first bytes. */
  #sums: RunningSums | undefined;
  /** Bytes of the next part. */
  #pieces: Uint8Array[] = [];
  #pendingBytes = 0;
  /** The end of the last piece, which is still to be filled. */
  #slot: Buffer | undefined;
  #writtenBytes = 0;
  /** Ends, never rejects, when the parts so far are sent. */
  #sending: Promise<void> | undefined;
  #failure: StorageError | undefined;

  private constructor(
    id: string,
    { key, offset, totalBytes, lease = 0 }: StagePosition,
    deps: S3WriterDeps,
    row?: StagedRow,
  ) {
    this.#id = id;
    this.#key = key;
    this.#deps = deps;
    this.offset = offset;
    this.#totalBytes = totalBytes;
    this.#lease = lease;
    this.#partBytes = partBytesOf(totalBytes, offset);
    this.#slotBytes = totalBytes === 0 ? slotBytes : Math.min(slotBytes, Math.max(totalBytes - offset, 1));
    this.#row = row;
    this.#uploadId = row?.uploadId ?? null;
    const known = deps.sums.get(id);
    if (row === undefined) this.#sums = new RunningSums();
    else this.#sums = known?.state === stateOf(row) ? known.sums.copy() : undefined;
    this.#before = { row, sums: this.#sums?.copy() };
  }

  /** Sends requests only if bytes are staged. Rejects with a StorageError if `offset` is neither 0 nor their number. */
  static async open(id: string, position: StagePosition, deps: S3WriterDeps): Promise<S3Writer> {
    const row = await deps.rows.claim(id, position.lease ?? 0);
    if (position.offset === 0) {
      if (row !== undefined) await removeStaged(deps, row);
      return new S3Writer(id, position, deps);
    }
    if (row !== undefined && isForAnotherKey(row, position.key)) {
      await removeStaged(deps, row);
      throw new StorageError('The staged bytes belong to another object: the upload starts anew');
    }
    const staged = row === undefined ? 0 : stagedBytesOf(row);
    if (staged !== position.offset) throw new StorageError(`${staged} bytes are staged, not ${position.offset}`);
    const writer = new S3Writer(id, position, deps, row);
    await writer.#loadTail();
    return writer;
  }

  async #loadTail(): Promise<void> {
    const tail = this.#row?.tail ?? null;
    if (tail !== null) {
      const body = await this.#deps.client.get(tail.key);
      if (body === undefined) throw new StorageError('The last bytes of an upload are gone');
      for await (const chunk of body.stream) {
        this.#pieces.push(chunk as Uint8Array);
        this.#pendingBytes += (chunk as Uint8Array).length;
      }
      if (this.#pendingBytes !== tail.bytes) throw new StorageError('The last bytes of an upload are incomplete');
    }
    if (this.#sums !== undefined || this.#row?.parts.length !== 0) return;
    this.#sums = new RunningSums();
    for (const piece of this.#pieces) this.#sums.update(piece);
  }

  write(chunk: Buffer): void | Promise<void> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    let busy: Promise<void> | undefined;
    for (let at = 0; at < chunk.length;) {
      const slot = (this.#slot ??= this.#addSlot());
      const piece = chunk.subarray(at, at + Math.min(slot.length, this.#partBytes - this.#pendingBytes));
      // Copied, because small chunks may each hold much more memory than they fill.
      slot.set(piece);
      this.#sums?.update(piece);
      at += piece.length;
      this.#writtenBytes += piece.length;
      this.#pendingBytes += piece.length;
      this.#slot = slot.length === piece.length ? undefined : slot.subarray(piece.length);
      if (this.#pendingBytes === this.#partBytes) busy = this.#seal() ?? busy;
    }
    letGo(chunk);
    return busy?.then(() => this.#requireNoFailure());
  }

  #addSlot(): Buffer {
    const slot = Buffer.allocUnsafeSlow(this.#slotBytes);
    this.#pieces.push(slot);
    return slot;
  }

  /** The gathered bytes; starts a new buffer for the next ones. */
  #takePieces(): { readonly pieces: readonly Uint8Array[]; readonly bytes: number } {
    const pieces = this.#pieces;
    const bytes = this.#pendingBytes;
    const unused = this.#slot?.length ?? 0;
    const last = pieces.at(-1);
    if (unused > 0 && last !== undefined) pieces[pieces.length - 1] = last.subarray(0, last.length - unused);
    this.#pieces = [];
    this.#pendingBytes = 0;
    this.#slot = undefined;
    this.#partBytes = partBytesOf(this.#totalBytes, this.offset + this.#writtenBytes);
    return { pieces, bytes };
  }

  /** Begins to send a part. Returns the sending of the part before, if it is still under way. */
  #seal(): Promise<void> | undefined {
    const before = this.#sending;
    const { pieces, bytes } = this.#takePieces();
    const sums = this.#sums?.copy();
    this.#sending = (async () => {
      await before;
      if (this.#failure !== undefined) return;
      try {
        await this.#sendPart(pieces, bytes, sums);
      } catch (error) {
        await this.#fail(error);
      }
    })();
    return before;
  }

  async #sendPart(pieces: readonly Uint8Array[], bytes: number, sums: RunningSums | undefined): Promise<void> {
    const { client } = this.#deps;
    const key = objectKeyOf(this.#key);
    const parts = this.#row?.parts ?? [];
    if (this.#uploadId === null) {
      this.#uploadId = await client.createMultipart(key);
      // Noted before its first part, so that whoever continues after a crash finds and ends it.
      await this.#note({ parts, tail: this.#row?.tail ?? null });
      // The first writer has nothing to look for.
      // An earlier writer may have begun an upload and not noted it. The sweep ends those that remain.
      if (this.#lease > 1) await client.abortMultiparts(key, this.#uploadId).catch(() => undefined);
    }
    const etag = await client.putPart({ key, uploadId: this.#uploadId }, parts.length + 1, { pieces });
    await this.#save({ parts: [...parts, { etag, bytes }], tail: null }, sums);
  }

  async #note(state: Pick<StagedRow, 'parts' | 'tail'>): Promise<StagedRow> {
    const row: StagedRow = {
      id: this.#id,
      key: this.#key,
      uploadId: this.#uploadId,
      turn: (this.#row?.turn ?? 0) + 1,
      lease: this.#lease,
      modifiedAt: this.#deps.clock.now(),
      ...state,
    };
    if (!(await this.#deps.rows.save(row))) throw superseded();
    this.#row = row;
    return row;
  }

  async #save(state: Pick<StagedRow, 'parts' | 'tail'>, sums: RunningSums | undefined): Promise<void> {
    this.#keep(await this.#note(state), sums);
  }

  #keep(row: StagedRow, sums: RunningSums | undefined): void {
    const known = this.#deps.sums;
    known.delete(this.#id);
    const [oldest] = known.keys();
    if (known.size >= maxSums && oldest !== undefined) known.delete(oldest);
    if (sums !== undefined) known.set(this.#id, { sums, state: stateOf(row) });
  }

  async #fail(error: unknown): Promise<void> {
    this.#failure ??=
      error instanceof StorageError ? error : new StorageError('Writing staged bytes failed', { cause: error });
    // The storage has dropped the parts, as a lifecycle rule does, or a superseded writer has replaced one: the upload restarts.
    if (error instanceof S3Error && (error.code === 'NoSuchUpload' || error.code === 'InvalidPart'))
      await this.#deps.rows.remove(this.#id, this.#lease).catch(() => undefined);
  }

  #requireNoFailure(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Runs the last step of the writer, once the parts are sent. */
  async #end<T>(work: () => Promise<T>): Promise<T> {
    await this.#sending;
    this.#requireNoFailure();
    try {
      return await work();
    } catch (error) {
      await this.#fail(error);
      throw this.#failure ?? error;
    } finally {
      this.#pieces = [];
      this.#slot = undefined;
    }
  }

  close(): Promise<void> {
    return this.#end(async () => {
      if (this.#writtenBytes === 0) return;
      const { pieces, bytes } = this.#takePieces();
      if (bytes >= minPartBytes) await this.#sendPart(pieces, bytes, this.#sums);
      else if (bytes > 0) {
        const tail = { key: `${tailPrefix}${this.#id}/${this.#deps.random.uuid()}`, bytes };
        await this.#deps.client.put(tail.key, { pieces }, { isTemporary: true });
        await this.#save({ parts: this.#row?.parts ?? [], tail }, this.#sums);
      }
      await this.#removeOldTail();
    });
  }

  /** After the row names the bytes elsewhere. */
  async #removeOldTail(): Promise<void> {
    const old = this.#before.row?.tail ?? null;
    if (old !== null && old.key !== this.#row?.tail?.key) await this.#deps.client.delete(old.key);
  }

  async finish(check?: (digest: Digest) => void): Promise<Digest> {
    await this.#sending;
    this.#requireNoFailure();
    const known = this.#sums?.digest();
    if (known !== undefined) check?.(known);
    return this.#end(async () => {
      const digest = await this.#store(known);
      await this.#removeOldTail();
      if (known === undefined) check?.(digest);
      return digest;
    });
  }

  async #store(known: Digest | undefined): Promise<Digest> {
    const { client } = this.#deps;
    const key = objectKeyOf(this.#key);
    const { pieces, bytes } = this.#takePieces();
    if (this.#uploadId === null) {
      if (known === undefined) throw new Error('an upload without parts has no sums');
      await client.put(key, { pieces, sha256: known.sha256 });
      return known;
    }
    if (bytes > 0) await this.#sendPart(pieces, bytes, this.#sums);
    const row = this.#row;
    if (row === undefined) throw new Error('a part was sent without its row');
    const etags = row.parts.map(({ etag }) => etag);
    if (!(await client.completeMultipart({ key, uploadId: this.#uploadId }, etags))) {
      // Completed before, by a request whose answer was lost; or dropped by the storage.
      const object = await client.head(key);
      if (object?.bytes !== stagedBytesOf(row)) {
        await this.#deps.rows.remove(this.#id, this.#lease);
        throw new StorageError('The storage has dropped the parts of an upload');
      }
    }
    const digest = known ?? (await readDigest(client, key));
    if (digest === undefined) throw new StorageError('The object just completed is missing');
    return digest;
  }

  async abandon(): Promise<void> {
    this.#failure ??= new StorageError('The upload was abandoned');
    await this.#sending;
    const { client } = this.#deps;
    const { row: before, sums: sumsBefore } = this.#before;
    this.#pieces = [];
    this.#slot = undefined;
    if (before === undefined) {
      if (this.#uploadId !== null)
        await client.abortMultipart({ key: objectKeyOf(this.#key), uploadId: this.#uploadId });
      if (this.#row !== undefined) await removeStaged(this.#deps, this.#row);
      return;
    }
    const now = this.#row;
    if (now === undefined || now === before) return;
    // A part of the same number replaces the abandoned one.
    await this.#save({ parts: before.parts, tail: before.tail }, sumsBefore);
    if (now.tail !== null && now.tail.key !== before.tail?.key) await client.delete(now.tail.key);
  }
}
