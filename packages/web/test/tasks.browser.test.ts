import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { putBytes, reserveUpload } from '../../server/test/api/uploads.ts';
import { chromiumPath } from '../../server/test/browser/chromium.ts';
import { noticed, startWebStage, type WebStage, type WebUser } from './web-user.ts';

/** The steps of each task in docs/web.md. */
const mostSteps = new Map(
  Array.from(
    readFileSync(join(import.meta.dirname, '../../../docs/web.md'), 'utf8').matchAll(/^\| ([^|]+?) +\| +(\d+) \|/gm),
    ([, task = '', steps]) => [task, Number(steps)],
  ),
);

/** Counts clicks and keys. Typing a text is no step. */
class Hand {
  steps = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async click(target: Locator): Promise<void> {
    this.steps += 1;
    await target.click();
  }

  async press(key: string): Promise<void> {
    this.steps += 1;
    await this.#page.keyboard.press(key);
  }

  type(text: string): Promise<void> {
    return this.#page.keyboard.type(text);
  }
}

describe('everyday tasks', () => {
  test('are forty or more, and those that count most have the fewest steps', () => {
    expect(mostSteps.size).toBeGreaterThanOrEqual(40);
    const wanted = ['upload files', 'share and copy the link', 'restore a version'];
    expect(wanted.map((task) => mostSteps.get(task))).toEqual([2, 2, 3]);
  });
});

describe.skipIf(chromiumPath === undefined)('an everyday task takes no more steps than docs/web.md says:', () => {
  let stage: WebStage;
  let me: WebUser;
  let folder: string;

  beforeAll(async () => {
    stage = await startWebStage();
    me = await stage.open();
    folder = await me.api.folder('Plans');
    await me.api.folder('Deep', folder);
    for (const name of ['a.txt', 'b.txt', 'c.txt']) await me.api.put(name, name, { in: folder });
    await me.api.trash(await me.api.put('gone.txt', 'text'));
    const replacing = { name: 'a.txt', bytes: 3, parentFolderId: folder, onConflict: 'replace' } as const;
    await putBytes(await reserveUpload(stage.drive, me.user, replacing), Buffer.from('new'));
    await me.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  });
  afterAll(async () => {
    await stage?.check();
    await stage?.close();
  });

  const button = (name: string | RegExp): Locator => me.page.getByRole('button', { name, exact: true });
  const link = (name: string): Locator => me.page.getByRole('main').getByRole('link', { name, exact: true });
  const item = (name: string): Locator => me.page.getByRole('menuitem', { name, exact: true });
  const menuOf = (name: string): Locator => button(`Actions for ${name}`);
  const row = (name: string): Locator => me.page.getByRole('row', { name: `Select ${name}` });
  const sidebar = (name: string): Locator =>
    me.page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name, exact: true });
  const heading = (name: string): Locator => me.page.getByRole('heading', { name });
  const dialog = (): Locator => me.page.locator('[data-modal]');
  /** Beside the name, which would open the item. */
  const select = async (name: string): Promise<void> => {
    await row(name).click({ position: { x: 420, y: 15 } });
  };

  const tasks: Readonly<Record<string, (hand: Hand) => Promise<void>>> = {
    'open a folder or a file': async (hand) => {
      await hand.click(link('Deep'));
      await heading('Deep').waitFor();
    },
    'go to the folder above': async (hand) => {
      await select('a.txt');
      await hand.press('Backspace');
      await heading('Files').waitFor();
    },
    'go to any file or folder': async (hand) => {
      await hand.press('Control+k');
      await dialog().waitFor();
      await hand.type('Deep');
      await me.page.getByRole('option', { name: /^Deep/ }).waitFor();
      await hand.press('Enter');
      await heading('Deep').waitFor();
    },
    'upload files': async (hand) => {
      const chooser = me.page.waitForEvent('filechooser');
      await hand.click(button('Upload'));
      // The dialog of the system takes one.
      hand.steps += 1;
      await (await chooser).setFiles([{ name: 'sent.txt', mimeType: 'text/plain', buffer: Buffer.from('sent') }]);
      await button('sent.txt').waitFor();
    },
    'new folder': async (hand) => {
      await hand.click(button('New folder'));
      await dialog().waitFor();
      await hand.type('Made');
      await hand.press('Enter');
      await link('Made').waitFor();
    },
    rename: async (hand) => {
      await select('b.txt');
      await hand.press('F2');
      await me.page.getByLabel('New name').fill('b2.txt');
      await hand.press('Enter');
      await button('b2.txt').waitFor();
    },
    move: async (hand) => {
      await select('c.txt');
      await hand.click(button('Move'));
      await hand.click(dialog().getByRole('button', { name: 'Deep' }));
      await hand.click(dialog().getByRole('button', { name: 'Move to “Deep”' }));
      await noticed(me.page, '1 item moved to “Deep”').waitFor();
    },
    'undo a move, a copy or a deletion': async (hand) => {
      await select('a.txt');
      await me.page.keyboard.press('Delete');
      await noticed(me.page, '1 item moved to the trash').waitFor();
      await hand.click(button('Undo').first());
      await button('a.txt').waitFor();
    },
    duplicate: async (hand) => {
      await hand.click(menuOf('a.txt'));
      await hand.click(item('Duplicate'));
      await button('a (1).txt').waitFor();
    },
    'select some, a range, all': async (hand) => {
      await select('a.txt');
      await hand.press('Control+a');
      await me.page.getByText(/^[4-9] selected$/).waitFor();
    },
    delete: async (hand) => {
      await select('a (1).txt');
      await hand.press('Delete');
      await button('a (1).txt').waitFor({ state: 'detached' });
    },
    'restore from the trash': async (hand) => {
      await hand.click(sidebar('Trash'));
      await hand.click(button('Restore: gone.txt'));
      await noticed(me.page, '1 item restored').waitFor();
    },
    'see the versions of a file': async (hand) => {
      await hand.click(menuOf('a.txt'));
      await hand.click(item('Versions'));
      await dialog().getByText('Current').waitFor();
    },
    'restore a version': async (hand) => {
      await hand.click(menuOf('a.txt'));
      await hand.click(item('Versions'));
      await hand.click(dialog().getByRole('button', { name: /^Restore/ }));
      await noticed(me.page, 'is the current one').waitFor();
    },
    'star or unstar': async (hand) => {
      await hand.click(menuOf('a.txt'));
      await hand.click(item('Star'));
      await noticed(me.page, '1 item starred').waitFor();
    },
    'open a starred item': async (hand) => {
      await hand.click(sidebar('Starred'));
      await hand.click(button('a.txt'));
      await heading('a.txt').waitFor();
    },
    'find the newest files': async (hand) => {
      await hand.click(sidebar('Recent'));
      await heading('Recent').waitFor();
    },
    'tag items': async (hand) => {
      await hand.click(menuOf('a.txt'));
      await hand.click(item('Tags'));
      await me.page.locator('[data-modal] input:focus').waitFor();
      await hand.type('urgent');
      await hand.press('Enter');
      await dialog().getByRole('link', { name: 'urgent' }).waitFor();
    },
    'search everywhere': async (hand) => {
      await hand.press('/');
      await hand.type('a.txt');
      await hand.press('Enter');
      await button('a.txt').waitFor();
    },
    'share and copy the link': async (hand) => {
      await hand.click(menuOf('a.txt'));
      await hand.click(item('Copy link'));
      await noticed(me.page, 'Link copied. Anyone who has it can open it.').waitFor();
    },
    'see what colleagues gave': async (hand) => {
      await hand.click(sidebar('Shared with me'));
      await heading('Shared with me').waitFor();
    },
    'ask others for files': async (hand) => {
      await hand.click(sidebar('File requests'));
      await hand.click(button('New file request').first());
      await me.page.locator('[data-modal] input:focus').waitFor();
      await hand.type('Photos');
      await hand.press('Enter');
      await me.page.getByText('Photos').first().waitFor();
    },
  };

  test.each(Object.entries(tasks))('%s', async (task, perform) => {
    const hand = new Hand(me.page);
    await me.goto(`files/${folder}`);
    await row('a.txt').waitFor();
    await perform(hand);
    expect(hand.steps).toBeLessThanOrEqual(mostSteps.get(task) ?? 0);
  });
});
