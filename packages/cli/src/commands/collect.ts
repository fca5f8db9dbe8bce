import type { Collection, CollectionChange, DriveClient } from '@drive/sdk';
import { Option, type Command } from 'commander';
import { connect } from '../connection/connect.ts';
import { formatBytes, formatTime } from '../output/format.ts';
import { formatTable } from '../output/table.ts';
import { printable } from '../output/terminal.ts';
import { shorten } from '../output/text-width.ts';
import { PAGE_ITEMS } from '../remote/folder-pages.ts';
import { ensureFolder } from '../remote/ensure-folder.ts';
import { requirePlace } from '../remote/find-item.ts';
import { parseOwnTarget } from '../remote/target.ts';
import {
  addLinkChanges,
  addLinkOptions,
  LINK_ARGUMENT,
  limitOf,
  PASSWORD_HELP,
  readLinkOptions,
  type LinkOptions,
} from '../requests/link-options.ts';
import { parseByteLimit, parseLimit } from '../shell/argument-parsers.ts';
import { requireAllLinked, requireLinked, type Lookup } from '../requests/find-request.ts';
import { accessOf, describeFacts, expiryOf } from '../requests/link-words.ts';
import { removeLinked } from '../requests/remove-linked.ts';
import { showQrCode } from '../sharing/show-qr-code.ts';
import { CliError } from '../shell/cli-error.ts';
import type { Action, Context, RunAction } from './context.ts';

interface CollectionOptions extends LinkOptions {
  /** Path or id of the folder where files land. */
  readonly to?: string;
  /** 0 lifts the limit. */
  readonly maxFiles?: number;
  /** 0 lifts the limit. */
  readonly maxSize?: number;
  /** An empty list lifts the limit. */
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

const parseTypes = (text: string): string[] => (text === 'all' ? [] : text.split(',').map((type) => type.trim()));

export function define(collect: Command, run: RunAction): void {
  collect.description('Manage file requests: links through which others upload files to you without an account.');
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
  collect
    .command('list')
    .summary('List file requests, newest first')
    .description('List file requests, newest first.')
    .addHelpText('after', '\nExample:\n  $ drive-cli collect list')
    .action(run(listCollections));
  collect
    .command('show')
    .summary('Show a file request')
    .description('Show a file request and its settings.')
    .argument('<request>', LINK_ARGUMENT)
    .option('--qr', 'Draw the link as a QR code (terminal only)')
    .addHelpText('after', '\nExample:\n  $ drive-cli collect show Invoices --qr')
    .action(run(showCollection));
  addCollectLimits(
    addLinkChanges(
      collect
        .command('set')
        .summary('Change file requests')
        .description(
          'Change the settings of file requests. The links stay the same, and so does everything that no flag names.',
        )
        .argument('<request...>', LINK_ARGUMENT)
        .option('--to <folder>', 'New folder for the files, created if missing'),
    ),
  )
    .option('--require-name', "Require the sender's name")
    .option('--no-require-name', "Do not require the sender's name")
    .addHelpText(
      'after',
      `${PASSWORD_HELP}\n\nExample:\n  $ drive-cli collect set Invoices --expires 30d --max-files none`,
    )
    .action(run(setCollections));
  collect
    .command('rm')
    .summary('Close file requests')
    .description('Close file requests permanently. Received files stay.')
    .argument('<request...>', LINK_ARGUMENT)
    .option('-n, --dry-run', 'Only show what would be deleted')
    .addHelpText('after', '\nExample:\n  $ drive-cli collect rm Invoices')
    .action(run(removeCollections));
  collect
    .command('uploads')
    .summary('List received files')
    .description('List the files received by a file request, newest first, with the names their senders gave.')
    .argument('<request>', LINK_ARGUMENT)
    .addHelpText('after', '\nExample:\n  $ drive-cli collect uploads Invoices --json | jq -r .[].fileName')
    .action(run(listUploads));
}

const lookup: Lookup = { noun: 'file request', listing: 'drive-cli collect list' };
const NAME_COLUMNS = 30;

const listAll = (client: DriveClient, signal: AbortSignal): AsyncIterable<Collection> =>
  client.collections.list({ limit: PAGE_ITEMS }, { signal });

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

const listCollections: Action<[]> = async (context) => {
  const { client } = await connect(context);
  const { output, signal, world } = context;
  const all: Collection[] = [];
  for await (const one of listAll(client, signal)) all.push(one);
  const columns = ['NAME', 'FILES', 'ACCESS', 'EXPIRES', 'LINK'].map((title) => ({ title }));
  const rows = all.map((one) => [
    shorten(printable(one.name), NAME_COLUMNS),
    filesOf(one),
    one.folderId === null ? 'folder is gone' : accessOf(one, world.now()),
    expiryOf(one),
    one.url,
  ]);
  const lines = all.map((one) =>
    [one.id, one.url, one.passwordProtected ? 'password' : '', one.expiresAt ?? '', one.fileCount, one.name].join('\t'),
  );
  if (output.interactive && all.length === 0) output.note('no file requests yet');
  else await output.result(all, output.interactive ? formatTable(columns, rows) : lines);
};

const showCollection: Action<[request: string, options: { qr?: boolean }]> = async (context, argument, { qr }) => {
  const { client } = await connect(context);
  const { output, signal, world } = context;
  const one = await requireLinked(listAll(client, signal), argument, lookup);
  await output.result(
    one,
    describeFacts([
      ['name', one.name],
      ['link', one.url],
      ['id', one.id],
      ['message', one.message],
      ['access', accessOf(one, world.now())],
      ['created', formatTime(one.createdAt)],
      ['expires', expiryOf(one)],
      ['folder', one.folderId ?? 'gone: closed until it has another (collect set --to)'],
      ['files', filesOf(one)],
      ['on the way', one.pendingCount === 0 ? null : String(one.pendingCount)],
      ['size', one.maxFileBytes === null ? null : `up to ${formatBytes(one.maxFileBytes)} each`],
      ['types', one.allowedTypes?.join(', ') ?? null],
      ['name asked', one.requireName ? 'yes' : null],
    ]),
  );
  if (qr === true) await showQrCode(context, one.url);
};

const setCollections: Action<[requests: string[], options: CollectionOptions & { name?: string }]> = async (
  context,
  args,
  { name, ...options },
) => {
  if (name === undefined && Object.keys(options).length === 0)
    throw new CliError('usage', 'what is to be changed?', { hint: 'see drive-cli collect set --help' });
  const { client } = await connect(context);
  const { output, signal } = context;
  const chosen = await requireAllLinked(() => listAll(client, signal), args, lookup);
  const settings = await readCollectionOptions(context, client, options);
  const change = { ...settings, ...(name === undefined ? {} : { name }) };
  for (const { id } of chosen) {
    const changed = await client.collections.update(id, change, { signal });
    await output.record(changed, changed.url);
  }
};

const removeCollections: Action<[requests: string[], options: { dryRun?: boolean }]> = async (
  context,
  args,
  { dryRun },
) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  await removeLinked(output, await requireAllLinked(() => listAll(client, signal), args, lookup), {
    dryRun,
    tell: ({ id, name, url }) => ({ id, name, url }),
    remove: ({ id }) => client.collections.delete(id, { signal }),
    farewell: ({ name }) => `the file request ${name} is closed; its files stay`,
  });
};

const listUploads: Action<[request: string]> = async (context, argument) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const { id } = await requireLinked(listAll(client, signal), argument, lookup);
  const uploads = [];
  for await (const upload of client.collections.listUploads(id, { limit: PAGE_ITEMS }, { signal }))
    uploads.push(upload);
  const columns = [{ title: 'TIME' }, { title: 'FROM' }, { title: 'SIZE', align: 'right' }, { title: 'NAME' }] as const;
  const rows = uploads.map(({ uploadedAt, uploaderName, uploaderEmail, sizeBytes, fileName }) => [
    formatTime(uploadedAt),
    printable([uploaderName, uploaderEmail && `<${uploaderEmail}>`].filter(Boolean).join(' ') || 'somebody'),
    formatBytes(sizeBytes),
    printable(fileName),
  ]);
  const lines = uploads.map(({ uploadedAt, uploaderName, uploaderEmail, sizeBytes, fileId, fileName }) =>
    [uploadedAt, uploaderName ?? '', uploaderEmail ?? '', sizeBytes, fileId, fileName].join('\t'),
  );
  if (output.interactive && uploads.length === 0) output.note('nothing has come yet');
  else await output.result(uploads, output.interactive ? formatTable(columns, rows) : lines);
};

const filesOf = ({ fileCount, maxFiles }: Collection): string =>
  `${fileCount}${maxFiles === null ? '' : ` of ${maxFiles}`}`;

/** What a file request shall be like; the folder is made where it is missing. */
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
    throw new CliError('usage', 'files can not be collected in /', { hint: 'name a folder, as --to /Inbox' });
  }
  const place = await requirePlace(client, target, signal);
  if (!place.isRoot && place.item.type === 'folder') return place.item.id;
  throw new CliError('usage', `${named} is a file, where a folder is needed`);
}
