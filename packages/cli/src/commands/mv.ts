import { connect } from '../connection/connect.ts';
import { formatCount } from '../output/format.ts';
import { findDestination, type Destination } from '../move/destination.ts';
import { moveInto, rename, type Moved, type Source } from '../move/move.ts';
import { parseNamed } from '../remote/locate.ts';
import { CliError } from '../shell/cli-error.ts';
import type { ExitCode } from '../shell/exit-code.ts';
import { joinRemote, parseOwnTarget } from '../remote/target.ts';
import type { Command } from './context.ts';
import { exitCodeOfAll } from './exit-code-of-all.ts';
import { locateAll, withoutNested } from './locate-all.ts';
import { tellFailure } from './tell-failure.ts';

export const mv: Command<[paths: string[], options: { dryRun?: boolean }]> = async (context, paths, options) => {
  const to = paths.at(-1);
  const from = paths.slice(0, -1);
  if (to === undefined || from.length === 0) {
    throw new CliError('usage', `${to ?? 'mv'}: where to?`, { hint: 'drive-cli mv SOURCE… DESTINATION' });
  }
  const args = from.map(parseNamed);
  const target = parseOwnTarget(to);
  const { client } = await connect(context);
  const { output, signal } = context;
  const { located, failed } = await locateAll(client, args, {
    signal,
    onFailure: (argument, error) => tellFailure(context, { from: argument }, error),
  });
  const sources: Source[] = withoutNested(located).map(({ path, item }) => {
    if (item === null) throw new CliError('usage', '/ can not be moved', { hint: "what is in it is '/*'" });
    return { path, item };
  });
  if (sources.length === 0) return exitCodeOfAll(failed, failed.length);
  const destination = await findDestination(client, { ...target, argument: to }, sources, signal);

  const failures: ExitCode[] = [];
  let moved = 0;
  const onMoved = async (done: Moved): Promise<void> => {
    if (done.status === 'unchanged') output.note(`${done.path} is there already`);
    else if (done.status === 'moved') moved++;
    await output.record(done, done.status === 'planned' ? `${done.from} -> ${done.path}` : undefined);
  };
  const onFailed = async ({ path }: Source, error: unknown): Promise<void> => {
    if (sources.length === 1 && failed.length === 0) throw error;
    failures.push(await tellFailure(context, { from: path }, error));
  };

  const move = { client, signal, dryRun: options.dryRun === true, onMoved, onFailed };
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
