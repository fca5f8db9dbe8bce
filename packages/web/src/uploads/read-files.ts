import type { PlacedFile } from './upload.ts';

/** Dropped files, and dropped folders without anything in them, by the names from the destination down. */
export interface Transfer {
  readonly files: PlacedFile[];
  readonly emptyFolders: (readonly string[])[];
}

/** Files of an `<input>`; those of a chosen folder have a path. Browsers leave out empty folders there. */
export function placedFiles(files: Iterable<File>): PlacedFile[] {
  return [...files].map((file) => ({ file, folders: file.webkitRelativePath.split('/').slice(0, -1) }));
}

/** The files of a drop or of the clipboard, with the folders they are in. Call while the event is handled. */
export async function readTransfer(items: readonly DataTransferItem[]): Promise<Transfer> {
  const transfer: Transfer = { files: [], emptyFolders: [] };
  const found = items
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  for (const { entry, file } of found)
    if (entry?.isDirectory === true) await readEntry(entry, [], transfer);
    else if (file !== null) transfer.files.push({ file, folders: [] });
  return transfer;
}

async function readEntry(entry: FileSystemEntry, folders: readonly string[], transfer: Transfer): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    transfer.files.push({ file, folders });
    return;
  }
  const path = [...folders, entry.name];
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // A reader gives at most a hundred entries at a time.
  for (let isEmpty = true; ; isEmpty = false) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) {
      if (isEmpty) transfer.emptyFolders.push(path);
      return;
    }
    for (const each of entries) await readEntry(each, path, transfer);
  }
}
