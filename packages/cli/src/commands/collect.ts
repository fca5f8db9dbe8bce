import type { Collection, DriveClient } from '@drive/sdk';
import { connect } from '../connection/connect.ts';
import { formatBytes, formatTime } from '../output/format.ts';
import { formatTable } from '../output/table.ts';
import { printable } from '../output/terminal.ts';
import { shorten } from '../output/text-width.ts';
import { PAGE_ITEMS } from '../remote/folder-pages.ts';
import { readCollectionWishes, type CollectionOptions } from '../requests/collection-wishes.ts';
import { requireAllLinked, requireLinked, type Lookup } from '../requests/find-request.ts';
import { accessOf, describeFacts, expiryOf } from '../requests/link-words.ts';
import { removeLinked } from '../requests/remove-linked.ts';
import { showQrCode } from '../sharing/show-qr-code.ts';
import { CliError } from '../shell/cli-error.ts';
import type { Command } from './context.ts';

const lookup: Lookup = { noun: 'file request', listing: 'drive-cli collect list' };
const NAME_COLUMNS = 30;

const listAll = (client: DriveClient, signal: AbortSignal): AsyncIterable<Collection> =>
  client.collections.list({ limit: PAGE_ITEMS }, { signal });

export const createCollection: Command<[name: string, options: CollectionOptions & { qr?: boolean }]> = async (
  context,
  name,
  { qr, ...options },
) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const wishes = await readCollectionWishes(context, client, options);
  const created = await client.collections.create({ ...wishes, name }, { signal });
  await output.result(created, created.url);
  if (qr === true) await showQrCode(context, created.url);
};

export const listCollections: Command<[]> = async (context) => {
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

export const showCollection: Command<[request: string, options: { qr?: boolean }]> = async (
  context,
  argument,
  { qr },
) => {
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

export const setCollections: Command<[requests: string[], options: CollectionOptions & { name?: string }]> = async (
  context,
  args,
  { name, ...options },
) => {
  if (name === undefined && Object.keys(options).length === 0)
    throw new CliError('usage', 'what is to be changed?', { hint: 'see drive-cli collect set --help' });
  const { client } = await connect(context);
  const { output, signal } = context;
  const chosen = await requireAllLinked(() => listAll(client, signal), args, lookup);
  const wishes = await readCollectionWishes(context, client, options);
  const change = { ...wishes, ...(name === undefined ? {} : { name }) };
  for (const { id } of chosen) {
    const changed = await client.collections.update(id, change, { signal });
    await output.record(changed, changed.url);
  }
};

export const removeCollections: Command<[requests: string[], options: { dryRun?: boolean }]> = async (
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

export const listUploads: Command<[request: string]> = async (context, argument) => {
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
