import type { CollectedFile, ListedShare, NewItemLink } from '@drive/sdk';
import type { Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { formatTime } from '../../output/format.ts';
import { printList, tabbed } from '../../output/list.ts';
import { showQrCode } from '../../output/qr-code.ts';
import { printable } from '../../output/terminal.ts';
import { requirePlace } from '../../remote/find-item.ts';
import { PAGE_ITEMS } from '../../remote/folder-pages.ts';
import { parseOwnTarget } from '../../remote/remote-target.ts';
import { printReceived } from '../../requests/received-files.ts';
import { explainShare, findOwnShare, parseShare, requireToken, SHARE_ARGUMENT } from '../../sharing/find-own-share.ts';
import { addReceivingFlags, receivingOf, type ReceivingOptions } from '../../sharing/receiving-options.ts';
import {
  addShareOptions,
  readShareOptions,
  SHARE_HELP,
  slugOption,
  type ShareOptions,
} from '../../sharing/share-options.ts';
import { explainSlug } from '../../sharing/slug.ts';
import { CliError } from '../../shell/cli-error.ts';
import type { Action, Context, RunAction } from '../context.ts';

/** Several links of one item: `shares add`, `shares links`, `shares uploads`. */
export function defineLinks(
  shares: Command,
  run: RunAction,
  accessOf: (share: ListedShare, now: number) => string,
): void {
  const add = shares
    .command('add')
    .summary('Create another link to a file or folder')
    .description(
      'Create another link to a file or folder and print it. Each link has settings of its own; `shares links` lists them.',
    )
    .argument('<path>', 'path or id of your file or folder');
  addReceivingFlags(addShareOptions(add))
    .addOption(slugOption('Vanity name at the end of the short link'))
    .option('--label <text>', 'Name by which you recognize the link; visitors do not see it')
    .option('--qr', 'Draw the link as a QR code (terminal only)')
    .addHelpText(
      'after',
      `${SHARE_HELP}

Examples:
  $ drive-cli shares add /report.pdf --label "For the board" --expires 7d
  $ drive-cli shares add /Photos --label Guests --allow-upload --upload-types 'image/*,video/*' --qr`,
    )
    .action(run(addLink));
  shares
    .command('links')
    .summary('List the links of a file or folder')
    .description('List all links of a file or folder, oldest first, with their labels.')
    .argument('<path>', 'path or id of your file or folder')
    .addHelpText('after', "\nExample:\n  $ drive-cli shares links /Photos --json | jq -r '.[].shortUrl'")
    .action(run((context, argument: string) => listLinks(context, argument, accessOf)));
  shares
    .command('uploads')
    .summary('List files that visitors added')
    .description('List the files that visitors added through a share link, newest first, with the names they gave.')
    .argument('<share>', SHARE_ARGUMENT)
    .addHelpText('after', '\nExample:\n  $ drive-cli shares uploads /Photos --json | jq -r .[].fileName')
    .action(run(listUploads));
}

interface AddOptions extends ShareOptions, ReceivingOptions {
  readonly slug?: string;
  readonly label?: string;
  readonly qr?: boolean;
}

async function requireItem(context: Context, argument: string) {
  const target = parseOwnTarget(argument);
  const { client } = await connect(context);
  const place = await requirePlace(client, target, context.signal);
  if (place.isRoot) throw new CliError('usage', '/ cannot be shared', { hint: 'share what is in it' });
  return { client, item: place.item };
}

const addLink: Action<[path: string, options: AddOptions]> = async (context, argument, options) => {
  const { client, item } = await requireItem(context, argument);
  const { output, signal } = context;
  const { slug, label, qr } = options;
  const { settings } = await readShareOptions(context, options);
  const link: NewItemLink = {
    ...settings,
    ...receivingOf(options),
    ...(slug === undefined ? {} : { slug }),
    ...(label === undefined ? {} : { label }),
  };
  const created = await client.links.create(item.id, link, { signal }).catch((error: unknown) => {
    throw explainSlug(error, slug, `${argument} got no other link`);
  });
  await output.result(created, created.shortUrl);
  if (qr === true) await showQrCode(context, created.shortUrl);
};

async function listLinks(
  context: Context,
  argument: string,
  accessOf: (share: ListedShare, now: number) => string,
): Promise<void> {
  const { client, item } = await requireItem(context, argument);
  const { output, signal, world } = context;
  const { links } = await client.links.list(item.id, { signal });
  await printList(output, links, {
    columns: [
      ['LABEL', ({ label }) => printable(label ?? '-')],
      ['ACCESS', (share) => accessOf(share, world.now())],
      ['EXPIRES', ({ expiresAt }) => (expiresAt === null ? 'never' : formatTime(expiresAt))],
      ['DOWNLOADS', ({ downloadCount }) => String(downloadCount), 'right'],
      ['UPLOADS', ({ allowUpload, uploadCount }) => (allowUpload ? String(uploadCount) : '-'), 'right'],
      ['LINK', ({ shortUrl }) => shortUrl],
    ],
    plain: ({ shortUrl, shareMode, passwordProtected, expiresAt, downloadCount, uploadCount, label }) =>
      tabbed(
        shortUrl,
        shareMode,
        passwordProtected ? 'password' : '',
        expiresAt ?? '',
        downloadCount,
        uploadCount,
        label ?? '',
      ),
    empty: 'no links yet',
  });
}

const listUploads: Action<[share: string]> = async (context, argument) => {
  const named = parseShare(argument);
  const connection = await connect(context);
  const { output, signal } = context;
  const own = await findOwnShare(connection, named, signal);
  const uploads: CollectedFile[] = [];
  try {
    const all = connection.client.links.listUploads(requireToken(own), { limit: PAGE_ITEMS }, { signal });
    for await (const one of all) uploads.push(one);
  } catch (error) {
    throw explainShare(error, own);
  }
  await printReceived(output, uploads);
};
