import type { DriveClient, Item } from '@drive/sdk';
import type { Journal, JournalEntry } from './journal.ts';
import { prepareFolders, type PrepareOptions, type Wanted } from './remote-folders.ts';
import type { Scan, LocalFile } from './scan.ts';

/** A local file, and what the server has in its place. */
export interface PlannedFile {
  readonly file: LocalFile;
  /** null is the root. */
  readonly folderId: string | null;
  /** The upload of this file that an earlier run started; undefined if there was none. */
  readonly earlier: JournalEntry | undefined;
  /** The file that the earlier run made, if it got that far. */
  readonly made: Item | undefined;
  /** The file on the server that has the same name and size: perhaps the same bytes. */
  readonly twin: Item | undefined;
}

/** Makes the folders, and finds out what of the files is on the server. */
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
      // What was sent and isn't there any more was deleted or moved away since: it is sent as if never before.
      earlier: begun?.done === true && made === undefined ? undefined : begun,
      made,
      twin: twin?.type === 'file' ? twin : undefined,
    };
  });
}
