import { expect, it } from 'vitest';
import { useDrive } from '../../test/drive-user.ts';

const drive = useDrive();

it('finds paths that are too long for a URL, folder by folder', async () => {
  const deep = Array.from({ length: 9 }, (_, level) => `/${level}${'深'.repeat(250)}`).join('');
  expect(encodeURIComponent(deep).length).toBeGreaterThan(16_384);
  expect((await drive.on('mkdir', '-p', deep)).code).toBe(0);
  expect(await drive.on('ls', '-d', deep)).toMatchObject({ code: 0, out: `${deep}/\n` });
  expect((await drive.on('ls', `${deep}/nothing`)).code).toBe(5);
  expect((await drive.on('rm', '-r', deep)).code).toBe(0);
});
