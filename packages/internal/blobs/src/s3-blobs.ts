import { createHash } from 'node:crypto';
import { secondMs, type Clock, type Random } from '@drive/base';
import type { S3Client } from '@drive/s3';
import { storage } from './blob-files.ts';
import { blobPrefix, isStagingId, requireBlobKey, requireStagingId } from './blob-names.ts';
import {
  directStagingId,
  isDirectStagingId,
  StorageError,
  type BlobStore,
  type Digest,
  type StagedWriter,
  type BlobInfo,
  type StagePosition,
  type ReadRange,
  type ListOptions,
  type BlobReader,
  type DirectTransfers,
} from './blob-store.ts';
import { putByStaging } from './put-by-staging.ts';
import { RunningSums } from './running-sums.ts';
import { openS3Reader } from './s3-reader.ts';
import {
  isForAnotherKey,
  objectKeyOf,
  readDigest,
  removeStaged,
  S3Writer,
  tailPrefix,
  type S3WriterDeps,
} from './s3-writer.ts';
import { stagedBytesOf, type StagedRows } from './staged-rows.ts';

export interface S3BlobsOptions {
  /** Closed with the blobs. */
  readonly client: S3Client;
  readonly rows: StagedRows;
  readonly clock: Clock;
  readonly random: Random;
}

/** Objects that clients have put, by the id of their upload. They become blobs by a copy, because a client may put again. */
const directPrefix = 'direct/';
/** Objects that `setAside` has set aside. */
const asidePrefix = 'lost-and-found/';
/** S3 takes no more in one PUT. */
const maxDirectBytes = 5 * 1024 ** 3;
/** A write shows for this long that the storage takes writes. */
const writeIsFreshMs = 15 * secondMs;
const probeKey = 'write-check';
/** By the two digits that keys begin with. */
const rangeStarts = ['', ...Array.from({ length: 255 }, (_, index) => (index + 1).toString(16).padStart(2, '0'))];
/** Ids under which parts and tails that no row names are listed, so that the sweep of staged bytes removes them. */
const lostMultipart = 'lost-multipart:';
const lostTail = 'lost-tail:';

/**
 * Blobs as objects: `blobs/<two hex digits>/<uuid>`. A small upload is one request. A larger one is a multipart upload to its
 * key, whose parts a row of `staged_uploads` lists; bytes that are too few for a part wait in an object below `staged/`.
 * Objects come first and rows last: a crash leaves parts, tails and objects that no row names, which sweeps remove.
 */
export class S3Blobs implements BlobStore {
  readonly #deps: S3WriterDeps;
  /** Uploads whose blob `finish` of this process has stored, until they are adopted. */
  readonly #finished = new Map<string, { readonly key: string; readonly lease: number; readonly digest: Digest }>();
  readonly direct: DirectTransfers;
  readonly isRemote: boolean = true;
  readonly rangeStarts: readonly string[] = rangeStarts;
  #wroteAt = -Infinity;

  constructor({ client, rows, clock, random }: S3BlobsOptions) {
    this.#deps = { client, rows, clock, random, sums: new Map() };
    this.direct = {
      origin: client.publicOrigin,
      maxBytes: maxDirectBytes,
      uploadUrl: (id, options) => client.presignPut(directPrefix + requireStagingId(id), options),
      adopt: (id, key, bytes) =>
        storage('An upload cannot be made a file', this.#adoptDirect(directPrefix + requireStagingId(id), key, bytes)),
      downloadUrl: (key, options) => client.presignGet(this.#keyOf(key), options),
    };
  }

  newKey(): string {
    const name = this.#deps.random.uuid().replaceAll('-', '');
    return `${name.slice(0, 2)}/${name}`;
  }

  stage(id: string, position: StagePosition): Promise<StagedWriter> {
    return storage('An upload cannot be staged', this.#stage(id, position));
  }

  async stagedBytes(id: string): Promise<number> {
    return this.#finished.get(id)?.digest.bytes ?? (await this.findStaged(id))?.bytes ?? 0;
  }

  adopt(id: string, key: string, bytes: number, lease: number = 0): Promise<Digest | undefined> {
    return storage('An upload cannot be made a file', this.#adopt(id, key, bytes, lease));
  }

  discard(id: string): Promise<void> {
    return storage('Staged bytes cannot be removed', this.#discard(id));
  }

  async *listStaged(): AsyncIterable<string> {
    for (const { id } of await this.#deps.rows.list()) yield id;
    yield* storageItems('Staged bytes cannot be listed', this.#listLost());
  }

  async findStaged(id: string): Promise<BlobInfo | undefined> {
    const { client, rows } = this.#deps;
    if (id.startsWith('lost-')) return storage('Staged bytes cannot be found', this.#findLost(id));
    const directKey = directKeyOf(id);
    if (directKey !== undefined) return storage('Staged bytes cannot be found', client.head(directKey));
    const row = await rows.find(id);
    return row === undefined ? undefined : { bytes: stagedBytesOf(row), modifiedAt: row.modifiedAt };
  }

  put(key: string, source: AsyncIterable<Uint8Array>, check?: (digest: Digest) => void): Promise<Digest> {
    return putByStaging(this, `put-${this.#deps.random.uuid()}`, { key, source, check });
  }

  putBytes(key: string, pieces: readonly Uint8Array[]): Promise<Digest> {
    return storage('The bytes cannot be stored', this.#putBytes(key, pieces));
  }

  find(key: string): Promise<BlobInfo | undefined> {
    return storage('A blob cannot be found', this.#deps.client.head(this.#keyOf(key)));
  }

  open(key: string, range?: ReadRange): Promise<BlobReader | undefined> {
    return storage('A blob cannot be opened', openS3Reader(this.#deps.client, this.#keyOf(key), range));
  }

  delete(key: string): Promise<void> {
    return storage('A blob cannot be removed', this.#deps.client.delete(this.#keyOf(key)));
  }

  async *list({ prefix = '', after }: ListOptions = {}): AsyncIterable<string> {
    const options = { prefix: blobPrefix + prefix, ...(after === undefined ? {} : { after: blobPrefix + after }) };
    for await (const { key } of storageItems('The files cannot be listed', this.#deps.client.list(options)))
      yield key.slice(blobPrefix.length);
  }

  async setAside(key: string): Promise<string> {
    const aside = asidePrefix + key.replace('/', '-');
    const bytes = (await this.find(key))?.bytes ?? 0;
    await storage('A blob cannot be set aside', this.#deps.client.copy(this.#keyOf(key), aside, bytes));
    await this.delete(key);
    return aside;
  }

  async freeBytes(): Promise<number> {
    return Number.MAX_SAFE_INTEGER;
  }

  async usableBytes(): Promise<number> {
    return Number.MAX_SAFE_INTEGER;
  }

  async ping(): Promise<void> {
    const { client, clock } = this.#deps;
    await storage('The storage does not answer', client.head('storage-id'));
    if (Math.abs(clock.now() - this.#wroteAt) < writeIsFreshMs) return;
    const probe = client.put(probeKey, { pieces: [Buffer.from('ok\n')] }, { isTemporary: true });
    await storage('The storage takes no writes', probe);
    this.#wroteAt = clock.now();
  }

  close(): Promise<void> {
    return this.#deps.client.close();
  }

  #keyOf(key: string): string {
    return objectKeyOf(requireBlobKey(key));
  }

  async #stage(id: string, position: StagePosition): Promise<StagedWriter> {
    requireBlobKey(position.key);
    const done = this.#finished.get(requireStagingId(id));
    if (done !== undefined && position.offset === done.digest.bytes && position.offset > 0)
      return writerOfAll(done.digest);
    this.#finished.delete(id);
    const writer = await S3Writer.open(id, position, this.#deps);
    return {
      offset: writer.offset,
      write: (chunk) => writer.write(chunk),
      close: () => writer.close(),
      abandon: () => storage('Staged bytes cannot be removed', writer.abandon()),
      finish: async (check) => {
        const digest = await writer.finish(check);
        this.#wroteAt = this.#deps.clock.now();
        this.#finished.set(id, { key: position.key, lease: position.lease ?? 0, digest });
        return digest;
      },
    };
  }

  async #putBytes(key: string, pieces: readonly Uint8Array[]): Promise<Digest> {
    const sums = new RunningSums(createHash('sha256'));
    for (const piece of pieces) sums.update(piece);
    const digest = sums.digest();
    await this.#deps.client.put(this.#keyOf(key), { pieces, sha256: digest.sha256 });
    this.#wroteAt = this.#deps.clock.now();
    return digest;
  }

  async #adoptDirect(from: string, key: string, bytes: number): Promise<boolean> {
    const { client } = this.#deps;
    if ((await client.head(from))?.bytes !== bytes) return false;
    await client.copy(from, this.#keyOf(key), bytes);
    return (await client.head(this.#keyOf(key)))?.bytes === bytes;
  }

  /** Named by no row. An upload in progress may have begun one before its row. */
  async *#listLost(): AsyncGenerator<string> {
    const { rows, client } = this.#deps;
    const staged = await rows.list();
    const uploadIds = new Set(staged.map(({ uploadId }) => uploadId));
    const tails = new Set(staged.map(({ tail }) => tail?.key));
    for (const prefix of [blobPrefix, asidePrefix])
      for await (const { key, uploadId } of client.listMultiparts({ prefix }))
        if (!uploadIds.has(uploadId)) yield `${lostMultipart}${key}:${uploadId}`;
    for await (const { key } of client.list({ prefix: tailPrefix })) if (!tails.has(key)) yield `${lostTail}${key}`;
    for await (const { key } of client.list({ prefix: directPrefix }))
      yield directStagingId(key.slice(directPrefix.length));
  }

  async #findLost(id: string) {
    const { client } = this.#deps;
    if (id.startsWith(lostTail)) return client.head(id.slice(lostTail.length));
    const { key, uploadId } = lostUpload(id);
    for await (const upload of client.listMultiparts({ prefix: key }))
      if (upload.uploadId === uploadId) return { bytes: 0, modifiedAt: upload.initiatedAt };
    return undefined;
  }

  async #discard(id: string): Promise<void> {
    const { client, rows } = this.#deps;
    if (id.startsWith(lostTail)) return client.delete(id.slice(lostTail.length));
    if (id.startsWith(lostMultipart)) return client.abortMultipart(lostUpload(id));
    const directKey = directKeyOf(id);
    if (directKey !== undefined) return client.delete(directKey);
    const done = this.#finished.get(id);
    this.#finished.delete(id);
    if (done !== undefined) await client.delete(this.#keyOf(done.key));
    const row = await rows.find(requireStagingId(id));
    if (row !== undefined) await removeStaged(this.#deps, row);
    return undefined;
  }

  async #adopt(id: string, key: string, bytes: number, lease: number): Promise<Digest | undefined> {
    const { rows, client } = this.#deps;
    const done = this.#finished.get(id);
    if (done?.digest.bytes === bytes && done.key === key && done.lease === lease) {
      // From now on the object may be a file's, on another server, too: `discard` leaves it to the sweep.
      this.#finished.delete(id);
      await this.#forgetRow(id, lease);
      return done.digest;
    }
    let row = await rows.find(requireStagingId(id));
    // Parts belong to the key that they were sent to; a late holder may have added them after the key was replaced.
    if (row !== undefined && isForAnotherKey(row, key)) {
      await removeStaged(this.#deps, row);
      row = undefined;
    }
    if (row !== undefined && stagedBytesOf(row) === bytes) {
      const writer = await S3Writer.open(id, { key, offset: bytes, totalBytes: bytes, lease }, this.#deps);
      const digest = await writer.finish();
      await this.#forgetRow(id, lease);
      return digest;
    }
    if ((await client.head(this.#keyOf(key)))?.bytes !== bytes) return undefined;
    // Stored before a crash. An earlier attempt at the same upload may have left parts.
    if (row !== undefined) await removeStaged(this.#deps, row);
    return readDigest(client, this.#keyOf(key));
  }

  /** After the object is complete. */
  async #forgetRow(id: string, lease: number): Promise<void> {
    const { rows, client } = this.#deps;
    this.#deps.sums.delete(id);
    const row = await rows.claim(id, lease);
    if (row === undefined) return;
    if (row.tail !== null) await client.delete(row.tail.key);
    await rows.remove(id, row.lease);
  }
}

/** Whether it is the id of a multipart upload that no row names: a process ended between beginning and noting it. */
export const isLostMultipart = (stagingId: string): boolean => stagingId.startsWith(lostMultipart);

/** Key of the object whose staging id this is. */
function directKeyOf(stagingId: string): string | undefined {
  const id = isDirectStagingId(stagingId) ? stagingId.slice(0, -directStagingId('').length) : '';
  return isStagingId(id) ? directPrefix + id : undefined;
}

function lostUpload(stagingId: string): { readonly key: string; readonly uploadId: string } {
  const rest = stagingId.startsWith(lostMultipart) ? stagingId.slice(lostMultipart.length) : '';
  const [key = '', ...uploadId] = rest.split(':');
  return { key, uploadId: uploadId.join(':') };
}

/** Names staged bytes for operators, by their place below the prefix of the bucket. */
export function describeStaged(stagingId: string): string {
  if (stagingId.startsWith(lostTail)) return `object ${stagingId.slice(lostTail.length)}`;
  const { key, uploadId } = lostUpload(stagingId);
  if (uploadId !== '') return `multipart upload ${uploadId} of ${key}`;
  const directKey = directKeyOf(stagingId);
  return directKey === undefined ? `the staged parts of ${stagingId}` : `object ${directKey}`;
}

/** The writer of an upload that has all its bytes. */
const writerOfAll = (digest: Digest): StagedWriter => ({
  offset: digest.bytes,
  write: () => Promise.reject(new StorageError('The upload is complete')),
  close: async () => undefined,
  abandon: async () => undefined,
  finish: async (check) => {
    check?.(digest);
    return digest;
  },
});

async function* storageItems<T>(message: string, items: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (error) {
    throw error instanceof StorageError ? error : new StorageError(message, { cause: error });
  }
}
