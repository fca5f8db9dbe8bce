import type { DriveClient, Paste, PublicPaste } from '@drive/sdk';
import type { Command } from 'commander';
import { formatBytes, formatTime } from '../../output/format.ts';
import { tabbed } from '../../output/list.ts';
import { printable } from '../../output/terminal.ts';
import { shorten } from '../../output/text-width.ts';
import { PAGE_ITEMS } from '../../remote/folder-pages.ts';
import { requireAllLinked, type Linked } from '../../requests/find-linked.ts';
import { accessOf, expiryOf } from '../../requests/link-fields.ts';
import { confirm } from '../../shell/confirm.ts';
import type { Action, Context, RunAction } from '../context.ts';
import { resourceCommands } from '../resource-commands.ts';
import { openPaste } from './open-paste.ts';

export function define(pastes: Command, run: RunAction): void {
  pastes.description('List and delete your pastes, and read pastes of others.');
  const commands = resourceCommands<Paste>(pastes, run, {
    noun: 'paste',
    plural: 'pastes',
    argument: ['paste', 'link, token, id, or unique title'],
    list: (client, signal) => client.pastes.list({ limit: PAGE_ITEMS }, { signal }),
    find: (client, args, signal) =>
      requireAllLinked(() => listNamed(client, signal), args, { noun: 'paste', listing: 'drive-cli pastes list' }),
    view: ({ world }) => ({
      columns: [
        ['TITLE', ({ title }) => shorten(printable(title ?? 'untitled'), TITLE_COLUMNS)],
        ['SIZE', ({ sizeBytes }) => formatBytes(sizeBytes), 'right'],
        ['ACCESS', (paste) => stateOf(paste, world.now())],
        ['EXPIRES', expiryOf],
        ['LINK', ({ url }) => url],
      ],
      plain: (paste) =>
        tabbed(
          paste.id,
          paste.url,
          stateOf(paste, world.now()),
          paste.expiresAt ?? '',
          paste.sizeBytes,
          paste.title ?? '',
        ),
      empty: 'no pastes yet',
    }),
  });

  commands.list({
    summary: 'List your pastes, newest first',
    description: 'List your pastes, newest first, and whether those that burn were read.',
    help: '\nExample:\n  $ drive-cli pastes list',
  });
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
  commands.remove({
    description: 'Delete your pastes permanently.',
    help: '\nExample:\n  $ drive-cli pastes rm notes.md',
    record: ({ id, title, url }) => ({ id, title, url }),
    line: ({ url }) => url,
    remove: (client, id, signal) => client.pastes.delete(id, { signal }),
    note: ({ title, url }) => `deleted the paste ${title ?? url}`,
  });
}

const TITLE_COLUMNS = 30;

async function* listNamed(client: DriveClient, signal: AbortSignal): AsyncGenerator<Paste & Linked> {
  for await (const paste of client.pastes.list({ limit: PAGE_ITEMS }, { signal }))
    yield { ...paste, name: paste.title ?? '' };
}

const showPaste: Action<[paste: string, options: { reveal?: boolean; passwordFile?: string }]> = async (
  context,
  named,
  options,
) => {
  const { output, world } = context;
  const paste = await openPaste(context, named.trim().replace(/\/$/, ''), options);
  const shown = await read(context, paste, options.reveal === true);
  if (output.json || world.stdout.isTTY === true) await output.result(shown, shown.content.replace(/\n$/, ''));
  else await output.write(shown.content);
};

/** Asks for confirmation if reading deletes the paste. */
async function read(
  { world, output, signal }: Context,
  paste: Awaited<ReturnType<typeof openPaste>>,
  isMeant: boolean,
): Promise<PublicPaste & { content: string }> {
  const { content } = paste.info;
  if (content !== null && content !== undefined) return { ...paste.info, content };
  if (!isMeant) {
    const text = `${paste.info.title ?? 'This paste'} can be read only once; reading deletes it. Read it now?`;
    const refused = 'the paste was not read and not deleted';
    await confirm(world, { text: printable(text), flag: '--reveal', refused }, output.ask, signal);
  }
  return paste.reveal({ signal });
}

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
