import type { UploadReservation } from '@drive/contract';
import type { StagedFormFile } from '@drive/upload-protocol';
import type { Tx } from '../../platform/db/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Files } from '../files/index.ts';
import type { Guest, Guests } from '../guests/index.ts';
import type { UploadToReserve, Uploads } from '../uploads/index.ts';

export type GuestUploadsDeps = Pick<Ports, 'database'> & {
  readonly files: Files;
  readonly guests: Guests;
  readonly uploads: Uploads;
};

export interface AnonymousFile {
  /** Cleaned by `ItemName`. */
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** Epoch milliseconds. */
  readonly modifiedAt?: number | null | undefined;
}

export interface AnonymousOptions extends Guest {
  readonly publicListing: boolean;
}

/** Gives each file its own folder, so that no name depends on other uploads. */
export async function placeOfGuest(
  files: Pick<Files, 'addUnnamedFolder'>,
  tx: Tx,
  ownerId: number,
  wanted: readonly (AnonymousFile & Partial<StagedFormFile>)[],
  publicListing: boolean,
): Promise<UploadToReserve[]> {
  const placed: UploadToReserve[] = [];
  for (const file of wanted)
    placed.push({ ...file, folderRowId: await files.addUnnamedFolder(tx, ownerId), share: { publicListing } });
  return placed;
}

/** Reserves all or none, in the order given, each with its own share. */
export async function reserveOfGuest(
  { database, files, guests, uploads }: GuestUploadsDeps,
  wanted: readonly AnonymousFile[],
  options: AnonymousOptions,
): Promise<UploadReservation[]> {
  guests.requireAllowed(wanted);
  return guests.asGuest(options, (admit) =>
    database.write(async (tx) => {
      const owned = await admit(tx);
      const placed = await placeOfGuest(files, tx, owned.userId, wanted, options.publicListing);
      return uploads.reserve(tx, owned, placed);
    }),
  );
}
