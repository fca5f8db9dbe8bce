import { describe, expect, it } from 'vitest';
import { useDrive } from '../../test/drive-user.ts';

const user = useDrive();

describe('--jq', () => {
  it('filters documents, lists and records, and writes texts as they are', async () => {
    await user.grow('/Photos/sea.jpg', '/a.txt', '/b "x".txt');
    expect((await user.on('ls', '--jq', '.[].name')).out).toBe('Photos\na.txt\nb "x".txt\n');
    expect((await user.on('ls', '--jq', 'map({name, size})|.[1]')).out).toBe('{"name":"a.txt","size":6}\n');
    expect((await user.on('find', '--type', 'f', '--jq', '.path')).out.split('\n').toSorted()).toEqual(
      ['', '/Photos/sea.jpg', '/a.txt', '/b "x".txt'].toSorted(),
    );
    expect((await user.on('whoami', '--jq', '.email, .isAdmin # both')).out).toBe(`${user.user.email}\nfalse\n`);
    expect((await user.on('api', '/api/me', '--jq', '.plan')).out).toBe('free\n');
    expect((await user.on('ls', '--fields', 'name', '--jq', '.[0] | keys')).out).toBe('["name"]\n');
    expect(await user.on('ls', '/Photos', '--jq', 'empty')).toMatchObject({ code: 0, out: '' });
  });

  it('works on lists that are written in pieces', async () => {
    await user.grow('/a.txt', '/b.txt');
    await user.on('share', '/a.txt', '/b.txt');
    expect((await user.on('shares', 'list', '--jq', 'length')).out).toBe('2\n');
    await user.on('rm', '/a.txt');
    expect((await user.on('trash', 'list', '--jq', '.[].path')).out).toBe('/a.txt\n');
    expect((await user.on('ls', '/none', '--jq', '.')).code).toBe(5);
  });

  it('refuses a wrong expression before it does anything, and names what does not fit', async () => {
    await user.grow('/a.txt');
    const wrong = await user.on('rm', '/a.txt', '--jq', '.[');
    expect([wrong.code, wrong.out, await user.names()]).toEqual([2, '', ['a.txt']]);
    expect(JSON.parse(wrong.err.trim())).toMatchObject({
      level: 'error',
      code: 'usage',
      message: expect.stringContaining('--jq: ') as string,
    });
    const unfit = await user.on('ls', '--jq', '.[0].name + 1');
    expect([unfit.code, unfit.out]).toEqual([1, '']);
    expect(unfit.err).toContain('cannot be added');
  });

  it('indents on a terminal, and lets no name control it', async () => {
    await user.grow('/a.txt');
    expect((await user.with({ terminal: 80 }, 'ls', '--jq', '.[0] | {name}')).out).toBe('{\n  "name": "a.txt"\n}\n');
    expect((await user.with({ terminal: 80 }, 'ls', '--jq', '"\\u001b[31mred"')).out).toBe('\ufffd[31mred\n');
  });
});
