import type { FoundShare } from '@drive/sdk';
import { Option, type Command } from 'commander';
import { createClient } from '../../connection/connect.ts';
import { loadSignIn } from '../../connection/sign-in.ts';
import { formatBytes } from '../../output/format.ts';
import { printList, tabbed } from '../../output/list.ts';
import { printable } from '../../output/terminal.ts';
import { shorten } from '../../output/text-width.ts';
import { PAGE_ITEMS } from '../../remote/folder-pages.ts';
import { parseLimit } from '../../shell/argument-parsers.ts';
import type { Action, RunAction } from '../context.ts';

export function define(command: Command, run: RunAction): void {
  command
    .description(
      'Search the public shares of all users by name. Needs no account. `find` searches your own files and folders.',
    )
    .argument('[text]', 'part of the name; default: list all public shares')
    .addOption(
      new Option('--limit <count>', 'Maximum number of results, or none for all (default: 50)').argParser(parseLimit),
    )
    .addHelpText(
      'after',
      `
Examples:
  $ drive-cli search minutes
  $ drive-cli search holiday --limit none --json | jq -r .[].shareUrl`,
    )
    .action(run(search));
}

const DEFAULT_LIMIT = 50;
const NAME_COLUMNS = 40;

const search: Action<[text: string | undefined, options: { limit?: number }]> = async (
  context,
  text,
  { limit = DEFAULT_LIMIT },
) => {
  const { world, globals, output, signal } = context;
  const { server } = await loadSignIn(world, globals);
  const client = await createClient(context, server.url, null);
  const most = limit === 0 ? Number.POSITIVE_INFINITY : limit;
  const found: FoundShare[] = [];
  const query = { limit: Math.min(most, PAGE_ITEMS), ...(text === undefined ? {} : { q: text }) };
  for await (const share of client.public.search(query, { signal })) {
    found.push(share);
    if (found.length >= most) break;
  }
  await printList(output, found, {
    columns: [
      ['NAME', ({ name }) => shorten(printable(name), NAME_COLUMNS)],
      ['KIND', ({ kind }) => kind],
      ['SIZE', ({ size }) => formatBytes(size), 'right'],
      ['OWNER', ({ ownerName }) => printable(ownerName ?? '')],
      ['LINK', ({ shareUrl }) => shareUrl],
    ],
    plain: ({ shareUrl, kind, size, ownerName, name }) => tabbed(shareUrl, kind, size, ownerName ?? '', name),
    empty: text === undefined ? 'no public shares' : `no public share has ${text} in its name`,
  });
};
