import type { Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { formatCount } from '../../output/format.ts';
import { IF_MATCH, requireOneFor } from '../../remote/if-match.ts';
import { parseNamed } from '../../remote/locate.ts';
import { PATTERN_HELP } from '../../remote/path-pattern.ts';
import { joinRemote, parseOwnTarget } from '../../remote/remote-target.ts';
import { CliError } from '../../shell/cli-error.ts';
import type { ExitCode } from '../../shell/exit-code.ts';
import type { Action, RunAction } from '../context.ts';
import { locateAll, withoutNested } from '../locate-all.ts';
import { reportFailure, exitCodeOfAll } from '../report-failure.ts';
import { findDestination, type Destination } from './move-destination.ts';
import { moveInto, rename, type Moved, type Source } from './move.ts';

export function define(command: Command, run: RunAction): void {
  command
    .description(
      'Move files and folders into the folder DESTINATION, or give one of them a new path. Existing items are never replaced.',
    )
    .usage('[options] <source...> <destination>')
    .argument('<path...>', 'sources: path, id or pattern; destination: path or id, taken literally')
    .option('--if-match <tag>', IF_MATCH)
    .option('-n, --dry-run', 'Only show what would be moved')
    .addHelpText(
      'after',
      `${PATTERN_HELP}

Examples:
  $ drive-cli mv /draft.txt /Reports/final.txt
  $ drive-cli mv '/Photos/2019-*' /old.zip /Archive`,
    )
    .action(run(mv));
}

export const mv: Action<[paths: string[], options: { dryRun?: boolean; ifMatch?: string }]> = async (
  context,
  paths,
  options,
) => {
  const to = paths.at(-1);
  const from = paths.slice(0, -1);
  if (to === undefined || from.length === 0) {
    throw new CliError('usage', `${to ?? 'mv'}: missing destination`, { hint: 'drive-cli mv SOURCE… DESTINATION' });
  }
  const args = from.map(parseNamed);
  const target = parseOwnTarget(to);
  const { client } = await connect(context);
  const { output, signal } = context;
  const { located, failed } = await locateAll(client, args, {
    signal,
    onFailure: (argument, error) => reportFailure(context, { from: argument }, error),
  });
  const sources: Source[] = withoutNested(located).map(({ path, item }) => {
    if (item === null) throw new CliError('usage', '/ cannot be moved', { hint: "to select its content, use '/*'" });
    return { path, item };
  });
  if (sources.length === 0) return exitCodeOfAll(failed, failed.length);
  requireOneFor(options.ifMatch, sources.length + failed.length);
  const destination = await findDestination(client, { ...target, argument: to }, sources, { command: 'mv', signal });

  const failures: ExitCode[] = [];
  let moved = 0;
  const onMoved = async (done: Moved): Promise<void> => {
    if (done.status === 'unchanged') output.note(`${done.path} already exists`);
    else if (done.status === 'moved') moved++;
    await output.record(done, done.status === 'planned' ? `${done.from} -> ${done.path}` : undefined);
  };
  const onFailed = async ({ path }: Source, error: unknown): Promise<void> => {
    if (sources.length === 1 && failed.length === 0) throw error;
    failures.push(await reportFailure(context, { from: path }, error));
  };

  const move = { client, signal, dryRun: options.dryRun === true, ifMatch: options.ifMatch, onMoved, onFailed };
  if (destination.kind === 'name') await rename(move, sources[0]!, destination);
  else await moveInto(move, sources, destination);
  if (moved > 0)
    output.note(
      `moved ${sources.length === 1 ? sources[0]!.path : formatCount(moved, 'item')} to ${shown(destination)}`,
    );
  return exitCodeOfAll([...failed, ...failures], sources.length + failed.length);
};

const shown = (destination: Destination): string =>
  destination.kind === 'into' ? destination.folder.path : joinRemote(destination.folder.path, destination.name);
