import type { Clock } from '../../platform/clock.ts';
import type { Database, Reader } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { isEnabled } from '../accounts/index.ts';
import {
  readUrlToken,
  type SignedUrl,
  type SignedUrlKind,
  type LinkOrigin,
  type FileRow,
  type Files,
} from '../files/index.ts';
import { isUsedUp, shareLimitReached, type OpenShare, type Shares } from '../shares/index.ts';

export interface TargetDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly files: Files;
  readonly shares: Shares;
  readonly findProofed: FindProofed;
}

/** The file, if the proofing is open, has the password of then, and shows the file. */
export type FindProofed = (reader: Reader, origin: LinkOrigin, fileId: string) => Promise<FileRow | undefined>;

export interface Target {
  readonly address: SignedUrl;
  readonly file: FileRow;
  readonly share: OpenShare | undefined;
}

/**
 * The rows decide, not the address alone: trash, purge, revocation and the owner's being disabled end it at once. So does a share's limit of
 * downloads, but where the address `continues` what was begun before.
 */
export async function requireTarget(
  { database, clock, secrets, files, shares, findProofed }: TargetDeps,
  token: string,
  kinds: readonly SignedUrlKind[],
  continues: (address: SignedUrl) => Promise<boolean> = async () => false,
): Promise<Target> {
  const address = readUrlToken(secrets, token);
  if (address === undefined || !kinds.includes(address.kind))
    throw new DomainError('access_denied', 'This address was not made by this server, or has been changed.');
  if (address.expiresAt <= clock.now())
    throw new DomainError('access_denied', 'This address has run out. Ask for a new one where it came from.');
  const { origin } = address;
  if (origin === null) {
    const file = await files.findFile(database.reader, address.fileId);
    requireBytes(file);
    if (!(await isEnabled(database.reader, file.ownerId))) throw fileNotFound();
    return { address, file, share: undefined };
  }
  if (origin.kind === 'proofing') {
    const file = await findProofed(database.reader, origin, address.fileId);
    if (file === undefined) throw linkClosed();
    return { address, file, share: undefined };
  }
  const share = await shares.findOpenShare(database.reader, { rowId: origin.rowId }, { orUsedUp: true });
  const file = share && (await shares.findSharedFile(database.reader, share, address.fileId));
  if (share === undefined || file === undefined || share.passwordVersion !== origin.passwordVersion) throw linkClosed();
  if (isUsedUp(share) && !(await continues(address))) throw shareLimitReached();
  if (file.quarantined) throw new DomainError('file_quarantined', 'This file is held back by the administrator.');
  return { address, file, share };
}

/** `file_purged` or `file_not_found` where there is nothing to send. */
export function requireBytes(file: FileRow | undefined): asserts file is FileRow {
  if (file?.state === 'purged' || file?.state === 'purging')
    throw new DomainError('file_purged', 'This file was deleted for good.');
  if (file === undefined || file.state !== 'alive' || file.isFolder) throw fileNotFound();
}

const linkClosed = (): DomainError =>
  new DomainError('access_denied', 'The link that this address came from is no longer open, or has another password.');

const fileNotFound = (): DomainError => new DomainError('file_not_found', 'There is no such file.');
