import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDrive, type Drive, type TestSession } from '../../../test/drive.ts';

let drive: Drive;
let session: TestSession;
beforeAll(async () => {
  drive = await startDrive({ settings: { BASE_URL: 'http://drive.test/our/drive' } });
  session = await drive.signIn(await drive.createUser());
});
afterAll(() => drive.close());

const open = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  drive.fetch(path, { redirect: 'manual', headers: { accept: 'text/html', ...headers } });

describe('the web app', () => {
  test('sends visitors to the sign-in page, which returns them to where they were', async () => {
    const response = await open('/our/drive/app/files/7?sort=-size');
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/our/drive/sign-in?next=%2Fapp%2Ffiles%2F7%3Fsort%3D-size');
  });

  test('is the start page of signed-in users', async () => {
    const response = await open('/our/drive/', { cookie: session.cookie });
    expect([response.status, response.headers.get('location')]).toEqual([303, '/our/drive/app/']);
  });

  test.each(['/account', '/account/totp'])('has the account, to which the former page %s leads', async (path) => {
    const response = await open(`/our/drive${path}`);
    expect([response.status, response.headers.get('location')]).toEqual([303, '/our/drive/app/account/security']);
    const visitor = await open('/our/drive/app/account/security');
    expect(visitor.headers.get('location')).toBe('/our/drive/sign-in?next=%2Fapp%2Faccount%2Fsecurity');
  });

  test('is where the name of a signed-in user leads on the pages of the server', async () => {
    const page = await open('/our/drive/device', { cookie: session.cookie });
    expect(await page.text()).toContain('<a href="/our/drive/app/account" title=');
  });

  test('has no other file than those of its build', async () => {
    for (const name of ['unknown.js', '..%2findex.html', 'index.html'])
      expect((await open(`/our/drive/app/assets/${name}`)).status).toBe(404);
  });
});
