import type { Collection, CollectionChange, CollectedFile, DriveClient } from '@drive/sdk';
import { Option, type Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { formatBytes } from '../../output/format.ts';
import { tabbed } from '../../output/list.ts';
import { showQrCode } from '../../output/qr-code.ts';
import { printable } from '../../output/terminal.ts';
import { shorten } from '../../output/text-width.ts';
import { ensureFolder } from '../../remote/ensure-folder.ts';
import { requirePlace } from '../../remote/find-item.ts';
import { PAGE_ITEMS } from '../../remote/folder-pages.ts';
import { parseOwnTarget } from '../../remote/remote-target.ts';
import { linkedResource } from '../../requests/find-linked.ts';
import { accessOf, expiryOf, linkFacts } from '../../requests/link-fields.ts';
import {
  addLinkChanges,
  addLinkOptions,
  LINK_ARGUMENT,
  PASSWORD_HELP,
  readLinkOptions,
  type LinkOptions,
} from '../../requests/link-options.ts';
import { printReceived } from '../../requests/received-files.ts';
import { parseTypes } from '../../sharing/receiving-options.ts';
import { limitOf, parseByteLimit, parseLimit } from '../../shell/argument-parsers.ts';
import { CliError } from '../../shell/cli-error.ts';
import type { Action, Context, RunAction } from '../context.ts';
import { resourceCommands } from '../resource-commands.ts';

interface CollectionOptions extends LinkOptions {
  /** Path or id of the folder that receives the files. */
  readonly to?: string;
  /** 0 removes the limit. */
  readonly maxFiles?: number;
  /** 0 removes the limit. */
  readonly maxSize?: number;
  /** An empty list removes the limit. */
  readonly types?: readonly string[];
  readonly requireName?: boolean;
}

const addCollectLimits = (command: Command): Command =>
  command
    .addOption(new Option('--max-files <count>', 'Maximum number of files, or none for no limit').argParser(parseLimit))
    .addOption(
      new Option('--max-size <size>', 'Maximum size per file: 500k, 10M, 2G, or none for no limit').argParser(
        parseByteLimit,
      ),
    )
    .addOption(
      new Option('--types <types>', "Allowed types (comma-separated): '.pdf,image/*', or all").argParser(parseTypes),
    );

const collections = linkedResource('file request', 'collect', (client, signal, tree) =>
  client.collections.list({ ...tree, limit: PAGE_ITEMS }, { signal }),
);

export function define(collect: Command, run: RunAction): void {
  collect.description('Manage file requests: links through which others upload files to you without an account.');
  const commands = resourceCommands(collect, run, {
    ...collections,
    argument: ['request', LINK_ARGUMENT],
    view: ({ world }) => ({
      columns: [
        ['NAME', ({ name }) => shorten(printable(name), NAME_COLUMNS)],
        ['FILES', filesOf],
        ['ACCESS', (one) => (one.folderId === null ? 'folder is gone' : accessOf(one, world.now()))],
        ['EXPIRES', expiryOf],
        ['LINK', ({ url }) => url],
      ],
      plain: ({ id, url, passwordProtected, expiresAt, fileCount, name }) =>
        tabbed(id, url, passwordProtected ? 'password' : '', expiresAt ?? '', fileCount, name),
      empty: 'no file requests yet',
    }),
  });

  addCollectLimits(
    addLinkOptions(
      collect
        .command('create')
        .summary('Create a file request')
        .description('Create a file request and print its link.')
        .argument('<name>', 'name shown to senders')
        .option('--to <folder>', 'Folder for the files, created if missing (default: a new folder of that name)'),
    ),
  )
    .option('--require-name', "Require the sender's name")
    .option('--qr', 'Draw the link as a QR code (terminal only)')
    .addHelpText(
      'after',
      `${PASSWORD_HELP}

Examples:
  $ drive-cli collect create "Photos of the party" --expires 14d --types 'image/*,video/*' --qr
  $ drive-cli collect create Invoices --to /Inbox/2026 --types .pdf --max-size 10M --require-name`,
    )
    .action(run(createCollection));
  commands.list({ help: '\nExamples:\n  $ drive-cli collect list\n  $ drive-cli collect list --drive Design' });
  commands.show({
    help: '\nExample:\n  $ drive-cli collect show Invoices --qr',
    facts: (one, now) => [
      ...linkFacts(one, now),
      ['folder', one.folderId ?? 'deleted; the request is closed until it has another folder (collect set --to)'],
      ['files', filesOf(one)],
      ['on the way', one.pendingCount === 0 ? null : String(one.pendingCount)],
      ['size', one.maxFileBytes === null ? null : `up to ${formatBytes(one.maxFileBytes)} each`],
      ['types', one.allowedTypes?.join(', ') ?? null],
      ['name asked', one.requireName ? 'yes' : null],
    ],
  });
  commands.set({
    description:
      'Change the settings of file requests. The links stay the same, and so does everything that no flag names.',
    help: `${PASSWORD_HELP}\n\nExample:\n  $ drive-cli collect set Invoices --expires 30d --max-files none`,
    flags: (command) =>
      addCollectLimits(addLinkChanges(command.option('--to <folder>', 'New folder for the files, created if missing')))
        .option('--require-name', "Require the sender's name")
        .option('--no-require-name', "Do not require the sender's name"),
    async prepare(context, client, { name, ...options }: CollectionOptions & { name?: string }) {
      const settings = await readCollectionOptions(context, client, options);
      const change = { ...settings, ...(name === undefined ? {} : { name }) };
      return (id) => client.collections.update(id, change, { signal: context.signal });
    },
  });
  commands.remove({
    summary: 'Close file requests',
    description: 'Close file requests permanently. Received files stay.',
    help: '\nExample:\n  $ drive-cli collect rm Invoices',
    record: ({ id, name, url }) => ({ id, name, url }),
    line: ({ url }) => url,
    remove: (client, id, signal) => client.collections.delete(id, { signal }),
    note: ({ name }) => `closed the file request ${name}; its files stay`,
  });
  collect
    .command('uploads')
    .summary('List received files')
    .description('List the files received by a file request, newest first, with the names their senders gave.')
    .argument('<request>', LINK_ARGUMENT)
    .addHelpText('after', '\nExample:\n  $ drive-cli collect uploads Invoices --json | jq -r .[].fileName')
    .action(run(listUploads));
}

const NAME_COLUMNS = 30;

const createCollection: Action<[name: string, options: CollectionOptions & { qr?: boolean }]> = async (
  context,
  name,
  { qr, ...options },
) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const settings = await readCollectionOptions(context, client, options);
  const created = await client.collections.create({ ...settings, name }, { signal });
  await output.result(created, created.url);
  if (qr === true) await showQrCode(context, created.url);
};

const listUploads: Action<[request: string]> = async (context, argument) => {
  const { client } = await connect(context);
  const { signal } = context;
  const uploads: CollectedFile[] = [];
  for (const { id } of await collections.find(client, [argument], signal))
    for await (const upload of client.collections.listUploads(id, { limit: PAGE_ITEMS }, { signal }))
      uploads.push(upload);
  await printReceived(context.output, uploads);
};

const filesOf = ({ fileCount, maxFiles }: Collection): string =>
  `${fileCount}${maxFiles === null ? '' : ` of ${maxFiles}`}`;

/** Reads the settings from the flags. Creates the folder of `--to` if it is missing. */
async function readCollectionOptions(
  context: Context,
  client: DriveClient,
  options: CollectionOptions,
): Promise<CollectionChange> {
  const { to, maxFiles, maxSize, types, requireName } = options;
  const settings = await readLinkOptions(context, options);
  return {
    ...settings,
    ...(maxFiles === undefined ? {} : { maxFiles: limitOf(maxFiles) }),
    ...(maxSize === undefined ? {} : { maxFileBytes: limitOf(maxSize) }),
    ...(types === undefined ? {} : { allowedTypes: types.length === 0 ? null : [...types] }),
    ...(requireName === undefined ? {} : { requireName }),
    ...(to === undefined ? {} : { folderId: await requireFolderId(client, to, context.signal) }),
  };
}

async function requireFolderId(client: DriveClient, named: string, signal: AbortSignal): Promise<string> {
  const target = parseOwnTarget(named);
  if (target.kind === 'path') {
    const { id } = await ensureFolder(client, target.path, signal);
    if (id !== null) return id;
    throw new CliError('usage', 'the root folder cannot receive files', {
      hint: 'name a folder, for example --to /Inbox',
    });
  }
  const place = await requirePlace(client, target, signal);
  if (!place.isRoot && place.item.type === 'folder') return place.item.id;
  throw new CliError('usage', `${named} is a file, not a folder`);
}
