import type { TagList } from '@drive/sdk';
import type { Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { type ListView, printList, tabbed } from '../../output/list.ts';
import { printable } from '../../output/terminal.ts';
import type { Action, RunAction } from '../context.ts';

export function defineTagList(tag: Command, run: RunAction): void {
  tag
    .command('list')
    .alias('ls')
    .summary('List the tags')
    .description('List the tags of everything outside the trash, each with the number of items.')
    .addHelpText('after', '\nExample:\n  $ drive-cli tag list --json | jq -r ".[].name"')
    .action(run(listTags));
}

const view: ListView<TagList['tags'][number]> = {
  columns: [
    ['TAG', ({ name }) => printable(name)],
    ['ITEMS', ({ count }) => count.toLocaleString('en-US'), 'right'],
  ],
  plain: ({ name, count }) => tabbed(name, count),
  empty: 'there are no tags',
};

const listTags: Action<[]> = async (context) => {
  const { client } = await connect(context);
  const { tags } = await client.tags.list({ signal: context.signal });
  await printList(context.output, tags, view);
};
