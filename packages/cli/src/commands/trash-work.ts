import type { DriveClient } from '@drive/sdk';
import type { ExitCode } from '../shell/exit-code.ts';
import { foldersFirst, openTrash, select, type Chosen } from '../trash/selection.ts';
import type { Context } from './context.ts';
import { tellFailure } from './tell-failure.ts';

export interface TrashWork {
  /** What is chosen is only told. */
  readonly dryRun: boolean;
  /** Called once with all that is chosen, before anything is done. */
  prepare(chosen: readonly Chosen[]): Promise<void>;
  act(chosen: Chosen): Promise<void>;
}

/**
 * Does something with all that the arguments choose from the trash, folders first. What then went with its folder is not
 * asked for again. A single argument that fails is thrown, as is wrong usage.
 */
export async function doWithTrash(
  context: Context,
  client: DriveClient,
  args: readonly string[],
  { dryRun, prepare, act }: TrashWork,
): Promise<{ failed: ExitCode[]; attempted: number }> {
  const { signal } = context;
  const trash = openTrash(client, signal);
  const failed: ExitCode[] = [];
  const found = new Map<string, Chosen>();
  for (const argument of args) {
    try {
      for (const chosen of await select(client, trash, argument, signal)) found.set(chosen.id, chosen);
    } catch (error) {
      signal.throwIfAborted();
      if (args.length === 1 || isUsage(error)) throw error;
      failed.push(await tellFailure(context, { name: argument }, error));
    }
  }
  const chosen = foldersFirst([...found.values()]);
  if (dryRun) {
    for (const { id, item, shownAs } of chosen) {
      await context.output.record({ id, name: item?.name ?? null, status: 'planned' }, item?.name ?? shownAs);
    }
    return { failed, attempted: chosen.length + failed.length };
  }
  await prepare(chosen);

  let went = 0;
  let left: Set<string> | undefined;
  for (const one of chosen) {
    signal.throwIfAborted();
    // After the folders: some of the files may have gone with them.
    if (went > 0 && one.item?.type === 'file' && one.byPattern) {
      left ??= new Set((await openTrash(client, signal).list()).map(({ id }) => id));
      if (!left.has(one.id)) continue;
    }
    try {
      await act(one);
      if (one.item?.type === 'folder') went++;
    } catch (error) {
      signal.throwIfAborted();
      if (chosen.length === 1 && failed.length === 0) throw error;
      failed.push(await tellFailure(context, { name: one.shownAs }, error));
    }
  }
  return { failed, attempted: chosen.length + failed.length };
}

const isUsage = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'usage';
