import type { DriveClient, NewUploadGrant, UploadGrant } from '@drive/sdk';
import { Option, type Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { formatBytes, formatTime } from '../../output/format.ts';
import { tabbed } from '../../output/list.ts';
import { printable } from '../../output/terminal.ts';
import { findFolderId } from '../../remote/folder-id.ts';
import { PAGE_ITEMS } from '../../remote/folder-pages.ts';
import { findInTrees, type OfDrive } from '../../remote/managed-trees.ts';
import { parseByteLimit, parseLifetime, parseVersionNumber } from '../../shell/argument-parsers.ts';
import { addAnnotationOptions, readAnnotations, type AnnotationOptions } from '../../upload/annotations.ts';
import type { Action, RunAction } from '../context.ts';
import { chooseById, resourceCommands } from '../resource-commands.ts';

export function define(grants: Command, run: RunAction): void {
  grants.description(
    'Manage upload grants: tokens with which the users of an application upload files, within limits.',
  );
  const commands = resourceCommands<UploadGrant>(grants, run, {
    noun: 'upload grant',
    plural: 'upload grants',
    argument: ['grant', 'id, or its first characters, or prefix (upg_ and 8 characters)'],
    isOfDrives: true,
    list: listGrants,
    find: (client, names, signal) => Promise.all(names.map((name) => findGrant(client, name, signal))),
    view: ({ world }) => ({
      columns: [
        ['GRANT', ({ prefix }) => prefix],
        ['FILES', filesOf],
        ['BYTES', bytesOf],
        ['TYPES', ({ allowedTypes }) => allowedTypes?.join(' ') ?? ''],
        ['EXPIRES', ({ expiresAt }) => formatTime(expiresAt)],
        ['STATE', (grant) => stateOf(grant, world.now())],
        ['ID', ({ id }) => id],
      ],
      plain: (grant) => {
        const { id, prefix, usedFiles, maxFiles, usedBytes, expiresAt, data } = grant;
        return tabbed(id, prefix, stateOf(grant, world.now()), usedFiles, maxFiles, usedBytes, expiresAt, data ?? '');
      },
      empty: 'no upload grants yet',
    }),
  });

  const create = grants
    .command('create')
    .summary('Create an upload grant')
    .description(
      'Create an upload grant and print its token, which cannot be shown again. Whoever has it can upload within the limits.',
    )
    .option('--to <folder>', 'Folder for the files, by path or id (default: the root)')
    .addOption(
      new Option('--expires <time>', 'Time in which uploads can begin: 30m, 12h or 7d (default: 1h)').argParser(
        parseLifetime,
      ),
    )
    .addOption(new Option('--max-files <count>', 'Maximum number of files (default: 1)').argParser(parseVersionNumber))
    .addOption(new Option('--max-size <size>', 'Maximum size per file: 500k, 10M, 2G').argParser(parseByteLimit))
    .addOption(
      new Option('--max-total <size>', 'Maximum size of all files together: 500k, 10M, 2G').argParser(parseByteLimit),
    )
    .addOption(new Option('--types <types>', "Allowed types (comma-separated): '.pdf,image/*'").argParser(parseList))
    .addOption(
      new Option('--origins <origins>', 'Origins of the pages that may use it (comma-separated)').argParser(parseList),
    )
    .addOption(new Option('--on-conflict <policy>', 'Policy if a name is taken').choices(['rename', 'replace', 'fail']))
    .option('--data <text>', 'Text that the event upload.completed contains, such as the ID of a user')
    .option('--share', 'Share each file');
  addAnnotationOptions(create)
    .addHelpText(
      'after',
      `
Examples:
  $ drive-cli grants create --to /Avatars --types 'image/*' --max-size 5M --data "user 42" --tag avatar
  $ drive-cli grants create --max-files 20 --expires 12h --origins https://app.example --json | jq -r .token`,
    )
    .action(run(createGrant));
  commands.list({ help: '\nExamples:\n  $ drive-cli grants list\n  $ drive-cli grants list --drive Design' });
  commands.show({
    hasLink: false,
    help: '\nExample:\n  $ drive-cli grants show upg_Ab3dE_9x',
    facts: (grant, now) => [
      ['grant', grant.prefix],
      ['id', grant.id],
      ['state', stateOf(grant, now)],
      ['folder', grant.folderId ?? 'the root'],
      ['files', filesOf(grant)],
      ['bytes', bytesOf(grant)],
      ['size', grant.maxFileBytes === null ? null : `up to ${formatBytes(grant.maxFileBytes)} each`],
      ['types', grant.allowedTypes?.join(', ') ?? null],
      ['origins', grant.allowedOrigins?.join(', ') ?? null],
      ['on conflict', grant.onConflict],
      ['data', grant.data],
      ['shares', grant.share ? 'each file' : null],
      ['created', formatTime(grant.createdAt)],
      ['expires', formatTime(grant.expiresAt)],
    ],
  });
  commands.remove({
    summary: 'Revoke upload grants',
    description: 'Revoke upload grants and end their open uploads. Files that have arrived stay.',
    help: '\nExample:\n  $ drive-cli grants rm upg_Ab3dE_9x',
    record: ({ id, prefix }) => ({ id, prefix }),
    line: ({ prefix }) => prefix,
    remove: (client, id, signal) => client.uploadGrants.revoke(id, { signal }),
    note: ({ prefix }) => `revoked ${prefix}`,
  });
}

const findGrant = (client: DriveClient, named: string, signal: AbortSignal): Promise<UploadGrant> =>
  findInTrees(
    client,
    async (tree) => {
      const all: UploadGrant[] = [];
      for await (const grant of listGrants(client, signal, tree)) all.push(grant);
      return chooseGrant(all, named);
    },
    signal,
  );

const listGrants = (client: DriveClient, signal: AbortSignal, tree: OfDrive): AsyncIterable<UploadGrant> =>
  client.uploadGrants.list({ ...tree, limit: PAGE_ITEMS }, { signal });

const parseList = (text: string): string[] => text.split(',').map((each) => each.trim());

interface CreateOptions extends AnnotationOptions {
  readonly to?: string;
  /** Minutes. */
  readonly expires?: number;
  readonly maxFiles?: number;
  readonly maxSize?: number;
  readonly maxTotal?: number;
  readonly types?: string[];
  readonly origins?: string[];
  readonly onConflict?: 'rename' | 'replace' | 'fail';
  readonly data?: string;
  readonly share?: boolean;
}

const createGrant: Action<[options: CreateOptions]> = async (context, options) => {
  const { to, expires, maxFiles, maxSize, maxTotal, types, origins, onConflict, data, share } = options;
  const { client } = await connect(context);
  const { output, signal } = context;
  const folderId = to === undefined ? undefined : await findFolderId(client, to, signal);
  const grant: NewUploadGrant = {
    ...(folderId === undefined ? {} : { folderId }),
    ...(expires === undefined ? {} : { expiresInMinutes: expires }),
    ...(maxFiles === undefined ? {} : { maxFiles }),
    ...(maxSize === undefined || maxSize === 0 ? {} : { maxFileBytes: maxSize }),
    ...(maxTotal === undefined || maxTotal === 0 ? {} : { maxTotalBytes: maxTotal }),
    ...(types === undefined ? {} : { allowedTypes: types }),
    ...(origins === undefined ? {} : { allowedOrigins: origins }),
    ...(onConflict === undefined ? {} : { onConflict }),
    ...(data === undefined ? {} : { data }),
    ...(share === undefined ? {} : { share }),
    ...readAnnotations(options),
  };
  const created = await client.uploadGrants.create(grant, { signal });
  output.note(`the grant expires at ${formatTime(created.expiresAt)}; its token cannot be shown again`);
  await output.result(created, created.token);
};

/** `upg_` and 8 characters, as the server shows grants. */
const PREFIX_CHARACTERS = 12;

function chooseGrant(all: readonly UploadGrant[], named: string): UploadGrant {
  const prefix = named.slice(0, PREFIX_CHARACTERS);
  // A complete token is accepted too, and not shown.
  const known = named.startsWith('upg_') ? all.find((grant) => grant.prefix === prefix) : undefined;
  const name = named.startsWith('upg_') ? prefix : named;
  return known ?? chooseById(all, name, { noun: 'upload grant', listing: 'drive-cli grants list' });
}

const filesOf = ({ usedFiles, maxFiles }: UploadGrant): string => `${usedFiles} of ${maxFiles}`;

const bytesOf = ({ usedBytes, maxTotalBytes }: UploadGrant): string =>
  printable(`${formatBytes(usedBytes)}${maxTotalBytes === null ? '' : ` of ${formatBytes(maxTotalBytes)}`}`);

function stateOf({ revokedAt, expiresAt, usedFiles, maxFiles }: UploadGrant, now: number): string {
  if (revokedAt !== null) return 'revoked';
  if (Date.parse(expiresAt) <= now) return 'expired';
  return usedFiles < maxFiles ? 'active' : 'used up';
}
