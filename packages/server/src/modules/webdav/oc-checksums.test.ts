import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { putByPath } from '../../../test/api/by-path-requests.ts';
import { davApi, type DavApi } from '../../../test/api/dav-api.ts';
import { treeApi } from '../../../test/api/tree-api.ts';
import { someBytes } from '../../../test/api/uploads.ts';
import { driveForEachTest, drive, user } from '../../../test/use-drive.ts';

let dav: DavApi;
driveForEachTest();
beforeEach(() => {
  dav = davApi(drive, user);
});

const sumOf = (algorithm: string, bytes: Buffer | string): string => createHash(algorithm).update(bytes).digest('hex');
/** What rclone 1.60 asks with `vendor=owncloud`. */
const question = `<?xml version="1.0"?><d:propfind xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns"><d:prop>
  <d:displayname/><d:getlastmodified/><d:getcontentlength/><d:resourcetype/><d:getcontenttype/><oc:checksums/>
</d:prop></d:propfind>`;
/** The text of the property of each member, in order; `''` without the property. */
const textOf = (bytes: Buffer | string): string =>
  `SHA1:${sumOf('sha1', bytes)} MD5:${sumOf('md5', bytes)} SHA256:${sumOf('sha256', bytes)}`;
const checksums = async (path = '/'): Promise<string[]> => {
  const { status, body } = await dav.call('PROPFIND', path, { headers: { depth: '1' }, body: question });
  expect(status).toBe(207);
  return body
    .split('<D:response>')
    .slice(2)
    .map((response) => /<checksum [^>]*>([^<]*)</.exec(response)?.[1] ?? '');
};
const rows = () => drive.database.reader.selectFrom('content_checksums').select('sha1').execute();

describe('the property checksums of ownCloud', () => {
  it.each([5, 200_000])('has the sums of a file that came with one, for %i bytes', async (size) => {
    const bytes = someBytes(size);
    expect(await dav.put('/a', bytes, { 'oc-checksum': `SHA1:${sumOf('sha1', bytes)}` })).toBe(201);
    expect(await checksums()).toEqual([textOf(bytes)]);
    // Also of a copy, which has the same content.
    await dav.transfer('COPY', '/a', '/b');
    expect(await checksums()).toEqual([textOf(bytes), textOf(bytes)]);
    expect(await rows()).toHaveLength(1);
  });

  it('has the sums of other files once somebody has asked for them', async () => {
    await putByPath(drive, user, 'a', 'first');
    await dav.call('MKCOL', '/folder');
    await drive.drain();
    expect(await rows()).toEqual([]);
    expect(await checksums()).toEqual(['', `SHA256:${sumOf('sha256', 'first')}`]);
    await drive.drain();
    expect(await checksums()).toEqual(['', textOf('first')]);
  });

  it('is that of the current content', async () => {
    const first = { 'oc-checksum': `SHA1:${sumOf('sha1', 'first')}` };
    await dav.put('/a', 'first', first);
    await dav.put('/a', 'second');
    expect(await checksums()).toEqual([`SHA256:${sumOf('sha256', 'second')}`]);
    await drive.drain();
    expect(await checksums()).toEqual([textOf('second')]);
    // The old content, restored, has its own.
    const tree = treeApi(drive, user);
    const { id } = (await tree.call('GET', '/api/files/by-path?path=/a')).body as { id: string };
    await tree.call('POST', `/api/files/${id}/versions/1/restore`);
    expect(await checksums()).toEqual([textOf('first')]);
    await tree.trash(id);
    await tree.purge(id);
    await drive.drain();
    expect(await rows()).toEqual([]);
  });

  it('is not computed for a client that does not ask for it by name', async () => {
    await dav.put('/a', 'x');
    const { body } = await dav.call('PROPFIND', '/a', { headers: { depth: '0' } });
    expect(body).not.toContain('checksum');
    await drive.drain();
    expect(await rows()).toEqual([]);
  });

  it('is asked for once if the bytes are damaged', async () => {
    await dav.put('/a', 'x');
    const { blob_key: key } = await drive.database.reader
      .selectFrom('items')
      .select('blob_key')
      .where('name', '=', 'a')
      .executeTakeFirstOrThrow();
    await drive.blobs.delete(key!);
    for (let times = 0; times < 3; times += 1) {
      expect(await checksums()).toEqual([`SHA256:${sumOf('sha256', 'x')}`]);
      await drive.drain();
    }
    expect(drive.logged.filter(({ event }) => event === 'blob damaged')).toHaveLength(1);
  });

  it('may be stated with a time, as newer versions of rclone do', async () => {
    await dav.put('/a', 'x');
    const body = `<?xml version="1.0"?><D:propertyupdate xmlns:D="DAV:" xmlns:oc="http://owncloud.org/ns"><D:set><D:prop>
      <lastmodified xmlns="DAV:">-157766400</lastmodified>
      <oc:checksums><oc:checksum>SHA1:${sumOf('sha1', 'x')}</oc:checksum></oc:checksums></D:prop></D:set></D:propertyupdate>`;
    const answer = await dav.call('PROPPATCH', '/a', { body });
    expect(answer.body).not.toMatch(/ (403|424) /);
    const found = await drive.fetch('/api/files/by-path?path=/a', { key: user.key });
    expect(await found.json()).toMatchObject({ modifiedAt: '1965-01-01T00:00:00.000Z' });
  });
});
