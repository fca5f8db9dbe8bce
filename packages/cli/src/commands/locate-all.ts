import type { DriveClient, Item } from '@drive/sdk';
import { exitCodeOf } from '../connection/describe-failure.ts';
import { locate, type Located, type Named, parseNamed } from '../remote/locate.ts';
import { CliError } from '../shell/cli-error.ts';
import { exitCode, type ExitCode } from '../shell/exit-code.ts';
import type { Context } from './context.ts';
import { reportFailure } from './report-failure.ts';

interface LocateAllOptions {
  readonly signal: AbortSignal;
  /** Missing items are no failures. */
  readonly ignoresMissing?: boolean;
  /** Reports the failure of one of several arguments; the failure of a single one is thrown. */
  readonly onFailure: (argument: string, error: unknown) => Promise<ExitCode>;
}

interface LocatedAll {
  /** Each item once, in the order of the arguments. */
  readonly located: Located[];
  readonly failed: ExitCode[];
}

/** Resolves all arguments, patterns included. */
export async function locateAll(
  client: DriveClient,
  args: readonly Named[],
  { signal, ignoresMissing = false, onFailure }: LocateAllOptions,
): Promise<LocatedAll> {
  const found = new Map<string | null, Located>();
  const failed: ExitCode[] = [];
  for (const named of args) {
    try {
      for (const one of await locate(client, named, signal)) found.set(one.item?.id ?? null, one);
    } catch (error) {
      signal.throwIfAborted();
      if (ignoresMissing && exitCodeOf(error) === exitCode.notFound) continue;
      if (args.length === 1) throw error;
      failed.push(await onFailure(named.argument, error));
    }
  }
  return { located: [...found.values()], failed };
}

/** Leaves out items inside other located folders. */
export function withoutNested(located: readonly Located[]): Located[] {
  const root = located.find(({ item }) => item === null);
  if (root !== undefined) return [root];
  const folders = new Set(located.filter(({ item }) => item?.type === 'folder').map(({ path }) => path));
  return located.filter(({ path }) => {
    for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
      if (folders.has(path.slice(0, slash))) return false;
    }
    return true;
  });
}

/** A file or folder that an argument names, and its path. */
export interface NamedItem {
  readonly path: string;
  readonly item: Item;
}

/** Resolves all arguments to files and folders. The root is neither, and wrong usage. */
export async function locateItems(
  context: Pick<Context, 'output' | 'signal'>,
  client: DriveClient,
  args: readonly string[],
): Promise<{ readonly items: readonly NamedItem[]; readonly failed: readonly ExitCode[] }> {
  const { located, failed } = await locateAll(client, args.map(parseNamed), {
    signal: context.signal,
    onFailure: (argument, error) => reportFailure(context, { path: argument }, error),
  });
  return { items: located.map(requireItem), failed };
}

/** Throws for the root. */
export function requireItem({ path, item }: Located): NamedItem {
  if (item === null)
    throw new CliError('usage', '/ is no file or folder of yours', { hint: "to select its content, use '/*'" });
  return { path, item };
}
