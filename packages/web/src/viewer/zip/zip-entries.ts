import { unzipRaw, type Reader, type ZipEntry as RawEntry } from 'unzipit';
import type { RangeSource } from '../../browser/range-source.ts';

/** Longer lists at the end of archives are not read: the server cannot know how long they are. */
const mostListBytes = 64 * 1024 * 1024;
/** A larger file would not fit into the memory of some devices. */
const mostEntryBytes = 1024 * 1024 * 1024;
/** Ways to pack that browsers can undo: stored, deflated. */
const knownMethods: ReadonlySet<number> = new Set([0, 8]);

/** A file in an archive. */
export interface ZipEntry {
  /** Names of the folders around it. */
  readonly folders: readonly string[];
  readonly name: string;
  readonly size: number;
  readonly modifiedAt: Date | undefined;
  /** Why it cannot be unpacked here. */
  readonly refusal: 'encrypted' | 'large' | 'method' | undefined;
  /** The bytes, unpacked. Rejects if they are broken, or more than the archive says. */
  read(options: { readonly signal: AbortSignal; onProgress(share: number): void }): Promise<Blob>;
}

/** Reads the list at the end of an archive, and nothing of the files in it. Rejects if it is no ZIP archive. */
export async function listZip(source: RangeSource, signal: AbortSignal): Promise<readonly ZipEntry[]> {
  const reader = new SourceReader(source, signal);
  const { entries } = await unzipRaw(reader);
  reader.goOn();
  return entries.filter(({ isDirectory }) => !isDirectory).map(entryOf);
}

class SourceReader implements Reader {
  readonly #source: RangeSource;
  #signal: AbortSignal;

  constructor(source: RangeSource, signal: AbortSignal) {
    this.#source = source;
    this.#signal = signal;
  }

  /** Files are read after the list, when its signal may be over. */
  goOn(): void {
    this.#signal = new AbortController().signal;
  }

  async getLength(): Promise<number> {
    return this.#source.size;
  }

  async read(begin: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    if (length > mostListBytes) throw new Error('The list of the archive is too long.');
    const end = Math.min(begin + length, this.#source.size);
    return begin < end ? this.#source.read(begin, end, this.#signal) : new Uint8Array();
  }
}

function entryOf(entry: RawEntry): ZipEntry {
  const { name, size, encrypted, compressionMethod, lastModDate } = entry;
  // Windows programs wrote backslashes; no part may lead upward.
  const parts = name.split(/[/\\]/).filter((part) => part !== '' && part !== '.' && part !== '..');
  return {
    folders: parts.slice(0, -1),
    name: parts.at(-1) ?? name,
    size,
    modifiedAt: Number.isNaN(lastModDate.getTime()) ? undefined : lastModDate,
    refusal: encrypted
      ? 'encrypted'
      : !knownMethods.has(compressionMethod)
        ? 'method'
        : size > mostEntryBytes
          ? 'large'
          : undefined,
    read: async ({ signal, onProgress }) => {
      const unpacked = await entry.stream();
      let done = 0;
      const counted = new TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>({
        transform: (bytes, controller) => {
          done += bytes.byteLength;
          onProgress(done / size);
          controller.enqueue(bytes as Uint8Array<ArrayBuffer>);
        },
      });
      // The browser may keep the bytes of a response on the disk.
      return new Response(unpacked.pipeThrough(counted, { signal })).blob();
    },
  };
}

/** Folders and files of a folder of an archive, by name. */
export function folderOf(
  entries: readonly ZipEntry[],
  path: readonly string[],
): { readonly folders: readonly string[]; readonly files: readonly ZipEntry[] } {
  const folders = new Set<string>();
  const files: ZipEntry[] = [];
  for (const entry of entries) {
    if (!path.every((name, index) => entry.folders[index] === name)) continue;
    const below = entry.folders[path.length];
    if (below === undefined) files.push(entry);
    else folders.add(below);
  }
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  return { folders: [...folders].toSorted(compare), files: files.toSorted((a, b) => compare(a.name, b.name)) };
}

/** The files whose path contains the words, without regard to case. */
export function entriesWith(entries: readonly ZipEntry[], words: string): readonly ZipEntry[] {
  const wanted = words.toLowerCase();
  return entries.filter((entry) => pathOf(entry).toLowerCase().includes(wanted));
}

export const pathOf = ({ folders, name }: ZipEntry): string => [...folders, name].join('/');
