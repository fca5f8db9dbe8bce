import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestBrowser } from '../../../test/browser/browser.ts';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { sharedApi, type SharedApi } from '../../../test/shared.ts';

let drive: Drive;
let owner: TestUser;
let mine: SharedApi;
beforeAll(async () => {
  drive = await startDrive({ settings: { BASE_URL: 'http://drive.test/our/drive', FEATURE_LIMITS: 'off' } });
  owner = await drive.createUser();
  mine = sharedApi(drive, owner);
});
afterAll(() => drive.close());

const open = (path: string, as?: { readonly cookie: string }): Promise<Response> =>
  drive.fetch(path, { redirect: 'manual', headers: { accept: 'text/html', ...(as && { cookie: as.cookie }) } });
const targetOf = ({ status, headers }: Response) => [status, headers.get('location')];

let folders = 0;
const kinds = [
  ['collections', 'collect', 'received', 'requests'],
  ['proofings', 'proof', 'selections', 'proofings'],
] as const;

describe.each(kinds)('the former list of what came in through %s', (noun, page, list, screen) => {
  const create = async (json: Record<string, unknown> = {}): Promise<{ id: string; token: string }> => {
    const folderId = await mine.folder(`Folder ${(folders += 1)}`);
    return (await mine.call('POST', `/api/${noun}`, { name: 'Wedding', folderId, ...json })).body;
  };

  it('redirects its owner to the app, also from the address of a file and after the link has expired', async () => {
    const { id, token } = await create({ expiresInDays: 1 });
    const session = await drive.signIn(owner);
    const screenPath = `/our/drive/app/shared/${screen}/${id}`;
    for (const rest of ['', '?page=2', '/11111111-1111-4111-8111-111111111111'])
      expect(targetOf(await open(`/our/drive/${page}/${token}/${list}${rest}`, session))).toEqual([303, screenPath]);
    drive.clock.advance(2 * 86_400_000);
    expect((await open(`/our/drive/${page}/${token}`)).status).toBe(410);
    expect(targetOf(await open(`/our/drive/${page}/${token}/${list}`, session))).toEqual([303, screenPath]);
  });

  it('asks a visitor to sign in first, and then leads to the app', async () => {
    const { id, token } = await create();
    const browser = createTestBrowser(drive);
    const signIn = await browser.open(`/our/drive/${page}/${token}/${list}/11111111-1111-4111-8111-111111111111`);
    expect(signIn.path).toBe(`/our/drive/sign-in?next=${encodeURIComponent(`/${page}/${token}/${list}`)}`);
    const after = await browser.submit(signIn, { email: owner.email, password: owner.password });
    expect(after.path).toBe(`/our/drive/app/shared/${screen}/${id}`);
  });

  it('shows other users the page of an unknown link, and does not lead them out of this server', async () => {
    const { token } = await create();
    const other = await drive.signIn(await drive.createUser());
    const [foreign, unknown] = [
      await open(`/our/drive/${page}/${token}/${list}`, other),
      await open(`/our/drive/${page}/unknown/${list}`, other),
    ];
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    const html = await foreign.text();
    expect(html).toContain('<h1>This link does not exist</h1>');
    expect(html).toBe(await unknown.text());
    const strange = await open(`/our/drive/${page}/%2F%2Fevil.example/${list}`);
    expect(targetOf(strange)).toEqual([
      303,
      `/our/drive/sign-in?next=${encodeURIComponent(`/${page}/%2F%2Fevil.example/${list}`)}`,
    ]);
  });

  it('is linked as the screen of the app on the page of the link, for its owner only', async () => {
    const { id, token } = await create();
    const link = `href="/our/drive/app/shared/${screen}/${id}"`;
    expect(await (await open(`/our/drive/${page}/${token}`, await drive.signIn(owner))).text()).toContain(link);
    const others = [undefined, await drive.signIn(await drive.createUser())];
    for (const other of others) {
      const html = await (await open(`/our/drive/${page}/${token}`, other)).text();
      expect(html).toContain('>Wedding</h1>');
      expect(html).not.toContain(id);
    }
  });
});
