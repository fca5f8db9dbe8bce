import { blobKeyPattern } from '@drive/blobs';
import { z } from 'zod';

/** Names in a backup, whichever form it has. */
export const manifestName = 'manifest.json';
export const secretName = 'secret.key';
export const settingsName = 'drive.config.json';
export const blobPrefix = 'blobs/';

/** Each run has its own file names, so that the manifest, which is written last, switches all of them at once. */
export const describedBy = (createdAt: string): { readonly database: string; readonly blobList: string } => {
  const run = createdAt.replaceAll(/\D/g, '');
  return { database: `database-${run}.sqlite`, blobList: `blobs-${run}.ndjson` };
};

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const bytes = z.int().min(0);

/** Written last: a backup without one is incomplete. */
const manifestShape = z.strictObject({
  format: z.literal(1),
  /** Time of the database state, ISO 8601. */
  createdAt: z.iso.datetime(),
  version: z.string(),
  database: z.strictObject({ bytes, sha256 }),
  blobList: z.strictObject({ bytes, sha256 }),
  blobs: z.strictObject({ count: bytes, bytes }),
  /** Whether the secret is in the backup; else DRIVE_SECRET has to be given again. */
  hasSecret: z.boolean(),
  /** Fingerprint of the secret, to detect a wrong one. */
  secretFingerprint: sha256,
});
export type Manifest = z.output<typeof manifestShape>;

const storedBlobShape = z.strictObject({ key: z.string().regex(blobKeyPattern), bytes, sha256 });
export type StoredBlob = z.output<typeof storedBlobShape>;

/** The given file is no backup, incomplete or changed. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

export function parseManifest(text: string): Manifest {
  const found = manifestShape.safeParse(parseJson(text));
  if (!found.success) throw new BackupError(`${manifestName} is damaged, or a newer version of drive-server wrote it.`);
  return found.data;
}

export function parseStoredBlob(line: string): StoredBlob {
  const found = storedBlobShape.safeParse(parseJson(line));
  if (!found.success) throw new BackupError(`The list of blobs is damaged.`);
  return found.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
