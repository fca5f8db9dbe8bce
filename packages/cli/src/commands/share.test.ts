import { describe, expect, it } from 'vitest';
import { useDrive } from '../../test/drive-user.ts';

const me = useDrive();
const { on, put } = me;

describe('share', () => {
  it('prints the short link alone, and the same one again', async () => {
    await put('/a.txt', 'hello');
    const first = await on('share', '/a.txt');
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toMatch(/^http\S+\/s\/\S+\n$/);
    expect((await on('share', '/a.txt', '--expires', '7d')).out).toBe(first.out);
  });

  it('sets mode and expiry, and changes only what it is told', async () => {
    await put('/a.txt');
    const describeShare = async (...argv: string[]) =>
      JSON.parse((await on('share', '/a.txt', '--json', ...argv)).out) as {
        shareMode: string;
        expiresAt: string | null;
      };
    expect(await describeShare()).toMatchObject({ shareMode: 'SHARED', expiresAt: null, path: '/a.txt' });
    const week = await describeShare('--expires', '1w', '--public');
    expect(week.shareMode).toBe('PUBLIC');
    expect(Date.parse(week.expiresAt ?? '') - me.drive.clock.now()).toBe(7 * 24 * 3600 * 1000);
    expect(await describeShare()).toEqual(week);
    expect(await describeShare('--expires', 'never')).toMatchObject({ shareMode: 'PUBLIC', expiresAt: null });
  });

  it('refuses an expiry that the server does not allow as wrong usage', async () => {
    await put('/a.txt');
    expect(await on('share', '/a.txt', '--expires', '2y')).toMatchObject({ code: 2, out: '' });
  });

  it('ends the sharing', async () => {
    await put('/a.txt');
    const link = (await on('share', '/a.txt')).out.trim();
    expect(await on('share', '/a.txt', '--revoke')).toMatchObject({ code: 0, out: '' });
    expect((await me.drive.fetch(link)).status).toBe(404);
    expect(await on('share', '/a.txt', '--revoke')).toMatchObject({ code: 0 });
  });

  it('shares several, past those that are not there, and refuses folders', async () => {
    await put('/a.txt');
    await put('/b.txt');
    const some = await on('share', '/a.txt', '/missing', '/b.txt');
    expect([some.code, some.out.trimEnd().split('\n').length]).toEqual([3, 2]);
    await on('mkdir', '/Photos');
    expect(await on('share', '/Photos')).toEqual({
      code: 2,
      out: '',
      err: 'error: /Photos is a folder, and only files can be shared\n',
    });
  });
});
