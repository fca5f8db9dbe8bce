import type { AdminFile } from '@drive/sdk';
import type { Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { formatBytes, formatTime } from '../../output/format.ts';
import { tabbed } from '../../output/list.ts';
import { printable } from '../../output/terminal.ts';
import { shorten } from '../../output/text-width.ts';
import { PAGE_ITEMS } from '../../remote/folder-pages.ts';
import { CliError } from '../../shell/cli-error.ts';
import type { ExitCode } from '../../shell/exit-code.ts';
import type { Context, RunAction } from '../context.ts';
import { exitCodeOfAll, reportFailure } from '../report-failure.ts';
import { resourceCommands } from '../resource-commands.ts';
import { findUser } from './find-user.ts';
import { USER_ARGUMENT } from './users.ts';

const NAME_COLUMNS = 30;
const FILE_ARGUMENT = 'id of a file';

interface Selection {
  readonly search?: string;
  readonly owner?: string;
  readonly anonymous?: boolean;
  readonly quarantined?: boolean;
}

export function defineFiles(files: Command, run: RunAction): void {
  files.description('List, quarantine and delete files of all users. Their content stays private.');
  const commands = resourceCommands<AdminFile>(files, run, {
    noun: 'file',
    plural: 'files',
    argument: ['file', FILE_ARGUMENT],
    list: (client, signal) => client.admin.files.list({ limit: PAGE_ITEMS }, { signal }),
    async find(client, ids, signal) {
      const found: AdminFile[] = [];
      for (const id of new Set(ids)) {
        const { items } = await client.admin.files.list({ q: id }, { signal });
        const file = items.find((one) => one.id === id.toLowerCase());
        if (file === undefined)
          throw new CliError('not_found', `there is no file ${id}`, { hint: 'drive-cli admin files list shows ids' });
        found.push(file);
      }
      return found;
    },
    view: () => ({
      columns: [
        ['NAME', ({ name }) => shorten(printable(name), NAME_COLUMNS)],
        ['OWNER', ({ owner }) => owner?.email ?? 'nobody'],
        ['SIZE', ({ size }) => (size === null ? '' : formatBytes(size)), 'right'],
        ['UPLOADED', ({ uploadedAt }) => formatTime(uploadedAt)],
        ['STATE', stateOf],
        ['ID', ({ id }) => id],
      ],
      plain: (file) =>
        tabbed(file.id, file.owner?.email ?? '', file.size ?? '', file.uploadedAt, stateOf(file), file.name),
      empty: 'no files',
    }),
  });
  commands.list<Selection>({
    help: '\nExample:\n  $ drive-cli admin files list --search setup.exe --anonymous',
    flags: (command) =>
      command
        .option('--search <text>', 'Part of the name, an id, or the token of a share')
        .option('--owner <user>', `Only files of this user: ${USER_ARGUMENT}`)
        .option('--anonymous', 'Only files that were uploaded without an account')
        .option('--quarantined', 'Only files in quarantine'),
    async *select(client, { search, owner, ...only }, signal) {
      const ownerId = owner === undefined ? undefined : (await findUser(client, owner, signal)).id;
      yield* client.admin.files.list(
        {
          ...only,
          limit: PAGE_ITEMS,
          ...(search === undefined ? {} : { q: search }),
          ...(ownerId === undefined ? {} : { ownerId }),
        },
        { signal },
      );
    },
  });
  files
    .command('quarantine')
    .summary('Quarantine files')
    .description('Block all links to files. Their owners keep access and are notified by email.')
    .argument('<file...>', FILE_ARGUMENT)
    .option('--reason <text>', 'Reason that the owners are told')
    .addHelpText(
      'after',
      '\nExample:\n  $ drive-cli admin files quarantine 8d1e0b52-6a7f-4f0e-9f5b-0c9a1d2e3f40 --reason "Reported as malware"',
    )
    .action(
      run((context, ids: string[], { reason }: { reason?: string }) =>
        change(context, ids, { quarantined: true, ...(reason === undefined ? {} : { reason }) }),
      ),
    );
  files
    .command('release')
    .summary('Release files from quarantine')
    .description('Release files from quarantine, which opens their links again.')
    .argument('<file...>', FILE_ARGUMENT)
    .addHelpText('after', '\nExample:\n  $ drive-cli admin files release 8d1e0b52-6a7f-4f0e-9f5b-0c9a1d2e3f40')
    .action(run((context, ids: string[]) => change(context, ids, { quarantined: false })));
  commands.remove({
    description: 'Delete files of any user permanently, not to the trash. Asks for confirmation.',
    help: '\nExample:\n  $ drive-cli admin files rm 8d1e0b52-6a7f-4f0e-9f5b-0c9a1d2e3f40 --yes',
    question: (all) => `Delete ${all.map(({ name }) => printable(name)).join(', ')} permanently?`,
    record: ({ id, name }) => ({ id, name }),
    line: ({ id, name }) => tabbed(id, name),
    remove: (client, id, signal) => client.admin.files.delete(id, { signal }),
    note: ({ name }) => `deleted ${name} permanently`,
  });
}

async function change(
  context: Context,
  ids: readonly string[],
  wanted: { readonly quarantined: boolean; readonly reason?: string },
): Promise<ExitCode> {
  const { client } = await connect(context);
  const { output, signal } = context;
  const failed: ExitCode[] = [];
  for (const id of ids) {
    try {
      const file = await client.admin.files.quarantine(id, wanted, { signal });
      output.note(`${file.name} is ${wanted.quarantined ? 'in quarantine' : 'released'}`);
      await output.record(file, undefined);
    } catch (error) {
      signal.throwIfAborted();
      if (ids.length === 1) throw error;
      failed.push(await reportFailure(context, { id }, error));
    }
  }
  return exitCodeOfAll(failed, ids.length);
}

function stateOf({ quarantinedAt, inTrash }: AdminFile): string {
  if (quarantinedAt !== null) return 'quarantined';
  return inTrash ? 'in the trash' : 'available';
}
