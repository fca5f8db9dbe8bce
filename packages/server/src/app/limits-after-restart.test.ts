import { minuteMs } from '@drive/base';
import type { ShareDescriptor } from '@drive/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { createUserWithTwoFactor } from '../../test/api/authenticator.ts';
import { startDrive, type Drive, type DriveOptions } from '../../test/drive.ts';
import { treeOn } from '../../test/tree/tree.ts';

let drive: Drive;
afterEach(() => drive.close());
const start = async (options: DriveOptions = {}): Promise<Drive> => (drive = await startDrive(options));
const statusOf = async (path: string, json: unknown): Promise<number> =>
  (await drive.fetch(path, { method: 'POST', json })).status;

describe('after a restart', () => {
  it('[P-375] the limit on signing in stays in effect', async () => {
    const { email, password } = await (await start({ settings: { RATE_AUTH: '3' } })).createUser();
    for (let n = 0; n < 3; n += 1)
      expect(await statusOf('/api/auth/login', { email, password: `guess ${n}` })).toBe(401);
    await drive.restart();
    expect(await statusOf('/api/auth/login', { email, password })).toBe(429);
    drive.clock.advance(minuteMs);
    expect(await statusOf('/api/auth/login', { email, password })).toBe(200);
  });

  it('[P-376] the limit on unlocking a link stays in effect', async () => {
    const { userId, key } = await (await start()).createUser();
    const { id } = await treeOn(drive).upload(userId, 'a.txt');
    const json = { password: 'open sesame' };
    const shared = await drive.fetch(`/api/files/${id}/share`, { method: 'POST', key, json });
    const { shareToken } = (await shared.json()) as ShareDescriptor;
    const unlock = (password: string) => statusOf(`/api/public/share/${shareToken}/unlock`, { password });
    for (let n = 0; n < 5; n += 1) expect(await unlock(`guess ${n}`)).toBe(403);
    await drive.restart();
    expect(await unlock('open sesame')).toBe(429);
    drive.clock.advance(15 * minuteMs);
    expect(await unlock('open sesame')).toBe(200);
  });

  it('[P-377] the limit on two-factor codes stays in effect', async () => {
    const { user, authenticator } = await createUserWithTwoFactor(await start());
    const { email, password } = user;
    const signIn = (totp: string) => statusOf('/api/auth/login', { email, password, totp });
    for (let n = 0; n < 5; n += 1) expect(await signIn(authenticator(1000 + n))).toBe(401);
    await drive.restart();
    expect(await signIn(authenticator())).toBe(429);
    drive.clock.advance(15 * minuteMs);
    expect(await signIn(authenticator())).toBe(200);
  });
});
