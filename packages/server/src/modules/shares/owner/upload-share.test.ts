import { createBaseUrl, type Random, systemRandom } from '@drive/base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestTree, type TestTree } from '../../../../test/tree/tree.ts';
import type { Tx } from '../../../platform/db/index.ts';
import type { ShareUpload, UploadEnd, Uploads } from '../../uploads/index.ts';
import { createShares, type Shares } from '../index.ts';

let tree: TestTree;
let owner: number;

beforeAll(async () => {
  tree = await createTestTree();
  owner = await tree.addUser();
});
afterAll(() => tree.close());

interface SharesOfUploads extends Shares {
  readonly share: ShareUpload;
  readonly ended: (tx: Tx, end: UploadEnd) => Promise<void>;
}

function sharesWith(random: Random = systemRandom): SharesOfUploads {
  let share: ShareUpload | undefined;
  let ended: SharesOfUploads['ended'] | undefined;
  const shares = createShares({
    database: tree.database,
    clock: tree.clock,
    random,
    files: tree.files,
    accounts: {} as never,
    featureLimiter: { consume: () => Promise.resolve(undefined), refund: () => Promise.resolve() },
    passwords: {} as never,
    secrets: {} as never,
    jobs: { define: () => ({}), every: () => {}, sweep: () => {} } as never,
    audit: { record: () => Promise.resolve() },
    events: { publish: () => undefined } as never,
    node: {} as never,
    mails: { defineRequested: () => ({}), defineNotice: () => ({}) } as never,
    log: {} as never,
    notifications: { add: () => Promise.resolve(false) },
    uploads: {
      onShare: (by) => {
        share = by;
      },
      onEnd: (purpose: string | null, notify: (tx: Tx, end: UploadEnd) => Promise<void>) => {
        if (purpose === null) ended = notify;
      },
    } as Partial<Uploads> as Uploads,
    baseUrl: createBaseUrl('https://drive.example'),
    config: { maxExpiryDays: 365, feedback: false },
  });
  return { ...shares, share: share!, ended: ended! };
}
const shares = () => sharesWith();
const shareUpload = (by: SharesOfUploads, fileId: string, publicListing = false, ownerId = owner) =>
  tree.database.write((tx) => by.share(tx, { fileId, fileName: 'a', ownerId, publicListing }));
const endOf = (fileId: string) => ({
  sessionId: systemRandom.uuid(),
  ownerId: owner,
  fileId,
  fileName: 'a',
  sizeBytes: 1,
  replacedId: null,
  origin: { kind: 'system', id: null } as const,
});

describe('the share of an upload', () => {
  test('[P-55] opens when the file is stored and not before', async () => {
    const fileId = systemRandom.uuid();
    const { token, shortUrl } = await shareUpload(shares(), fileId);
    expect(shortUrl).toMatch(/^https:\/\/drive\.example\/s\/\w{10}$/);
    expect(await shares().findOpenShare(tree.database.reader, { token })).toBeUndefined();

    await tree.database.write(async (tx) => {
      const folderRowId = await tree.files.ensureRoot(tx, owner);
      await tree.files.reserveRoom(tx, owner, { bytes: 1, items: 1 }, null);
      await tree.files.addFile(tx, {
        id: fileId,
        ownerId: owner,
        folderRowId,
        name: 'a.txt',
        sizeBytes: 1,
        mimeType: 'text/plain',
        sha256: '0'.repeat(64),
        blobKey: fileId,
      });
    });
    const open = await shares().requireOpenShare(tree.database.reader, { token });
    expect(open).toMatchObject({ mode: 'SHARED', ownerId: owner, item: { id: fileId, name: 'a.txt' } });
    const shortCode = shortUrl.split('/').at(-1)!;
    expect(await shares().findOpenShare(tree.database.reader, { shortCode })).toEqual(open);
    expect(await shares().findOpenShare(tree.database.reader, { rowId: open.rowId })).toEqual(open);
  });

  test('[P-51] is public if the upload requests it', async () => {
    const { id } = await tree.upload(owner, 'b.txt');
    const { token } = await shareUpload(shares(), id, true);
    expect(await shares().findOpenShare(tree.database.reader, { token })).toMatchObject({ mode: 'PUBLIC' });
  });

  test('[P-56] is deleted with a failed upload', async () => {
    const fileId = systemRandom.uuid();
    const { token } = await shareUpload(shares(), fileId);
    await tree.database.write((tx) => shares().ended(tx, { ...endOf(fileId), status: 'FAILED' }));
    const left = await tree.database.reader.selectFrom('shares').selectAll().where('token', '=', token).execute();
    expect(left).toEqual([]);
  });

  test('is added to those of the file that the upload replaces, also if its owner was disabled meanwhile', async () => {
    const ownerId = await tree.addUser();
    const { id: replacedId } = await tree.upload(ownerId, 'c.txt');
    const fileId = systemRandom.uuid();
    const tokens: string[] = [];
    for (const id of [replacedId, fileId]) tokens.push((await shareUpload(shares(), id, false, ownerId)).token);
    await tree.database.write(async (tx) => {
      await tx.updateTable('users').set({ disabled_at: tree.clock.now() }).where('row_id', '=', ownerId).execute();
      await shares().ended(tx, { ...endOf(fileId), ownerId, replacedId, status: 'COMPLETE' });
    });
    const links = await tree.database.reader
      .selectFrom('shares')
      .select(['token', 'item_id as first', 'further_item_id as further'])
      .where('owner_id', '=', ownerId)
      .orderBy('row_id')
      .execute();
    expect(links).toEqual([
      { token: tokens[0], first: replacedId, further: null },
      { token: tokens[1], first: null, further: replacedId },
    ]);
  });

  test('gets another token and code if the generated ones are taken', async () => {
    const tokens = ['a'.repeat(22), 'a'.repeat(22), 'b'.repeat(22), 'c'.repeat(22)];
    const codes = ['A'.repeat(10), 'B'.repeat(10), 'A'.repeat(10), 'C'.repeat(10)];
    const unlucky = sharesWith({
      ...systemRandom,
      token: () => tokens.shift()!,
      code: () => codes.shift()!,
    });
    await shareUpload(unlucky, systemRandom.uuid());
    // A taken token comes first, then a taken code.
    expect(await shareUpload(unlucky, systemRandom.uuid())).toEqual({
      token: 'c'.repeat(22),
      shortUrl: `https://drive.example/s/${'C'.repeat(10)}`,
    });
  });

  test('is refused if the file has one', async () => {
    const fileId = systemRandom.uuid();
    await shareUpload(shares(), fileId);
    await expect(shareUpload(shares(), fileId)).rejects.toThrow('has a share already');
  });
});

describe('finding a share by a token or short code', () => {
  test.each(['', '\0', 'ü', ' ', "'", 'a'.repeat(65), '%'])('finds nothing for %j', async (token) => {
    expect(await shares().findOpenShare(tree.database.reader, { token })).toBeUndefined();
    expect(await shares().findOpenShare(tree.database.reader, { shortCode: token })).toBeUndefined();
  });
});
