import { foldName, normalizeText } from '@drive/contract';
import { splitName } from '../files/index.ts';

/** What file systems take of one name, and what every system takes of a whole path (1,024 on macOS). */
const maxNameBytes = 255;
const maxPathBytes = 1000;

/**
 * Refused or understood otherwise somewhere: control characters, separators, drive letters, wildcards; and what turns
 * the reading direction round, so that a name looks like another.
 */
const unsafe = /[\u0000-\u001f\u007f-\u009f<>:"/\\|?*\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
/** What Windows leaves off at the end of a name. */
const looseEnd = /(?<![. ])[. ]+$/;
/** Devices of Windows, whatever comes behind the first dot. */
const device = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$) *(?:\.|$)/i;

interface Folder {
  /** With a slash at the end; empty at the top. */
  readonly path: string;
  /** Not all folders that lead to it are in its path. */
  readonly isCut: boolean;
}

/**
 * Gives the files of one archive paths that every unpacker can take and that no two systems confuse: unique also where
 * case, composition and invisible characters make no difference. A taken name becomes `name (1).ext`, of a folder too.
 */
export class EntryPaths {
  /** By the names that lead to them. */
  readonly #folders = new Map<string, Folder>([['', { path: '', isCut: false }]]);
  /** Everything given so far, as file systems compare it. */
  readonly #taken = new Set<string>();
  /** The last number given to a name. */
  readonly #numbers = new Map<string, number>();

  /** `folderNames` tell folders apart; of a path that is too long for some system the deepest are left out. */
  pathOf(folderNames: readonly string[], name: string): string {
    return this.#claim(this.#folderOf(folderNames).path, safeName(name));
  }

  #folderOf(names: readonly string[]): Folder {
    const way = names.join('/');
    const known = this.#folders.get(way);
    if (known !== undefined) return known;
    const parent = this.#folderOf(names.slice(0, -1));
    const name = safeName(names.at(-1) ?? '');
    const bytes = Buffer.byteLength(parent.path) + Buffer.byteLength(name) + 1;
    const folder =
      parent.isCut || bytes + maxNameBytes > maxPathBytes
        ? { path: parent.path, isCut: true }
        : { path: `${this.#claim(parent.path, name)}/`, isCut: false };
    this.#folders.set(way, folder);
    return folder;
  }

  #claim(folder: string, name: string): string {
    if (this.#take(folder + name)) return folder + name;
    // Long names that end up shortened to the same count together, so that each number is tried once.
    const family = asCompared(folder + numberedName(name, 1));
    for (let n = (this.#numbers.get(family) ?? 0) + 1; ; n += 1) {
      const path = folder + numberedName(name, n);
      if (!this.#take(path)) continue;
      this.#numbers.set(family, n);
      return path;
    }
  }

  #take(path: string): boolean {
    const key = asCompared(path);
    if (this.#taken.has(key)) return false;
    this.#taken.add(key);
    return true;
  }
}

const asCompared = (path: string): string => foldName(path.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ''));

/** One segment of a path. Not empty where the name is not. */
export function safeName(name: string): string {
  const clean = normalizeText(name.toWellFormed()).replaceAll(unsafe, '_');
  const free = device.test(clean) ? `_${clean}` : clean;
  return fitName(free, '').replace(looseEnd, '_');
}

const numberedName = (name: string, n: number): string => fitName(name, ` (${n})`);

/** The name with something before its extension, its stem shortened between characters where it is too long. */
function fitName(name: string, insert: string): string {
  const { stem, extension } = splitName(name);
  const room = maxNameBytes - Buffer.byteLength(insert + extension);
  return shorten(stem, room) + insert + extension;
}

function shorten(text: string, maxBytes: number): string {
  const textBytes = Buffer.byteLength(text);
  if (textBytes <= maxBytes) return text;
  if (textBytes === text.length) return text.slice(0, maxBytes);
  let kept = '';
  let bytes = 0;
  for (const { segment } of graphemes.segment(text)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > maxBytes) break;
    kept += segment;
  }
  return kept === '' ? cutCodePoints(text, maxBytes) : kept;
}

/** A single character of more marks than fit. */
function cutCodePoints(text: string, maxBytes: number): string {
  let kept = '';
  for (const character of text) {
    if (Buffer.byteLength(kept + character) > maxBytes) break;
    kept += character;
  }
  return kept;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
