import type { Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { retriesOf } from '../../connection/retries.ts';
import { formatCount } from '../../output/format.ts';
import { BATCH_ITEMS, batchError } from '../../remote/item-batches.ts';
import { PATTERN_HELP } from '../../remote/path-pattern.ts';
import type { ExitCode } from '../../shell/exit-code.ts';
import type { Action, RunAction } from '../context.ts';
import { locateItems } from '../locate-all.ts';
import { exitCodeOfAll, reportFailure } from '../report-failure.ts';
import { defineTagList } from './list.ts';

export function define(tag: Command, run: RunAction): void {
  tag.description('Add and remove tags of files and folders, and list the tags.');
  tag
    .command('add')
    .summary('Tag files and folders')
    .description(
      'Add a tag to files and folders. A tag that an item has already, in upper or lower case, stays as it is.',
    )
    .argument('<tag>', 'tag of 1 to 50 characters')
    .argument('<item...>', 'remote path, id or pattern')
    .addHelpText('after', `${PATTERN_HELP}\n\nExample:\n  $ drive-cli tag add Invoice '/Invoices/*.pdf'`)
    .action(run(changeTags('add')));
  tag
    .command('rm')
    .alias('remove')
    .summary('Remove a tag')
    .description('Remove a tag of files and folders, in upper or lower case. Items without it stay as they are.')
    .argument('<tag>', 'tag to remove')
    .argument('<item...>', 'remote path, id or pattern')
    .addHelpText('after', `${PATTERN_HELP}\n\nExample:\n  $ drive-cli tag rm open /Invoices/2026-01.pdf`)
    .action(run(changeTags('remove')));
  defineTagList(tag, run);
}

const changeTags =
  (change: 'add' | 'remove'): Action<[tag: string, items: string[]]> =>
  async (context, tag, args) => {
    const { client } = await connect(context);
    const { output, signal } = context;
    const { items, failed } = await locateItems(context, client, args);
    const pathOf = new Map(items.map(({ path, item }) => [item.id, path]));
    const failures: ExitCode[] = [];
    for (let start = 0; start < items.length; start += BATCH_ITEMS) {
      const ids = items.slice(start, start + BATCH_ITEMS).map(({ item }) => item.id);
      const options = { signal, maxRetries: retriesOf(client) };
      const result = await client.files.tag(ids, { [change]: [tag] }, options);
      for (const { id, tags } of result.updated)
        await output.record({ path: pathOf.get(id) ?? id, id, tags }, undefined);
      for (const failure of result.failed) {
        const path = pathOf.get(failure.id) ?? failure.id;
        const error = batchError(path, failure);
        if (items.length === 1 && failed.length === 0) throw error;
        failures.push(await reportFailure(context, { path }, error));
      }
    }
    const done = items.length - failures.length;
    if (done > 0) output.note(`${change === 'add' ? 'tagged' : 'removed the tag of'} ${formatCount(done, 'item')}`);
    return exitCodeOfAll([...failed, ...failures], items.length + failed.length);
  };
