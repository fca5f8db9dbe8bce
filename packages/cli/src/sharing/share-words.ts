import type { ListedShare, ShareDescriptor } from '@drive/sdk';

/** Who gets in, in a word or two. */
export function accessOf(share: ListedShare, now: number): string {
  if (share.shareMode === 'PRIVATE') return 'off';
  if (share.expiresAt !== null && Date.parse(share.expiresAt) <= now) return 'expired';
  if (share.maxDownloads !== null && share.downloadCount >= share.maxDownloads) return 'used up';
  const who = share.shareMode === 'PUBLIC' ? 'public' : 'link';
  const access = share.passwordProtected ? `${who}, password` : who;
  return share.shareMode === 'PUBLIC' && !share.listed ? `${access}, not listed` : access;
}

/** As `--notify` takes it. */
export function notifyOf({ notifyOwnerOnDownload, notifyOnView, notifyPerRecipient }: ShareDescriptor): string {
  const download = notifyPerRecipient ? 'every-download' : 'download';
  const told = [...(notifyOnView ? ['view'] : []), ...(notifyOwnerOnDownload ? [download] : [])];
  return told.length === 0 ? 'none' : told.join(',');
}
