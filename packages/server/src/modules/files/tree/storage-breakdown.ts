import type { ContentKind, StorageUse } from '@drive/contract';
import type { Ports } from '../../../platform/ports/ports.ts';
import { contentKindOf } from '../items/content-kind.ts';
import { countByType, countVersionsOfOwner, findUsage } from './storage-usage-store.ts';

/** Reads a row of an index per file, in the thread for long queries. */
export async function getStorageUse({ database }: Pick<Ports, 'database'>, ownerId: number): Promise<StorageUse> {
  const [types, versions, { usedBytes }] = await Promise.all([
    countByType(database.workerReader, ownerId),
    countVersionsOfOwner(database.workerReader, ownerId),
    findUsage(database.reader, ownerId),
  ]);
  const trash = { files: 0, bytes: 0 };
  const kinds = new Map<Exclude<ContentKind, 'folder'>, { files: number; bytes: number }>();
  for (const { mimeType, extension, isTrashed, files, bytes } of types) {
    const kind = contentKindOf(mimeType, `name${extension}`) as Exclude<ContentKind, 'folder'>;
    const sum = isTrashed ? trash : (kinds.get(kind) ?? { files: 0, bytes: 0 });
    if (!isTrashed) kinds.set(kind, sum);
    sum.files += files;
    sum.bytes += bytes;
  }
  const counted = [...kinds.values(), trash, versions].reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    kinds: [...kinds]
      .map(([contentKind, sum]) => ({ contentKind, ...sum }))
      .toSorted((one, other) => other.bytes - one.bytes),
    trash,
    versions,
    // The queries may see different moments.
    otherBytes: Math.max(0, usedBytes - counted),
  };
}
