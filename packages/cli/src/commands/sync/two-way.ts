import { resolve } from 'node:path';
import { stateDirectory } from '../../config/directories.ts';
import { connect, type Connection, userAgent } from '../../connection/connect.ts';
import { describeFailure, exitCodeOf } from '../../connection/describe-failure.ts';
import { formatCount } from '../../output/format.ts';
import { createProgress, type Progress } from '../../output/progress.ts';
import { StatusLine } from '../../output/status-line.ts';
import { CliError } from '../../shell/cli-error.ts';
import { confirm } from '../../shell/confirm.ts';
import { type ExitCode, exitCode } from '../../shell/exit-code.ts';
import type { WaitingProcess } from '../../shell/hand-over.ts';
import { limitParallel } from '../../shell/pace.ts';
import type { Sides } from '../../sync/sides.ts';
import { PairState } from '../../two-way/pairs/pair-state.ts';
import { type PairRunOptions, type PairRunResult, planPair, runPair } from '../../two-way/pairs/run-pair.ts';
import { askBySdk } from '../../two-way/watch/ask-by-sdk.ts';
import { type Successor, watchPair } from '../../two-way/watch/watch-pair.ts';
import type { Context } from '../context.ts';
import { TwoWayOutput } from './two-way-output.ts';

export interface TwoWayOptions {
  readonly watch?: boolean;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly maxDelete?: number;
  readonly exclude?: readonly string[];
  readonly include?: readonly string[];
  readonly parallel: number;
}

interface Task {
  readonly context: Context;
  readonly connection: Connection;
  readonly state: PairState;
  readonly options: TwoWayOptions;
  readonly progress: Progress;
  /** Paths that were said to be skipped. */
  readonly told: Set<string>;
}

/** `sync --two-way`. */
export async function syncTwoWay(
  context: Context,
  { local, remote }: Sides,
  options: TwoWayOptions,
): Promise<ExitCode> {
  const { world, output, signal } = context;
  const connection = await connect(context);
  const pair = { url: connection.url, local: resolve(world.cwd, local), remote };
  const state = new PairState(stateDirectory(world), pair);
  const waiting = options.watch === true ? await world.findWaitingProcess() : undefined;
  await state.lock(waiting?.processId);
  const task = {
    context,
    connection,
    state,
    options,
    progress: createProgress(world, output),
    told: new Set(waiting?.memory?.told),
  };
  try {
    if (options.dryRun === true) return await showPlan(task);
    if (options.watch === true) return await watchTwoWay(task, waiting);
    if (await state.isPaused()) {
      throw new CliError('conflict', `the synchronization of ${local} is paused`, {
        hint: 'run: drive-cli sync resume',
      });
    }
    const { isComplete } = await runOnce(task);
    return isComplete ? exitCode.done : exitCode.partlyFailed;
  } catch (error) {
    if (signal.aborted)
      throw new CliError('interrupted', 'interrupted', { hint: 'run the same command again to resume' });
    throw error;
  } finally {
    task.progress.stop();
    await state.unlock();
  }
}

async function runOnce(task: Task): Promise<PairRunResult> {
  const { context, state, progress } = task;
  const output = new TwoWayOutput(context, state, task.told);
  const at = (): string => new Date(context.world.now()).toISOString();
  const items = (await state.findStatus())?.items ?? 0;
  await state.setStatus({ state: 'running', at: at(), items, message: null });
  try {
    const result = await runPair(runOptions(task, output));
    context.signal.throwIfAborted();
    progress.stop();
    const message = result.isComplete ? null : `${formatCount(output.problems, 'item')} left out`;
    await state.setStatus({
      state: result.isComplete ? 'equal' : 'incomplete',
      at: at(),
      items: result.items,
      message,
    });
    output.summary(result);
    return result;
  } catch (error) {
    const isOffline = exitCodeOf(error) === exitCode.temporary || context.signal.aborted;
    const { message } = describeFailure(error);
    await state.setStatus({ state: isOffline ? 'offline' : 'stopped', at: at(), items, message });
    throw error;
  } finally {
    progress.stop();
    await output.close();
  }
}

function runOptions({ context, connection, state, options, progress }: Task, report: TwoWayOutput): PairRunOptions {
  const { world, output, signal, globals } = context;
  return {
    client: connection.client,
    state,
    report,
    patterns: options,
    platform: world.platform,
    host: world.host,
    now: () => world.now(),
    parallel: limitParallel(options.parallel, globals.limitRate),
    maxDelete: options.maxDelete,
    async confirm(reason) {
      if (options.yes === true) return;
      progress.stop();
      const refused = `${reason}: nothing was changed`;
      if (world.stdin.isTTY !== true)
        throw new CliError('conflict', refused, { hint: 'run the same command with --yes if that is meant' });
      const question = { text: `${upperFirst(reason)}. Go on?`, flag: '--yes', refused: 'nothing was changed' };
      await confirm(world, question, output.ask, signal);
    },
    onFound: (count) => progress.prepare(`looking through the folders: ${formatCount(count, 'item')} so far`),
    signal,
  };
}

const upperFirst = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

async function showPlan(task: Task): Promise<ExitCode> {
  const output = new TwoWayOutput(task.context, undefined, task.told);
  const plan = await planPair(runOptions(task, output));
  task.progress.stop();
  await output.planned(plan);
  return exitCode.done;
}

async function watchTwoWay(task: Task, waiting: WaitingProcess | undefined): Promise<ExitCode> {
  const { context, connection, state } = task;
  const { world, output, signal } = context;
  const memory = waiting?.memory;
  const statusLine = new StatusLine(world, output);
  // An answer is for one run.
  let isFirst = memory === undefined;
  let feedFolderId: string | undefined;
  const runNext = async (): Promise<PairRunResult> => {
    const options = isFirst ? task.options : { ...task.options, yes: false };
    isFirst = false;
    const result = await runOnce({ ...task, options });
    ({ feedFolderId } = result);
    return result;
  };
  if (isFirst) output.note(`keeping ${state.pair.local} and ${state.pair.remote} equal; stop with Ctrl-C`);
  let shown = memory?.shown ?? '';
  if (shown !== '') statusLine.continue(shown);
  await watchPair({
    ask: askBySdk(connection.client, () => feedFolderId),
    state,
    platform: world.platform,
    run: runNext,
    now: () => world.now(),
    sleep: (ms, until) => world.sleep(ms, until),
    onStatus(status, message) {
      const line = `${state.pair.local} and ${state.pair.remote}: ${message === null ? status : `${status}: ${message}`}`;
      if (status === 'offline' && line !== shown) output.warn(`${message}; trying again`);
      // The next try runs before it fails, too.
      if (status !== 'running') shown = line;
      statusLine.show(line);
    },
    retryMs: memory?.retryMs,
    successor: waiting && successorOf(task, waiting, () => ({ shown, feedFolderId })),
    signal,
  });
  if (waiting !== undefined && !signal.aborted) return exitCode.done;
  statusLine.remove();
  return exitCode.interrupted;
}

/** The waiting process as what goes on with this task. */
function successorOf(
  { context, connection, state, told }: Task,
  waiting: WaitingProcess,
  now: () => { readonly shown: string; readonly feedFolderId: string | undefined },
): Successor {
  const { url, key } = connection;
  return {
    lingerMs: waiting.lingerMs,
    take: ({ retryMs, ...rest }, isDue) => {
      const { shown, feedFolderId } = now();
      const query = feedFolderId === undefined ? '' : `?folderId=${feedFolderId}`;
      return waiting.take(
        {
          ...rest,
          local: state.pair.local,
          stateDirectory: state.directory,
          lockPath: state.lockPath,
          feed: {
            url: `${url}/api/changes${query}`,
            headers: { authorization: `Bearer ${key}`, 'user-agent': userAgent },
          },
          memory: { retryMs, shown, told: [...told] },
        },
        isDue,
        context.signal,
      );
    },
  };
}
