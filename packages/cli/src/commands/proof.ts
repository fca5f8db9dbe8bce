import type { DriveClient, NewProofing, Proofing, Submission } from '@drive/sdk';
import { connect } from '../connection/connect.ts';
import { formatCount, formatTime } from '../output/format.ts';
import { formatTable } from '../output/table.ts';
import { printable } from '../output/terminal.ts';
import { shorten } from '../output/text-width.ts';
import { findById } from '../remote/find-item.ts';
import { PAGE_ITEMS } from '../remote/folder-pages.ts';
import { parseNamed, type Located, type Named } from '../remote/locate.ts';
import { requireAllLinked, requireLinked, type Lookup } from '../requests/find-request.ts';
import { limitOf, readLinkWishes, type LinkOptions } from '../requests/link-wishes.ts';
import { accessOf, describeFacts, expiryOf } from '../requests/link-words.ts';
import { removeLinked } from '../requests/remove-linked.ts';
import { showQrCode } from '../sharing/show-qr-code.ts';
import { CliError } from '../shell/cli-error.ts';
import type { Command, Context } from './context.ts';
import { locateAll } from './locate-all.ts';
import { tellFailure } from './tell-failure.ts';

const lookup: Lookup = { noun: 'proofing', listing: 'drive-cli proof list' };
const NAME_COLUMNS = 30;

export interface ProofOptions extends LinkOptions {
  /** 0 lifts the limit. */
  readonly max?: number;
}

const listAll = (client: DriveClient, signal: AbortSignal): AsyncIterable<Proofing> =>
  client.proofings.list({ limit: PAGE_ITEMS }, { signal });

export const createProofing: Command<
  [name: string, paths: string[], options: ProofOptions & { qr?: boolean }]
> = async (context, name, paths, { qr, ...options }) => {
  const args = paths.map(parseNamed);
  const { client } = await connect(context);
  const { output, signal } = context;
  const shown = await requireShown(context, client, args);
  const wishes = await readWishes(context, options);
  const created = await client.proofings.create({ ...wishes, ...shown, name }, { signal });
  await output.result(created, created.url);
  if (qr === true) await showQrCode(context, created.url);
};

/** One folder, or files alone. */
async function requireShown(
  context: Context,
  client: DriveClient,
  args: readonly Named[],
): Promise<Pick<NewProofing, 'folderId' | 'fileIds'>> {
  const tell = (path: string, error: unknown) => tellFailure(context, { path }, error);
  const { located, failed } = await locateAll(client, args, { signal: context.signal, onFailure: tell });
  if (failed.length > 0) throw new CliError('failed', 'no proofing was made, since not all of it is there');
  const [first, ...others] = located;
  if (first?.item?.type === 'folder' && others.length === 0) return { folderId: first.item.id };
  return { fileIds: located.map(requireFileId) };
}

function requireFileId({ path, item }: Located): string {
  if (item?.type === 'file') return item.id;
  throw new CliError('usage', `${path} is a folder, which is shown alone or not at all`, {
    hint: 'name one folder, or files',
  });
}

const readWishes = async (context: Context, { max, ...options }: ProofOptions) => ({
  ...(await readLinkWishes(context, options)),
  ...(max === undefined ? {} : { maxSelections: limitOf(max) }),
});

export const listProofings: Command<[]> = async (context) => {
  const { client } = await connect(context);
  const { output, signal, world } = context;
  const all: Proofing[] = [];
  for await (const one of listAll(client, signal)) all.push(one);
  const columns = ['NAME', 'SHOWS', 'SUBMISSIONS', 'ACCESS', 'EXPIRES', 'LINK'].map((title) => ({ title }));
  const rows = all.map((one) => [
    shorten(printable(one.name), NAME_COLUMNS),
    shownIn(one),
    String(one.submissionCount),
    accessOf(one, world.now()),
    expiryOf(one),
    one.url,
  ]);
  const lines = all.map((one) =>
    [one.id, one.url, one.passwordProtected ? 'password' : '', one.expiresAt ?? '', one.submissionCount, one.name].join(
      '\t',
    ),
  );
  if (output.interactive && all.length === 0) output.note('no proofings yet');
  else await output.result(all, output.interactive ? formatTable(columns, rows) : lines);
};

export const showProofing: Command<[proofing: string, options: { qr?: boolean }]> = async (
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
      ['shows', one.folderId === null ? shownIn(one) : `folder ${one.folderId}`],
      ['to choose', one.maxSelections === null ? 'as many as they like' : `up to ${one.maxSelections}`],
      ['submissions', String(one.submissionCount)],
    ]),
  );
  if (qr === true) await showQrCode(context, one.url);
};

export const setProofings: Command<[proofings: string[], options: ProofOptions & { name?: string }]> = async (
  context,
  args,
  { name, ...options },
) => {
  if (name === undefined && Object.keys(options).length === 0)
    throw new CliError('usage', 'what is to be changed?', { hint: 'see drive-cli proof set --help' });
  const { client } = await connect(context);
  const { output, signal } = context;
  const chosen = await requireAllLinked(() => listAll(client, signal), args, lookup);
  const change = { ...(await readWishes(context, options)), ...(name === undefined ? {} : { name }) };
  for (const { id } of chosen) {
    const changed = await client.proofings.update(id, change, { signal });
    await output.record(changed, changed.url);
  }
};

export const removeProofings: Command<[proofings: string[], options: { dryRun?: boolean }]> = async (
  context,
  args,
  { dryRun },
) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  await removeLinked(output, await requireAllLinked(() => listAll(client, signal), args, lookup), {
    dryRun,
    tell: ({ id, name, url }) => ({ id, name, url }),
    remove: ({ id }) => client.proofings.delete(id, { signal }),
    farewell: ({ name }) => `the proofing ${name} has ended, and what was chosen in it is gone; its files stay`,
  });
};

export const listSubmissions: Command<[proofing: string, options: { names?: boolean }]> = async (
  context,
  argument,
  { names },
) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const { id } = await requireLinked(listAll(client, signal), argument, lookup);
  const submissions: (Submission & { fileNames?: string[] })[] = [];
  const namesOf = fileNames(client, signal);
  for await (const one of client.proofings.listSubmissions(id, { limit: PAGE_ITEMS }, { signal }))
    submissions.push(names === true ? { ...one, fileNames: await namesOf(one.fileIds) } : one);
  const columns = ['ROUND', 'TIME', 'FROM', 'CHOSEN', 'COMMENT'].map((title) => ({ title }));
  const rows = submissions.map(({ round, createdAt, clientName, clientEmail, fileIds, fileNames, comment }) => [
    String(round),
    formatTime(createdAt),
    printable([clientName, clientEmail && `<${clientEmail}>`].filter(Boolean).join(' ') || 'somebody'),
    fileNames === undefined ? formatCount(fileIds.length, 'file') : printable(fileNames.join(', ')),
    printable(comment ?? ''),
  ]);
  const lines = submissions.flatMap(({ round, createdAt, clientName, clientEmail, fileIds, fileNames }) =>
    fileIds.map((fileId, index) =>
      [
        round,
        createdAt,
        clientName ?? '',
        clientEmail ?? '',
        fileId,
        ...(fileNames?.slice(index, index + 1) ?? []),
      ].join('\t'),
    ),
  );
  if (output.interactive && submissions.length === 0) output.note('nobody has chosen anything yet');
  else await output.result(submissions, output.interactive ? formatTable(columns, rows) : lines);
};

/** Of what was deleted meanwhile the id. Asks for each file once, however often it was chosen. */
function fileNames(client: DriveClient, signal: AbortSignal): (ids: readonly string[]) => Promise<string[]> {
  const known = new Map<string, string>();
  return async (ids) => {
    for (const id of ids) if (!known.has(id)) known.set(id, (await findById(client, id, signal))?.name ?? id);
    return ids.map((id) => known.get(id) ?? id);
  };
}

const shownIn = ({ fileIds }: Proofing): string =>
  fileIds === null ? 'a folder' : formatCount(fileIds.length, 'file');
