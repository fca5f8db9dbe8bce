import type { DriveClient, NewProofing, Proofing, Submission } from '@drive/sdk';
import { type Command, Option } from 'commander';
import { connect } from '../../connection/connect.ts';
import { formatCount, formatTime } from '../../output/format.ts';
import { printList, tabbed } from '../../output/list.ts';
import { showQrCode } from '../../output/qr-code.ts';
import { printable } from '../../output/terminal.ts';
import { shorten } from '../../output/text-width.ts';
import { findById } from '../../remote/find-item.ts';
import { PAGE_ITEMS } from '../../remote/folder-pages.ts';
import { parseNamed, type Located, type Named } from '../../remote/locate.ts';
import { linkedResource } from '../../requests/find-linked.ts';
import { accessOf, describePerson, expiryOf, linkFacts } from '../../requests/link-fields.ts';
import {
  addLinkChanges,
  addLinkOptions,
  LINK_ARGUMENT,
  PASSWORD_HELP,
  readLinkOptions,
  type LinkOptions,
} from '../../requests/link-options.ts';
import { limitOf, parseLimit } from '../../shell/argument-parsers.ts';
import { CliError } from '../../shell/cli-error.ts';
import type { Action, Context, RunAction } from '../context.ts';
import { locateAll } from '../locate-all.ts';
import { reportFailure } from '../report-failure.ts';
import { resourceCommands } from '../resource-commands.ts';

interface ProofOptions extends LinkOptions {
  /** 0 removes the limit. */
  readonly max?: number;
}

const proofings = linkedResource('proofing', 'proof', (client, signal, tree) =>
  client.proofings.list({ ...tree, limit: PAGE_ITEMS }, { signal }),
);

export function define(proof: Command, run: RunAction): void {
  proof.description(
    'Manage proofings: links through which clients view your files and select some of them without an account.',
  );
  const commands = resourceCommands(proof, run, {
    ...proofings,
    argument: ['proofing', LINK_ARGUMENT],
    view: ({ world }) => ({
      columns: [
        ['NAME', ({ name }) => shorten(printable(name), NAME_COLUMNS)],
        ['SHOWS', shownIn],
        ['SUBMISSIONS', ({ submissionCount }) => String(submissionCount)],
        ['ACCESS', (one) => accessOf(one, world.now())],
        ['EXPIRES', expiryOf],
        ['LINK', ({ url }) => url],
      ],
      plain: ({ id, url, passwordProtected, expiresAt, submissionCount, name }) =>
        tabbed(id, url, passwordProtected ? 'password' : '', expiresAt ?? '', submissionCount, name),
      empty: 'no proofings yet',
    }),
  });

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
  commands.list({ help: '\nExamples:\n  $ drive-cli proof list\n  $ drive-cli proof list --drive Design' });
  commands.show({
    help: '\nExample:\n  $ drive-cli proof show "Your album" --qr',
    facts: (one, now) => [
      ...linkFacts(one, now),
      ['shows', one.folderId === null ? shownIn(one) : `folder ${one.folderId}`],
      ['to choose', one.maxSelections === null ? 'unlimited' : `up to ${one.maxSelections}`],
      ['submissions', String(one.submissionCount)],
    ],
  });
  commands.set({
    description:
      'Change the settings of proofings. Links and files stay the same, and so does everything that no flag names.',
    help: `${PASSWORD_HELP}\n\nExample:\n  $ drive-cli proof set "Your album" --max 40 --no-password`,
    flags: (command) => addLinkChanges(command).addOption(new Option('--max <count>', MAX).argParser(parseLimit)),
    async prepare(context, client, { name, ...options }: ProofOptions & { name?: string }) {
      const change = { ...(await readProofOptions(context, options)), ...(name === undefined ? {} : { name }) };
      return (id) => client.proofings.update(id, change, { signal: context.signal });
    },
  });
  commands.remove({
    description: 'Delete proofings and their submissions permanently. The files stay.',
    help: '\nExample:\n  $ drive-cli proof rm "Your album"',
    record: ({ id, name, url }) => ({ id, name, url }),
    line: ({ url }) => url,
    remove: (client, id, signal) => client.proofings.delete(id, { signal }),
    note: ({ name }) => `ended the proofing ${name} and deleted its submissions; its files stay`,
  });
  proof
    .command('submissions')
    .summary('List submissions of a proofing')
    .description('List the selections of clients, newest first. If standard output is no terminal: one file per line.')
    .argument('<proofing>', LINK_ARGUMENT)
    .option('--names', 'Show file names')
    .addHelpText('after', '\nExample:\n  $ drive-cli proof submissions "Your album" --names')
    .action(run(listSubmissions));
}

const NAME_COLUMNS = 30;

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

/** A proofing shows either one folder or single files. */
async function requireShown(
  context: Context,
  client: DriveClient,
  args: readonly Named[],
): Promise<Pick<NewProofing, 'folderId' | 'fileIds'>> {
  const reportPath = (path: string, error: unknown) => reportFailure(context, { path }, error);
  const { located, failed } = await locateAll(client, args, { signal: context.signal, onFailure: reportPath });
  if (failed.length > 0) throw new CliError('failed', 'no proofing was created because some items do not exist');
  const [first, ...others] = located;
  if (first?.item?.type === 'folder' && others.length === 0) return { folderId: first.item.id };
  return { fileIds: located.map(requireFileId) };
}

function requireFileId({ path, item }: Located): string {
  if (item?.type === 'file') return item.id;
  throw new CliError('usage', `${path} is a folder; a proofing shows either one folder or files`, {
    hint: 'name one folder, or only files',
  });
}

const readProofOptions = async (context: Context, { max, ...options }: ProofOptions) => ({
  ...(await readLinkOptions(context, options)),
  ...(max === undefined ? {} : { maxSelections: limitOf(max) }),
});

const listSubmissions: Action<[proofing: string, options: { names?: boolean }]> = async (
  context,
  argument,
  { names },
) => {
  const { client } = await connect(context);
  const { signal } = context;
  const submissions: (Submission & { fileNames?: string[] })[] = [];
  const namesOf = fileNames(client, signal);
  for (const { id } of await proofings.find(client, [argument], signal))
    for await (const one of client.proofings.listSubmissions(id, { limit: PAGE_ITEMS }, { signal }))
      submissions.push(names === true ? { ...one, fileNames: await namesOf(one.fileIds) } : one);
  await printList(context.output, submissions, {
    columns: [
      ['ROUND', ({ round }) => String(round)],
      ['TIME', ({ createdAt }) => formatTime(createdAt)],
      ['FROM', ({ clientName, clientEmail }) => describePerson(clientName, clientEmail)],
      [
        'CHOSEN',
        ({ fileIds, fileNames }) =>
          fileNames === undefined ? formatCount(fileIds.length, 'file') : printable(fileNames.join(', ')),
      ],
      ['COMMENT', ({ comment }) => printable(comment ?? '')],
    ],
    plain: ({ round, createdAt, clientName, clientEmail, fileIds, fileNames }) =>
      fileIds.map((fileId, index) =>
        tabbed(
          round,
          createdAt,
          clientName ?? '',
          clientEmail ?? '',
          fileId,
          ...(fileNames?.slice(index, index + 1) ?? []),
        ),
      ),
    empty: 'no submissions yet',
  });
};

/** Returns names of files, or the id of a file that was deleted. Requests each file once. */
function fileNames(client: DriveClient, signal: AbortSignal): (ids: readonly string[]) => Promise<string[]> {
  const known = new Map<string, string>();
  return async (ids) => {
    for (const id of ids) if (!known.has(id)) known.set(id, (await findById(client, id, signal))?.name ?? id);
    return ids.map((id) => known.get(id) ?? id);
  };
}

const shownIn = ({ fileIds }: Proofing): string =>
  fileIds === null ? 'a folder' : formatCount(fileIds.length, 'file');
