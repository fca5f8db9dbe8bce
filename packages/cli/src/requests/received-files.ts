import type { CollectedFile } from '@drive/sdk';
import { formatBytes, formatTime } from '../output/format.ts';
import { printList, tabbed } from '../output/list.ts';
import type { Output } from '../output/output.ts';
import { printable } from '../output/terminal.ts';
import { describePerson } from './link-fields.ts';

/** Prints the files that visitors sent, with the names their senders gave. */
export const printReceived = (output: Output, uploads: readonly CollectedFile[]): Promise<void> =>
  printList(output, uploads, {
    columns: [
      ['TIME', ({ uploadedAt }) => formatTime(uploadedAt)],
      ['FROM', ({ uploaderName, uploaderEmail }) => describePerson(uploaderName, uploaderEmail)],
      ['SIZE', ({ sizeBytes }) => formatBytes(sizeBytes), 'right'],
      ['NAME', ({ fileName }) => printable(fileName)],
    ],
    plain: ({ uploadedAt, uploaderName, uploaderEmail, sizeBytes, fileId, fileName }) =>
      tabbed(uploadedAt, uploaderName ?? '', uploaderEmail ?? '', sizeBytes, fileId, fileName),
    empty: 'no files received yet',
  });
