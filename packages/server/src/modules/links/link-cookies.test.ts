import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDrive, type Drive } from '../../../test/drive.ts';
import { sharedApi } from '../../../test/shared.ts';

const password = 'open sesame';

describe.each([
  ['https', 'https://example.org/drive', '__Secure-'],
  ['http', 'http://example.org/drive', ''],
])('the cookies of a link at %s', (_, baseUrl, prefix) => {
  let drive: Drive;
  let token: string;
  let setCookies: string[];
  beforeAll(async () => {
    drive = await startDrive({ settings: { BASE_URL: baseUrl } });
    const user = await drive.createUser();
    const mine = sharedApi(drive, user);
    ({ shareToken: token } = await mine.shareFile(await mine.put('a.txt', 'a'), { password }));
    const path = `/drive/api/public/share/${token}/unlock`;
    setCookies = (await drive.fetch(path, { method: 'POST', json: { password } })).headers.getSetCookie();
  });
  afterAll(() => drive.close());

  const isUnlockedBy = async (cookie: string): Promise<boolean> =>
    (await drive.fetch(`/drive/api/public/share/${token}/download-url`, { headers: { cookie } })).status === 200;

  test('[P-394] have the prefix of secure cookies at https only', () => {
    expect(setCookies).toHaveLength(3);
    for (const cookie of setCookies) {
      expect(cookie).toMatch(new RegExp(`^${prefix}unlock_${token}=`));
      expect(/; Secure(;|$)/.test(cookie)).toBe(prefix !== '');
    }
  });

  test('[P-395] are read by their name, and at https by the name of earlier versions, too', async () => {
    const grant = /=([^;]*)/.exec(setCookies[0] ?? '')?.[1] ?? '';
    expect(await isUnlockedBy(`${prefix}unlock_${token}=${grant}`)).toBe(true);
    expect(await isUnlockedBy(`a=b; unlock_${token}=${grant}`)).toBe(true);
    expect(await isUnlockedBy(`__Secure-unlock_${token}=${grant}`)).toBe(prefix !== '');
    // The name that a page at http cannot write wins.
    expect(await isUnlockedBy(`unlock_${token}=${grant}; __Secure-unlock_${token}=x`)).toBe(prefix === '');
  });
});
