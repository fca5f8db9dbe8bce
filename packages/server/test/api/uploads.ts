import { createHash, randomBytes } from 'node:crypto';
import type { OnConflict } from '@drive/contract';
import type { Drive, TestUser } from '../drive.ts';

/** The response to the reservation of an upload. */
export interface Reservation {
  readonly sessionId: string;
  readonly fileId: string;
  readonly uploadUrl: string;
  readonly directUrl: string | null;
  readonly shareToken: string | null;
  readonly shortUrl: string | null;
}

export interface WantedUpload {
  readonly name?: string;
  readonly type?: string;
  readonly bytes?: number;
  readonly parentFolderId?: string;
  readonly autoShare?: boolean;
  readonly publicListing?: boolean;
  readonly onConflict?: OnConflict;
  readonly ifMatch?: string;
  readonly ifAbsent?: boolean;
}

export async function reserveUpload(drive: Drive, user: TestUser, wanted: WantedUpload = {}): Promise<Reservation> {
  const { name = 'file.bin', type = 'application/octet-stream', bytes = 10, ...rest } = wanted;
  const response = await drive.fetch('/api/uploads', {
    method: 'POST',
    key: user.key,
    json: { fileName: name, contentType: type, fileSizeBytes: bytes, ...rest },
  });
  if (response.status !== 201) throw new Error(`reserving answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Reservation;
}

/** The body of the response; throws unless it is 200. */
export async function putBytes({ uploadUrl }: Pick<Reservation, 'uploadUrl'>, bytes: Buffer): Promise<unknown> {
  const response = await fetch(uploadUrl, { method: 'PUT', body: bytes as Uint8Array<ArrayBuffer> });
  if (response.status !== 200) throw new Error(`PUT answered ${response.status}: ${await response.text()}`);
  return response.json();
}

export async function readStatus(drive: Drive, user: TestUser, sessionId: string): Promise<Record<string, unknown>> {
  const response = await drive.fetch(`/api/uploads/${sessionId}/status`, { key: user.key });
  return (await response.json()) as Record<string, unknown>;
}

/** Total usage of all users. */
export async function readUsage(drive: Drive): Promise<{ stored: number; reserved: number }> {
  const rows = await drive.database.reader
    .selectFrom('storage_usage')
    .select(['stored_bytes', 'reserved_bytes'])
    .execute();
  return {
    stored: rows.reduce((sum, row) => sum + row.stored_bytes, 0),
    reserved: rows.reduce((sum, row) => sum + row.reserved_bytes, 0),
  };
}

/** The SHA-256 of a file's bytes on disk, next to the one in its row. */
export async function readStored(
  drive: Drive,
  fileId: string,
): Promise<{ said: string | null; found: string } | undefined> {
  const row = await drive.database.reader
    .selectFrom('items')
    .select(['sha256', 'blob_key', 'shared_key'])
    .where('id', '=', fileId)
    .executeTakeFirst();
  const key = row?.blob_key ?? row?.shared_key ?? null;
  if (row === undefined || key === null) return undefined;
  const blob = await drive.blobs.open(key);
  if (blob === undefined) throw new Error('the bytes of a file are gone');
  const bytes = Buffer.alloc(blob.bytes);
  await blob.read(bytes, 0);
  await blob.close();
  return { said: row.sha256, found: sha256(bytes) };
}

export async function listBlobs(drive: Drive): Promise<{ staged: string[]; blobs: string[] }> {
  const staged: string[] = [];
  for await (const id of drive.blobs.listStaged()) staged.push(id);
  const blobs: string[] = [];
  for await (const key of drive.blobs.list()) blobs.push(key);
  return { staged, blobs };
}

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
export const someBytes = (length: number): Buffer => randomBytes(length);

export const refusalOf = async (response: Response): Promise<[number, string]> => [
  response.status,
  ((await response.json()) as { code: string }).code,
];
