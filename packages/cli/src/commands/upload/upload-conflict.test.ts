import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useDrive } from '../../../test/drive-user.ts';

const user = useDrive();
const { write } = user;

describe('a changed file', () => {
  it('is stored beside the old one once, however often it is uploaded', async () => {
    write('report.txt', 'first');
    await user.on('upload', 'report.txt');
    write('report.txt', 'second');
    expect(await user.on('upload', 'report.txt')).toMatchObject({ out: '/report (1).txt\n' });
    expect(await user.on('upload', 'report.txt')).toMatchObject({
      out: '/report (1).txt\n',
      err: 'nothing to do: the file is already on the server\n',
    });
    write('report.txt', 'third!');
    expect(await user.on('upload', 'report.txt')).toMatchObject({ out: '/report (2).txt\n' });
    expect(await user.on('upload', 'report.txt')).toMatchObject({ out: '/report (2).txt\n' });
    expect(await user.all()).toHaveLength(3);
  });

  it('is stored beside the old one once as part of a folder', async () => {
    for (const name of ['a', 'b', 'c', 'd']) write(`box/${name}.txt`, name);
    await user.on('upload', '-r', 'box');
    for (const name of ['a', 'b']) write(`box/${name}.txt`, `${name} changed`);
    await user.on('upload', '-r', 'box');
    expect(await user.on('upload', '-r', 'box', '--dry-run')).toMatchObject({
      err: '0 files (0 B) would be uploaded; 4 files already exist on the server\n',
    });
    expect(await user.on('upload', '-r', 'box')).toMatchObject({ code: 0 });
    expect(await user.all()).toHaveLength(7);
  });

  it('is uploaded although a file with the same content has another name', async () => {
    write('a.txt', 'same');
    write('b (1).txt', 'same');
    write('b.txt', 'old');
    await user.on('upload', 'a.txt', 'b (1).txt', 'b.txt');
    write('c.txt', 'same');
    expect(await user.on('upload', 'c.txt')).toMatchObject({ out: '/c.txt\n' });
  });

  it('is left as it is and not shared with the policy skip', async () => {
    write('a.txt', 'old');
    await user.on('upload', 'a.txt');
    write('a.txt', 'newer');
    write('b.txt', 'new');
    const { code, out, err } = await user.on('upload', '--on-conflict', 'skip', '--share', 'a.txt', 'b.txt');
    expect(code).toBe(0);
    expect(out).toMatch(/^http\S+\t\/b\.txt\n$/);
    expect(err).toContain('left 1 item of the same name with other content as it is: /a.txt');
    const [record] = await user.records('upload', '--on-conflict', 'skip', '--json', 'a.txt');
    expect(record).toMatchObject({ status: 'skipped', remotePath: '/a.txt' });
  });

  it('fails alone with the policy fail, and is nothing new if the content is the same', async () => {
    write('a.txt', 'old');
    write('same.txt', 'same');
    await user.on('upload', 'a.txt', 'same.txt');
    await user.grow('/c.txt/');
    write('a.txt', 'newer');
    for (const name of ['b.txt', 'c.txt']) write(name, 'new');
    const argv = ['upload', '--on-conflict', 'fail', 'a.txt', 'b.txt', 'c.txt', 'same.txt'];
    const planned = await user.on(...argv, '--dry-run');
    expect(planned).toMatchObject({ code: 3, out: 'b.txt -> /b.txt\n' });
    expect(planned.err).toContain('1 file (3 B) would be uploaded; 1 file already exists on the server');
    const { code, out, err } = await user.on(...argv);
    expect([code, out]).toEqual([3, '/b.txt\n/same.txt\n']);
    expect(err).toContain('a.txt: /a.txt already exists on the server with other content\n');
    expect(err).toContain('c.txt: /c.txt is a folder on the server\n');
    expect(await user.on('upload', '--on-conflict', 'fail', 'a.txt')).toMatchObject({ code: 6, out: '' });
    expect((await user.on('download', '/a.txt', '-o', '-')).out).toBe('old');
    expect(await user.all()).toEqual(['/c.txt', '/a.txt', '/b.txt', '/same.txt']);
  });

  it('does not replace a folder that has its name', async () => {
    await user.grow('/a/');
    write('a', 'file');
    expect(await user.on('upload', 'a', '--on-conflict', 'skip')).toMatchObject({ code: 0, out: '/a\n' });
    expect(await user.on('upload', 'a', '--on-conflict', 'replace')).toMatchObject({ code: 6 });
    expect(await user.on('upload', 'a')).toMatchObject({ code: 0, out: '/a (1)\n' });
    expect(await user.on('upload', 'a')).toMatchObject({ code: 0, out: '/a (1)\n' });
  });
});

describe('names that the server cleans', () => {
  it('are reported, and two that become one are both kept once', async () => {
    write('box/a.txt', 'plain');
    write('box/a\u0001.txt', 'with a control character');
    const { code, err } = await user.on('upload', '-r', 'box');
    expect(code).toBe(0);
    expect(err).toContain('"box/a\\u0001.txt" has characters that no name on the server has: stored as /box/a.txt');
    await user.on('upload', '-r', 'box');
    expect((await user.all()).toSorted()).toEqual(['/box', '/box/a (1).txt', '/box/a.txt']);
  });

  it.each(['replace', 'skip'])('refuse the second of two that become one with the policy %s', async (policy) => {
    write('box/a.txt', 'plain');
    write('box/ a.txt', 'with a blank');
    const { code, err } = await user.on('upload', '-r', 'box', '--on-conflict', policy);
    expect(code).toBe(3);
    expect(err).toContain('box/a.txt and "box/ a.txt" have the same name on the server; rename one of them');
    expect(await user.all()).toHaveLength(2);
  });
});

describe('a file with --if-match', () => {
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

  it('replaces the content that it names, and no other', async () => {
    write('report.txt', 'first');
    await user.on('upload', 'report.txt');
    write('report.txt', 'second');
    expect(await user.on('upload', 'report.txt', '--if-match', sha256('first'))).toMatchObject({
      out: '/report.txt\n',
    });
    write('report.txt', 'third');
    expect((await user.on('upload', 'report.txt', '--if-match', sha256('first'))).code).not.toBe(0);
    expect((await user.on('upload', '--share', 'report.txt', '--if-match', sha256('first'))).code).not.toBe(0);
    expect((await user.on('upload', '--resumable', 'report.txt', '--if-match', sha256('first'))).code).not.toBe(0);
    expect(await user.on('cat', '/report.txt')).toMatchObject({ out: 'second' });
    write('other.txt', 'x');
    expect(await user.on('upload', 'report.txt', 'other.txt', '--if-match', sha256('second'))).toMatchObject({
      code: 2,
    });
  });
});
