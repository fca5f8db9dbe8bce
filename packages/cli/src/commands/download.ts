import { connect, createClient } from '../connection/connect.ts';
import { findDestination } from '../download/destination.ts';
import { fetchToFile, type Fetched } from '../download/fetch-to-file.ts';
import { fetchToStream } from '../download/fetch-to-stream.ts';
import { findSource } from '../download/find-source.ts';
import type { ClientFor, Source } from '../download/source.ts';
import { createProgress } from '../output/progress.ts';
import { locate, parseNamed } from '../remote/locate.ts';
import { hasPattern } from '../remote/path-pattern.ts';
import { parseTarget, type Target } from '../remote/target.ts';
import { CliError } from '../shell/cli-error.ts';
import type { ExitCode } from '../shell/exit-code.ts';
import { inParallel } from '../shell/parallel.ts';
import type { Command, Context } from './context.ts';
import { exitCodeOfAll } from './exit-code-of-all.ts';
import { tellFailure } from './tell-failure.ts';

export interface DownloadOptions {
  readonly output?: string;
  readonly force?: boolean;
}

const STDOUT = '-';
const AT_ONCE = 4;

export const download: Command<[sources: string[], options: DownloadOptions]> = async (context, args, options) => {
  const { output, signal } = context;
  const clientFor = clients(context);
  const targets = (await Promise.all(args.map((argument) => parseTargets(argument, clientFor, signal)))).flat();
  if (options.output === STDOUT) {
    if (output.json) throw new CliError('usage', '--json and -o - both want standard output');
    if (targets.length > 1) throw new CliError('usage', 'only one file can go to standard output');
    if (context.world.stdout.isTTY) {
      throw new CliError('usage', 'will not write a file to the terminal', {
        hint: 'pipe it somewhere, or leave out -o -',
      });
    }
  }
  const find = ({ argument, target }: (typeof targets)[number]): Promise<Source> =>
    findSource(argument, target, clientFor, signal);
  if (options.output === STDOUT) {
    for (const target of targets) await toStdout(context, await find(target));
    return;
  }

  const destination = await findDestination(context.world.cwd, options.output, targets.length);
  const progress = createProgress(context.world, output);
  const failed: ExitCode[] = [];
  const results: (Fetched | undefined)[] = [];
  try {
    await inParallel(targets.entries(), AT_ONCE, signal, async ([index, target]) => {
      try {
        const source = await find(target);
        progress.expect(1, source.size);
        const path = destination.pathFor(source.name);
        const fetched = await fetchToFile(source, path, { force: options.force === true, progress, signal });
        results[index] = fetched;
        const { kind: status, ...rest } = fetched;
        if (status === 'present') output.note(`nothing to do: ${path} is there already, with the same content`);
        await output.record({ source: target.argument, status, ...rest }, undefined);
      } catch (error) {
        signal.throwIfAborted();
        if (targets.length === 1) throw error;
        failed.push(await tellFailure(context, { source: target.argument }, error));
      }
    });
    signal.throwIfAborted();
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new CliError('interrupted', 'interrupted', { hint: 'run the same command again to go on where it stopped' });
  } finally {
    progress.stop();
    if (!output.json)
      for (const result of results) if (result !== undefined) await output.result(undefined, result.path);
  }
  return exitCodeOfAll(failed, targets.length);
};

interface NamedTarget {
  readonly argument: string;
  readonly target: Target;
}

/** One for each argument, but one for each thing that a pattern matches. */
async function parseTargets(argument: string, clientFor: ClientFor, signal: AbortSignal): Promise<NamedTarget[]> {
  const target = parseTarget(argument);
  if (target.kind !== 'path' || !hasPattern(argument)) return [{ argument, target }];
  const matching = await locate(await clientFor('own'), parseNamed(argument), signal);
  return matching.map(({ path }) => ({ argument: path, target: { kind: 'path', path } }));
}

async function toStdout({ world, output, signal }: Context, source: Source): Promise<void> {
  const progress = createProgress(world, output);
  progress.expect(1, source.size);
  try {
    await fetchToStream(source, world.stdout, { progress, signal });
  } finally {
    progress.stop();
  }
}

/** One connection of our own for all, and none where nobody needs it. */
function clients(context: Context): ClientFor {
  let own: ReturnType<typeof connect> | undefined;
  return async (of) => {
    if (of !== 'own') return createClient(context.output, of.shareOf, null);
    own ??= connect(context);
    return (await own).client;
  };
}
