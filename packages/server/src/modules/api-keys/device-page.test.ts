import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestBrowser, type TestBrowser } from '../../../test/browser/browser.ts';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';

let drive: Drive;
beforeAll(async () => {
  drive = await startDrive();
});
afterAll(() => drive.close());

interface Device {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly verificationUriComplete: string;
}
const startDevice = async (): Promise<Device> =>
  (await (await drive.fetch('/api/auth/device', { method: 'POST' })).json()) as Device;
const poll = async ({ deviceCode }: Device): Promise<{ code?: string; rawKey?: string }> =>
  (await (await drive.fetch('/api/auth/device/token', { method: 'POST', json: { deviceCode } })).json()) as object;
async function signedIn(user?: TestUser): Promise<TestBrowser> {
  const { email, password } = user ?? (await drive.createUser());
  const browser = createTestBrowser(drive);
  await browser.submit(await browser.open('/sign-in'), { email, password });
  return browser;
}

describe('the device page', () => {
  test('opens from the URL that the device shows, after signing in', async () => {
    const device = await startDevice();
    const user = await drive.createUser();
    const browser = createTestBrowser(drive);
    const asked = await browser.open(device.verificationUriComplete.replace(drive.url, ''));
    expect(asked.path).toBe(`/sign-in?next=${encodeURIComponent(`/device?code=${device.userCode}`)}`);
    const page = await browser.submit(asked, { email: user.email, password: user.password });
    expect(page).toMatchObject({ path: `/device?code=${device.userCode}`, heading: 'Allow this device?' });
    expect(page.html).toContain(`<p class="usercode">${device.userCode}</p>`);
    const done = await browser.submit(page, { decision: 'approve' });
    expect(done).toMatchObject({ path: '/device?done=approved', heading: 'Device allowed' });
    const { rawKey } = await poll(device);
    expect(await (await drive.fetch('/api/me', { key: rawKey ?? '' })).json()).toMatchObject({ email: user.email });
  });

  test('accepts the code in any case, with or without spaces and dashes', async () => {
    const { userCode } = await startDevice();
    const browser = await signedIn();
    const page = await browser.submit(await browser.open('/device'), {
      code: userCode.toLowerCase().replace('-', ' '),
    });
    expect(page.fields['code']).toBe(userCode);
  });

  test('refuses a device, too', async () => {
    const device = await startDevice();
    const browser = await signedIn();
    const done = await browser.submit(await browser.open(`/device?code=${device.userCode}`), { decision: 'refuse' });
    expect(done.heading).toBe('Device refused');
    expect(await poll(device)).toMatchObject({ code: 'access_denied' });
  });

  test('approves nothing when it opens, or by a form without a decision', async () => {
    const device = await startDevice();
    const browser = await signedIn();
    const page = await browser.open(`/device?code=${device.userCode}`);
    expect((await browser.submit(page, {})).path).toBe('/device');
    expect(await poll(device)).toMatchObject({ code: 'authorization_pending' });
  });

  test('finds no code that was used, has expired, or was never issued', async () => {
    const device = await startDevice();
    const browser = await signedIn();
    const page = await browser.open(`/device?code=${device.userCode}`);
    await browser.submit(page, { decision: 'approve' });
    for (const path of [page.path, '/device?code=BBBB-BBBB', '/device?code=nonsense'])
      expect(await browser.open(path)).toMatchObject({
        status: 404,
        errors: { code: expect.stringContaining('No device is waiting with this code') as string },
      });
    expect(await browser.submit(page, { decision: 'approve' })).toMatchObject({ status: 404 });
  });

  test('checks no code after five wrong ones, in its URL or its form', async () => {
    const own = await startDrive();
    const { email, password } = await own.createUser();
    const browser = createTestBrowser(own);
    await browser.submit(await browser.open('/sign-in'), { email, password });
    const { userCode } = (await (await own.fetch('/api/auth/device', { method: 'POST' })).json()) as Device;
    for (let n = 0; n < 4; n += 1) expect(await browser.open('/device?code=BBBB-BBBB')).toMatchObject({ status: 404 });
    const page = await browser.open(`/device?code=${userCode}`);
    expect(page).toMatchObject({ status: 200, heading: 'Allow this device?' });
    expect(await browser.submit(page, { decision: 'approve', code: 'CCCC-CCCC' })).toMatchObject({ status: 404 });
    const refused = await browser.open(`/device?code=${userCode}`);
    expect([refused.status, refused.heading]).toEqual([429, 'Too many requests']);
    expect(await browser.submit(page, { decision: 'approve' })).toMatchObject({ status: 429 });
    await own.close();
  });

  test('refuses forms without the XSRF token of the session', async () => {
    const device = await startDevice();
    const browser = await signedIn();
    const page = await browser.open(`/device?code=${device.userCode}`);
    for (const xsrf of ['', (await signedIn()).cookies.get('XSRF-TOKEN') ?? ''])
      expect((await browser.submit(page, { decision: 'approve', xsrf })).status).toBe(403);
    expect(await poll(device)).toMatchObject({ code: 'authorization_pending' });
  });

  test('redirects forms of visitors to the sign-in page', async () => {
    const device = await startDevice();
    const page = await (await signedIn()).open(`/device?code=${device.userCode}`);
    expect((await createTestBrowser(drive).submit(page, { decision: 'approve' })).path).toContain('/sign-in');
    expect(await poll(device)).toMatchObject({ code: 'authorization_pending' });
  });

  test('says that there are ten keys, and approves the device once one is revoked', async () => {
    const user = await drive.createUser();
    const created: { id: string }[] = [];
    for (let n = 0; n < 9; n += 1)
      created.push(
        (await (await drive.fetch('/api/me/api-keys', { method: 'POST', key: user.key })).json()) as { id: string },
      );
    const device = await startDevice();
    const browser = await signedIn(user);
    const refused = await browser.submit(await browser.open(`/device?code=${device.userCode}`), {
      decision: 'approve',
    });
    expect(refused).toMatchObject({ status: 409, notice: expect.stringContaining('at most 10 active') as string });
    await drive.fetch(`/api/me/api-keys/${created[0]?.id}`, { method: 'DELETE', key: user.key });
    expect((await browser.submit(refused, { decision: 'approve' })).heading).toBe('Device allowed');
  });
});
