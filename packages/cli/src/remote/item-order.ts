import type { Item } from '@drive/sdk';
import { foldName } from '../glob/name-pattern.ts';
import type { Sort } from './folder-pages.ts';

type Compare<T> = (a: T, b: T) => number;

/** By code points, like the server: surrogates sort after all other code units. */
function compareExactly(a: string, b: string): number {
  for (let at = 0; at < a.length && at < b.length; at++) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left !== right) return rankOf(left) - rankOf(right);
  }
  return a.length - b.length;
}

const rankOf = (unit: number): number => (unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit);

export const compareNames: Compare<string> = (a, b) =>
  a === b ? 0 : compareExactly(foldName(a), foldName(b)) || compareExactly(a, b);

/** The order in which a walk visits files: those of a folder after the content of its subfolders. */
export function compareFilePaths(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  for (let at = 0; at < left.length && at < right.length; at++) {
    const isFileLeft = at === left.length - 1;
    const isFileRight = at === right.length - 1;
    if (isFileLeft !== isFileRight) return isFileLeft ? 1 : -1;
    const step = compareNames(left[at]!, right[at]!);
    if (step !== 0) return step;
  }
  return left.length - right.length;
}

const byName: Compare<Item> = (a, b) => compareNames(a.name, b.name);
const byTime: Compare<Item> = (a, b) => Date.parse(a.uploadedAt) - Date.parse(b.uploadedAt);
const foldersFirst: Compare<Item> = (a, b) => Number(a.type === 'file') - Number(b.type === 'file');
const bySize: Compare<Item> = (a, b) => (a.size ?? 0) - (b.size ?? 0);

const byDownloads: Compare<Item> = (a, b) => a.downloadCount - b.downloadCount || byTime(a, b);

/** The orders of a listing, for items of several listings. */
export const compareItems: Readonly<Record<Exclude<Sort, 'type,name'>, Compare<Item>>> = {
  name: byName,
  '-name': (a, b) => byName(b, a),
  createdAt: byTime,
  '-createdAt': (a, b) => byTime(b, a),
  size: (a, b) => foldersFirst(a, b) || (a.type === 'file' ? bySize(a, b) : 0) || byName(a, b),
  '-size': (a, b) => foldersFirst(a, b) || (a.type === 'file' ? bySize(b, a) || byName(b, a) : byName(a, b)),
  downloadCount: byDownloads,
  '-downloadCount': (a, b) => byDownloads(b, a),
};
