import { limits } from '@drive/contract';
import type { Tx } from '../../../platform/db/index.ts';
import type { NotifyOfEnd, Uploads } from '../../uploads/index.ts';
import { countLinksOf, findLinkOfUpload, lockLinksOf, moveShare } from '../item-link-store.ts';
import { shortUrl } from '../share-descriptor.ts';
import { deleteShare, findShare, type ShareRow } from '../share-store.ts';
import { createShare, type CreateShareDeps } from './create-share.ts';
import { recordEnd } from './share-changes.ts';

/**
 * Shares files with their upload. The share opens once the file is complete, and a failed upload takes it away. An upload that
 * replaces a file uses the first link of that file, or adds its own.
 */
export function shareUploads(deps: CreateShareDeps & { readonly uploads: Pick<Uploads, 'onEnd' | 'onShare'> }): void {
  const { uploads, baseUrl } = deps;

  uploads.onShare(async (tx, { fileId, fileName, ownerId, publicListing, replacedId }) => {
    const own = replacedId === undefined ? undefined : await findShare(tx, { itemId: replacedId });
    const mode = publicListing ? 'PUBLIC' : 'SHARED';
    const share = own ?? (await createShare(deps, tx, { itemId: fileId, itemName: fileName, ownerId, mode }));
    if (share === undefined) throw new Error('a file that is not uploaded yet has a share already');
    return { token: share.token, shortUrl: shortUrl(baseUrl, share) };
  });

  const onEnd: NotifyOfEnd = async (tx, { status, fileId, fileName, replacedId }) => {
    if (status !== 'FAILED' && replacedId === null) return;
    const share = await findLinkOfUpload(tx, fileId);
    if (share === undefined) return;
    if (replacedId === null || !(await addToLinks(tx, share, replacedId))) {
      await recordEnd(deps, tx, share, fileName);
      await deleteShare(tx, fileId);
    }
  };
  // Visitors of file requests share nothing.
  for (const purpose of [null, 'grant'] as const) uploads.onEnd(purpose, onEnd);
}

/** Leads the link of an upload to the file that it has replaced, which may have got links meanwhile. False if it may have no more. */
async function addToLinks(tx: Tx, { rowId }: ShareRow, fileId: string): Promise<boolean> {
  await lockLinksOf(tx, fileId);
  const links = await countLinksOf(tx, fileId);
  if (links >= limits.linksPerItem) return false;
  await moveShare(tx, rowId, { itemId: fileId, isFurther: links > 0 });
  return true;
}
