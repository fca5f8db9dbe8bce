import type { DriveClient, Paste, PublicPaste } from '@drive/sdk';
import type { Command } from 'commander';
import { connect } from '../connection/connect.ts';
import { formatBytes, formatTime } from '../output/format.ts';
import { formatTable } from '../output/table.ts';
import { printable } from '../output/terminal.ts';
import { shorten } from '../output/text-width.ts';
import { openPaste } from '../pastes/open-paste.ts';
import { PAGE_ITEMS } from '../remote/folder-pages.ts';
import { requireAllLinked, type Lookup } from '../requests/find-request.ts';
import { accessOf, expiryOf } from '../requests/link-words.ts';
import { removeLinked } from '../requests/remove-linked.ts';
import { confirm } from '../shell/confirm.ts';
import type { Action, Context, RunAction } from './context.ts';

export function define(pastes: Command, run: RunAction): void {
  pastes.description('List and delete your pastes, and read pastes of others.');
  pastes
    .command('list')
    .summary('List your pastes, newest first')
    .description('List your pastes, newest first, and whether those that burn were read.')
    .addHelpText('after', '\nExample:\n  $ drive-cli pastes list')
    .action(run(listPastes));
  pastes
    .command('show')
    .summary('Print a paste')
    .description(
      'Print the text of a paste. A paste that burns asks for confirmation first, because reading deletes it.',
    )
    .argument('<paste>', 'link on any server, or token or id of your own paste')
    .option('--reveal', 'Do not ask before reading a paste that burns')
    .option('--password-file <file>', 'File with the password, - for standard input')
    .addHelpText(
      'after',
      `
A locked paste asks for its password on a terminal; your own pastes need none. Your key is sent to your server only.

Examples:
  $ drive-cli pastes show https://drive.example.com/p/q3J8mZ0sT1vW5xY7zA2bC4 > notes.md
  $ drive-cli pastes show --reveal https://drive.example.com/p/q3J8mZ0sT1vW5xY7zA2bC4`,
    )
    .action(run(showPaste));
  pastes
    .command('rm')
    .summary('Delete pastes')
    .description('Delete your pastes permanently.')
    .argument('<paste...>', 'link, token, id, or unique title')
    .option('-n, --dry-run', 'Only show what would be deleted')
    .addHelpText('after', '\nExample:\n  $ drive-cli pastes rm notes.md')
    .action(run(removePastes));
}

const lookup: Lookup = { noun: 'paste', listing: 'drive-cli pastes list' };
const TITLE_COLUMNS = 30;

type NamedPaste = Paste & { readonly name: string };

async function* listAll(client: DriveClient, signal: AbortSignal): AsyncGenerator<NamedPaste> {
  for await (const paste of client.pastes.list({ limit: PAGE_ITEMS }, { signal }))
    yield { ...paste, name: paste.title ?? '' };
}

const listPastes: Action<[]> = async (context) => {
  const { client } = await connect(context);
  const { output, signal, world } = context;
  const all: Paste[] = [];
  for await (const paste of client.pastes.list({ limit: PAGE_ITEMS }, { signal })) all.push(paste);
  const columns = [
    { title: 'TITLE' },
    { title: 'SIZE', align: 'right' },
    { title: 'ACCESS' },
    { title: 'EXPIRES' },
    { title: 'LINK' },
  ] as const;
  const rows = all.map((paste) => [
    shorten(printable(paste.title ?? 'untitled'), TITLE_COLUMNS),
    formatBytes(paste.sizeBytes),
    stateOf(paste, world.now()),
    expiryOf(paste),
    paste.url,
  ]);
  const lines = all.map((paste) =>
    [paste.id, paste.url, stateOf(paste, world.now()), paste.expiresAt ?? '', paste.sizeBytes, paste.title ?? ''].join(
      '\t',
    ),
  );
  if (output.interactive && all.length === 0) output.note('no pastes yet');
  else await output.result(all, output.interactive ? formatTable(columns, rows) : lines);
};

const showPaste: Action<[paste: string, options: { reveal?: boolean; passwordFile?: string }]> = async (
  context,
  named,
  options,
) => {
  const { output, world } = context;
  const paste = await openPaste(context, named.trim().replace(/\/$/, ''), options);
  const shown = await read(context, paste, options.reveal === true);
  if (output.json || world.stdout.isTTY === true) await output.result(shown, shown.content.replace(/\n$/, ''));
  // As it is, to the last byte.
  else await output.write(shown.content);
};

/** What burns is asked about: nobody has it twice. */
async function read(
  { world, output, signal }: Context,
  paste: Awaited<ReturnType<typeof openPaste>>,
  isMeant: boolean,
): Promise<PublicPaste & { content: string }> {
  const { content } = paste.info;
  if (content !== null && content !== undefined) return { ...paste.info, content };
  if (!isMeant) {
    const text = `${paste.info.title ?? 'This paste'} can be read once, and is gone then. Read it now?`;
    const refused = 'it was not read, and is still there';
    await confirm(world, { text: printable(text), flag: '--reveal', refused }, output.ask, signal);
  }
  return paste.reveal({ signal });
}

const removePastes: Action<[pastes: string[], options: { dryRun?: boolean }]> = async (context, args, { dryRun }) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  await removeLinked(output, await requireAllLinked(() => listAll(client, signal), args, lookup), {
    dryRun,
    tell: ({ id, title, url }) => ({ id, title, url }),
    remove: ({ id }) => client.pastes.delete(id, { signal }),
    farewell: ({ title, url }) => `the paste ${title ?? url} is gone`,
  });
};

/** Who may read it, and how often. */
function stateOf(paste: Paste, now: number): string {
  if (paste.burnedAt !== null) return `read ${formatTime(paste.burnedAt)}`;
  const access = accessOf(paste, now);
  if (access === 'expired') return access;
  const audience = {
    PRIVATE: access.replace('link', 'only you'),
    SHARED: access,
    PUBLIC: access.replace('link', 'everybody'),
  };
  return `${audience[paste.shareMode]}${paste.burnAfterReading ? ', once' : ''}`;
}
