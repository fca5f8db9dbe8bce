import type { CreatedApiKey } from '@drive/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { minuteMs, secondMs } from '../../platform/clock.ts';

interface Started {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly verificationUri: string;
  readonly verificationUriComplete: string;
  readonly expiresIn: number;
  readonly interval: number;
}

let drive: Drive;
beforeAll(async () => {
  drive = await startDrive();
});
afterAll(() => drive.close());

const post = (path: string, json?: unknown, user?: TestUser): Promise<Response> =>
  drive.fetch(path, {
    method: 'POST',
    ...(json === undefined ? {} : { json }),
    ...(user === undefined ? {} : { key: user.key }),
  });
const start = async (): Promise<Started> => (await (await post('/api/auth/device')).json()) as Started;
const decide = (userCode: string, user: TestUser, approve?: boolean): Promise<Response> =>
  post('/api/auth/device/approve', { userCode, ...(approve === undefined ? {} : { approve }) }, user);
const poll = async (deviceCode: string): Promise<{ status: number; code?: string; rawKey?: string }> => {
  const answer = await post('/api/auth/device/token', { deviceCode });
  return { status: answer.status, ...((await answer.json()) as { code?: string; rawKey?: string }) };
};

describe('signing a device in', () => {
  it('says what to open and type, and how often to poll', async () => {
    const device = await start();
    expect(device.userCode).toMatch(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/);
    expect(device).toMatchObject({
      verificationUri: `${drive.url}/device`,
      verificationUriComplete: `${drive.url}/device?code=${device.userCode}`,
      expiresIn: 600,
      interval: 10,
    });
  });

  it('waits for the person, then gives a working key once', async () => {
    const user = await drive.createUser();
    const device = await start();
    expect(await poll(device.deviceCode)).toMatchObject({ status: 400, code: 'authorization_pending' });
    expect((await decide(device.userCode, user)).status).toBe(204);
    drive.clock.advance(10 * secondMs);
    const { rawKey } = (await poll(device.deviceCode)) as CreatedApiKey & { status: number };
    const me = (await (await drive.fetch('/api/me', { key: rawKey })).json()) as { email: string };
    expect(me.email).toBe(user.email);
    drive.clock.advance(10 * secondMs);
    expect(await poll(device.deviceCode)).toMatchObject({ status: 400, code: 'expired_token' });
  });

  it('takes the code as people type it', async () => {
    const user = await drive.createUser();
    const device = await start();
    expect((await decide(` ${device.userCode.toLowerCase().replace('-', ' ')} `, user)).status).toBe(204);
  });

  it('tells a device that polls too fast to slow down, and counts from that poll', async () => {
    const { deviceCode } = await start();
    await poll(deviceCode);
    drive.clock.advance(9 * secondMs - 1);
    expect(await poll(deviceCode)).toMatchObject({ code: 'slow_down' });
    drive.clock.advance(9 * secondMs - 1);
    expect(await poll(deviceCode)).toMatchObject({ code: 'slow_down' });
    drive.clock.advance(10 * secondMs);
    expect(await poll(deviceCode)).toMatchObject({ code: 'authorization_pending' });
  });

  it('ends when the person refuses', async () => {
    const device = await start();
    await decide(device.userCode, await drive.createUser(), false);
    expect(await poll(device.deviceCode)).toMatchObject({ code: 'access_denied' });
  });

  it('ends after ten minutes, for the person and for the device', async () => {
    const user = await drive.createUser();
    const device = await start();
    drive.clock.advance(10 * minuteMs);
    expect((await decide(device.userCode, user)).status).toBe(404);
    expect(await poll(device.deviceCode)).toMatchObject({ code: 'expired_token' });
  });

  it('is decided once', async () => {
    const user = await drive.createUser();
    const device = await start();
    const decisions = await Promise.all([decide(device.userCode, user), decide(device.userCode, user, false)]);
    expect(decisions.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 404]);
  });

  it('gives the key to one of two polls at once', async () => {
    const device = await start();
    await decide(device.userCode, await drive.createUser());
    const answers = await Promise.all([poll(device.deviceCode), poll(device.deviceCode)]);
    expect(answers.filter(({ rawKey }) => rawKey !== undefined)).toHaveLength(1);
  });

  it('tells the person, not the device, that there are ten keys already', async () => {
    const user = await drive.createUser();
    for (let count = 0; count < 9; count++) await post('/api/me/api-keys', undefined, user);
    const device = await start();
    const answer = await decide(device.userCode, user);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([409, 'api_key_limit_reached']);
    expect(await poll(device.deviceCode)).toMatchObject({ code: 'authorization_pending' });
  });

  it('knows nothing of a device code that was never given', async () => {
    expect(await poll('x'.repeat(43))).toMatchObject({ status: 400, code: 'expired_token' });
  });
});
