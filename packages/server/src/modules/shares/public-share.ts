import type { PublicShare } from '@drive/contract';
import { optionalIsoTime } from '../../platform/clock.ts';
import type { Files } from '../files/index.ts';
import { shareUrl, shortUrl } from './descriptor.ts';
import type { OpenFileShare } from './open-share.ts';

/** The share as a stranger sees it: nothing of the owner's tree but the file itself. */
export function toPublicShare(
  { baseUrl, files }: { readonly baseUrl: string; readonly files: Files },
  share: OpenFileShare,
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
