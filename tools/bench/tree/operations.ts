import { searches } from './tree-names.ts';

/** A measured operation, in the order of the table. */
export interface Operation {
  readonly name: string;
  /**
   * The quantity with which its cost grows; `nothing` if it is independent of the size of the drive and the response.
   */
  readonly growsWith: string;
}

const nothing = 'nothing';
const words = searches.common.map((word) => word.length);

export const searchName = (kind: keyof typeof searches, characters: number): string =>
  `search, ${characters} ${characters === 1 ? 'character' : 'characters'}, ${kind}`;

export const operations: readonly Operation[] = [
  { name: 'listing, first page', growsWith: nothing },
  { name: 'listing, last page', growsWith: nothing },
  { name: 'listing, middle page', growsWith: 'how far from the nearer end it is' },
  { name: 'search, the first after a start', growsWith: 'the files of the owner' },
  ...(['common', 'rare', 'absent'] as const).flatMap((kind) =>
    words.map((characters) => ({ name: searchName(kind, characters), growsWith: 'the files of the owner' })),
  ),
  { name: 'search, common, last page', growsWith: 'the files of the owner' },
  { name: 'by-path, depth 20', growsWith: nothing },
  { name: 'by-path, depth 1,000', growsWith: 'the depth' },
  { name: 'path, depth 20', growsWith: nothing },
  { name: 'path, depth 1,000', growsWith: 'the depth (it is the answer)' },
  { name: 'reserve and PUT 1 kB, depth 20', growsWith: nothing },
  { name: 'reserve and PUT 1 kB, depth 1,000', growsWith: 'the depth' },
  { name: 'rename a file', growsWith: nothing },
  { name: 'rename a folder of N/10', growsWith: nothing },
  { name: 'move a folder of N/10', growsWith: nothing },
  { name: 'move 100 files at once', growsWith: 'the ids named' },
  { name: 'trash a folder of N/10', growsWith: nothing },
  { name: 'restore a folder of N/10', growsWith: nothing },
  { name: 'trash listing of N/10, first byte', growsWith: nothing },
  { name: 'trash listing of N/10, whole', growsWith: 'the answer' },
  { name: 'purge a folder of N/10, the answer', growsWith: nothing },
  { name: 'purge a folder of N/10, until all is gone', growsWith: 'what is purged' },
];
