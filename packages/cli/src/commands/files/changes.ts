import type { WatchedChange } from '@drive/sdk';
import type { Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { formatClock } from '../../output/format.ts';
import { nameOf } from '../../output/item-lines.ts';
import { tabbed } from '../../output/list.ts';
import type { Output } from '../../output/output.ts';
import { padEnd } from '../../output/text-width.ts';
import { exitCode } from '../../shell/exit-code.ts';
import type { Action, RunAction } from '../context.ts';

export function define(command: Command, run: RunAction): void {
  command
    .description(
      'List what was created, renamed, moved, replaced, trashed, restored and deleted, in order. With --json: one object per line.',
    )
    .option('-f, --follow', 'Wait for further changes')
    .option('--since <cursor>', 'Start after this cursor, or `now`; default: the oldest change that the server keeps')
    .addHelpText(
      'after',
      `
Each change has the cursor to go on from once it is processed. At the end of the list, the last cursor is shown. A folder changes
with everything in it by one change. Stop --follow with Ctrl-C; a lost connection is restored, and no change is missed.

Examples:
  $ drive-cli changes --since now --follow
  $ drive-cli changes --jq 'select(.type == "deleted") | .itemId'`,
    )
    .action(run(changes));
}

interface ChangesOptions {
  readonly follow?: boolean;
  readonly since?: string;
}

/** Changes of one request. */
const PAGE = 1000;
const TYPE_COLUMNS = 8;

const changes: Action<[options: ChangesOptions]> = async (context, { follow = false, since }) => {
  const { client, url } = await connect(context);
  const { output, signal } = context;
  let cursor = since === 'now' ? (await client.changes.latest({ signal })).cursor : since;
  const options = { cursor, limit: PAGE, signal };
  const onDisconnect = (): void => output.warn(`lost the connection to ${url}; no change will be missed`);
  if (follow) output.note(`following the changes on ${url}; stop with Ctrl-C`);
  for await (const change of follow
    ? client.changes.watch({ ...options, onDisconnect })
    : client.changes.read(options)) {
    ({ cursor } = change);
    await output.record(change, lineOf(output, change));
  }
  signal.throwIfAborted();
  if (follow) return exitCode.interrupted;
  output.note(`to go on from here: --since ${cursor ?? (await client.changes.latest({ signal })).cursor}`);
  return undefined;
};

function lineOf(output: Output, { at, type, itemType, itemId, item, cursor }: WatchedChange): string {
  if (!output.interactive) return tabbed(at, type, itemType, itemId, item?.name ?? '', cursor);
  const name = item === null ? itemId : nameOf({ name: item.name, item }, output);
  return `${formatClock(Date.parse(at))}  ${padEnd(type, TYPE_COLUMNS)}  ${name}`;
}
