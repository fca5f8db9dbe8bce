import { once } from 'node:events';
import { get, type ClientRequest, type IncomingMessage } from 'node:http';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addFile, makeArchive, readArchive } from '../../../test/archives.ts';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { refusalOf, someBytes } from '../../../test/uploads.ts';
import { readZip } from '@drive/zip/test';
import { StorageError, type BlobStore } from '../../platform/blobs/index.ts';
import { ZipLength } from '@drive/zip';

const MiB = 1024 * 1024;

/** What stands in the place of the disk: blobs of the test's making, and failures. */
interface Faults {
  /** Blobs that can't be found or opened. */
  missing: boolean;
  /** Fails reading where a file reaches this position. */
  failsAt: number;
  /** Made up as they are read: bytes by position, so many. */
  endless: number | undefined;
  readonly open: Set<object>;
}

let drive: Drive;
let user: TestUser;
const faults: Faults = { missing: false, failsAt: Infinity, endless: undefined, open: new Set() };
beforeAll(async () => {
  drive = await startDrive({ blobs: (disk) => withFaults(disk, faults) });
  user = await drive.createUser();
});
afterAll(() => drive.close());
afterEach(() => Object.assign(faults, { missing: false, failsAt: Infinity, endless: undefined }));

function withFaults(disk: BlobStore, faults: Faults): BlobStore {
  return {
    ...disk,
    find: async (key) => {
      if (faults.missing) return undefined;
      return faults.endless === undefined ? disk.find(key) : { bytes: faults.endless, modifiedAt: 0 };
    },
    open: async (key) => {
      if (faults.missing) return undefined;
      const blob = await disk.open(key);
      if (blob === undefined) return undefined;
      const token = {};
      faults.open.add(token);
      return {
        bytes: faults.endless ?? blob.bytes,
        read: async (into, position) => {
          if (position + into.length > faults.failsAt) throw new StorageError('the disk is gone');
          if (faults.endless === undefined) return blob.read(into, position);
          await setImmediate();
          into.fill(7);
          return into.length;
        },
        close: () => {
          faults.open.delete(token);
          return blob.close();
        },
      };
    },
  };
}

/** A file whose row says that it is large, with bytes that are made up as they are read. */
async function addEndless(name: string, bytes: number): Promise<string> {
  const id = await addFile(drive, user, name, 'x');
  await drive.database.write((tx) => tx.updateTable('items').set({ size: bytes }).where('id', '=', id).execute());
  faults.endless = bytes;
  return id;
}

async function begin(url: string): Promise<{ request: ClientRequest; answer: IncomingMessage }> {
  const request = get(url, { agent: false });
  request.on('error', () => undefined);
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.on('error', () => undefined);
  return { request, answer };
}
const countOf = async (id: string): Promise<number> => {
  await drive.drain();
  const row = await drive.database.reader
    .selectFrom('items')
    .select('download_count')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.download_count;
};
const refusalAt = async (url: string): Promise<[number, string]> => refusalOf(await drive.fetch(url));
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await wait(1);
};

describe('an archive that cannot begin', () => {
  it('is not consumed, because missing bytes may return', async () => {
    const id = await addFile(drive, user, 'a', someBytes(2 * MiB));
    const { downloadUrl } = await makeArchive(drive, user, [id]);
    faults.missing = true;
    expect(await refusalAt(downloadUrl)).toEqual([502, 'storage_failure']);
    faults.missing = false;
    faults.failsAt = 100;
    expect(await refusalAt(downloadUrl)).toEqual([502, 'storage_failure']);
    faults.failsAt = Infinity;
    expect(Object.keys(await readArchive(drive, downloadUrl))).toEqual(['a']);
    expect(await countOf(id)).toBe(1);
    expect(faults.open.size).toBe(0);
  });

  it('is refused before its first byte also if the missing file comes far behind', async () => {
    const ids = [await addFile(drive, user, 'a', someBytes(5 * MiB)), await addFile(drive, user, 'b', 'lost')];
    const { blob_key: lost } = await drive.database.reader
      .selectFrom('items')
      .select('blob_key')
      .where('id', '=', ids[1] ?? '')
      .executeTakeFirstOrThrow();
    const { downloadUrl } = await makeArchive(drive, user, ids);
    await drive.blobs.delete(lost ?? '');
    expect(await refusalAt(downloadUrl)).toEqual([502, 'storage_failure']);
    expect((await drive.fetch(downloadUrl, { method: 'HEAD' })).status).toBe(502);
  });
});

describe('an archive that is interrupted', () => {
  it('by an unreadable file is cut, counts nothing and is consumed', async () => {
    const id = await addFile(drive, user, 'a', someBytes(5 * MiB));
    const { downloadUrl } = await makeArchive(drive, user, [id]);
    faults.failsAt = 3 * MiB;
    const { answer } = await begin(downloadUrl);
    const zip = readZip(answer);
    await expect(zip).rejects.toThrow(/aborted|early/);
    expect(answer.complete).toBe(false);
    expect(await countOf(id)).toBe(0);
    expect(await refusalAt(downloadUrl)).toEqual([410, 'archive_consumed']);
    expect(faults.open.size).toBe(0);
  });

  it('by the client counts nothing, leaves nothing open and needs a new URL', async () => {
    const id = await addEndless('endless', 400 * MiB);
    const { downloadUrl } = await makeArchive(drive, user, [id]);
    const { request, answer } = await begin(downloadUrl);
    await once(answer, 'readable');
    expect(faults.open.size).toBe(1);
    request.destroy();
    await until(() => faults.open.size === 0);
    expect(await countOf(id)).toBe(0);
    expect(await refusalAt(downloadUrl)).toEqual([410, 'archive_consumed']);
    const again = await makeArchive(drive, user, [id]);
    expect((await drive.fetch(again.downloadUrl, { method: 'HEAD' })).status).toBe(200);
  });

  it('by the purge of its files sends none of their bytes', async () => {
    const ids = [await addFile(drive, user, 'a', someBytes(20 * MiB)), await addFile(drive, user, 'b', someBytes(100))];
    const { downloadUrl } = await makeArchive(drive, user, ids);
    const { answer } = await begin(downloadUrl);
    await once(answer, 'readable');
    await drive.fetch(`/api/files/${ids[1]}`, { method: 'DELETE', key: user.key });
    await drive.fetch(`/api/files/${ids[1]}/permanent`, { method: 'DELETE', key: user.key });
    await drive.jobs.drain();
    await expect(readZip(answer)).rejects.toThrow(/aborted|early/);
  });
});

describe('archives in progress', () => {
  it('read no faster than their clients, and sixteen use the memory of two buffers each', async () => {
    const bytes = 300 * MiB;
    const id = await addEndless('endless', bytes);
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const transfers = await Promise.all(
      Array.from({ length: 16 }, async () => {
        const { downloadUrl } = await makeArchive(drive, user, [id]);
        return (await begin(downloadUrl)).answer;
      }),
    );
    // Nobody reads: whatever is held for them is held now.
    await wait(200);
    most = process.memoryUsage().arrayBuffers - before;
    for (const answer of transfers) answer.destroy();
    await until(() => faults.open.size === 0);
    // Two buffers of 1 MiB each, and what of it Node's client has taken in this same process.
    expect(most / MiB).toBeLessThan(16 * 2 + 16);
  });

  it('reach a slow client completely', async () => {
    const id = await addFile(drive, user, 'a', someBytes(6 * MiB));
    const { downloadUrl } = await makeArchive(drive, user, [id]);
    const { answer } = await begin(downloadUrl);
    const slowly = (async function* slowly() {
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        await wait(1);
        yield chunk;
      }
    })();
    const zip = await readZip(slowly);
    expect([zip.entries.length, String(zip.bytes)]).toEqual([1, answer.headers['content-length']]);
    expect(await countOf(id)).toBe(1);
  });

  it('announce their length also above four bytes', async () => {
    const bytes = 1024 * MiB;
    const names = ['1', '2', '3', '4', '5'];
    const ids: string[] = [];
    for (const name of names) ids.push(await addEndless(name, bytes));
    const { downloadUrl, totalBytes } = await makeArchive(drive, user, ids);
    const length = new ZipLength();
    for (const path of names) length.add({ path, sizeBytes: bytes, modifiedAt: drive.clock.now() });
    const head = await drive.fetch(downloadUrl, { method: 'HEAD' });
    expect([totalBytes, head.headers.get('content-length')]).toEqual([5 * bytes, String(length.bytes)]);
  });
});
