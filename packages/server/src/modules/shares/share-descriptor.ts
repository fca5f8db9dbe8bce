import { type BaseUrl, optionalIsoTime } from '@drive/base';
import type { ShareDescriptor } from '@drive/contract';
import type { Secrets } from '../../platform/secrets.ts';
import type { Files } from '../files/index.ts';
import { recipientToken } from './owner/recipient-store.ts';
import type { ListedItem } from './owner/share-listing-store.ts';
import type { ShareRow } from './share-store.ts';

export const shareUrl = (baseUrl: BaseUrl, { token }: Pick<ShareRow, 'token'>): string =>
  baseUrl.link(`/share/${token}`);

/** The link of one recipient; visits through it count for that recipient. */
export const personalUrl = (
  { baseUrl, secrets }: { readonly baseUrl: BaseUrl; readonly secrets: Secrets },
  share: Pick<ShareRow, 'token'>,
  recipient: { readonly id: string },
): string => `${shareUrl(baseUrl, share)}?r=${recipientToken(secrets, recipient.id)}`;

export const shortUrl = (baseUrl: BaseUrl, { shortCode, slug }: Pick<ShareRow, 'shortCode' | 'slug'>): string =>
  baseUrl.link(`/s/${slug ?? shortCode}`);

/** The share as its owner sees it. `listed` comes from `listListed`: undefined if it is not listed. */
export const toDescriptor = (
  { baseUrl, files }: { readonly baseUrl: BaseUrl; readonly files: Pick<Files, 'publicUrls'> },
  share: ShareRow,
  listed: ListedItem | undefined,
): ShareDescriptor => ({
  shareToken: share.token,
  shareMode: share.mode,
  listed: listed !== undefined,
  shareUrl: shareUrl(baseUrl, share),
  shortUrl: shortUrl(baseUrl, share),
  publicUrl:
    listed?.file === undefined || share.maxDownloads !== null || share.furtherItemId !== null
      ? null
      : files.publicUrls.of(share.token, listed.file),
  expiresAt: optionalIsoTime(share.expiresAt),
  passwordProtected: share.passwordHash !== null,
  notifyOwnerOnDownload: share.notifyOnDownload,
  notifyOnView: share.notifyOnView,
  notifyPerRecipient: share.notifyPerRecipient,
  maxDownloads: share.maxDownloads,
  commentsEnabled: share.commentsEnabled,
  likesEnabled: share.likesEnabled,
  label: share.label,
  coverItemId: share.coverItemId,
  allowUpload: share.allowUpload,
  uploadMaxFileBytes: share.uploadMaxFileBytes,
  uploadMaxFiles: share.uploadMaxFiles,
  uploadAllowedTypes: share.uploadAllowedTypes === null ? null : [...share.uploadAllowedTypes],
});
