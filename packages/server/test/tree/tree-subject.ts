import { createBaseUrl, dayMs, hourMs, minuteMs, systemRandom } from '@drive/base';
import { createTestClock, type TestClock } from '@drive/base/test';
import { MemoryBlobs, StorageError, type BlobStore } from '@drive/blobs';
import type { EndpointShape, ErrorCode, Item, OnConflict } from '@drive/contract';
import { JobQueue, type Jobs } from '@drive/jobs';
import { noMetrics } from '@drive/metrics';
import { noItemBudget } from '@drive/rate-limits';
import type { Images } from '@drive/thumbnails';
import type * as z from 'zod';
import { createFiles, createNameSearch, type Files } from '../../src/modules/files/index.ts';
import type { Database } from '../../src/platform/db/index.ts';
import { isDomainError } from '../../src/platform/errors.ts';
import { createEvents } from '../../src/platform/events/index.ts';
import { Answer, type AnswerOf } from '../../src/platform/http/index.ts';
import { createSecrets } from '../../src/platform/secrets.ts';
import { createTestDatabase } from '../database.ts';
import { overriding } from '../overriding.ts';
import { versionsKept } from './tree-reference.ts';
import { addUser, noPictures } from './tree.ts';

export type Outcome<Answer> = { readonly answer: Answer } | { readonly refused: ErrorCode };

type Input<S> = S extends z.ZodType ? z.input<S> : undefined;
export interface RequestTo<E extends EndpointShape> {
  readonly params?: Input<E['params']>;
  readonly query?: Input<E['query']>;
  readonly body?: Input<E['body']>;
}

/** A reserved upload of zeros; it completes or is cancelled. */
export interface SubjectUpload {
  /** The id is that of the file whose content was replaced, if one was. A refused upload has ended. */
  finish(): Promise<Outcome<{ readonly id: string; readonly name: string }>>;
  cancel(): Promise<void>;
}

/** One owner's tree in a running server, by any access. */
export interface TreeSubject {
  /** users.row_id */
  readonly ownerId: number;
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly clock: TestClock;
  /** True for the complete server only: downloads belong to another module. */
  readonly servesBytes: boolean;
  call<E extends EndpointShape>(endpoint: E, request: RequestTo<E>): Promise<Outcome<AnswerOf<E>>>;
  reserve(upload: {
    readonly name: string;
    readonly folderId: string | null;
    readonly bytes: number;
    readonly onConflict: OnConflict;
  }): Promise<Outcome<SubjectUpload>>;
  /** Stores zeros at a path in one request. */
  put(file: {
    readonly folders: readonly string[];
    readonly name: string;
    readonly bytes: number;
    readonly onConflict: OnConflict;
  }): Promise<Outcome<Item>>;
  /** SHA-256 of what a signed URL delivers, in lower-case hex. Only if the subject serves bytes. */
  readSha256(url: string): Promise<string>;
  /** The sweeps of the trash and of the versions. */
  sweep(): Promise<void>;
  drain(): Promise<void>;
  /** Stops the server and starts another on the same data; its claimed jobs are released. */
  restart(): Promise<void>;
}

/** Dies at its nth step from now on: before or after a transaction, or before bytes are written or deleted. */
export interface MortalSubject extends TreeSubject {
  dieAfter(steps: number): void;
  /** An operation in progress may not report the crash: a killed job is restarted silently. */
  isDead(): boolean;
  /** Makes this many deletions of blobs fail. */
  failDeletions(count: number): void;
}

export class Crash extends Error {
  override readonly name = 'Crash';
}

/** The module without HTTP, for many owners one after the other on one database. */
export interface TreeWorld {
  addSubject(quotaBytes: number): Promise<MortalSubject>;
  close(): Promise<void>;
}

export interface WorldOptions {
  /** Whether names are found by the in-memory index, as for owners of many files. */
  readonly searchesInMemory: boolean;
}

export async function createTreeWorld({ searchesInMemory }: WorldOptions): Promise<TreeWorld> {
  const { database, close } = await createTestDatabase({ waitsForDisk: false });
  const clock = createTestClock();
  const memory = new MemoryBlobs({ clock, random: systemRandom });
  let failures = 0;
  const blobs: BlobStore = overriding(memory, {
    delete: async (key) => {
      if (failures === 0) return memory.delete(key);
      failures -= 1;
      throw new StorageError('the disk is gone for now');
    },
  });
  // Survives the simulated crashes, because its thread starts slowly.
  const search = createNameSearch({ database, ...(searchesInMemory ? { maxItemsHere: 0 } : {}) });
  const world = { database, blobs, clock, search };
  let process = startProcess(world);

  return {
    addSubject: async (quotaBytes) => {
      const ownerId = await addUser(database);
      return {
        ownerId,
        database,
        blobs,
        clock,
        servesBytes: false,
        call: (endpoint, request) => process.call(ownerId, endpoint, request),
        readSha256: () => Promise.reject(new Error('the module serves no bytes')),
        put: ({ folders, name, bytes, onConflict }) =>
          outcomeOf(async () => {
            const blob = await storeZeros(blobs, bytes);
            const { files } = process;
            try {
              return await files.changeTrees(ownerId, async (tx) => {
                const { folderRowId, taken } = await files.ensurePlace(
                  tx,
                  { userId: ownerId, folderId: null },
                  { folders, name },
                );
                if (taken?.isFolder === true) throw new Refusal('name_conflict');
                if ((await files.reserveRoom(tx, ownerId, { bytes, items: 1 }, quotaBytes)) !== 'taken')
                  throw new Refusal('storage_quota_exceeded');
                const { id } = await files.addFile(tx, {
                  ...aboutFile(name, bytes, blob),
                  id: systemRandom.uuid(),
                  ownerId,
                  folderRowId,
                  onConflict,
                });
                return files.toItem((await files.findFile(tx, id))!);
              });
            } catch (error) {
              await memory.delete(blob.blobKey);
              throw error;
            }
          }),
        reserve: ({ name, folderId, bytes, onConflict }) =>
          outcomeOf(async () => {
            const { files } = process;
            const folderRowId = await database.write(async (tx) => {
              const root = await files.ensureRoot(tx, ownerId);
              const folder = folderId === null ? { rowId: root } : await files.findFolder(tx, ownerId, folderId);
              if (folder === undefined) return 'folder_not_found';
              await files.findReplaced(tx, { folderRowId: folder.rowId, name, onConflict, precondition: null });
              const room = await files.reserveRoom(tx, ownerId, { bytes, items: 1 }, quotaBytes);
              return room === 'taken' ? folder.rowId : 'storage_quota_exceeded';
            });
            if (typeof folderRowId === 'string') throw new Refusal(folderRowId);
            const id = systemRandom.uuid();
            return {
              finish: () =>
                outcomeOf(async () => {
                  const blob = await storeZeros(blobs, bytes);
                  const about = { ...aboutFile(name, bytes, blob), id, ownerId, folderRowId, onConflict };
                  try {
                    return await database.write((tx) => process.files.addFile(tx, about));
                  } catch (error) {
                    await database.write((tx) => process.files.releaseRoom(tx, ownerId, { bytes, items: 1 }));
                    await memory.delete(blob.blobKey);
                    throw error;
                  }
                }),
              cancel: () => database.write((tx) => process.files.releaseRoom(tx, ownerId, { bytes, items: 1 })),
            };
          }),
        sweep: async () => {
          await process.jobs.runNow('files.trash');
          await process.jobs.runNow('files.versions');
        },
        drain: () => process.jobs.drain(),
        dieAfter: (steps) => process.dieAfter(steps),
        isDead: () => process.isDead(),
        failDeletions: (count) => void (failures = count),
        restart: async () => {
          process.dieAfter(0);
          // The lease of a dead process must expire on Postgres.
          clock.advance(6 * minuteMs);
          process = startProcess(world);
        },
      };
    },
    close: async () => {
      await process.jobs.stop();
      await search.stop();
      await close();
    },
  };
}

/** An error of the reservation, which belongs to another module. */
class Refusal extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode) {
    super(code);
    this.code = code;
  }
}

async function outcomeOf<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { answer: await work() };
  } catch (error) {
    if (isDomainError(error) || error instanceof Refusal) return { refused: error.code };
    throw error;
  }
}

/** Smaller than any file of a model. */
export const thumbnailBytes = 1;

/** Every image becomes a dot. */
const dots: Images = {
  render: async () => ({ bytes: new Uint8Array(thumbnailBytes), width: 1, height: 1 }),
  close: async () => undefined,
};

async function storeZeros(blobs: BlobStore, bytes: number): Promise<{ blobKey: string; sha256: string }> {
  const blobKey = blobs.newKey();
  const { sha256 } = await blobs.put(blobKey, oneChunk(bytes));
  return { blobKey, sha256 };
}

const aboutFile = (name: string, sizeBytes: number, blob: { readonly blobKey: string; readonly sha256: string }) => ({
  name,
  sizeBytes,
  mimeType: name.endsWith('.png') ? 'image/png' : 'text/plain',
  ...blob,
});

async function* oneChunk(bytes: number): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(bytes);
}

interface Process {
  readonly files: Files;
  readonly jobs: Jobs;
  call<E extends EndpointShape>(ownerId: number, endpoint: E, request: RequestTo<E>): Promise<Outcome<AnswerOf<E>>>;
  dieAfter(steps: number): void;
  isDead(): boolean;
}

interface World {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly clock: TestClock;
  readonly search: ReturnType<typeof createNameSearch>;
}

function startProcess({ database, blobs, clock, search }: World): Process {
  let stepsLeft = Infinity;
  let isDead = false;
  const step = (): void => {
    isDead ||= stepsLeft <= 0;
    if (isDead) throw new Crash('the process is dead');
    stepsLeft -= 1;
  };
  const mortal = {
    database: overriding(database, {
      write: async <T>(work: Parameters<typeof database.write<T>>[0]): Promise<T> => {
        step();
        const value = await database.write(work);
        step();
        return value;
      },
    }),
    blobs: overriding(blobs, {
      delete: async (key: string) => {
        step();
        await blobs.delete(key);
      },
      put: async (key: string, source: AsyncIterable<Uint8Array>) => {
        step();
        return blobs.put(key, source);
      },
    }),
  };
  const ports = { ...mortal, clock, random: systemRandom };
  const jobs = new JobQueue({ ...ports, log: silentLog, runsOnlyWhenDrained: true });
  const files = createFiles({
    ...ports,
    events: createEvents({ ...ports, jobs }),
    secrets: createSecrets(Buffer.alloc(32, 7)),
    images: dots,
    pictures: noPictures,
    search,
    jobs,
    log: silentLog,
    baseUrl: createBaseUrl('http://drive.example'),
    metrics: noMetrics,
    scanner: undefined,
    onVirus: async () => {},
    itemBudget: noItemBudget,
    planQuotaBytes: () => null,
    config: {
      maxItems: 0,
      purgeGraceMs: 0,
      trashMs: 30 * dayMs,
      versionsKeep: versionsKept,
      versionsMs: 30 * dayMs,
      sweepMs: hourMs,
      linksNeedScan: false,
      contentUrl: undefined,
    },
  });
  const handlers = new Map<string, (request: unknown) => Promise<unknown> | AsyncIterable<readonly unknown[]>>();
  const mount = (shape: EndpointShape, handle: unknown): void =>
    void handlers.set(shape.id, handle as (request: unknown) => Promise<unknown>);
  const refuse = (): never => {
    throw new Error('the tree mounts JSON endpoints only');
  };
  files.routes({
    mount,
    mountStreamed: mount,
    mountBytes: refuse,
    mountEvents: refuse,
    mountBytesProtocol: refuse,
    mountKeyProtocol: refuse,
    mountCallProtocol: refuse,
    page: refuse,
  });
  jobs.start();

  return {
    files,
    jobs,
    dieAfter: (steps) => void (stepsLeft = steps),
    isDead: () => isDead,
    call: <E extends EndpointShape>(userId: number, endpoint: E, { params, query, body }: RequestTo<E>) =>
      outcomeOf(async () => {
        const handle = handlers.get(endpoint.id);
        if (handle === undefined) throw new Error(`${endpoint.id} is not mounted`);
        const answer = handle({
          caller: {
            kind: 'key',
            userId,
            accountId: 'a',
            accountName: null,
            isAdmin: false,
            plan: 'free',
            credentialId: 0,
            publicId: 'key',
            restriction: null,
          },
          params,
          query: (endpoint as EndpointShape).query?.parse(query ?? {}),
          body: (endpoint as EndpointShape).body?.parse(body),
          remember: async () => undefined,
        });
        return bodyOf(endpoint.streamed === true ? await gather(answer) : await answer) as AnswerOf<E>;
      }),
  };
}

const bodyOf = (answer: unknown): unknown => (answer instanceof Answer ? answer.body : answer);

async function gather(pieces: unknown): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const piece of pieces as AsyncIterable<readonly unknown[]>) all.push(...piece);
  return all;
}

const silent = (): void => undefined;
const silentLog = { debug: silent, info: silent, warn: silent, error: silent };
