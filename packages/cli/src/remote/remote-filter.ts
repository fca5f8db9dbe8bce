import type { DriveClient } from '@drive/sdk';
import {
  createIgnoringFilter,
  createPathFilter,
  type FilterPatterns,
  IGNORE_FILE,
  type PathFilter,
} from '../glob/path-filter.ts';
import { formatCount } from '../output/format.ts';
import { CliError } from '../shell/cli-error.ts';
import { findByPath } from './by-path.ts';
import { joinRemote } from './remote-target.ts';

/** Longer files are no lists of patterns. */
const MOST_IGNORE_BYTES = 1024 * 1024;

/**
 * The filter of the flags and of the .driveignore in a folder of the user. Prints a notice if there is one: whoever sent files
 * to the folder may have put it there.
 */
export async function loadRemoteFilter(
  client: DriveClient,
  folder: string,
  flags: FilterPatterns,
  { signal, note }: { readonly signal: AbortSignal; readonly note: (message: string) => void },
): Promise<PathFilter> {
  const path = joinRemote(folder, IGNORE_FILE);
  const item = await findByPath(client, path, signal);
  if (item?.type !== 'file') return createPathFilter(flags);
  if (item.size > MOST_IGNORE_BYTES) {
    throw new CliError('usage', `${path} is no list of patterns: it has ${formatCount(item.size, 'byte')}`, {
      hint: `it may have ${formatCount(MOST_IGNORE_BYTES, 'byte')}; rename the file`,
    });
  }
  const text = await (await client.files.downloadBlob(item.id, { signal })).text();
  const filter = createIgnoringFilter({ path, text }, flags);
  if (text.trim() !== '') note(`what ${path} lists is left out`);
  return filter;
}
