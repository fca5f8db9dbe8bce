import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemRandom } from '@drive/base';
import { MemoryBlobs, readBlob, StorageError, type BlobStore } from '@drive/blobs';
import { png } from '@drive/thumbnails/test';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { treeApi, type TreeApi } from '../../../test/api/tree-api.ts';
import { listBlobs, putBytes, reserveUpload, sha256, someBytes } from '../../../test/api/uploads.ts';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { copyBlobs, measureAbsent, removeUnnamed, type BlobCopy } from './copy-blobs.ts';

let drive: Drive;
let user: TestUser;
let tree: TreeApi;
let target: BlobStore;

beforeEach(async () => {
  drive = await startDrive();
  user = await drive.createUser();
  tree = treeApi(drive, user);
  target = new MemoryBlobs({ clock: drive.clock, random: systemRandom });
});
afterEach(() => drive.close());

/** As a run of the command begins it. */
async function begin(changes: Partial<BlobCopy> = {}): Promise<BlobCopy> {
  const present = new Set(await keysOf(target));
  return { reader: drive.database.reader, source: drive.blobs, target, present, ...changes };
}

async function keysOf(blobs: BlobStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of blobs.list()) keys.push(key);
  return keys;
}

async function sumOf(blobs: BlobStore, key: string): Promise<string> {
  const blob = await blobs.open(key);
  const pieces: Uint8Array[] = [];
  if (blob !== undefined) for await (const piece of readBlob(blob)) pieces.push(piece);
  await blob?.close();
  return sha256(Buffer.concat(pieces));
}

async function upload(name: string, bytes: Buffer): Promise<string> {
  const type = name.endsWith('.png') ? 'image/png' : 'text/plain';
  const wanted = { name, bytes: bytes.length, type, onConflict: 'replace' } as const;
  const { fileId } = (await putBytes(await reserveUpload(drive, user, wanted), bytes)) as { fileId: string };
  return fileId;
}

const pathOf = async (id: string): Promise<string> => {
  const query = drive.database.reader.selectFrom('items').select('blob_key').where('id', '=', id);
  return join(drive.config.dataDir, 'blobs', (await query.executeTakeFirst())?.blob_key ?? '');
};

describe('blobs that are copied to another storage', () => {
  it('are those of files, their versions, thumbnails and the trash, with their keys and bytes', async () => {
    await upload('picture.png', png({ width: 300, height: 200 }));
    for (const size of [1, 2, 3_000_000]) await upload('a.txt', someBytes(size));
    await tree.trash(await upload('gone.txt', someBytes(10)));
    await drive.drain();
    const before = (await listBlobs(drive)).blobs.toSorted();
    expect(before).toHaveLength(6);

    const copy = await begin();
    expect(await measureAbsent(copy)).toMatchObject({ blobs: 6 });
    let [blobs, bytes] = [0, 0];
    const outcome = await copyBlobs(copy, (moreBlobs, moreBytes) => {
      blobs += moreBlobs;
      bytes += moreBytes;
    });
    expect(outcome).toEqual({ copied: 6, damage: [] });
    expect(blobs).toBe(6);
    expect(bytes).toBeGreaterThan(3_000_010);
    expect(await keysOf(target)).toEqual(before);
    for (const key of before) expect(await sumOf(target, key)).toBe(await sumOf(drive.blobs, key));

    expect(await copyBlobs(await begin())).toEqual({ copied: 0, damage: [] });
    await upload('b.txt', someBytes(5));
    expect(await copyBlobs(await begin())).toEqual({ copied: 1, damage: [] });
  });

  it('are copied once, if the target fails in the middle and the copy is repeated', async () => {
    for (let number = 0; number < 12; number += 1) await upload(`${number}.txt`, someBytes(100 + number));
    let puts = 0;
    const failing: BlobStore = {
      ...target,
      put: async (...args) => {
        puts += 1;
        if (puts > 5) throw new StorageError('no room is left');
        return target.put(...args);
      },
    };
    await expect(copyBlobs(await begin({ target: failing }))).rejects.toThrow('no room is left');
    expect(await keysOf(target)).toHaveLength(5);
    // At most one of each copy that was under way.
    expect(puts).toBeLessThanOrEqual(9);
    expect(await copyBlobs(await begin())).toEqual({ copied: 7, damage: [] });
  });

  it('are not copied if they are missing, cut short or altered, and their files are named', async () => {
    const [missing, short, altered] = [
      await upload('a', someBytes(9)),
      await upload('b', someBytes(9)),
      await upload('c', someBytes(9)),
    ];
    await upload('d', someBytes(9));
    rmSync(await pathOf(missing));
    appendFileSync(await pathOf(short), 'x');
    writeFileSync(await pathOf(altered), 'otherwise');
    const { copied, damage } = await copyBlobs(await begin());
    expect(copied).toBe(1);
    expect(damage.toSorted()).toEqual(
      [
        `file ${missing} "a" has lost its bytes`,
        `file ${short} "b" has 10 bytes instead of 9`,
        `file ${altered} "c" is not what was uploaded`,
      ]
        .toSorted()
        .map((line): unknown => expect.stringContaining(line)),
    );
    expect(await keysOf(target)).toHaveLength(1);
  });

  it('are not copied for files that are being purged, and removed again if they were purged after the copy', async () => {
    const purged = await upload('a', someBytes(9));
    const leaving = await upload('b', someBytes(9));
    const kept = await upload('c', someBytes(9));
    await copyBlobs(await begin());
    await tree.trash(purged);
    await tree.purge(purged);
    await drive.drain();
    await drive.database.write((tx) => sql`update items set state = 'purging' where id = ${leaving}`.execute(tx));
    rmSync(await pathOf(leaving));
    const copy = await begin();
    expect(await copyBlobs(copy)).toEqual({ copied: 0, damage: [] });
    await removeUnnamed(copy);
    expect(await keysOf(target)).toEqual([(await pathOf(kept)).split('/').slice(-2).join('/')]);
    expect(copy.present.size).toBe(1);
  });
});
