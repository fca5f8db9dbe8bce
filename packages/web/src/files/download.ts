import type { Item } from '@drive/sdk';
import { client } from '../api/client.ts';
import { ShownError } from '../api/error-text.ts';
import type { Messages } from '../i18n/en.ts';

/** The server puts this many files into one ZIP. */
const mostArchiveFiles = 200;

/** Follows a signed URL that answers with an attachment, so that the page stays. */
function follow(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

export async function downloadFile({ id }: Item): Promise<void> {
  const { downloadUrl } = await client.files.downloadUrl(id);
  follow(downloadUrl);
}

/** Downloads files, and the files in folders, as one ZIP. */
export async function downloadZip(items: readonly Item[], { errors }: Messages): Promise<void> {
  const ids = items.filter(({ type }) => type === 'file').map(({ id }) => id);
  for (const { id } of items.filter(({ type }) => type === 'folder'))
    for await (const found of client.files.tree({ folderId: id })) {
      if (found.type === 'file') ids.push(found.id);
      if (ids.length > mostArchiveFiles) break;
    }
  if (ids.length > mostArchiveFiles) throw new ShownError(errors.archiveTooMany(String(mostArchiveFiles)));
  if (ids.length === 0) throw new ShownError(errors.archiveEmpty);
  const { downloadUrl } = await client.files.archive(ids);
  follow(downloadUrl);
}
