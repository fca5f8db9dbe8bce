import type { SeededRandom } from './seeded-random.ts';
import { fileName, folderName, numbered } from './tree-names.ts';

export const shapes = ['wide', 'deep', 'bushy'] as const;
export type Shape = (typeof shapes)[number];

/** An owner's tree by index: 0 is the root, and every item comes after its folder. */
export interface Tree {
  readonly parents: Int32Array;
  readonly isFolder: Uint8Array;
  readonly names: readonly string[];
  readonly sizes: Float64Array;
  readonly childFiles: Int32Array;
  readonly childFolders: Int32Array;
  readonly landmarks: Landmarks;
}

/** Folders that are measured at, as indexes. */
export interface Landmarks {
  /** An empty folder in the root, the target of moves. */
  readonly inbox: number;
  /** The folder with the most children. */
  readonly largest: number;
  /**
   * The folder that is moved, trashed, restored and purged: everything in a wide or deep tree, a tenth of a bushy one.
   */
  readonly archive: number;
  /** A file in twenty nested folders; undefined in a wide tree. */
  readonly depth20: number | undefined;
  readonly deepest: number;
}

/** A tree of exactly so many items, the root not counted. */
export function buildTree(random: SeededRandom, shape: Shape, items: number, maxFileBytes?: number): Tree {
  if (items < 100) throw new RangeError('a tree has at least 100 items');
  const plan = new Plan();
  const inbox = plan.addFolder(0, 'Inbox');
  const [archive, depth20] = plans[shape](plan, random, items);
  return layOut(plan, random, { inbox, archive, depth20, maxFileBytes });
}

/** The folders, and the number of files in each. */
class Plan {
  readonly parents = [-1];
  readonly names = [''];
  readonly files = [0];

  get size(): number {
    return this.parents.length;
  }

  addFolder(parent: number, name: string): number {
    this.names.push(name);
    this.files.push(0);
    return this.parents.push(parent) - 1;
  }

  addFiles(folder: number, count: number): void {
    this.files[folder]! += count;
  }
}

type Archive = number;
type Depth20 = number | undefined;

const plans: Record<Shape, (plan: Plan, random: SeededRandom, items: number) => readonly [Archive, Depth20]> = {
  wide: (plan, random, items) => {
    const folder = plan.addFolder(0, 'Everything');
    const folders = Math.floor(items / 100);
    for (let index = 0; index < folders; index++) plan.addFolder(folder, folderName(random));
    plan.addFiles(folder, items - (plan.size - 1));
    return [folder, undefined];
  },

  deep: (plan, _random, items) => {
    const levels = Math.min(1000, items - 1);
    // Numbers, because longer names would exceed the maximum length of a request.
    const chain = addChain(plan, levels, String);
    const files = items - (plan.size - 1);
    for (const [level, folder] of chain.entries())
      plan.addFiles(folder, Math.floor(files / levels) + (level < files % levels ? 1 : 0));
    return [chain[0]!, chain[19]];
  },

  bushy: (plan, random, items) => {
    const archive = plan.addFolder(0, 'Archive');
    const inArchive = Math.floor(items / 10);
    grow(plan, random, archive, Math.floor(inArchive / 10), inArchive - Math.floor(inArchive / 10));
    const chain = items < 1000 ? [] : addChain(plan, 20, (level) => `${folderName(random)} ${level}`);
    const top = plan.addFolder(0, 'Documents');
    const folders = Math.max(0, Math.floor(items / 10) - (plan.size - 1));
    const files = items - inArchive - 3 - chain.length - folders;
    grow(plan, random, top, folders, files);
    return [archive, chain[19]];
  },
};

/** Folders in the root, each in the one before. */
function addChain(plan: Plan, levels: number, nameOf: (level: number) => string): number[] {
  const chain: number[] = [];
  for (let level = 1; level <= levels; level++) chain.push(plan.addFolder(chain.at(-1) ?? 0, nameOf(level)));
  return chain;
}

/** Adds folders below `top`, each in a random existing one; earlier folders have more files. */
function grow(plan: Plan, random: SeededRandom, top: number, folders: number, files: number): void {
  const grown = [top];
  for (let index = 0; index < folders; index++) grown.push(plan.addFolder(random.pick(grown), folderName(random)));
  for (let index = 0; index < files; index++) plan.addFiles(grown[Math.floor(grown.length * random.next() ** 2)]!, 1);
}

/** Assigns indexes to all items, a folder followed by its files, like a user who uploads folder by folder. */
function layOut(
  plan: Plan,
  random: SeededRandom,
  marks: Omit<Landmarks, 'largest' | 'deepest'> & { readonly maxFileBytes: number | undefined },
): Tree {
  const count = plan.size + plan.files.reduce((sum, files) => sum + files, 0);
  const parents = new Int32Array(count);
  const isFolder = new Uint8Array(count);
  const sizes = new Float64Array(count);
  const childFiles = new Int32Array(count);
  const childFolders = new Int32Array(count);
  const names: string[] = [];
  const indexes: number[] = [];
  const depths = new Int32Array(count);
  const taken = new Map<number, Map<string, number>>();

  let next = 0;
  let files = 0;
  const add = (parent: number, name: string): number => {
    const index = next++;
    parents[index] = parent;
    names.push(name);
    if (index > 0) depths[index] = depths[parent]! + 1;
    return index;
  };
  for (let folder = 0; folder < plan.size; folder++) {
    const parent = folder === 0 ? -1 : indexes[plan.parents[folder]!]!;
    const index = add(parent, folder === 0 ? '' : freeName(taken, parent, plan.names[folder]!));
    indexes.push(index);
    isFolder[index] = 1;
    if (folder > 0) childFolders[parent]! += 1;
    const count = plan.files[folder]!;
    childFiles[index] = count;
    for (let at = 0; at < count; at++) {
      const file = add(index, freeName(taken, index, fileName(random, files)));
      sizes[file] = fileBytes(random, marks.maxFileBytes);
      files += 1;
    }
  }
  for (let index = count - 1; index > 0; index--) sizes[parents[index]!]! += sizes[index]!;

  const { inbox, archive, depth20 } = marks;
  const byChildren = (index: number): number => childFiles[index]! + childFolders[index]!;
  const folders = indexes.slice(1);
  return {
    parents,
    isFolder,
    names,
    sizes,
    childFiles,
    childFolders,
    landmarks: {
      inbox: indexes[inbox]!,
      archive: indexes[archive]!,
      depth20: depth20 === undefined ? undefined : indexes[depth20]!,
      largest: folders.reduce((most, index) => (byChildren(index) > byChildren(most) ? index : most)),
      deepest: folders.reduce((most, index) => (depths[index]! > depths[most]! ? index : most)),
    },
  };
}

function freeName(taken: Map<number, Map<string, number>>, folder: number, name: string): string {
  let counts = taken.get(folder);
  if (counts === undefined) taken.set(folder, (counts = new Map()));
  const count = (counts.get(name) ?? 0) + 1;
  counts.set(name, count);
  return count === 1 ? name : numbered(name, count);
}

/** From 250 bytes to 16 MB, with more small ones. */
const fileBytes = (random: SeededRandom, most = Number.MAX_SAFE_INTEGER): number =>
  Math.min(most, Math.floor(2 ** (8 + (16 * (random.next() + random.next())) / 2)));
