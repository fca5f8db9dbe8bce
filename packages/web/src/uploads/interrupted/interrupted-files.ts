import { keyPrefix } from './interrupted.ts';

/** A file of which an earlier page sent a part. */
export interface InterruptedFile {
  /** null: the root of the user. */
  readonly folderId: string | null;
  readonly name: string;
  readonly size: number;
  /** Time of the last change of the file, in epoch milliseconds. */
  readonly lastModified: number;
}

/**
 * A key has the server, the folder, the name and the size, and then what `sendOptions` adds: the name again, the time of the last change
 * and the answer to a conflict.
 */
function readKey(key: string): InterruptedFile {
  const [folderId = '/', ...words] = key.slice(keyPrefix.length).split(' ').slice(1);
  const [lastModified] = words.splice(-2);
  const wordsOfName = (words.length - 1) / 2;
  return {
    folderId: folderId === '/' ? null : folderId,
    name: words.slice(0, wordsOfName).join(' '),
    size: Number(words[wordsOfName]),
    lastModified: Number(lastModified),
  };
}

/** The interrupted files that keys tell of. */
export const interruptedFiles = (keys: readonly string[]): readonly InterruptedFile[] => keys.map(readKey);

/** The interrupted upload of a file that the user has chosen; undefined if it is another file, or has changed since. */
export const findInterrupted = (
  files: readonly InterruptedFile[],
  { name, size, lastModified }: Pick<File, 'name' | 'size' | 'lastModified'>,
): InterruptedFile | undefined =>
  files.find((each) => each.name === name && each.size === size && each.lastModified === lastModified);
