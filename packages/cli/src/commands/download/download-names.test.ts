import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { sha256, useDrive } from '../../../test/drive-user.ts';
import { listFiles } from '../../../test/list-files.ts';
import { startProxy } from '../../../test/proxy.ts';

const me = useDrive();
const { records, asVisitor, here, read } = me;
const all = (path = ''): string[] =>
  listFiles(me.home).filter((at) => at !== `${path}/` && at.startsWith(path) && !at.startsWith('.local/'));

interface Shared {
  readonly shareUrl: string;
  readonly shareToken: string;
}
const share = async (path: string): Promise<Shared> => (await records('share', path, '--json'))[0] as unknown as Shared;

describe('a hostile server', () => {
  /** A folder whose listing is changed by the test; its files exist. */
  async function hostile(change: (item: Record<string, unknown>, index: number) => object): Promise<string> {
    await me.grow('/Trip/a.txt', '/Trip/b.txt');
    const { shareUrl, shareToken } = await share('/Trip');
    const listing = (await (await me.drive.fetch(`/api/public/share/${shareToken}/files`)).json()) as {
      files: object[];
    };
    const files = listing.files.map((item, index) => ({ ...item, ...change(item as Record<string, unknown>, index) }));
    const answer = (incoming: IncomingMessage, outgoing: ServerResponse): boolean => {
      if (incoming.url?.includes('/files?') !== true) return false;
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ...listing, files }));
      return true;
    };
    const proxy = await startProxy(() => me.drive.url, { answer });
    return shareUrl.replace(me.drive.url, proxy.url);
  }

  it.each(['../x', '..', '../../etc/passwd', '/etc/x', 'C:\\x', '..\\..\\x', 'a/b', '', '\u0000', '\u0007..\u0007'])(
    'causes no file outside the target folder with the name %j',
    async (name) => {
      const link = await hostile((_, index) => (index === 0 ? { name } : {}));
      const { code, err } = await me.with({ cwd: here('deep/er'), env: { DRIVE_API_KEY: '' } }, 'download', link);
      expect([code, err]).toEqual([3, expect.stringContaining('not a valid file name')]);
      expect(all()).toEqual(['deep/', 'deep/er/', 'deep/er/Trip/', 'deep/er/Trip/b.txt']);
    },
  );

  it('cannot lead folder names elsewhere, nor nest them without end', async () => {
    const link = await hostile((_, index) =>
      index === 0 ? { name: '..', type: 'folder' } : { type: 'folder', name: 'loop' },
    );
    const { code } = await asVisitor('download', link);
    expect(code).toBe(1);
    expect(all()).toEqual(['Trip/', 'Trip/loop/']);
  });

  it('cannot control the terminal by names', async () => {
    const link = await hostile((_, index) => ({ name: `\u001b[2J\u202e${index}.txt` }));
    const { code, out, err } = await me.with({ terminal: 80, env: { DRIVE_API_KEY: '' } }, 'download', link);
    expect(code).toBe(0);
    expect(out + err).not.toMatch(/\u001b\[2J|\u202e/);
    expect(all('Trip')).toEqual(['Trip/[2J\u202e0.txt', 'Trip/[2J\u202e1.txt']);
  });

  it('cannot merge two files into one', async () => {
    const link = await hostile(() => ({ name: 'same.txt' }));
    const { code, err } = await asVisitor('download', link, '--force');
    expect([code, err]).toEqual([3, expect.stringContaining('would be written twice')]);
    expect(all('Trip')).toEqual(['Trip/same.txt']);
  });

  it('is detected by the SHA-256 of its bytes', async () => {
    const link = await hostile((_, index) => (index === 0 ? { sha256: sha256('something else') } : {}));
    expect((await asVisitor('download', link)).code).toBe(3);
    expect(all('Trip')).toEqual(['Trip/b.txt']);
  });
});

describe('names that Windows does not allow', () => {
  it('are replaced there', async () => {
    await me.grow('/Trip/CON', '/Trip/aux.txt/x', '/Trip/a:b?.txt', '/Trip/dot.');
    const { shareUrl } = await share('/Trip');
    const { code } = await me.with({ platform: 'win32', env: { DRIVE_API_KEY: '' } }, 'download', shareUrl);
    expect(code).toBe(0);
    expect(all('Trip')).toEqual(['Trip/_CON', 'Trip/_aux.txt/', 'Trip/_aux.txt/x', 'Trip/a_b_.txt', 'Trip/dot_']);
  });

  it('are reported if two would be equal', async () => {
    await me.grow('/Trip/a.txt', '/Trip/A.txt');
    const { shareUrl } = await share('/Trip');
    const { code, err } = await me.with({ platform: 'win32' }, 'download', shareUrl, '--force');
    expect([code, err]).toEqual([3, expect.stringContaining('would be written twice')]);
    expect((await asVisitor('download', shareUrl)).code).toBe(process.platform === 'linux' ? 0 : 3);
  });
});

describe('names that are too long for the disk', () => {
  const long = '日'.repeat(200);

  it('are shortened, stay different, keep their extension, and are found again by the next run', async () => {
    await me.grow(`/Trip/${long}/${long}1.tar.gz`, `/Trip/${long}/${long}2.tar.gz`, `/Trip/${long}/short.txt`);
    const first = await me.on('download', '/Trip');
    expect(first.code).toBe(0);
    expect(first.err.match(/is too long a name for this disk: stored as 日+~[0-9a-f]{8}/g)).toHaveLength(3);
    const [folder = '', ...files] = all('Trip');
    expect(folder).toMatch(/^Trip\/日{82}~[0-9a-f]{8}\/$/);
    expect(files.map((file) => file.slice(folder.length).replace(/^日+~[0-9a-f]{8}/, '~'))).toEqual([
      'short.txt',
      '~.tar.gz',
      '~.tar.gz',
    ]);
    const contents = ['short.txt', `${long}1.tar.gz`, `${long}2.tar.gz`].map((name) => `/Trip/${long}/${name}`);
    expect(files.map(read).toSorted()).toEqual(contents);
    const again = await records('download', '/Trip', '--json');
    expect(again.map(({ status }) => status)).toEqual(['present', 'present', 'present']);
  });

  it('are not used if the file gets another name', async () => {
    await me.grow(`/${long}.txt`);
    expect(await me.on('download', `/${long}.txt`, '-o', 'mine.txt')).toMatchObject({ code: 0, err: '' });
    const { shareUrl } = await share(`/${long}.txt`);
    expect((await asVisitor('download', shareUrl)).code).toBe(0);
    expect(all()).toEqual(['mine.txt', expect.stringMatching(/^日+~[0-9a-f]{8}\.txt$/)]);
  });

  it('are reported by sync, which keeps names equal on both sides', async () => {
    await me.grow(`/Trip/${long}.txt`, '/Trip/short.txt');
    const { code, err } = await me.on('sync', 'drive:/Trip', 'copy');
    expect([code, err]).toEqual([3, expect.stringContaining('no file on this computer can have this name')]);
    expect(all('copy')).toEqual(['copy/short.txt']);
  });
});

it('a file that is named like the unfinished part of another keeps its content', async () => {
  await me.grow('/Trip/x', '/Trip/x.part', '/Trip/x.part-etag', '/Trip/x.part.part');
  const { shareUrl } = await share('/Trip');
  expect((await asVisitor('download', shareUrl)).code).toBe(0);
  for (const name of ['x', 'x.part', 'x.part-etag', 'x.part.part']) expect(read(`Trip/${name}`)).toBe(`/Trip/${name}`);
});
