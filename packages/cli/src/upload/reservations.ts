import { contentTypeOf, type DriveClient, type UploadReservation } from '@drive/sdk';
import { isDriveErrorOf } from '../connection/describe-failure.ts';
import type { Annotations } from './annotations.ts';
import type { Journal } from './journal.ts';
import type { LocalFile } from './scan-upload.ts';
import type { PlannedFile } from './upload-plan.ts';

/** The most that one call reserves. */
const BATCH_FILES = 100;
/** When a batch is half used up, the next is fetched. */
const AHEAD = BATCH_FILES / 2;

/** The action if an item on the server has the name of a file. */
export type ConflictPolicy = 'rename' | 'skip' | 'replace' | 'fail';

/** The server's action if the name is taken after the client has checked. */
export type ServerPolicy = (typeof serverPolicies)[ConflictPolicy];
export const serverPolicies = { rename: 'rename', skip: 'fail', replace: 'replace', fail: 'fail' } as const;

export interface ReservationOptions {
  /** Whether a file is shared as soon as it is stored. */
  readonly isShared: (file: LocalFile) => boolean;
  readonly public: boolean;
  readonly onConflict: ConflictPolicy;
  /** SHA-256 of the content that the only file replaces. */
  readonly ifMatch: string | undefined;
  /** Metadata and tags of each file. */
  readonly annotations: Annotations;
  readonly maxRetries: number;
  readonly signal: AbortSignal;
}

/** Reserves many uploads with a small number of calls, a batch ahead of the transfers. */
export interface Reservations {
  /** The reservation of the file at this index; call it roughly in order. */
  take(index: number): Promise<UploadReservation>;
}

export function createReservations(
  client: DriveClient,
  files: readonly PlannedFile[],
  journal: Journal,
  options: ReservationOptions,
): Reservations {
  const batches = new Map<number, Promise<Outcome[]>>();

  function batch(number: number): Promise<Outcome[]> {
    const started = batches.get(number);
    if (started !== undefined) return started;
    const fetched = reserve(files.slice(number * BATCH_FILES, (number + 1) * BATCH_FILES));
    batches.set(number, fetched);
    return fetched;
  }

  /** Never rejects: a batch may be requested ahead without a waiting caller. */
  async function reserve(some: readonly PlannedFile[]): Promise<Outcome[]> {
    try {
      const { files: reservations } = await client.uploads.createBatch(
        { files: some.map((file) => newUpload(file, options)) },
        options,
      );
      journal.reserved(
        some.flatMap(({ file, folderId }, index) => {
          const reservation = reservations[index];
          return reservation === undefined ? [] : [{ file, folderId, upload: reservation }];
        }),
      );
      return reservations.map((reservation) => ({ reservation }));
    } catch (error) {
      // All or nothing: the batch is halved until the failing files are alone.
      const divisible = isDriveErrorOf(
        error,
        'validation_failed',
        'payload_too_large',
        'storage_quota_exceeded',
        'item_quota_exceeded',
        'name_conflict',
      );
      if (!divisible || some.length === 1) return some.map(() => ({ error }));
      const middle = Math.ceil(some.length / 2);
      return [...(await reserve(some.slice(0, middle))), ...(await reserve(some.slice(middle)))];
    }
  }

  return {
    async take(index) {
      const number = Math.floor(index / BATCH_FILES);
      const current = batch(number);
      if (index % BATCH_FILES >= AHEAD && (number + 1) * BATCH_FILES < files.length) void batch(number + 1);
      const outcome = (await current)[index % BATCH_FILES];
      if (outcome !== undefined && 'reservation' in outcome) return outcome.reservation;
      throw outcome?.error ?? new Error('the server reserved fewer uploads than requested');
    },
  };
}

type Outcome = { readonly reservation: UploadReservation } | { readonly error: unknown };

export function newUpload(
  { file, folderId }: PlannedFile,
  options: Pick<ReservationOptions, 'isShared' | 'public' | 'onConflict' | 'ifMatch' | 'annotations'>,
) {
  const modifiedAt = formatModifiedAt(file.modifiedAt);
  return {
    fileName: file.name,
    contentType: contentTypeOf(file.name),
    fileSizeBytes: file.size,
    ...(modifiedAt === undefined ? {} : { modifiedAt }),
    ...(folderId === null ? {} : { parentFolderId: folderId }),
    onConflict: serverPolicies[options.onConflict],
    ...(options.ifMatch === undefined ? {} : { ifMatch: options.ifMatch }),
    ...options.annotations,
    ...(options.isShared(file) ? { autoShare: true, publicListing: options.public } : {}),
  };
}

/** Undefined for a damaged time, which the server does not accept. */
function formatModifiedAt(epochMs: number): string | undefined {
  const iso = new Date(epochMs).toISOString();
  return /^(?!0000)\d{4}-/.test(iso) ? iso : undefined;
}
