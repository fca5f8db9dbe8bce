import type { PlacedFile } from './upload.ts';

/** Files of an `<input>`; those of a chosen folder have a path. */
export function placedFiles(files: Iterable<File>): PlacedFile[] {
  return [...files].map((file) => ({ file, folders: file.webkitRelativePath.split('/').slice(0, -1) }));
}

/** The files of a drop or of the clipboard, with the folders they are in. Call while the event is handled. */
export function readTransfer(items: readonly DataTransferItem[]): Promise<PlacedFile[]> {
  const found = items
    .filter(({ kind }) => kind === 'file')
    .map((item) => {
      const entry = item.webkitGetAsEntry();
      const file = item.getAsFile();
      if (entry?.isDirectory === true) return readEntry(entry, []);
      return Promise.resolve(file === null ? [] : [{ file, folders: [] }]);
    });
  return Promise.all(found).then((each) => each.flat());
}

async function readEntry(entry: FileSystemEntry, folders: readonly string[]): Promise<PlacedFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ file, folders }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: PlacedFile[] = [];
  // A reader gives at most a hundred entries at a time.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return found;
    // One by one, because a call takes no hundred thousand arguments.
    for (const each of entries) for (const file of await readEntry(each, [...folders, entry.name])) found.push(file);
  }
}
