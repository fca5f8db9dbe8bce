import { expect, it } from 'vitest';
import { useDrive } from '../../../test/drive-user.ts';

const me = useDrive({ settings: { TEAM_DRIVES: 'everyone', FEATURE_LIMITS: 'off' } });
let made = 0;
const nextName = (): string => `Team ${(made += 1)}`;

const run = async (...argv: readonly string[]): Promise<string> => {
  const { code, out, err } = await me.on(...argv);
  expect([argv, code, err]).toEqual([argv, 0, err]);
  return out.trim();
};

it('[P-1270] takes paths of team drives wherever it takes paths', async () => {
  const name = nextName();
  await run('drives', 'create', name);
  await run('mkdir', '-p', `${name}:/Logos/2026`);
  me.write('tree/a.txt', 'hello');
  me.write('tree/sub/b.txt', 'there');
  await run('upload', me.here('tree/a.txt'), '--to', `${name.toLowerCase()}:/`);
  await run('upload', '-r', me.here('tree'), '--to', `${name}:/Logos`);
  expect(await run('ls', `${name}:/`)).toBe('Logos/\na.txt');
  expect(await run('ls', `${name}:/L*/tree/*`)).toContain('a.txt');
  expect(await run('cat', `${name}:/Logos/tree/sub/b.txt`)).toBe('there');
  expect(await run('find', `${name}:/Logos`, '--type', 'file')).toBe(
    `${name}:/Logos/tree/sub/b.txt\n${name}:/Logos/tree/a.txt`,
  );
  await run('download', '-r', `${name}:/Logos`, '--output', me.here('down'));
  expect(me.read('down/Logos/tree/sub/b.txt')).toBe('there');
  await run('sync', me.here('tree'), `${name}:/Mirror`);
  expect(await run('ls', `${name}:/Mirror`)).toBe('sub/\na.txt');
  await run('rm', `${name}:/a.txt`);
  expect(await run('trash', 'list', '--in', `${name}:/`)).toContain('/a.txt');
  expect(await run('ls', '/')).toBe('');
  const { code, err } = await me.on('ls', 'Nowhere:/');
  expect([code, err]).toEqual([5, expect.stringContaining('there is no team drive Nowhere')]);
  expect((await me.on('sync', '--two-way', me.here('tree'), `${name}:/Mirror`)).code).toBe(2);
});

it('[P-1271] moves and copies between the own tree and team drives', async () => {
  const name = nextName();
  await run('drives', 'create', name);
  await me.put('/Plans/a.txt', 'hello');
  await run('mv', '/Plans', `${name}:/`);
  expect([await run('ls', '/'), await run('cat', `${name}:/Plans/a.txt`)]).toEqual(['', 'hello']);
  await run('cp', `${name}:/Plans/a.txt`, '/copy.txt');
  await run('mv', `${name}:/Plans/a.txt`, '/mine.txt');
  expect(await run('ls', '/')).toBe('copy.txt\nmine.txt');
});
