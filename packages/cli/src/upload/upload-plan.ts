import { type DriveClient, isNumberedName, type Item } from '@drive/sdk';
import { retriesOf } from '../connection/retries.ts';
import { listFolder } from '../remote/folder-pages.ts';
import { searchNames } from '../remote/search.ts';
import { type Journal, type JournalEntry, entryForFolder } from './journal.ts';
import { prepareFolders, type PrepareOptions, type Wanted } from './remote-folders.ts';
import type { Scan, LocalFile } from './scan-upload.ts';

/** A local file, and the item with its path on the server. */
export interface PlannedFile {
  readonly file: LocalFile;
  /** null is the root. */
  readonly folderId: string | null;
  /** The upload of this file to this folder that an earlier run did not complete; undefined if there is none. */
  readonly earlier: JournalEntry | undefined;
  /** The file that the earlier run made, if it got that far. */
  readonly made: Item | undefined;
  /** The item on the server that has the name. */
  readonly twin: Item | undefined;
  /** Files on the server that got a number because the name was taken, perhaps by an earlier run: `name (1).ext`. */
  listNumbered(): Promise<readonly Item[]>;
}

/** Creates the folders, and finds the files that the server has. */
export async function planUpload(
  client: DriveClient,
  found: Scan,
  to: string,
  journal: Journal,
  options: PrepareOptions,
): Promise<PlannedFile[]> {
  const earlier = found.files.map((file) => journal.find(file));
  const wanted = new Map<string, Wanted>();
  const wantedIn = (folder: string): Wanted => {
    const known = wanted.get(folder) ?? { names: new Set(), ids: new Set() };
    wanted.set(folder, known);
    return known;
  };
  found.files.forEach(({ folder, name }, index) => {
    const { names, ids } = wantedIn(folder);
    names.add(name);
    const id = earlier[index]?.fileId;
    if (id !== undefined) ids.add(id);
  });
  const folders = await prepareFolders(client, to, found.folders, wantedIn, options);

  return found.files.map((file, index) => {
    const folder = folders.get(file.folder);
    if (folder === undefined) throw new Error(`folder not created: ${file.folder}`);
    const begun = earlier[index];
    const made = begun && folder.byId.get(begun.fileId);
    const twin = folder.named.get(file.name);
    return {
      file,
      folderId: folder.id,
      earlier: entryForFolder(begun, folder.id),
      made,
      twin,
      listNumbered: async () =>
        (folder.numbered ?? (await findNumbered(client, folder.id, file.name, options.signal))).filter(({ name }) =>
          isNumberedName(name, file.name),
        ),
    };
  });
}

/** Above this number of hits in the complete drive, reading the folder is cheaper. */
const MOST_FOUND = 2000;
/** Longer names may be shortened before they get their number. */
const SEARCHED_CHARACTERS = 100;

async function findNumbered(
  client: DriveClient,
  folderId: string | null,
  name: string,
  signal: AbortSignal,
): Promise<readonly Item[]> {
  const dot = name.search(/(?<=.)(?:\.tar)?\.[^.\s]{1,16}$/u);
  const text = [...`${dot === -1 ? name : name.slice(0, dot)} (`].slice(0, SEARCHED_CHARACTERS).join('');
  const isHere = (item: Item): boolean => item.parentId === folderId;
  const found = await searchNames(client, [text], isHere, { mostFound: MOST_FOUND, signal });
  if (found !== undefined) return found;
  const all: Item[] = [];
  for await (const item of listFolder(client, folderId, signal, { maxRetries: retriesOf(client) })) {
    if (isNumberedName(item.name, name)) all.push(item);
  }
  return all;
}
