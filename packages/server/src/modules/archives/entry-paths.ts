import { foldName, normalizeText } from '@drive/contract';
import { splitName } from '../files/index.ts';

/** Most bytes of a name on any file system, and of a path on every system (1,024 on macOS). */
const maxNameBytes = 255;
const maxPathBytes = 1000;

/** Characters that some system refuses or interprets, and bidirectional controls, which disguise names. */
const unsafe = /[\u0000-\u001f\u007f-\u009f<>:"/\\|?*\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
/** Trailing characters that Windows drops. */
const droppedEnd = /(?<![. ])[. ]+$/;
/** Windows device names, with any extension. */
const device = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$) *(?:\.|$)/i;

interface Folder {
  /** With a slash at the end; empty at the top. */
  readonly path: string;
  /** Whether the path leaves out folders because it would be too long. */
  readonly isCut: boolean;
}

const top: Folder = { path: '', isCut: false };

/**
 * Paths that differ only in case, composition or invisible characters are equal; the second becomes `name (1).ext`. `tree` tells
 * folders of one name apart that were chosen from several places.
 */
export class EntryPaths {
  readonly #folders = new Map<string, Folder>();
  /** Paths in use, in the form that file systems compare. */
  readonly #taken = new Set<string>();
  /** The last number used for a name. */
  readonly #numbers = new Map<string, number>();

  /** Omits the deepest folders if the path would be too long. */
  pathOf(folderNames: readonly string[], name: string, tree = 0): string {
    return this.#claim(this.#folderOf(folderNames, tree).path, safeName(name));
  }

  /** Path of a folder, with a slash at the end; undefined if it would be too long. */
  folderPathOf(folderNames: readonly string[], tree = 0): string | undefined {
    const { path, isCut } = this.#folderOf(folderNames, tree);
    return isCut ? undefined : path;
  }

  #folderOf(names: readonly string[], tree: number): Folder {
    if (names.length === 0) return top;
    const original = `${tree}/${names.join('/')}`;
    const known = this.#folders.get(original);
    if (known !== undefined) return known;
    const parent = this.#folderOf(names.slice(0, -1), tree);
    const name = safeName(names.at(-1) ?? '');
    const bytes = Buffer.byteLength(parent.path) + Buffer.byteLength(name) + 1;
    const folder =
      parent.isCut || bytes + maxNameBytes > maxPathBytes
        ? { path: parent.path, isCut: true }
        : { path: `${this.#claim(parent.path, name)}/`, isCut: false };
    this.#folders.set(original, folder);
    return folder;
  }

  #claim(folder: string, name: string): string {
    if (this.#claimIfFree(folder + name)) return folder + name;
    // Names that are shortened to the same stem share a counter, so that each number is tried once.
    const family = toComparable(folder + numberedName(name, 1));
    for (let n = (this.#numbers.get(family) ?? 0) + 1; ; n += 1) {
      const path = folder + numberedName(name, n);
      if (!this.#claimIfFree(path)) continue;
      this.#numbers.set(family, n);
      return path;
    }
  }

  #claimIfFree(path: string): boolean {
    const key = toComparable(path);
    if (this.#taken.has(key)) return false;
    this.#taken.add(key);
    return true;
  }
}

const toComparable = (path: string): string => foldName(path.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ''));

export function safeName(name: string): string {
  const clean = normalizeText(name.toWellFormed()).replaceAll(unsafe, '_');
  const free = device.test(clean) ? `_${clean}` : clean;
  return fitName(free, '').replace(droppedEnd, '_');
}

const numberedName = (name: string, n: number): string => fitName(name, ` (${n})`);

/** The name with `insert` before its extension; its stem is shortened to fit, between characters. */
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

/** Cuts within a character whose combining marks do not fit. */
function cutCodePoints(text: string, maxBytes: number): string {
  let kept = '';
  for (const character of text) {
    if (Buffer.byteLength(kept + character) > maxBytes) break;
    kept += character;
  }
  return kept;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
