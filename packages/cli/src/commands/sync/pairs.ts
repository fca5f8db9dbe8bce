import { resolve } from 'node:path';
import type { Command } from 'commander';
import { Option } from 'commander';
import { stateDirectory } from '../../config/directories.ts';
import { formatCount, formatTime } from '../../output/format.ts';
import { printList, tabbed } from '../../output/list.ts';
import { parseLimit } from '../../shell/argument-parsers.ts';
import { CliError } from '../../shell/cli-error.ts';
import { listPairs, type LogLine, type PairState, type PairStatus } from '../../two-way/pairs/pair-state.ts';
import type { Action, Context, RunAction } from '../context.ts';

/** Adds the commands for folders that are kept equal. */
export function definePairs(sync: Command, run: RunAction): void {
  const FOLDER = 'folder on this computer; needed if several are kept equal';
  sync
    .command('status')
    .summary('Show the folders that are kept equal')
    .description('Show the folders that sync --two-way keeps equal, and how the last run of each ended.')
    .addHelpText('after', '\nExample:\n  $ drive-cli sync status')
    .action(run(showStatus));
  sync
    .command('pause')
    .summary('Pause keeping a folder equal')
    .description(
      'Pause keeping a folder equal, also one that is watched, until it is resumed. A run that has begun ends first.',
    )
    .argument('[folder]', FOLDER)
    .addHelpText('after', '\nExample:\n  $ drive-cli sync pause ~/Drive')
    .action(run(pause));
  sync
    .command('resume')
    .summary('Resume keeping a folder equal')
    .description('Resume keeping a folder equal.')
    .argument('[folder]', FOLDER)
    .addHelpText('after', '\nExample:\n  $ drive-cli sync resume ~/Drive')
    .action(run(resume));
  sync
    .command('log')
    .summary('Show what was synchronized')
    .description('Show what sync --two-way did on both sides, and what failed, oldest first.')
    .argument('[folder]', FOLDER)
    .addOption(
      new Option('--limit <count>', 'Number of lines, or none for all that are kept')
        .default(100)
        .argParser(parseLimit),
    )
    .addHelpText('after', '\nExamples:\n  $ drive-cli sync log\n  $ drive-cli sync log --limit 1000 --json ~/Drive')
    .action(run(showLog));
}

interface ShownPair extends Omit<PairStatus, 'state'> {
  readonly state: PairStatus['state'] | 'paused';
  /** The process that keeps it equal; null if there is none at the moment. */
  readonly processId: number | null;
}

const showStatus: Action<[]> = async ({ world, output }) => {
  const pairs: ShownPair[] = [];
  for (const { state, status } of await listPairs(stateDirectory(world))) {
    const processId = (await state.findProcess()) ?? null;
    // A run that was killed could not say so.
    const isDead = status.state === 'running' && processId === null;
    const shown = isDead ? { ...status, state: 'stopped' as const, message: 'the run was killed' } : status;
    pairs.push({ ...shown, ...((await state.isPaused()) ? { state: 'paused' as const } : {}), processId });
  }
  await printList(output, pairs, {
    columns: [
      ['FOLDER', ({ local }) => local],
      ['ON THE SERVER', ({ remote }) => remote],
      ['STATE', ({ state, message }) => (message === null ? state : `${state}: ${message}`)],
      ['ITEMS', ({ items }) => String(items), 'right'],
      ['SINCE', ({ at }) => formatTime(at)],
      ['WATCHED', ({ processId }) => (processId === null ? 'no' : `process ${processId}`)],
    ],
    plain: ({ local, remote, state, items, at, processId }) => tabbed(local, remote, state, items, at, processId ?? ''),
    empty: 'no folder is kept equal: drive-cli sync --two-way FOLDER drive:/FOLDER',
  });
};

const pause: Action<[folder: string | undefined]> = async (context, folder) => {
  const state = await requirePair(context, folder);
  await state.pause();
  await context.output.result({ local: state.pair.local, paused: true }, `paused ${state.pair.local}`);
};

const resume: Action<[folder: string | undefined]> = async (context, folder) => {
  const state = await requirePair(context, folder);
  await state.resume();
  await context.output.result({ local: state.pair.local, paused: false }, `resumed ${state.pair.local}`);
};

const showLog: Action<[folder: string | undefined, options: { readonly limit: number }]> = async (
  context,
  folder,
  { limit },
) => {
  const state = await requirePair(context, folder);
  const lines = await state.readLog(limit === 0 ? Infinity : limit);
  for (const line of lines) await context.output.record(line, textOf(line));
  if (lines.length === 0) context.output.note(`nothing was done in ${state.pair.local}`);
};

function textOf(line: LogLine): string {
  const time = formatTime(line.at);
  if ('error' in line) return `${time}  error ${line.path}: ${line.error}`;
  const what = line.from === undefined ? line.path : `${line.from} -> ${line.path}`;
  return `${time}  ${line.side.padEnd(6)} ${line.action.padEnd(13)} ${what}`;
}

/** The pair of a folder; the only one if none is named. */
async function requirePair({ world }: Context, folder: string | undefined): Promise<PairState> {
  const pairs = (await listPairs(stateDirectory(world))).map(({ state }) => state);
  const local = folder === undefined ? undefined : resolve(world.cwd, folder);
  const found = local === undefined ? pairs : pairs.filter(({ pair }) => pair.local === local);
  if (found.length === 1) return found[0]!;
  const all = pairs.map(({ pair }) => pair.local).join(', ');
  if (found.length === 0) {
    throw new CliError('not_found', folder === undefined ? 'no folder is kept equal' : `${folder} is not kept equal`, {
      hint: pairs.length === 0 ? 'begin with: drive-cli sync --two-way FOLDER drive:/FOLDER' : `these are: ${all}`,
    });
  }
  throw new CliError('usage', `${formatCount(found.length, 'folder')} are kept equal: ${all}`, {
    hint: 'name one of them',
  });
}
