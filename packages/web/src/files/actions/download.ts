import type { Item } from '@drive/sdk';
import { client } from '../../api/client.ts';
import { ShownError } from '../../api/error-text.ts';
import type { Messages } from '../../i18n/texts.ts';

/** The server puts this many chosen items into one ZIP, with everything in the folders. */
const mostArchived = 200;

/** Follows a signed URL that answers with an attachment, so that the page stays. */
export function followDownload(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

export async function downloadFile({ id }: Pick<Item, 'id'>): Promise<void> {
  const { downloadUrl } = await client.files.downloadUrl(id);
  followDownload(downloadUrl);
}

/** Downloads files, and folders with everything in them, as one ZIP. */
export async function downloadZip(items: readonly Item[], { errors }: Messages): Promise<void> {
  if (items.length > mostArchived) throw new ShownError(errors.archiveTooMany({ most: String(mostArchived) }));
  const idsOf = (type: Item['type']): string[] => items.filter((item) => item.type === type).map(({ id }) => id);
  const { downloadUrl } = await client.files.archive({ fileIds: idsOf('file'), folderIds: idsOf('folder') });
  followDownload(downloadUrl);
}
