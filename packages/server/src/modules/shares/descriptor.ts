import type { ShareDescriptor } from '@drive/contract';
import { optionalIsoTime } from '../../platform/clock.ts';
import type { ShareRow } from './share-row.ts';

/** Where a share is reached. `baseUrl` is without a slash at the end. */
export const shareUrl = (baseUrl: string, share: { readonly token: string }): string =>
  `${baseUrl}/share/${share.token}`;

export const shortUrl = (baseUrl: string, share: Pick<ShareRow, 'shortCode' | 'slug'>): string =>
  `${baseUrl}/s/${share.slug ?? share.shortCode}`;

/** The share as its owner sees it. `listed` is what `listListed` says of it. */
export const toDescriptor = (baseUrl: string, share: ShareRow, listed: boolean): ShareDescriptor => ({
  shareToken: share.token,
  shareMode: share.mode,
  listed,
  shareUrl: shareUrl(baseUrl, share),
  shortUrl: shortUrl(baseUrl, share),
  expiresAt: optionalIsoTime(share.expiresAt),
  passwordProtected: share.passwordHash !== null,
  notifyOwnerOnDownload: share.notifyOnDownload,
  notifyOnView: share.notifyOnView,
  notifyPerRecipient: share.notifyPerRecipient,
  maxDownloads: share.maxDownloads,
  commentsEnabled: share.commentsEnabled,
  likesEnabled: share.likesEnabled,
});
