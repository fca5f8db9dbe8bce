import { CliError } from '../shell/cli-error.ts';

/** What the owner of a share is told of by mail; what is not named is off. */
export interface Notify {
  readonly notifyOnDownload: boolean;
  readonly notifyOnView: boolean;
  readonly notifyPerRecipient: boolean;
}

/** `view,download`, `every-download`, or `none`. */
export function parseNotify(text: string): Notify {
  const names = text.split(',');
  const known = new Set(['view', 'download', 'every-download', 'none']);
  if (names.some((name) => !known.has(name)) || (names.includes('none') && names.length > 1)) {
    throw new CliError('usage', 'It is view, download or every-download, several of them with commas, or none.');
  }
  const everyDownload = names.includes('every-download');
  return {
    notifyOnDownload: everyDownload || names.includes('download'),
    notifyOnView: names.includes('view'),
    notifyPerRecipient: everyDownload,
  };
}
