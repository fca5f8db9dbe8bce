import type { PublicShare } from '@drive/contract';
import { optionalIsoTime, type Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/errors.ts';
import type { FileRow, Files } from '../files/index.ts';
import { shareUrl, shortUrl } from './descriptor.ts';
import type { FindShareBy, ShareRow } from './share-row.ts';
import { findShare } from './store.ts';

/** A share that a stranger may open, and what it holds. */
export interface OpenShare extends ShareRow {
  readonly mode: 'SHARED' | 'PUBLIC';
  /** Alive. */
  readonly item: FileRow;
}

/**
 * `share_expired` past the expiry, `file_quarantined` where the file is held back; `share_not_found` for all else, so that
 * nothing is told of what is not open.
 */
export async function requireOpenShare(
  { clock, files }: { readonly clock: Clock; readonly files: Files },
  reader: Reader,
  by: FindShareBy,
): Promise<OpenShare> {
  const share = couldBe(by) ? await findShare(reader, by) : undefined;
  if (share === undefined || share.mode === 'PRIVATE') throw shareNotFound();
  const item = await files.findFile(reader, share.itemId);
  if (item === undefined || item.state !== 'alive') throw shareNotFound();
  if (share.expiresAt !== null && share.expiresAt <= clock.now())
    throw new DomainError('share_expired', 'This link has expired.');
  if (item.quarantined) throw new DomainError('file_quarantined', 'This file is held back by the administrator.');
  return { ...share, mode: share.mode, item };
}

/** What comes in an address may hold anything, also what a database can't compare. */
const couldBe = (by: FindShareBy): boolean =>
  'rowId' in by || /^[A-Za-z0-9_-]{1,64}$/.test('token' in by ? by.token : by.shortCode);

const shareNotFound = (): DomainError => new DomainError('share_not_found', 'There is nothing at this link.');

/** The share as a stranger sees it: nothing of the owner's tree but the file itself. */
export function toPublicShare(
  { baseUrl, files }: { readonly baseUrl: string; readonly files: Files },
  share: OpenShare,
  ownerName: string | null,
): PublicShare {
  const item = { ...files.toItem(share.item, { shareRowId: share.rowId }), parentId: null };
  return {
    shareToken: share.token,
    shareMode: share.mode,
    shareUrl: shareUrl(baseUrl, share),
    shortUrl: shortUrl(baseUrl, share),
    kind: 'file',
    name: item.name,
    size: share.item.sizeBytes,
    mimeType: item.mimeType,
    contentKind: item.contentKind,
    previewUrl: item.previewUrl,
    fileCount: 1,
    expiresAt: optionalIsoTime(share.expiresAt),
    passwordProtected: false,
    locked: false,
    indexable: share.mode === 'PUBLIC',
    ownerName,
    item,
  };
}
