import type { Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { locate } from '../../remote/locate.ts';
import { parseOwnTarget } from '../../remote/remote-target.ts';
import { CliError } from '../../shell/cli-error.ts';
import type { Action, RunAction } from '../context.ts';
import { requireItem } from '../locate-all.ts';

export function defineMetaGet(meta: Command, run: RunAction): void {
  meta
    .command('get')
    .summary('Show metadata')
    .description('Print the metadata of a file or folder as KEY=VALUE, one a line, or the value of one key.')
    .argument('<item>', 'remote path or id')
    .argument('[key]', 'key whose value is printed')
    .addHelpText(
      'after',
      '\nExits with 5 if the item does not have the key.\n\nExamples:\n  $ drive-cli meta get /invoice.pdf\n  $ drive-cli meta get /invoice.pdf order',
    )
    .action(run(getMetadata));
}

const getMetadata: Action<[item: string, key: string | undefined]> = async (context, named, key) => {
  const target = { argument: named, ...parseOwnTarget(named) };
  const { client } = await connect(context);
  const [located] = await locate(client, target, context.signal);
  const { path, item } = requireItem(located ?? { path: named, item: null });
  const entries = Object.entries(item.metadata).filter(([each]) => key === undefined || each === key);
  if (key !== undefined && entries.length === 0)
    throw new CliError('not_found', `${path} has no metadata ${key}`, {
      hint: `drive-cli meta get ${path} shows its keys`,
    });
  await context.output.result(
    { path, id: item.id, metadata: Object.fromEntries(entries) },
    entries.map(([each, value]) => (key === undefined ? `${each}=${value}` : value)),
  );
};
