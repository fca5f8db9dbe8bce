import type { DriveClient } from '@drive/sdk';
import { exitCodeOf } from '../connection/describe-failure.ts';
import { locate, type Located, type Named } from '../remote/locate.ts';
import { exitCode, type ExitCode } from '../shell/exit-code.ts';

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
