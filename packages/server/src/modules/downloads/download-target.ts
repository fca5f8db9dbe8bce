import { mayDo } from '../../platform/access/index.ts';
import type { Reader } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { isAdmitted } from '../accounts/index.ts';
import {
  type FileRow,
  type Files,
  type LinkOrigin,
  type MemberOrigin,
  type SignedUrl,
  type SignedUrlKind,
} from '../files/index.ts';
import { isUsedUp, shareLimitReached, type OpenShare, type Shares } from '../shares/index.ts';

export type TargetDeps = Pick<Ports, 'database' | 'clock'> & {
  readonly files: Files;
  readonly shares: Shares;
  readonly findProofed: FindProofed;
};

/** The file, if the proofing is open, shows it, and its password has not changed. */
export type FindProofed = (reader: Reader, origin: LinkOrigin, fileId: string) => Promise<FileRow | undefined>;

export interface Target {
  readonly url: SignedUrl;
  readonly file: FileRow;
  readonly share: OpenShare | undefined;
  /** Country of the visitor of a share; null: not known. */
  readonly country?: string | null;
}

/**
 * Checks the rows, too: trash, purge, revocation, a disabled or another owner and, unless `continues`, its expiry and a download
 * limit end the URL.
 */
export async function requireTarget(
  { database, clock, files, shares, findProofed }: TargetDeps,
  url: SignedUrl | undefined,
  kinds: readonly SignedUrlKind[],
  continues: (url: SignedUrl) => Promise<boolean> = async () => false,
): Promise<Target> {
  if (url === undefined || !kinds.includes(url.kind))
    throw new DomainError('access_denied', 'This URL was not signed by this server, or has been changed.');
  if (url.expiresAt <= clock.now() && !(await continues(url)))
    throw new DomainError('access_denied', 'This URL has expired. Request a new one.');
  const { origin } = url;
  // One that names no owner was signed by an earlier version, and expires within a week of the update.
  if (origin === null || origin.kind === 'owner') {
    const found = await files.findFileOfEnabled(database.reader, url.fileId);
    const file = origin === null || mayDo(origin.rowId, found, 'read') ? found : undefined;
    requireBytes(file);
    return { url, file: await requireContent(database.reader, files, url, file), share: undefined };
  }
  if (origin.kind === 'member') {
    const file = await findGiven(database.reader, files, origin, url.fileId);
    requireBytes(file);
    return { url, file: await requireLinkedContent(database.reader, files, url, file), share: undefined };
  }
  if (origin.kind === 'proofing') {
    const file = await findProofed(database.reader, origin, url.fileId);
    if (file === undefined) throw linkClosed();
    return { url, file: await requireLinkedContent(database.reader, files, url, file), share: undefined };
  }
  const share = await shares.findOpenShare(database.reader, { rowId: origin.rowId }, { orUsedUp: true });
  const file = share && (await shares.findSharedFile(database.reader, share, url.fileId));
  if (share === undefined || file === undefined || share.passwordVersion !== origin.passwordVersion) throw linkClosed();
  // A ticket has taken a download before.
  if (isUsedUp(share) && url.ticket === '' && !(await continues(url))) throw shareLimitReached();
  return { url, file: await requireLinkedContent(database.reader, files, url, file), share };
}

/** The file, as long as the member has the account and the grant by which the URL was handed out. */
async function findGiven(
  reader: Reader,
  files: Files,
  { rowId: userId, grantRowId }: MemberOrigin,
  fileId: string,
): Promise<FileRow | undefined> {
  const file = await files.findFile(reader, fileId, userId);
  const isGiven = mayDo(userId, file, 'read') && file.given?.grantRowIds.includes(grantRowId) === true;
  return isGiven && (await isAdmitted(reader, userId)) ? file : undefined;
}

/**
 * For visitors and members: throws `file_quarantined` for the content as well, because a version may be infected that the file no
 * longer has.
 */
async function requireLinkedContent(reader: Reader, files: Files, url: SignedUrl, file: FileRow): Promise<FileRow> {
  files.requireReleased(file);
  const content = await requireContent(reader, files, url, file);
  files.requireReleased(content);
  return content;
}

/**
 * The content that the URL was issued for, so that a resumed download ends with its own bytes; a thumbnail is the
 * current.
 */
async function requireContent(reader: Reader, files: Files, url: SignedUrl, file: FileRow): Promise<FileRow> {
  const found = url.kind === 'thumbnail' ? file : await files.findContent(reader, file, url.content);
  if (found !== undefined) return found;
  throw new DomainError(
    'file_purged',
    'The file has another content by now, and this one is no longer kept. Request a new URL.',
  );
}

/** Throws `file_purged` or `file_not_found` if there is nothing to send. */
export function requireBytes(file: FileRow | undefined): asserts file is FileRow {
  if (file?.state === 'purged' || file?.state === 'purging')
    throw new DomainError('file_purged', 'This file was permanently deleted.');
  if (file === undefined || file.state !== 'alive' || file.isFolder) throw fileNotFound();
}

const linkClosed = (): DomainError =>
  new DomainError('access_denied', 'The share link of this URL is no longer open, or its password has changed.');

export const fileNotFound = (): DomainError => new DomainError('file_not_found', 'There is no such file.');
