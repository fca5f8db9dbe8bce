import type { DriveClient, NewProofing, Proofing, Submission } from '@drive/sdk';
import { type Command, Option } from 'commander';
import { connect } from '../connection/connect.ts';
import { formatCount, formatTime } from '../output/format.ts';
import { formatTable } from '../output/table.ts';
import { printable } from '../output/terminal.ts';
import { shorten } from '../output/text-width.ts';
import { findById } from '../remote/find-item.ts';
import { PAGE_ITEMS } from '../remote/folder-pages.ts';
import { parseNamed, type Located, type Named } from '../remote/locate.ts';
import { requireAllLinked, requireLinked, type Lookup } from '../requests/find-request.ts';
import {
  addLinkChanges,
  addLinkOptions,
  LINK_ARGUMENT,
  limitOf,
  PASSWORD_HELP,
  readLinkOptions,
  type LinkOptions,
} from '../requests/link-options.ts';
import { accessOf, describeFacts, expiryOf } from '../requests/link-words.ts';
import { removeLinked } from '../requests/remove-linked.ts';
import { showQrCode } from '../sharing/show-qr-code.ts';
import { parseLimit } from '../shell/argument-parsers.ts';
import { CliError } from '../shell/cli-error.ts';
import type { Action, Context, RunAction } from './context.ts';
import { locateAll } from './locate-all.ts';
import { tellFailure } from './tell-failure.ts';

export function define(proof: Command, run: RunAction): void {
  proof.description(
    'Manage proofings: links through which clients view your files and select some of them without an account.',
  );
  const MAX = 'Maximum number of selected files, or none for no limit';
  addLinkOptions(
    proof
      .command('create')
      .summary('Create a proofing')
      .description('Create a proofing of a folder or of single files, and print its link.')
      .argument('<name>', 'name shown to clients')
      .argument('<path...>', 'one folder, or files: remote path, id or pattern'),
  )
    .addOption(new Option('--max <count>', MAX).argParser(parseLimit))
    .option('--qr', 'Draw the link as a QR code (terminal only)')
    .addHelpText(
      'after',
      `${PASSWORD_HELP}

Examples:
  $ drive-cli proof create "Your album" /Weddings/Ada --max 30 --password
  $ drive-cli proof create Covers '/Covers/*.jpg' --message "Which of them?"`,
    )
    .action(run(createProofing));
  proof
    .command('list')
    .summary('List proofings, newest first')
    .description('List proofings, newest first.')
    .addHelpText('after', '\nExample:\n  $ drive-cli proof list')
    .action(run(listProofings));
  proof
    .command('show')
    .summary('Show a proofing')
    .description('Show a proofing and its settings.')
    .argument('<proofing>', LINK_ARGUMENT)
    .option('--qr', 'Draw the link as a QR code (terminal only)')
    .addHelpText('after', '\nExample:\n  $ drive-cli proof show "Your album" --qr')
    .action(run(showProofing));
  addLinkChanges(
    proof
      .command('set')
      .summary('Change proofings')
      .description(
        'Change the settings of proofings. Links and files stay the same, and so does everything that no flag names.',
      )
      .argument('<proofing...>', LINK_ARGUMENT),
  )
    .addOption(new Option('--max <count>', MAX).argParser(parseLimit))
    .addHelpText('after', `${PASSWORD_HELP}\n\nExample:\n  $ drive-cli proof set "Your album" --max 40 --no-password`)
    .action(run(setProofings));
  proof
    .command('rm')
    .summary('Delete proofings')
    .description('Delete proofings and their submissions permanently. The files stay.')
    .argument('<proofing...>', LINK_ARGUMENT)
    .option('-n, --dry-run', 'Only show what would be deleted')
    .addHelpText('after', '\nExample:\n  $ drive-cli proof rm "Your album"')
    .action(run(removeProofings));
  proof
    .command('submissions')
    .summary('List submissions of a proofing')
    .description('List the selections of clients, newest first. If standard output is no terminal: one file per line.')
    .argument('<proofing>', LINK_ARGUMENT)
    .option('--names', 'Show file names')
    .addHelpText('after', '\nExample:\n  $ drive-cli proof submissions "Your album" --names')
    .action(run(listSubmissions));
}

const lookup: Lookup = { noun: 'proofing', listing: 'drive-cli proof list' };
const NAME_COLUMNS = 30;

interface ProofOptions extends LinkOptions {
  /** 0 lifts the limit. */
  readonly max?: number;
}

const listAll = (client: DriveClient, signal: AbortSignal): AsyncIterable<Proofing> =>
  client.proofings.list({ limit: PAGE_ITEMS }, { signal });

const createProofing: Action<[name: string, paths: string[], options: ProofOptions & { qr?: boolean }]> = async (
  context,
  name,
  paths,
  { qr, ...options },
) => {
  const args = paths.map(parseNamed);
  const { client } = await connect(context);
  const { output, signal } = context;
  const shown = await requireShown(context, client, args);
  const settings = await readProofOptions(context, options);
  const created = await client.proofings.create({ ...settings, ...shown, name }, { signal });
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

const readProofOptions = async (context: Context, { max, ...options }: ProofOptions) => ({
  ...(await readLinkOptions(context, options)),
  ...(max === undefined ? {} : { maxSelections: limitOf(max) }),
});

const listProofings: Action<[]> = async (context) => {
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

const showProofing: Action<[proofing: string, options: { qr?: boolean }]> = async (context, argument, { qr }) => {
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

const setProofings: Action<[proofings: string[], options: ProofOptions & { name?: string }]> = async (
  context,
  args,
  { name, ...options },
) => {
  if (name === undefined && Object.keys(options).length === 0)
    throw new CliError('usage', 'what is to be changed?', { hint: 'see drive-cli proof set --help' });
  const { client } = await connect(context);
  const { output, signal } = context;
  const chosen = await requireAllLinked(() => listAll(client, signal), args, lookup);
  const change = { ...(await readProofOptions(context, options)), ...(name === undefined ? {} : { name }) };
  for (const { id } of chosen) {
    const changed = await client.proofings.update(id, change, { signal });
    await output.record(changed, changed.url);
  }
};

const removeProofings: Action<[proofings: string[], options: { dryRun?: boolean }]> = async (
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

const listSubmissions: Action<[proofing: string, options: { names?: boolean }]> = async (
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
