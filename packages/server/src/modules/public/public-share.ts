import type { Item, PublicShare } from '@drive/contract';
import { optionalIsoTime } from '../../platform/clock.ts';
import type { FileRow, Files } from '../files/index.ts';
import { shareUrl, shortUrl, type OpenShare, type ShareRow } from '../shares/index.ts';

export interface PublicShareDeps {
  readonly files: Files;
  readonly config: { readonly baseUrl: string };
}

/** PUBLIC and without a password: what is listed must open. */
export const isIndexable = (share: Pick<OpenShare, 'mode' | 'passwordHash'>): boolean =>
  share.mode === 'PUBLIC' && share.passwordHash === null;

/** A share whose password has not been given: that there is one, and no name, size or count. */
export const toLockedShare = (share: OpenShare): PublicShare => ({
  shareToken: share.token,
  kind: share.kind,
  passwordProtected: true,
  locked: true,
  expiresAt: optionalIsoTime(share.expiresAt),
  indexable: false,
});

export interface SharedFacts {
  readonly ownerName: string | null;
  readonly fileCount: number;
  readonly likedByMe: boolean;
}

/** The share as a stranger sees it: nothing of the owner's tree but what is shared. */
export async function toPublicShare(
  { files, config }: PublicShareDeps,
  share: OpenShare,
  { ownerName, fileCount, likedByMe }: SharedFacts,
): Promise<PublicShare> {
  const item = share.kind === 'multi' ? undefined : toSharedItem(files, share, share.item);
  return {
    shareToken: share.token,
    shareMode: share.mode,
    shareUrl: shareUrl(config.baseUrl, share),
    shortUrl: shortUrl(config.baseUrl, share),
    kind: share.kind,
    name: share.name,
    size: sizeOf(share),
    mimeType: item?.mimeType ?? null,
    contentKind: item?.contentKind ?? 'folder',
    previewUrl: item?.previewUrl ?? null,
    fileCount,
    expiresAt: optionalIsoTime(share.expiresAt),
    passwordProtected: share.passwordHash !== null,
    locked: false,
    indexable: isIndexable(share),
    ownerName,
    likesEnabled: share.likesEnabled,
    commentsEnabled: share.commentsEnabled,
    ...feedbackCounts(share),
    likedByMe,
    ...(item === undefined ? {} : { item }),
  };
}

/** null where it is switched off. */
const feedbackCounts = (
  share: ShareRow,
): { readonly likeCount: number | null; readonly commentCount: number | null } => ({
  likeCount: share.likesEnabled ? share.likeCount : null,
  commentCount: share.commentsEnabled ? share.commentCount : null,
});

/** Of all that is shared. */
export const sizeOf = (share: OpenShare): number =>
  share.kind === 'multi' ? share.files.reduce((sum, file) => sum + file.sizeBytes, 0) : share.item.sizeBytes;

/** One of the share's items as a stranger sees it: where it lies in the share, and nothing of the owner's other shares. */
export const toSharedItem = (files: Files, share: OpenShare, row: FileRow): Item =>
  asShared(share, files.toItem(row, share));

export function asShared(share: OpenShare, item: Item): Item {
  const top = share.kind === 'folder' ? share.item.id : null;
  const isTop = share.kind !== 'folder' || item.id === top || item.parentId === top;
  const isShare = share.kind === 'file' || item.id === top;
  const { likeCount, commentCount } = feedbackCounts(share);
  return {
    ...item,
    parentId: isTop ? null : item.parentId,
    shareMode: share.mode,
    shareToken: isShare ? share.token : null,
    downloadCount: 0,
    likesCount: (isShare && likeCount) || 0,
    commentsCount: (isShare && commentCount) || 0,
    previewUrl: item.quarantined ? null : item.previewUrl,
  };
}
