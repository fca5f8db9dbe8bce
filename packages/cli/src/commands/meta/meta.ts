import type { ItemChange } from '@drive/sdk';
import type { Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { retriesOf } from '../../connection/retries.ts';
import { formatCount } from '../../output/format.ts';
import { IF_MATCH, requireOneFor } from '../../remote/if-match.ts';
import { PATTERN_HELP } from '../../remote/path-pattern.ts';
import { collectMetadata } from '../../shell/argument-parsers.ts';
import { CliError } from '../../shell/cli-error.ts';
import type { ExitCode } from '../../shell/exit-code.ts';
import type { Action, Context, RunAction } from '../context.ts';
import { locateItems } from '../locate-all.ts';
import { exitCodeOfAll, reportFailure } from '../report-failure.ts';
import { defineMetaGet } from './get.ts';

export function define(meta: Command, run: RunAction): void {
  meta.description('Show and change the metadata of files and folders: texts by key, for applications.');
  defineMetaGet(meta, run);
  meta
    .command('set')
    .summary('Set metadata')
    .description('Set keys of metadata; all other keys stay as they are.')
    .argument('<item>', 'remote path, id or pattern')
    .argument(
      '<key=value...>',
      'keys of 1 to 64 of A-Z a-z 0-9 _ . -, with values of at most 1,024 characters',
      collectMetadata,
    )
    .option('--if-match <tag>', IF_MATCH)
    .addHelpText(
      'after',
      `${PATTERN_HELP}\n\nExamples:\n  $ drive-cli meta set /invoice.pdf order=42 customer=c_1\n  $ drive-cli meta set '/Invoices/*.pdf' paid=yes`,
    )
    .action(run(setMetadata));
  meta
    .command('rm')
    .alias('remove')
    .summary('Remove metadata')
    .description('Remove keys of metadata. Keys that an item does not have are ignored.')
    .argument('<item>', 'remote path, id or pattern')
    .argument('[key...]', 'keys to remove')
    .option('--all', 'Remove every key')
    .option('--if-match <tag>', IF_MATCH)
    .addHelpText(
      'after',
      `${PATTERN_HELP}\n\nExamples:\n  $ drive-cli meta rm /invoice.pdf order\n  $ drive-cli meta rm --all /invoice.pdf`,
    )
    .action(run(removeMetadata));
}

const setMetadata: Action<[item: string, metadata: Readonly<Record<string, string>>, options: { ifMatch?: string }]> = (
  context,
  named,
  metadata,
  { ifMatch },
) => change(context, named, { metadata }, ifMatch);

const removeMetadata: Action<[item: string, keys: string[], options: { all?: boolean; ifMatch?: string }]> = (
  context,
  named,
  keys,
  { all = false, ifMatch },
) => {
  if (all === keys.length > 0)
    throw new CliError(
      'usage',
      all ? '--all removes every key: omit the keys' : 'name the keys to remove, or add --all',
    );
  return change(context, named, { metadata: all ? null : Object.fromEntries(keys.map((key) => [key, null])) }, ifMatch);
};

async function change(
  context: Context,
  named: string,
  { metadata }: Pick<ItemChange, 'metadata'>,
  ifMatch: string | undefined,
): Promise<ExitCode> {
  const { client } = await connect(context);
  const { output, signal } = context;
  const { items } = await locateItems(context, client, [named]);
  requireOneFor(ifMatch, items.length);
  const failures: ExitCode[] = [];
  for (const { path, item } of items) {
    try {
      const changed = await client.files.update(
        item.id,
        { metadata },
        { signal, maxRetries: retriesOf(client), ifMatch },
      );
      await output.record({ path, id: item.id, metadata: changed.metadata }, undefined);
    } catch (error) {
      signal.throwIfAborted();
      if (items.length === 1) throw error;
      failures.push(await reportFailure(context, { path }, error));
    }
  }
  const done = items.length - failures.length;
  if (done > 0) output.note(`changed the metadata of ${formatCount(done, 'item')}`);
  return exitCodeOfAll(failures, items.length);
}
