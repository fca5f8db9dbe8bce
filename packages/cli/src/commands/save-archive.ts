import { resolve } from 'node:path';
import { diskOf, findDestination } from '../download/download-destination.ts';
import { fetchArchive, pipeArchive, type ArchiveSource } from '../download/fetch-archive.ts';
import { requireLocalName } from '../download/local-name.ts';
import { formatCount } from '../output/format.ts';
import { createProgress } from '../output/progress.ts';
import { CliError } from '../shell/cli-error.ts';
import type { Context } from './context.ts';

export interface SaveOptions {
  readonly output?: string;
  readonly force?: boolean;
}

/** The value of `--output` that means standard output. */
const STDOUT = '-';

/** Throws if a ZIP would be mixed with other output, or fill a terminal. */
export function requireWritable({ world, output }: Context, options: SaveOptions): void {
  if (options.output === STDOUT && output.json)
    throw new CliError('usage', '--json and -o - cannot be combined: both write to standard output');
  if (options.output === STDOUT && world.stdout.isTTY) {
    throw new CliError('usage', 'refusing to write a ZIP to the terminal', {
      hint: 'redirect the output, or name a file with -o',
    });
  }
}

/** Downloads a ZIP that the server makes, with progress, and prints its path. */
export async function saveArchive(context: Context, source: ArchiveSource, options: SaveOptions): Promise<void> {
  const { world, output, signal, pace } = context;
  const progress = createProgress(world, output);
  try {
    if (options.output === STDOUT) return await pipeArchive(source, world.stdout, { progress, signal, pace });
    const destination = await findDestination(world.cwd, options.output);
    const path = resolve(world.cwd, destination.pathFor(requireLocalName(source.name, diskOf(context, destination))));
    const fetched = await fetchArchive(source, path, { force: options.force === true, progress, signal });
    progress.stop();
    output.note(`${formatCount(fetched.fileCount, 'file')} in it`);
    await output.result(fetched, fetched.path);
  } catch (error) {
    if (signal.aborted) throw new CliError('interrupted', 'interrupted: no ZIP was written', { cause: error });
    throw error;
  } finally {
    progress.stop();
  }
}
