import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCookieJar, type CookieJar } from '../../test/browser/cookie-jar.ts';
import { startDrive, type Drive, type TestUser } from '../../test/drive.ts';
import { sharedApi, type SharedApi } from '../../test/shared.ts';

const password = 'open sesame';

/** A link with a password, by the paths at which a browser meets it. */
interface Link {
  readonly token: string;
  /** Paths that answer 200 or 303 with the cookie only. */
  readonly locked: readonly string[];
  readonly unlockPage: string;
  readonly unlockApi: string;
}

const linksOf = {
  share: (token: string): Link => ({
    token,
    locked: [
      `/share/${token}`,
      `/share/${token}?page=1`,
      `/api/public/share/${token}/files`,
      `/files/share-form/${token}`,
    ],
    unlockPage: `/share/${token}/unlock`,
    unlockApi: `/api/public/share/${token}/unlock`,
  }),
  collection: (token: string): Link => ({
    token,
    locked: [`/collect/${token}`, `/files/collect-form/${token}`],
    unlockPage: `/collect/${token}/unlock`,
    unlockApi: `/api/public/collect/${token}/unlock`,
  }),
  proofing: (token: string): Link => ({
    token,
    locked: [`/proof/${token}`],
    unlockPage: `/proof/${token}/unlock`,
    unlockApi: `/api/public/proofing/${token}/unlock`,
  }),
  paste: (token: string): Link => ({
    token,
    locked: [`/p/${token}`, `/files/pastes/${token}/raw`],
    unlockPage: `/p/${token}/unlock`,
    unlockApi: `/api/public/pastes/${token}/unlock`,
  }),
};
type Kind = keyof typeof linksOf;
const kinds = Object.keys(linksOf) as Kind[];

let folders = 0;

async function createLink(drive: Drive, user: TestUser, kind: Kind, fileIds: readonly string[]): Promise<Link> {
  const create = async (path: string, json: object, name = 'token'): Promise<Link> => {
    const response = await drive.fetch(path, { method: 'POST', key: user.key, json: { password, ...json } });
    expect(response.status).toBe(201);
    return linksOf[kind](((await response.json()) as Record<string, string>)[name] ?? '');
  };
  if (kind === 'share') {
    const folder = await sharedApi(drive, user).folder(`Folder ${(folders += 1)}`);
    const options = { likesEnabled: true, commentsEnabled: true, allowUpload: true };
    return create(`/api/files/${folder}/links`, options, 'shareToken');
  }
  if (kind === 'collection') return create('/api/collections', { name: 'Photos' });
  if (kind === 'proofing') return create('/api/proofings', { name: 'Wedding', fileIds });
  return create('/api/pastes', { content: 'text' });
}

/** A browser that keeps its cookies in `jar`, at a server with the base path `basePath`. */
function visit(drive: Drive, jar: CookieJar, basePath = '') {
  return async (
    path: string,
    init: { readonly method?: 'PUT'; readonly form?: URLSearchParams | FormData; readonly json?: unknown } = {},
  ): Promise<Response> => {
    const { method = 'POST', form, json } = init;
    const response = await drive.fetch(basePath + path, {
      ...(form === undefined && json === undefined ? {} : { method }),
      headers: { accept: 'text/html', cookie: jar.header(basePath + path), 'sec-fetch-site': 'same-origin' },
      ...(form === undefined ? {} : { body: form }),
      ...(json === undefined ? {} : { json }),
    });
    jar.store(basePath + path, response.headers.getSetCookie());
    return response;
  };
}

/** Requests everything that is locked, like the page or its forms. */
async function statusesOf(go: ReturnType<typeof visit>, link: Link): Promise<number[]> {
  const statuses = [];
  for (const path of link.locked) {
    const form = path.includes('-form/') ? { form: formWithFile() } : {};
    statuses.push((await go(path, form)).status);
  }
  return statuses;
}

function formWithFile(): FormData {
  const form = new FormData();
  form.append('file', new File(['content'], 'a.txt'));
  return form;
}

const isFine = (status: number): boolean => status === 200 || status === 303;

describe.each([
  ['at the root of a host', 'http://example.com'],
  ['below a path', 'https://example.com/drive'],
])('the cookies of a link, %s', (_name, baseUrl) => {
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');
  let drive: Drive;
  let user: TestUser;
  let mine: SharedApi;
  let fileIds: readonly string[];
  beforeAll(async () => {
    drive = await startDrive({ settings: { BASE_URL: baseUrl, FEATURE_LIMITS: 'off' } });
    user = await drive.createUser();
    mine = sharedApi(drive, user);
    fileIds = [await mine.put('a.txt', 'a'), await mine.put('b.txt', 'b')];
  });
  afterAll(() => drive.close());

  it.each(kinds)('[P-399] unlock everything of a %s, on any page that took its password', async (kind) => {
    for (const by of ['page', 'api'] as const) {
      const link = await createLink(drive, user, kind, fileIds);
      const jar = createCookieJar();
      const go = visit(drive, jar, basePath);
      expect((await statusesOf(go, link)).filter(isFine)).toEqual([]);
      if (by === 'page')
        expect((await go(link.unlockPage, { form: new URLSearchParams({ password }) })).status).toBe(303);
      else expect((await go(link.unlockApi, { json: { password } })).status).toBe(200);
      expect((await statusesOf(go, link)).filter((status) => !isFine(status))).toEqual([]);
      for (const { path, name } of jar.all()) {
        const prefix = baseUrl.startsWith('https:') ? '__Secure-' : '';
        expect([name, path]).toEqual([
          `${prefix}unlock_${link.token}`,
          expect.stringMatching(`^${basePath}/.+/${link.token}$`),
        ]);
        expect(path).not.toMatch(/^\/drive\/drive/);
      }
      for (const elsewhere of ['/', '/sign-in', `/s/${link.token}`, `/share/${link.token}x`, '/api/public/config'])
        expect(jar.header(basePath + elsewhere)).toBe('');
    }
  });

  it('[P-100] identify a visitor and a recipient on pages and in the API', async () => {
    const id = await mine.put('c.txt', 'c');
    const { shareToken: token } = await mine.shareFile(id, { likesEnabled: true });
    await mine.call('POST', `/api/shares/${token}/recipients`, { emails: ['grace@example.com'] });
    await drive.drain();
    const r = /\?r=([\w.-]+)/.exec(drive.mails.at(-1)?.text ?? '')?.[1] ?? '';
    const jar = createCookieJar();
    const go = visit(drive, jar, basePath);
    expect((await go(`/share/${token}?r=${r}`)).status).toBe(200);
    expect((await go(`/api/public/share/${token}/like`, { method: 'PUT', json: {} })).status).toBe(200);
    expect(await (await go(`/api/public/share/${token}`)).json()).toMatchObject({ likedByMe: true, likeCount: 1 });
    for (const start of ['/share/', '/api/public/share/'])
      expect(jar.header(`${basePath}${start}${token}/download`)).toMatch(
        /^(__Secure-)?(recipient|visitor)_.*; (__Secure-)?(recipient|visitor)_/,
      );
    const { downloadUrl } = (await (await go(`/api/public/share/${token}/download-url`)).json()) as Record<
      string,
      string
    >;
    await (await drive.fetch(new URL(downloadUrl ?? '').pathname)).text();
    await drive.drain();
    const { body } = await mine.call('GET', `/api/shares/${token}/recipients`);
    expect(body.recipients).toMatchObject([{ downloadCount: 1 }]);
  });
});

it(
  '[P-398] do not grow: a visitor of 1,000 links sends no more than a visitor of one',
  { timeout: 240_000 },
  async () => {
    const drive = await startDrive({ settings: { FEATURE_LIMITS: 'off' } });
    try {
      const user = await drive.createUser();
      const mine = sharedApi(drive, user);
      const fileIds = [await mine.put('a.txt', 'a'), await mine.put('b.txt', 'b')];
      const jar = createCookieJar();
      const go = visit(drive, jar);
      const links = new Map<Kind, Link[]>();
      for (const kind of kinds) {
        const visited: Link[] = [];
        for (let i = 0; i < 250; i += 1) {
          const link = await createLink(drive, user, kind, fileIds);
          await go(link.unlockApi, { json: { password } });
          if (kind === 'share') await go(`/api/public/share/${link.token}/like`, { method: 'PUT', json: {} });
          visited.push(link);
        }
        links.set(kind, visited);
      }
      expect(jar.all().filter(({ name }) => /^(__Secure-)?unlock_/.test(name)).length).toBeGreaterThan(2_000);
      expect(jar.all().filter(({ name }) => /^(__Secure-)?visitor_/.test(name))).toHaveLength(750);
      // All cookies together exceed the header limit of most servers.
      const everything = jar
        .all()
        .map(({ name, value }) => `${name}=${value}`)
        .join('; ');
      expect((await drive.fetch('/healthz', { headers: { cookie: everything } })).status).toBe(431);

      for (const visited of links.values())
        for (const link of visited)
          for (const path of [...link.locked, link.unlockPage, link.unlockApi]) {
            const header = jar.header(path);
            expect(header.length).toBeLessThan(400);
            expect(header.split('; ').every((pair) => pair.includes(`_${link.token}=`))).toBe(true);
          }
      for (const visited of links.values())
        for (const link of visited.slice(-3))
          expect((await statusesOf(go, link)).filter((status) => !isFine(status))).toEqual([]);
      for (const path of ['/', '/sign-in', '/api/public/config', '/files/d/token/name'])
        expect(jar.header(path)).toBe('');
    } finally {
      await drive.close();
    }
  },
);
