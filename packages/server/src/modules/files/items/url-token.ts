import { dayMs, secondMs } from '@drive/base';
import type { GivenAccess } from '../../../platform/access/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import type { FileRow } from './item-row.ts';

/** The content that a signed URL sends: the bytes to save, the bytes to display, or the thumbnail. */
export type SignedUrlKind = 'attachment' | 'inline' | 'thumbnail';

/** The link through which a signed URL was handed out. The URL ends with the link, and with the link's password. */
export interface LinkOrigin {
  readonly kind: 'share' | 'proofing';
  /** shares.row_id or proofings.row_id */
  readonly rowId: number;
  /** The link's `password_version` at that time. */
  readonly passwordVersion: number;
}

/** The member to whom a signed URL was handed out. The URL ends with what they were given. */
export interface MemberOrigin {
  readonly kind: 'member';
  /** users.row_id */
  readonly rowId: number;
  /** access_grants.row_id of the grant by which they reach the file. */
  readonly grantRowId: number;
}

/** The owner to whom a signed URL was handed out. The URL ends when the file gets another one. */
export interface OwnerOrigin {
  readonly kind: 'owner';
  /** users.row_id */
  readonly rowId: number;
}

export type UserOrigin = OwnerOrigin | MemberOrigin;

/** `given`: what the user (users.row_id) was given on the file; null: it is their own. */
export const userOriginOf = (userId: number, given: GivenAccess | null): UserOrigin =>
  given === null
    ? { kind: 'owner', rowId: userId }
    : { kind: 'member', rowId: given.userId, grantRowId: given.grantRowId };

export interface SignedUrl {
  readonly kind: SignedUrlKind;
  readonly fileId: string;
  /** null: handed to an owner by a server of an earlier version, which did not name them. */
  readonly origin: LinkOrigin | UserOrigin | null;
  readonly recipientRowId: number | null;
  /** Epoch milliseconds, full seconds. */
  readonly expiresAt: number;
  /** Makes the URL different from all others of the same file; empty if that is not needed. */
  readonly nonce: string;
  /** The content that it was issued for (`contentTagOf`), or the thumbnail. */
  readonly content: string;
  /** The ticket that it was handed out for; empty: none. */
  readonly ticket: string;
  /** How the image is sent (`writeTransform`), without dots; empty: as it is. */
  readonly transform: string;
}

const tagCharacters = 12;

/** Distinguishes the contents of a file; the same again after a version is restored. Empty without bytes. */
export const contentTagOf = (blobKey: string | null): string =>
  (blobKey ?? '').replaceAll(/[^\da-z]/gi, '').slice(-tagCharacters);

const letters: Record<SignedUrlKind, string> = { attachment: 'a', inline: 'i', thumbnail: 'p' };
const kinds = new Map(Object.entries(letters).map(([kind, letter]) => [letter, kind as SignedUrlKind]));

/** The token of a signed URL: parts without dots, separated by dots, the signature last. */
export function writeUrlToken(secrets: Secrets, url: SignedUrl): string {
  const text = [
    url.fileId.replaceAll('-', ''),
    writeOrigin(url.origin),
    (url.recipientRowId ?? 0).toString(36),
    // A server of an earlier version, which would send the image as it is, knows no capital letters.
    url.transform === '' ? letters[url.kind] : letters[url.kind].toUpperCase(),
    Math.floor(url.expiresAt / secondMs).toString(36),
    url.nonce,
    url.content,
    ...(url.ticket === '' && url.transform === '' ? [] : [url.ticket]),
    ...(url.transform === '' ? [] : [url.transform]),
  ].join('.');
  return `${text}.${secrets.sign('download-url', text)}`;
}

/** Returns undefined if this server did not sign the token. Does not check the expiry. */
export function readUrlToken(secrets: Secrets, token: string): SignedUrl | undefined {
  const end = token.lastIndexOf('.');
  const text = token.slice(0, end);
  if (end === -1 || !secrets.verify('download-url', text, token.slice(end + 1))) return undefined;
  const [
    id = '',
    origin = '',
    recipient = '',
    letter = '',
    expiry = '',
    nonce = '',
    content = '',
    ticket = '',
    transform = '',
  ] = text.split('.');
  const kind = kinds.get(letter.toLowerCase());
  if (kind === undefined) return undefined;
  return {
    kind,
    fileId: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    origin: readOrigin(origin),
    recipientRowId: readRowId(recipient),
    expiresAt: Number.parseInt(expiry, 36) * secondMs,
    nonce,
    content,
    ticket,
    transform,
  };
}

/**
 * `[~]rowId[-passwordVersion]`: the tilde marks a proofing, a version of 0 is left out. `!rowId-grantRowId` for a member, `_rowId` for an
 * owner, which a server of an earlier version reads as the `0` that it writes itself.
 */
function writeOrigin(origin: SignedUrl['origin']): string {
  if (origin === null) return '0';
  if (origin.kind === 'owner') return `_${origin.rowId.toString(36)}`;
  if (origin.kind === 'member') return `!${origin.rowId.toString(36)}-${origin.grantRowId.toString(36)}`;
  const version = origin.passwordVersion === 0 ? '' : `-${origin.passwordVersion.toString(36)}`;
  return `${origin.kind === 'proofing' ? '~' : ''}${origin.rowId.toString(36)}${version}`;
}

function readOrigin(text: string): SignedUrl['origin'] {
  const [row = '', version = '0'] = text.replace(/^[_~!]/, '').split('-');
  const rowId = readRowId(row);
  if (rowId === null) return null;
  if (text.startsWith('_')) return { kind: 'owner', rowId };
  if (text.startsWith('!')) return { kind: 'member', rowId, grantRowId: Number.parseInt(version, 36) };
  const kind = text.startsWith('~') ? 'proofing' : 'share';
  return { kind, rowId, passwordVersion: Number.parseInt(version, 36) };
}

const readRowId = (text: string): number | null => Number.parseInt(text, 36) || null;

export type ThumbnailUrl = (
  file: Pick<FileRow, 'id' | 'thumbnailKey'>,
  origin: SignedUrl['origin'],
  periodMs?: number,
) => string;

/** Constant within a period and for one content, so that browsers can cache it. Expires after one to two periods. */
export const createThumbnailUrl =
  ({ secrets, clock, baseUrl }: Pick<Ports, 'secrets' | 'clock' | 'baseUrl'>): ThumbnailUrl =>
  ({ id: fileId, thumbnailKey }, origin, periodMs = dayMs) => {
    const expiresAt = (Math.floor(clock.now() / periodMs) + 2) * periodMs;
    const content = contentTagOf(thumbnailKey);
    const url = {
      kind: 'thumbnail',
      fileId,
      origin,
      recipientRowId: null,
      expiresAt,
      nonce: '',
      content,
      ticket: '',
      transform: '',
    } as const;
    return baseUrl.link(`/files/previews/${writeUrlToken(secrets, url)}`);
  };

/** More than an image of 512 × 512 pixels takes. */
const reducedFromBytes = 1024 * 1024;

/** Whether a thumbnail may show all of a file. Thumbnails are not counted as downloads, so a share with `maxDownloads` shows none of it. */
export const isCopiedByThumbnail = (sizeBytes: number): boolean => sizeBytes <= reducedFromBytes;
