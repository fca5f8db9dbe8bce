import { createHash } from 'node:crypto';
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
  /** undefined at the top. */
  readonly parent?: Folder;
  /** Its last segment, with a slash at the end; empty if it has the path of its parent. */
  readonly segment: string;
  /** Whether the path leaves out folders because it would be too long. */
  readonly isCut: boolean;
}

const top: Folder = { segment: '', isCut: false };

/** With a slash at the end; empty at the top. */
const pathOfFolder = ({ parent, segment }: Folder): string =>
  parent === undefined ? segment : pathOfFolder(parent) + segment;

/**
 * Paths that differ only in case, composition or invisible characters are equal; the second becomes `name (1).ext`. `tree` tells
 * folders of one name apart that were chosen from several places. An export has as many paths as a drive has items, so digests of
 * paths are kept and no path.
 */
export class EntryPaths {
  /** By the digest of their original path. */
  readonly #folders = new Map<string, Folder>();
  /** Digests of the paths in use, in the form that file systems compare. */
  readonly #taken = new Set<string>();
  /** The last number used for a name, by the digest of its first numbered path. */
  readonly #numbers = new Map<string, number>();

  /** Omits the deepest folders if the path would be too long. */
  pathOf(folderNames: readonly string[], name: string, tree = 0): string {
    return this.#claim(pathOfFolder(this.#folderOf(folderNames, tree)), safeName(name));
  }

  /** Path of a folder, with a slash at the end; undefined if it would be too long. */
  folderPathOf(folderNames: readonly string[], tree = 0): string | undefined {
    const folder = this.#folderOf(folderNames, tree);
    return folder.isCut ? undefined : pathOfFolder(folder);
  }

  #folderOf(names: readonly string[], tree: number): Folder {
    if (names.length === 0) return top;
    const original = digestOf(`${tree}/${names.join('/')}`);
    const known = this.#folders.get(original);
    if (known !== undefined) return known;
    const parent = this.#folderOf(names.slice(0, -1), tree);
    const name = safeName(names.at(-1) ?? '');
    const path = pathOfFolder(parent);
    const bytes = Buffer.byteLength(path) + Buffer.byteLength(name) + 1;
    const folder =
      parent.isCut || bytes + maxNameBytes > maxPathBytes
        ? { parent, segment: '', isCut: true }
        : { parent, segment: `${this.#claim(path, name).slice(path.length)}/`, isCut: false };
    this.#folders.set(original, folder);
    return folder;
  }

  #claim(folder: string, name: string): string {
    if (this.#claimIfFree(folder + name)) return folder + name;
    // Names that are shortened to the same stem share a counter, so that each number is tried once.
    const family = digestOf(toComparable(folder + numberedName(name, 1)));
    for (let n = (this.#numbers.get(family) ?? 0) + 1; ; n += 1) {
      const path = folder + numberedName(name, n);
      if (!this.#claimIfFree(path)) continue;
      this.#numbers.set(family, n);
      return path;
    }
  }

  #claimIfFree(path: string): boolean {
    const key = digestOf(toComparable(path));
    if (this.#taken.has(key)) return false;
    this.#taken.add(key);
    return true;
  }
}

/** 16 bytes, each a character: no two texts are known to have the same. */
const digestOf = (text: string): string =>
  createHash('sha256').update(text, 'utf16le').digest().toString('latin1', 0, digestBytes);
const digestBytes = 16;

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
