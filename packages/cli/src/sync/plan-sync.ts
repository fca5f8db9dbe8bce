import { joinPath, nameOf, parentOf, type SyncEntry, type SyncTree } from './sync-tree.ts';

type FileOf<Entry extends SyncEntry> = Extract<Entry, { kind: 'file' }>;

/** A file to be copied. */
export interface Copy<Source extends SyncEntry, Target extends SyncEntry> {
  readonly source: FileOf<Source>;
  /** Destination path, relative to the target folder. */
  readonly path: string;
  /** The file that is there now. */
  readonly replaces: FileOf<Target> | undefined;
}

/** A file of the same size on both sides whose times differ: its checksum decides. */
export interface Comparison<Source extends SyncEntry, Target extends SyncEntry> extends Copy<Source, Target> {
  readonly replaces: FileOf<Target>;
}

/** A file that takes the place of a folder, or a folder that takes that of a file. */
export interface Replacement<Source extends SyncEntry, Target extends SyncEntry> {
  /** The file or folder to be replaced. It is removed, with all below it, when its replacement is complete beside it. */
  readonly entry: Target;
  /** Path of the replacement, relative to the target folder. */
  readonly path: string;
  /** Paths of folders to create, with that of a folder that replaces a file, each after the one it is in. */
  readonly folders: readonly string[];
  readonly copies: readonly Copy<Source, Target>[];
}

interface GrowingReplacement<Source extends SyncEntry, Target extends SyncEntry> extends Replacement<Source, Target> {
  readonly folders: string[];
  readonly copies: Copy<Source, Target>[];
}

/** Actions that make the target equal to the source. */
export interface SyncPlan<Source extends SyncEntry, Target extends SyncEntry> {
  /** Carried out after all copies, and like removals only if nothing failed. */
  readonly replacements: readonly Replacement<Source, Target>[];
  /** Paths of folders to create, each after the one it is in. */
  readonly folders: readonly string[];
  readonly copies: readonly Copy<Source, Target>[];
  readonly comparisons: readonly Comparison<Source, Target>[];
  /** Files that are equal by size and time. */
  readonly unchanged: number;
  /** Entries that only the target has, content before folders. Empty if there is a conflict. */
  readonly removals: readonly Target[];
  /** Entries that cannot be copied, with the reason. */
  readonly conflicts: readonly { readonly path: string; readonly reason: string }[];
}

export interface PlanOptions {
  /** Deletes entries that only the target has. */
  readonly deletes: boolean;
  /** Compare all files of equal size by checksum. */
  readonly checksum: boolean;
}

/**
 * Plans a synchronization in one direction without changing anything.
 *
 * Guarantees: excluded and opaque entries on either side are not replaced or removed, nor folders of the target that
 * contain such an entry. Without `deletes`, nothing is removed.
 */
export function planSync<Source extends SyncEntry, Target extends SyncEntry>(
  source: SyncTree<Source>,
  target: SyncTree<Target>,
  { deletes, checksum }: PlanOptions,
): SyncPlan<Source, Target> {
  const plan = {
    replacements: [] as GrowingReplacement<Source, Target>[],
    folders: [] as string[],
    copies: [] as Copy<Source, Target>[],
    comparisons: [] as Comparison<Source, Target>[],
    unchanged: 0,
    removals: [] as Target[],
    conflicts: [] as { path: string; reason: string }[],
  };
  const guarded = foldersAround(target);
  /** By the key of what is replaced, and of all folders in its place. */
  const replacements = new Map<string, GrowingReplacement<Source, Target>>();
  /** Path in the target by key; undefined for a folder that can't be there. */
  const folderPaths = new Map<string, string | undefined>([['', '']]);

  function replace(key: string, entry: Target, path: string): boolean {
    if (!deletes || guarded.has(key)) return false;
    const replacement = { entry, path, folders: [], copies: [] };
    plan.replacements.push(replacement);
    replacements.set(key, replacement);
    return true;
  }

  /** The path of a folder in the target, which is created if it is missing. undefined if something else is in its place. */
  function enterFolder(key: string, path: string): string | undefined {
    if (folderPaths.has(key)) return folderPaths.get(key);
    const parent = enterFolder(parentOf(key), parentOf(path));
    const found = parent === undefined ? undefined : target.get(key);
    let entered: string | undefined;
    if (parent !== undefined) {
      const isThere = found?.kind === 'folder' || (found?.kind === 'excluded' && found.isFolder);
      if (isThere) entered = found.path;
      else if (found === undefined || (found.kind === 'file' && replace(key, found, joinPath(parent, nameOf(path))))) {
        entered = joinPath(parent, nameOf(path));
        const outer = replacements.get(key) ?? replacements.get(parentOf(key));
        if (outer !== undefined) replacements.set(key, outer);
        (outer ?? plan).folders.push(entered);
      } else plan.conflicts.push({ path, reason: `is a folder, but in its place is ${describe(found, deletes)}` });
    }
    folderPaths.set(key, entered);
    return entered;
  }

  function addFile(key: string, file: FileOf<Source>): void {
    const folder = enterFolder(parentOf(key), parentOf(file.path));
    if (folder === undefined) return;
    const found = target.get(key);
    const ownPath = joinPath(folder, nameOf(file.path));
    const path = found?.path ?? ownPath;
    const { copies } = replacements.get(parentOf(key)) ?? plan;
    if (found === undefined) copies.push({ source: file, path, replaces: undefined });
    else if (found.kind === 'file') {
      const there = found as FileOf<Target>;
      if (file.size !== there.size) plan.copies.push({ source: file, path, replaces: there });
      else if (!checksum && isSameTime(file.modifiedAt, there.modifiedAt)) plan.unchanged++;
      else plan.comparisons.push({ source: file, path, replaces: there });
    } else if (found.kind === 'folder' && replace(key, found, ownPath)) {
      replacements.get(key)!.copies.push({ source: file, path: ownPath, replaces: undefined });
    } else
      plan.conflicts.push({ path: file.path, reason: `is a file, but in its place is ${describe(found, deletes)}` });
  }

  for (const [key, entry] of source) {
    if (entry.kind === 'folder') enterFolder(key, entry.path);
    else if (entry.kind === 'file') addFile(key, entry as FileOf<Source>);
  }
  if (deletes && plan.conflicts.length === 0) plan.removals.push(...removalsOf(source, target, replacements));
  return plan;
}

/** All files to be copied. */
export const copiesOf = <Source extends SyncEntry, Target extends SyncEntry>({
  copies,
  replacements,
}: Pick<SyncPlan<Source, Target>, 'copies' | 'replacements'>): Copy<Source, Target>[] => [
  ...copies,
  ...replacements.flatMap((replacement) => replacement.copies),
];

/** Entries that only the target has, innermost first. */
function removalsOf<Target extends SyncEntry>(
  source: SyncTree<SyncEntry>,
  target: SyncTree<Target>,
  replaced: Keys,
): Target[] {
  const opaque = new Set([...source].flatMap(([key, { kind }]) => (kind === 'opaque' ? [key] : [])));
  const removals: Target[] = [];
  const kept = new Set<string>();
  for (const [key, entry] of [...target].toReversed()) {
    if (isBelow(key, replaced)) continue;
    const isExtra = (entry.kind === 'file' || entry.kind === 'folder') && !source.has(key) && !isBelow(key, opaque);
    if (isExtra && !kept.has(key)) removals.push(entry);
    else kept.add(parentOf(key));
  }
  return removals;
}

/** Keys of all folders that contain, at any depth, something that has to stay. */
function foldersAround(target: SyncTree<SyncEntry>): ReadonlySet<string> {
  const around = new Set<string>();
  for (const [key, { kind }] of target) {
    if (kind !== 'excluded' && kind !== 'opaque') continue;
    for (let at = key; at !== '' && !around.has(at); at = parentOf(at)) around.add(at);
  }
  return around;
}

/** A set, or the keys of a map. */
type Keys = Pick<ReadonlySet<string>, 'has' | 'size'>;

/** Whether the set contains the key or a folder above it. */
export function isBelow(key: string, keys: Keys): boolean {
  if (keys.size === 0) return false;
  for (let at = key; at !== ''; at = parentOf(at)) if (keys.has(at)) return true;
  return false;
}

function describe(entry: SyncEntry, deletes: boolean): string {
  if (entry.kind === 'opaque') return entry.what;
  if (entry.kind === 'excluded') return 'something that is excluded';
  return deletes
    ? 'a folder with something that is excluded or not synchronized'
    : `a ${entry.kind}; --delete replaces it`;
}

/**
 * Whether two times are equal for a file system and for the API, which counts milliseconds. File systems with full
 * seconds (HFS+, ext3) or every second second (FAT) round; a full second therefore equals the times that round to it.
 */
export function isSameTime(one: number | null, other: number | null): boolean {
  if (one === null || other === null) return false;
  const difference = Math.abs(one - other);
  return (
    difference <= 1 ||
    [one, other].some((time) => difference < (time % 2000 === 0 ? 2000 : time % 1000 === 0 ? 1000 : 0))
  );
}
