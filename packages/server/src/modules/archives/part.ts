import * as z from 'zod';

/** One file of an archive, as it was when the archive was asked for. */
export interface ArchivedFile {
  /** items.id */
  readonly fileId: string;
  /** In the ZIP. */
  readonly path: string;
  readonly sizeBytes: number;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
}

/** So many files a part: what is looked at in one go. */
export const filesAPart = 250;

const Entries = z.array(z.tuple([z.string(), z.string(), z.int(), z.int()]));

export const writePart = (files: readonly ArchivedFile[]): string =>
  JSON.stringify(
    files.map(({ fileId, path, sizeBytes, modifiedAt }) => [fileId, path, sizeBytes, modifiedAt] satisfies Tuple),
  );

export const readPart = (text: string): ArchivedFile[] =>
  Entries.parse(JSON.parse(text)).map(([fileId, path, sizeBytes, modifiedAt]) => ({
    fileId,
    path,
    sizeBytes,
    modifiedAt,
  }));

type Tuple = z.infer<typeof Entries>[number];
