import { join } from 'node:path';
import { type Fold, splitTemporary } from '@drive/sdk/node';
import { CliError } from '../shell/cli-error.ts';
import type { Destination } from './download-destination.ts';
import type { Source, SourceTree } from './download-source.ts';

/** One file and its target path. */
export interface PlannedFile {
  readonly source: Source;
  readonly path: string;
}

/** The files of one argument. */
export interface Planned {
  readonly argument: string;
  readonly files: readonly PlannedFile[];
  /** Folders to create, parents first. */
  readonly folders: readonly string[];
  readonly problems: readonly { readonly path: string; readonly error: unknown }[];
  /** The path to print at the end; if undefined, the files are printed. */
  readonly root: string | undefined;
}

export function planFile(source: Source, destination: Destination): Planned {
  const files = [{ source, path: destination.pathFor(source.name) }];
  return { argument: source.argument, files, folders: [], problems: [], root: undefined };
}

export function planTree(argument: string, tree: SourceTree, destination: Destination): Planned {
  const root = tree.folder === undefined ? destination.folder : destination.pathFor(tree.folder);
  return {
    argument,
    files: tree.files.map(({ names, source }) => ({ source, path: join(root, ...names) })),
    folders: [root, ...tree.folders.map((names) => join(root, ...names))],
    problems: tree.problems.map(({ shownAs, error }) => ({ path: shownAs, error })),
    root: tree.folder === undefined ? undefined : root,
  };
}

/**
 * If several files have the same path, the first gets it and the others are refused: names that differ on the
 * server may be equal here. A file named like the partial download of another waits until that is complete.
 */
export function arrange(
  planned: readonly Planned[],
  fold: Fold,
): { first: PlannedFile[]; afterwards: PlannedFile[]; refused: { file: PlannedFile; error: CliError }[] } {
  const taken = new Set<string>();
  const refused: { file: PlannedFile; error: CliError }[] = [];
  const files: PlannedFile[] = [];
  for (const file of planned.flatMap((one) => one.files)) {
    const key = fold(file.path);
    if (taken.has(key)) {
      const error = new CliError('conflict', `${file.path} would be written twice`, {
        hint: 'download them one by one with -o',
      });
      refused.push({ file, error });
    } else files.push(file);
    taken.add(key);
  }
  return { ...splitTemporary(files, fold), refused };
}
