import type { Item } from '@drive/contract';
import type { Images } from '@drive/thumbnails';
import { png } from '@drive/thumbnails/test';
import { beforeEach, describe, expect, it } from 'vitest';
import { putByPath } from '../../../../test/api/by-path-requests.ts';
import { startDrive } from '../../../../test/drive.ts';
import { overriding } from '../../../../test/overriding.ts';
import { drive, driveForAllTests, mine, user } from '../../../../test/use-drive.ts';

/** Renders every image to the same size, and remembers its first byte. */
const images: Images = {
  render: async (source) => {
    const head = Buffer.alloc(1);
    await source.read(head, 0);
    if (head[0] === 0x3c) return undefined;
    return { bytes: Buffer.from(`RIFF\x0c\0\0\0WEBP made of ${head[0]}`, 'latin1'), width: 20, height: 10 };
  },
  close: () => Promise.resolve(),
};
let losesAnswer = false;
driveForAllTests(() =>
  startDrive({
    images,
    database: (own) =>
      overriding(own, {
        write: async (work, options) => {
          const result = await own.write(work, options);
          if (losesAnswer) throw new Error('the connection was lost during the commit');
          return result;
        },
      }),
  }),
);

const frame = Buffer.from('Frame of a film');
let id: string;
beforeEach(async () => {
  id = await mine.put('film.mp4', 'bytes of a film', { type: 'video/mp4' });
});

const set = (fileId: string, image: Buffer, headers: Record<string, string> = {}) =>
  drive.fetch(`/api/files/${fileId}/thumbnail`, {
    method: 'PUT',
    key: user.key,
    headers,
    body: image as Uint8Array<ArrayBuffer>,
  });
const shown = async (fileId: string): Promise<string | null> => {
  const { previewUrl } = await mine.get(fileId);
  return previewUrl === null ? null : (await drive.fetch(previewUrl)).text();
};
const codeOf = async (response: Response): Promise<[number, string]> => [
  response.status,
  ((await response.json()) as { code: string }).code,
];
async function blobCount(): Promise<number> {
  let count = 0;
  for await (const _ of drive.blobs.list()) count += 1;
  return count;
}

describe('the thumbnail that an owner gives a file', () => {
  it('[P-950] is rendered anew, shown in the place of another one, and deleted with the file', async () => {
    const before = await blobCount();
    const { status, previewUrl } = (await set(id, frame).then(async (response) => ({
      status: response.status,
      ...((await response.json()) as Item),
    }))) as Item & { status: number };
    expect([status, await shown(id)]).toEqual([200, expect.stringMatching(/^RIFF.*made of 70$/s)]);
    expect((await mine.get(id)).previewUrl).toBe(previewUrl);
    expect((await set(id, Buffer.from('another'))).status).toBe(200);
    await drive.drain();
    expect([await shown(id), await blobCount()]).toEqual([expect.stringMatching(/made of 97$/), before + 1]);
    await mine.call('DELETE', `/api/files/${id}`);
    expect(await codeOf(await set(id, frame))).toEqual([404, 'file_not_found']);
    await mine.call('DELETE', `/api/files/${id}/permanent`);
    await drive.drain();
    expect(await blobCount()).toBe(before - 1);
  });

  it('stays if the answer to its commit was lost', async () => {
    losesAnswer = true;
    const { status } = await set(id, frame);
    losesAnswer = false;
    expect([status, await shown(id)]).toEqual([500, expect.stringMatching(/made of 70$/)]);
  });

  it('takes the place of the one that the server made of an image', async () => {
    const image = await mine.put('sea.png', png({ width: 3, height: 3 }), { type: 'image/png' });
    await drive.drain();
    expect(await shown(image)).toMatch(/made of 137$/);
    await set(image, frame);
    await drive.drain();
    expect(await shown(image)).toMatch(/made of 70$/);
  });

  it('[P-951] belongs to its content: a replacement has none, a restored version and a copy have it', async () => {
    await set(id, frame);
    const copied = await mine.call('POST', '/api/files/copy', { ids: [id], copyToRoot: true });
    const [copy] = copied.body.copied;
    expect(await shown(copy.id)).toMatch(/made of 70$/);
    await set(copy.id, Buffer.from('own'));
    expect([await shown(id), await shown(copy.id)].map((text) => text?.slice(-2))).toEqual(['70', '11']);
    await putByPath(drive, user, 'film.mp4?onConflict=replace', 'another film');
    expect(await shown(id)).toBeNull();
    await mine.call('POST', `/api/files/${id}/versions/1/restore`);
    expect(await shown(id)).toMatch(/made of 70$/);
    await drive.drain();
    expect(await shown(copy.id)).toMatch(/made of 111$/);
  });

  it('is refused for what is no image, too large, empty, a folder or another content, and leaves nothing behind', async () => {
    const before = await blobCount();
    const folder = await mine.folder('films');
    expect(await codeOf(await set(id, Buffer.from('<svg>')))).toEqual([400, 'transform_unsupported']);
    expect(await codeOf(await set(id, Buffer.alloc(1024 * 1024 + 1)))).toEqual([413, 'payload_too_large']);
    expect(await codeOf(await set(id, Buffer.alloc(0)))).toEqual([400, 'bad_request']);
    expect(await codeOf(await set(folder, frame))).toEqual([404, 'file_not_found']);
    const stale = { 'if-match': `"${'0'.repeat(64)}"` };
    expect(await codeOf(await set(id, frame, stale))).toEqual([412, 'precondition_failed']);
    expect((await set(id, frame, { 'if-match': `"${(await mine.get(id)).sha256}"` })).status).toBe(200);
    expect(await blobCount()).toBe(before + 1);
  });

  it('changes neither the file nor its tag, and tells nobody', async () => {
    const { cursor } = (await mine.call('GET', '/api/changes/latest')).body;
    const { changeTag, sha256 } = await mine.get(id);
    await set(id, frame);
    expect(await mine.get(id)).toMatchObject({ changeTag, sha256, name: 'film.mp4' });
    expect((await mine.call('GET', `/api/changes?cursor=${encodeURIComponent(cursor)}`)).body.changes).toEqual([]);
  });
});
