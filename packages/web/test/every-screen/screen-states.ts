import type { Locator, Page } from 'playwright-core';
import { pseudo } from './pseudo-language.ts';

/** A screen, or a screen after something was done with it. */
export interface State {
  readonly name: string;
  /** Below `/app/`, or of a page below the server. Default: that of the state before. */
  readonly path?: string;
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** Ends a state that Escape does not end. */
  readonly undo?: (page: Page) => Promise<unknown>;
  /** Times that Escape is pressed. Default: 1. */
  readonly escapes?: number;
  /** Whether no other test checks the accessibility of the state. */
  readonly hasAxe?: boolean;
  /** Whether much text has little room in it: it is visited in every run, and the others with `EVERY_STATE=1`. */
  readonly isTight?: boolean;
}

/** States to visit, each with the path where it is. */
export function visitedStates(states: readonly State[], isEvery: boolean): (State & { readonly at: string })[] {
  let at = '';
  return states
    .map((state) => ({ ...state, at: (at = state.path ?? at) }))
    .filter(({ isTight = false }) => isEvery || isTight);
}

/** Ids and links of examples. */
export type ExamplePaths = Readonly<
  Record<
    | 'photos'
    | 'photo'
    | 'notes'
    | 'report'
    | 'reports'
    | 'table'
    | 'unknown'
    | 'empty'
    | 'drive'
    | 'webhook'
    | 'request'
    | 'requestPage'
    | 'proofing'
    | 'proofingPage'
    | 'paste'
    | 'pastePage'
    | 'folderPage'
    | 'filePage'
    | 'lockedPage',
    string
  >
>;

const button = (page: Page, text: string, values?: Readonly<Record<string, string>>): Locator =>
  page.getByRole('button', { name: pseudo(text, values), exact: true });
const press =
  (text: string, values?: Readonly<Record<string, string>>) =>
  (page: Page): Promise<void> =>
    button(page, text, values).first().click();
const popups = '[data-modal], [role=dialog], [role=menu], [role=listbox]';
/** Does what opens a dialog or a menu, which may be loaded only then. */
const opening =
  (act: (page: Page) => Promise<void>) =>
  async (page: Page): Promise<void> => {
    await act(page);
    await page.locator(popups).filter({ visible: true }).first().waitFor();
  };
const open = (text: string, values?: Readonly<Record<string, string>>) => opening(press(text, values));
/** Closes what is open. */
export async function closePopups(page: Page): Promise<void> {
  for (let turn = 0; turn < 5 && (await page.locator(popups).count()) > 0; turn += 1) {
    await page.keyboard.press('Escape');
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 200 })));
  }
}
const row = (page: Page, name: string): Locator => page.getByRole('row', { name: pseudo('Select {name}', { name }) });
const select =
  (...names: readonly string[]) =>
  async (page: Page): Promise<void> => {
    for (const [index, name] of names.entries())
      await row(page, name).click({ position: { x: 300, y: 12 }, modifiers: index === 0 ? [] : ['Control'] });
  };
const menuOf = (name: string) => open('Actions for {name}', { name });
const act =
  (name: string, action: string) =>
  async (page: Page): Promise<void> => {
    await menuOf(name)(page);
    await page.getByRole('menuitem', { name: pseudo(action), exact: true }).click();
    await page.locator('[data-modal]').first().waitFor();
  };
/** Closes the list of uploads, which would cover what comes next. */
const closePanel = (page: Page): Promise<void> => button(page, 'Close').last().click();
const deselect = (page: Page): Promise<void> => page.keyboard.press('Escape');

export function appStates(paths: ExamplePaths): State[] {
  const { photos, photo, notes, report, reports, table, unknown, empty, drive } = paths;
  const screen = (name: string, path: string): State => ({ name, path });
  return [
    { name: 'files', path: 'files', isTight: true },
    { name: 'selected', prepare: select('notes.md', 'price list.csv'), isTight: true },
    { name: 'menu of an item', prepare: menuOf('notes.md'), isTight: true },
    { name: 'menu of a folder', prepare: menuOf('Reports') },
    { name: 'order', prepare: open('Sort'), hasAxe: true },
    { name: 'new folder', prepare: open('New folder') },
    { name: 'new text', prepare: open('New text file'), hasAxe: true },
    {
      name: 'name refused',
      prepare: async (page) => {
        await select('notes.md')(page);
        await page.keyboard.press('F2');
        await page.getByLabel(pseudo('New name')).fill('a/b');
        await page.keyboard.press('Enter');
      },
      escapes: 2,
      hasAxe: true,
    },
    { name: 'move', prepare: act('notes.md', 'Move'), escapes: 2, isTight: true },
    { name: 'share', prepare: act('notes.md', 'Share'), isTight: true },
    {
      name: 'share, all settings',
      isTight: true,
      prepare: async (page) => {
        await act('notes.md', 'Share')(page);
        await press('More settings')(page);
      },
    },
    {
      name: 'share, send',
      isTight: true,
      prepare: async (page) => {
        await act('notes.md', 'Share')(page);
        await page.getByRole('tab', { name: pseudo('Send') }).click();
      },
      hasAxe: true,
    },
    {
      name: 'share, activity',
      prepare: async (page) => {
        await act('Coast, spring', 'Share')(page);
        await page.getByRole('tab', { name: pseudo('Activity') }).click();
      },
      hasAxe: true,
    },
    { name: 'access', prepare: act('Team handbook', 'Access'), isTight: true },
    { name: 'tags', prepare: act('notes.md', 'Tags'), isTight: true },
    { name: 'proofing of a folder', prepare: act('Coast, spring', 'Create a proofing'), isTight: true },
    { name: 'palette', prepare: opening((page) => page.keyboard.press('Control+k')), isTight: true },
    { name: 'shortcuts', prepare: opening((page) => page.keyboard.press('?')), hasAxe: true },
    {
      name: 'menu of the account',
      prepare: opening((page) => page.getByRole('banner').getByRole('button').last().click()),
      hasAxe: true,
    },
    {
      name: 'bell',
      prepare: opening((page) =>
        page
          .getByRole('button', { name: new RegExp(pseudo('Notifications').slice(1, 10)) })
          .first()
          .click(),
      ),
      hasAxe: true,
    },
    {
      name: 'details',
      isTight: true,
      prepare: async (page) => {
        await select('notes.md')(page);
        await press('Details')(page);
      },
      undo: async (page) => {
        await press('Details')(page);
        await deselect(page);
      },
    },
    {
      name: 'upload done',
      isTight: true,
      prepare: async (page) => {
        const buffer = Buffer.from('sent');
        await page.setInputFiles('[data-upload=files]', { name: 'sent.txt', mimeType: 'text/plain', buffer });
        await row(page, 'sent.txt').waitFor();
      },
      undo: closePanel,
    },
    {
      name: 'taken name',
      prepare: async (page) => {
        const buffer = Buffer.from('again');
        await page.setInputFiles('[data-upload=files]', { name: 'sent.txt', mimeType: 'text/plain', buffer });
        await page.getByRole('dialog').waitFor();
      },
      undo: closePanel,
    },
    {
      name: 'offline',
      isTight: true,
      prepare: async (page) => {
        await page.context().setOffline(true);
        await page
          .getByRole('status')
          .filter({ hasText: pseudo('You are offline.').slice(1, 8) })
          .first()
          .waitFor();
      },
      undo: (page) => page.context().setOffline(false),
    },
    { name: 'folder', path: `files/${photos}`, isTight: true },
    screen('empty folder', `files/${empty}`),
    screen('missing folder', 'files/00000000-0000-4000-8000-000000000000'),
    screen('reports', `files/${reports}`),
    { name: 'versions', path: 'files', prepare: act('notes.md', 'Versions'), isTight: true },
    screen('image', `files/${photos}?view=${photo}`),
    screen('text', `files?view=${notes}`),
    screen('table', `files/${reports}?view=${table}`),
    screen('PDF', `files/${reports}?view=${report}`),
    // Not after the text: a path is opened only if the state before has another.
    { name: 'editor', path: `files?view=${notes}`, prepare: press('Edit'), escapes: 2, isTight: true },
    { name: 'unknown type', path: `files?view=${unknown}`, hasAxe: true },
    { name: 'missing file', path: 'files?view=00000000-0000-4000-8000-000000000000' },
    { name: 'search', path: 'search?q=report', isTight: true },
    {
      name: 'filter by type',
      prepare: opening((page) =>
        page
          .getByRole('main')
          .getByRole('button', { name: pseudo('Type') })
          .first()
          .click(),
      ),
      hasAxe: true,
    },
    screen('search without a result', 'search?q=zebra'),
    screen('recent', 'recent'),
    screen('starred', 'starred'),
    { name: 'shared with me', path: 'shared-with-me', isTight: true },
    { name: 'team drives', path: 'drives', isTight: true },
    { name: 'new team drive', prepare: open('New team drive'), isTight: true },
    screen('team drive', `files/${drive}`),
    { name: 'members', prepare: open('Members'), isTight: true },
    { name: 'shared', path: 'shared', isTight: true },
    screen('file requests', 'shared/requests'),
    { name: 'new file request', prepare: open('New file request'), isTight: true },
    { name: 'file request', path: `shared/requests/${paths.request}`, isTight: true },
    screen('proofings', 'shared/proofings'),
    { name: 'new proofing', prepare: open('New proofing'), isTight: true },
    { name: 'proofing', path: `shared/proofings/${paths.proofing}`, isTight: true },
    screen('pastes', 'shared/pastes'),
    { name: 'new paste', prepare: open('New paste') },
    screen('paste', `shared/pastes/${paths.paste}`),
    { name: 'trash', path: 'trash', isTight: true },
    { name: 'emptying the trash', prepare: open('Empty the trash'), hasAxe: true },
    screen('first steps', 'start'),
    screen('account', 'account'),
    screen('notifications', 'account/notifications'),
    { name: 'activity', path: 'account/activity' },
    { name: 'security', path: 'account/security', isTight: true },
    { name: 'turning two factors on', prepare: open('Turn on'), hasAxe: true },
    screen('keys', 'account/keys'),
    { name: 'new key', prepare: open('New key'), isTight: true },
    screen('upload grants', 'account/grants'),
    { name: 'new upload grant', prepare: open('New upload grant'), hasAxe: true },
    screen('webhooks', 'account/webhooks'),
    { name: 'new webhook', prepare: open('Add webhook') },
    { name: 'webhook', path: `account/webhooks/${paths.webhook}`, isTight: true },
    screen('storage', 'account/storage'),
    { name: 'missing screen', path: 'nothing', hasAxe: true },
  ];
}

export const adminStates: State[] = [
  { name: 'overview', path: 'admin' },
  { name: 'users', path: 'admin/users', isTight: true },
  { name: 'user', prepare: open('Edit {email}', { email: 'grace@demo.example' }), isTight: true },
  { name: 'groups', path: 'admin/groups', hasAxe: true, isTight: true },
  { name: 'new group', prepare: open('New group') },
  { name: 'drives of teams', path: 'admin/drives' },
  { name: 'invites', path: 'admin/invites', hasAxe: true },
  { name: 'new invite', prepare: open('Invite') },
  { name: 'files of everybody', path: 'admin/files' },
  { name: 'jobs', path: 'admin/jobs' },
  { name: 'audit', path: 'admin/audit' },
  { name: 'settings', path: 'admin/settings', isTight: true },
  ...['Appearance', 'Users and directory', 'Email'].map((group) => ({
    name: `settings: ${group}`,
    prepare: press('Change: {group}', { group: pseudo(group) }),
    hasAxe: true,
  })),
];

export function pageStates(paths: ExamplePaths): State[] {
  return [
    { name: 'start page', path: '/' },
    { name: 'sign-in', path: '/sign-in', isTight: true },
    {
      name: 'sign-in refused',
      isTight: true,
      prepare: async (page) => {
        await page.locator('[name=email]').first().fill('nobody@example.com');
        await page.locator('[type=password]').first().fill('not the password');
        await page.keyboard.press('Enter');
        await page.getByRole('alert').first().waitFor();
      },
      hasAxe: true,
    },
    { name: 'register', path: '/register', hasAxe: true },
    { name: 'forgotten password', path: '/forgot', hasAxe: true },
    { name: 'upload', path: '/upload', isTight: true },
    { name: 'new paste', path: '/paste', hasAxe: true },
    { name: 'shared folder', path: paths.folderPage, isTight: true },
    { name: 'shared file', path: paths.filePage },
    { name: 'locked link', path: paths.lockedPage, isTight: true },
    {
      name: 'wrong password of a link',
      prepare: async (page) => {
        await page.locator('[type=password]').fill('wrong');
        await page.keyboard.press('Enter');
        await page.locator('[aria-invalid=true]').first().waitFor();
      },
      hasAxe: true,
    },
    { name: 'file request', path: paths.requestPage, isTight: true },
    { name: 'proofing', path: paths.proofingPage, isTight: true },
    { name: 'paste', path: paths.pastePage },
    { name: 'missing link', path: '/s/nothing', hasAxe: true },
    { name: 'missing page', path: '/nothing', hasAxe: true },
  ];
}
