// Draws every screen of the web app and every page of the server into a folder, on the examples of `drive-server demo`, to
// look at after a change of the design: at the widths of a desktop, a tablet and a phone, light and dark, and in German.
//   pnpm run build && node tools/scripts/pictures/take-screens.mjs FOLDER
//   --only files,share     screens whose names begin so
//   --widths 390           some of 1440, 768 and 390
//   --looks light,de       some of light, dark and de
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DriveClient } from '@drive/sdk';
import { chromium } from 'playwright-core';
import { admin, startRealServer } from '../real-server.mjs';
import { chromiumOptions } from './chromium-options.mjs';

const sizes = { 1440: 900, 768: 1024, 390: 844 };
const looks = {
  light: { colorScheme: 'light', locale: 'en-US' },
  dark: { colorScheme: 'dark', locale: 'en-US' },
  de: { colorScheme: 'light', locale: 'de-DE' },
};

const adminScreens = ['', '/users', '/groups', '/drives', '/invites', '/files', '/jobs', '/audit', '/settings'].map(
  (path) => [`admin${path.replace('/', '-')}`, `/app/admin${path}`],
);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, widths: { type: 'string' }, looks: { type: 'string' } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('Name the folder: take-screens.mjs FOLDER');
const listOf = (text, all) => (text === undefined ? all : text.split(','));
const only = listOf(values.only, ['']);
mkdirSync(folder, { recursive: true });

const server = await startRealServer({
  env: { DRIVE_RATE_API: '0', DRIVE_ANONYMOUS_UPLOADS: 'on', DRIVE_REGISTRATION: 'open' },
});
const browser = await chromium.launch(chromiumOptions);
try {
  const accounts = JSON.parse((await server.run('demo', '--json')).stdout).accounts;
  const [ada] = accounts;
  const clientOf = async (email) => {
    const { stdout: key } = await server.run('key', 'create', '--email', email);
    return new DriveClient({ baseUrl: server.url, apiKey: key.trim() });
  };
  const links = {
    ...(await exampleLinks(await clientOf(ada.email))),
    drive: await exampleDrive(await clientOf(admin.email)),
  };
  for (const look of listOf(values.looks, Object.keys(looks)))
    for (const width of listOf(values.widths, Object.keys(sizes))) {
      await drawScreens(ada, appScreens(links), { look, width });
      await drawScreens(
        admin,
        [['drive', `/app/files/${links.drive}`], ['drives-own', '/app/drives'], ...adminScreens],
        { look, width },
      );
      await drawScreens(undefined, visitorScreens(links), { look, width });
    }
} finally {
  await browser.close();
  await server.stop();
}

/** What the paths of screens need: ids and links of the examples. */
async function exampleLinks(client) {
  const photos = await client.files.getByPath('/Coast, spring');
  const photo = await client.files.getByPath('/Coast, spring/fjord.jpg');
  const notes = await client.files.getByPath('/notes.md');
  const empty = await client.files.createFolder({ name: 'Nothing in it yet' });
  const first = async (list) => {
    for await (const item of list) return item;
    throw new Error('the examples lack something');
  };
  return {
    photos: photos.id,
    photo: photo.id,
    empty: empty.id,
    share: (await client.shares.createForFolder(photos.id)).shareUrl,
    reports: (await client.shares.createForFolder((await client.files.getByPath('/Reports')).id)).shareUrl,
    single: (await client.shares.create(photo.id)).shareUrl,
    locked: (await client.shares.create(notes.id, { password: 'a secret' })).shareUrl,
    request: await first(client.collections.list()),
    proofing: await first(client.proofings.list()),
    paste: await first(client.pastes.list()),
  };
}

/** Root of a team drive of the administrator, with a file. */
async function exampleDrive(client) {
  const { rootId } = await client.drives.create({ name: 'Exhibition team' });
  await client.uploads.upload(new Blob(['Hall 3, from nine on.\n']), { name: 'plan.txt', parentId: rootId });
  return rootId;
}

/** [name, path, what is done before the picture] */
function appScreens({ photos, photo, empty, request, proofing, paste }) {
  const select = (count) => async (page) => {
    for (let index = 0; index < count; index += 1)
      await page
        .locator('[data-index]')
        .nth(index)
        .click({ modifiers: index === 0 ? [] : ['Control'], position: { x: 240, y: 12 } });
  };
  const menuOf = (name) => async (page) => page.getByText(name, { exact: true }).first().click({ button: 'right' });
  return [
    ['files', '/app/files'],
    ['files-selected', '/app/files', select(2)],
    ['files-menu', '/app/files', menuOf('notes.md')],
    ['files-grid', `/app/files/${photos}`, inGrid],
    ['files-folder', `/app/files/${photos}`],
    ['files-empty', `/app/files/${empty}`],
    ['files-missing', '/app/files/00000000-0000-4000-8000-000000000000'],
    ['viewer', `/app/files/${photos}?view=${photo}`],
    ['search', '/app/search?q=report'],
    ['search-none', '/app/search?q=zebra'],
    ['recent', '/app/recent'],
    ['starred', '/app/starred'],
    ['given', '/app/shared-with-me'],
    ['drives', '/app/drives'],
    ['shared', '/app/shared'],
    ['requests', '/app/shared/requests'],
    ['request', `/app/shared/requests/${request.id}`],
    ['proofings', '/app/shared/proofings'],
    ['proofing', `/app/shared/proofings/${proofing.id}`],
    ['pastes', '/app/shared/pastes'],
    ['paste', `/app/shared/pastes/${paste.id}`],
    ['trash', '/app/trash'],
    ['start', '/app/start'],
    ...['', '/notifications', '/security', '/keys', '/grants', '/webhooks', '/storage'].map((path) => [
      `account${path.replace('/', '-')}`,
      `/app/account${path}`,
    ]),
    ['palette', '/app/files', (page) => page.keyboard.press('Control+k')],
    [
      'share',
      '/app/files',
      async (page) => {
        await menuOf('notes.md')(page);
        await page
          .getByRole('menuitem')
          .filter({ hasText: /Share|Teilen/ })
          .first()
          .click();
      },
    ],
  ];
}

function visitorScreens({ share, reports, single, locked, request, proofing, paste }) {
  return [
    ['page-start', '/'],
    ['page-sign-in', '/sign-in'],
    ['page-register', '/register'],
    ['page-forgot', '/forgot'],
    ['page-upload', '/upload'],
    ['page-new-paste', '/paste'],
    ['page-install', '/install'],
    ['page-docs', '/api/docs'],
    ['page-share-folder', share],
    ['page-share-list', reports],
    ['page-share-select', `${share}?select=1`],
    ['page-share-file', single],
    ['page-share-locked', locked],
    ['page-request', `/collect/${request.token}`],
    ['page-proofing', proofing.url],
    ['page-paste', paste.url],
    ['page-missing', '/s/nothing'],
  ];
}

async function inGrid(page) {
  await page.evaluate(() => localStorage.setItem('drive-layout', 'grid'));
  await page.reload();
  await page.evaluate(() => localStorage.removeItem('drive-layout'));
}

async function drawScreens(account, screens, { look, width }) {
  const wanted = screens.filter(([name]) => only.some((start) => name.startsWith(start)));
  if (wanted.length === 0) return;
  const isPhone = width === '390';
  const context = await browser.newContext({
    viewport: { width: Number(width), height: sizes[width] },
    hasTouch: isPhone,
    isMobile: isPhone,
    ...looks[look],
  });
  context.setDefaultTimeout(8000);
  if (account !== undefined) {
    const { email, password } = account;
    const answer = await context.request.post(`${server.url}/api/auth/login`, { data: { email, password } });
    if (!answer.ok()) throw new Error(`${email} cannot sign in: ${await answer.text()}`);
  }
  for (const [name, path, prepare] of wanted) {
    const page = await context.newPage();
    await page.goto(path.startsWith('http') ? path : `${server.url}${path}`);
    await settle(page);
    try {
      await prepare?.(page);
    } catch (error) {
      console.error(`${name} ${width} ${look}: ${error.message.split('\n')[0]}`);
    }
    await settle(page);
    await page.screenshot({ path: join(folder, `${name}-${width}-${look}.png`) });
    await page.close();
  }
  await context.close();
}

/** The stream of events stays open, so the network is never idle. */
async function settle(page) {
  await page.waitForTimeout(700);
  await page
    .waitForFunction(() => document.querySelector('[aria-busy=true]') === null, undefined, { timeout: 5000 })
    .catch(() => {});
}
