import { CliError } from '../shell/cli-error.ts';

/** Help of the option --if-match of commands that change an item. */
export const IF_MATCH = 'Fail unless the item has this changeTag, or the file this SHA-256 (a single item)';

/** Throws if the tag of one item is given with several. */
export function requireOneFor(ifMatch: string | undefined, items: number): void {
  if (ifMatch !== undefined && items > 1)
    throw new CliError('usage', '--if-match is the tag of a single item', { hint: 'name one item' });
}
