import type { Activity } from '@drive/sdk';
import { Option, type Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { formatTime } from '../../output/format.ts';
import { tabbed } from '../../output/list.ts';
import { printable } from '../../output/terminal.ts';
import { findDriveId } from '../../remote/drive-path.ts';
import { requirePlace } from '../../remote/find-item.ts';
import { parseOwnTarget } from '../../remote/remote-target.ts';
import { parseLimit } from '../../shell/argument-parsers.ts';
import { CliError } from '../../shell/cli-error.ts';
import type { Action, RunAction } from '../context.ts';

const DEFAULT_LIMIT = 50;

export function define(command: Command, run: RunAction): void {
  command
    .description(
      'List who did what, the latest first: with a file or with everything in a folder; without an argument, in your drive. With --json: one object per line.',
    )
    .argument('[item]', 'path or id of the file or folder')
    .option('--drive <drive>', 'Activity of this team drive: name or id')
    .option('--link <token>', 'Only downloads through this share link')
    .addOption(
      new Option('--limit <count>', 'Maximum number of entries, or none for all (default: 50)').argParser(parseLimit),
    )
    .addHelpText(
      'after',
      `
Examples:
  $ drive-cli activity /Projects
  $ drive-cli activity --link aB3dE5 --json
  $ drive-cli activity --limit 500 --jq 'select(.type == "share.download") | .details.recipient'`,
    )
    .action(run(listActivity));
}

interface ActivityOptions {
  readonly drive?: string;
  readonly link?: string;
  /** 0 means all. */
  readonly limit?: number;
}

const listActivity: Action<[item: string | undefined, options: ActivityOptions]> = async (
  context,
  named,
  { drive, link, limit = DEFAULT_LIMIT },
) => {
  if (named !== undefined && drive !== undefined) throw new CliError('usage', 'give an item or --drive, not both');
  const { client } = await connect(context);
  const { output, signal } = context;
  const place = named === undefined ? undefined : await requirePlace(client, parseOwnTarget(named), signal);
  const driveId = drive === undefined ? undefined : await findDriveId(client, drive, signal);
  const entries =
    place === undefined || place.isRoot
      ? client.activity.list({ driveId, shareToken: link }, { signal })
      : client.activity.ofItem(place.item.id, { shareToken: link }, { signal });
  let shown = 0;
  for await (const entry of entries) {
    await output.record(entry, output.interactive ? lineOf(entry) : plainLineOf(entry));
    shown += 1;
    if (shown === limit) break;
  }
  if (shown === 0) output.note('nothing has happened yet');
};

const whoOf = ({ actor, details }: Activity): string =>
  actor === null ? (details.recipient ?? details.visitor ?? '') : (actor.name ?? actor.id);

const plainLineOf = (entry: Activity): string =>
  tabbed(entry.at, entry.type, whoOf(entry), entry.item?.name ?? '', entry.item?.id ?? '');

function lineOf(entry: Activity): string {
  const { at, type, item, details } = entry;
  const who = whoOf(entry);
  const more = [
    details.previousName === undefined ? '' : `was ${details.previousName}`,
    details.country ?? '',
    details.principal === undefined ? '' : `${details.principal.name ?? details.principal.id}: ${details.role ?? ''}`,
  ].filter((part) => part !== '');
  const name = item?.name ?? details.linkName ?? '';
  const text = `${name}${more.length === 0 ? '' : ` (${more.join(', ')})`}`;
  return `${formatTime(at)}  ${printable(who === '' ? 'somebody' : who)}  ${type}  ${printable(text)}`;
}
