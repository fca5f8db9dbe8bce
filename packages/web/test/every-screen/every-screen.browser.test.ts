import type { Collection, Proofing, Paste, Webhook } from '@drive/contract';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { fillDemo } from '../../../server/src/programs/demo/fill-demo.ts';
import { accessibilityFaults, chromiumPath } from '../../../server/test/browser/chromium.ts';
import { startWebStage, type WebStage, type WebUser } from '../web-user.ts';
import { loadPseudoLanguage, pseudoCode, servePseudoLanguage } from './pseudo-language.ts';
import {
  adminStates,
  appStates,
  closePopups,
  pageStates,
  visitedStates,
  type ExamplePaths,
  type State,
} from './screen-states.ts';
import { textFaults } from './text-faults.ts';

/** Widths of a window. */
const [wide, narrow] = [1280, 390];
/** Milliseconds for an action. */
const patienceMs = 8000;
const isEvery = process.env['EVERY_STATE'] === '1';

/**
 * Screens of the app and pages of the server, in a language that is 40 % longer than English, from right to left: those with much text
 * in little room, or all of them with `EVERY_STATE=1`.
 */
describe.skipIf(chromiumPath === undefined)('in a long language from right to left', { timeout: 300_000 }, () => {
  let stage: WebStage;
  let ada: WebUser;
  let paths: ExamplePaths;

  beforeAll(async () => {
    servePseudoLanguage();
    const settings = { ANONYMOUS_UPLOADS: 'on', REGISTRATION: 'open', FEATURE_LIMITS: 'off', RATE_AUTH: '0' } as const;
    stage = await startWebStage({ settings });
    const grace = await stage.drive.createUser({ email: 'grace@demo.example' });
    ada = await stage.open('files', {
      email: 'ada@demo.example',
      isAdmin: true,
      locale: pseudoCode,
      prepare: async (user, context) => {
        await loadPseudoLanguage(context);
        const keys = { ada: user.key, grace: grace.key };
        await fillDemo({ url: stage.drive.url, keys, toJpeg: async (png) => png });
        await stage.drive.drain();
      },
    });
    ada.page.setDefaultTimeout(patienceMs);
    paths = await examplePaths(ada);
  }, 180_000);
  afterAll(() => stage?.close());
  afterEach(() => ada.page.keyboard.press('Escape'));

  /** Lists the faults of a state on a phone; if all are visited, with a screen, which may have columns, on a desktop as well. */
  async function faultsAt(page: Page, { name, path, hasAxe = false }: State): Promise<string[]> {
    const faults: string[] = [];
    for (const width of isEvery && path !== undefined ? [wide, narrow] : [narrow]) {
      await page.setViewportSize({ width, height: 800 });
      await settled(page);
      const found = [
        ...(await textFaults(page)),
        ...(hasAxe && width === narrow ? await accessibilityFaults(page) : []),
      ];
      faults.push(...found.map((fault) => `${name} at ${width} px: ${fault}`));
    }
    await page.setViewportSize({ width: wide, height: 800 });
    return faults;
  }

  async function faultsOfStates(states: readonly State[]): Promise<string[]> {
    const faults: string[] = [];
    const { page } = ada;
    let at = '';
    for (const state of visitedStates(states, isEvery)) {
      try {
        if (state.at !== at) {
          at = state.at;
          await page.evaluate((to) => history.pushState({}, '', `/app/${to}`), at);
          await settled(page);
        }
        await state.prepare?.(page);
        await settled(page);
        faults.push(...(await faultsAt(page, state)));
      } catch (error) {
        faults.push(`${state.name}: ${String(error)}`);
      }
      for (let turn = 0; turn < (state.escapes ?? 1); turn += 1) await page.keyboard.press('Escape');
      await closePopups(page);
      await state.undo?.(page);
    }
    return faults;
  }

  test('the screens of the app fit phones, and nothing is cut or covered', async () => {
    expect(await faultsOfStates(appStates(paths))).toEqual([]);
  });

  test('the screens for administrators fit phones, and nothing is cut or covered', async () => {
    expect(await faultsOfStates(adminStates)).toEqual([]);
  });

  test('the pages of the server fit phones, and nothing is cut or covered', async () => {
    const faults: string[] = [];
    const page = await stage.visit(stage.drive.url, { locale: pseudoCode });
    page.setDefaultTimeout(patienceMs);
    await loadPseudoLanguage(page.context());
    let at = '';
    for (const state of visitedStates(pageStates(paths), isEvery)) {
      try {
        if (state.at !== at) {
          at = state.at;
          await page.goto(new URL(at, stage.drive.url).href);
        }
        await state.prepare?.(page);
        faults.push(...(await faultsAt(page, state)));
      } catch (error) {
        faults.push(`${state.name}: ${String(error)}`);
      }
    }
    expect(faults).toEqual([]);
  });
});

/** Nothing is loaded or moves any more. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('.waiting, .animate-pulse, [aria-busy=true]') === null &&
      document.getAnimations().length === 0,
    undefined,
    { timeout: patienceMs },
  );
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve, { timeout: 500 }))),
  );
}

async function examplePaths({ api }: WebUser): Promise<ExamplePaths> {
  const get = async <T>(path: string): Promise<T> => (await api.call('GET', path)).body as T;
  const idOf = async (path: string): Promise<string> =>
    (await get<{ id: string }>(`/api/files/by-path?path=${encodeURIComponent(path)}`)).id;
  const [photos, photo, notes] = await Promise.all(
    ['/Coast, spring', '/Coast, spring/fjord.jpg', '/notes.md'].map(idOf),
  );
  const empty = await api.folder('Nothing in it yet');
  const zip = await api.put('archive.bin', Buffer.from([0, 1, 2, 3]));
  const drive = (await api.call('POST', '/api/drives', { name: 'Design of everyday things' })).body as {
    rootId: string;
  };
  const hook = { url: 'https://hooks.example/receive', events: ['file.created'] };
  const webhook = (await api.call('POST', '/api/webhooks', hook)).body as Webhook;
  const single = await api.shareFile(photo ?? '');
  const locked = await api.shareFile(notes ?? '', { password: 'a secret for visitors' });
  const { collections } = await get<{ collections: Collection[] }>('/api/collections');
  const { proofings } = await get<{ proofings: Proofing[] }>('/api/proofings');
  const { pastes } = await get<{ pastes: Paste[] }>('/api/pastes');
  const folder = await api.shareFolder(photos ?? '');
  return {
    photos: photos ?? '',
    photo: photo ?? '',
    notes: notes ?? '',
    report: await idOf('/Reports/report-2026-q3.pdf'),
    table: await idOf('/Reports/figures.csv'),
    reports: await idOf('/Reports'),
    unknown: zip,
    empty,
    drive: drive.rootId,
    webhook: webhook.id,
    request: collections[0]?.id ?? '',
    requestPage: `/collect/${collections[0]?.token}`,
    proofing: proofings[0]?.id ?? '',
    proofingPage: proofings[0]?.url ?? '',
    paste: pastes[0]?.id ?? '',
    pastePage: pastes[0]?.url ?? '',
    folderPage: folder.shareUrl,
    filePage: single.shareUrl,
    lockedPage: locked.shareUrl,
  };
}
