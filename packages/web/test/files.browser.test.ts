import { startPainter } from '@drive/thumbnails/test/painter';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../../server/test/browser/chromium.ts';
import { faultsOf, startWebStage, smallTargets, type WebStage, type WebUser } from './web-user.ts';

describe.skipIf(chromiumPath === undefined)('files in the web app', () => {
  let stage: WebStage;
  beforeAll(async () => {
    stage = await startWebStage();
  });
  afterAll(() => stage?.close());
  afterEach(() => stage.check());

  const item = ({ page }: WebUser, name: string) => page.getByRole('row', { name }).first();
  const openMenu = async ({ page }: WebUser, name: string, action: string): Promise<void> => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
  };

  test('signing in returns to the folder that was asked for', async () => {
    const me = await stage.open();
    const id = await me.api.folder('Reports');
    await me.context.clearCookies();
    await me.goto(`files/${id}?sort=-size`);
    await me.page.getByLabel('Email').fill(me.user.email);
    await me.page.getByLabel('Password').fill(me.user.password);
    await me.page.getByRole('button', { name: 'Sign in' }).click();
    await me.page.getByRole('heading', { name: 'Reports' }).waitFor();
    expect(new URL(me.page.url()).pathname + new URL(me.page.url()).search).toBe(`/app/files/${id}?sort=-size`);
  });

  test('a folder is created, opened, reloaded and left by the breadcrumbs', async () => {
    const me = await stage.open();
    const { page } = me;
    await page.getByText('This folder is empty').waitFor();
    await page.getByRole('button', { name: 'New folder' }).click();
    await page.getByLabel('Name of the folder').fill('Photos');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Photos' }).click();
    await page.getByRole('heading', { name: 'Photos' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Photos' }).waitFor();
    expect(await page.title()).toBe('Photos · Drive');
    await page.getByRole('navigation', { name: 'Folders above' }).getByRole('link', { name: 'Files' }).click();
    await page.getByRole('link', { name: 'Photos' }).waitFor();
  });

  test('F2 renames; a name that is taken keeps the dialog open with the reason', async () => {
    const me = await stage.open();
    const { page } = me;
    await me.api.put('a.txt', 'a');
    await me.api.put('b.txt', 'b');
    await page.reload();
    await page.getByRole('button', { name: 'a.txt', exact: true }).focus();
    await page.keyboard.press('F2');
    const field = page.getByLabel('New name');
    await field.fill('b.txt');
    await page.keyboard.press('Enter');
    await page.getByText('An item of this name exists there already.').waitFor();
    await field.fill('c.txt');
    await page.keyboard.press('Enter');
    await page.getByText('Renamed to “c.txt”').waitFor();
    await expect.poll(() => me.names()).toEqual(['b.txt', 'c.txt']);
    // Nothing that was closed keeps the page from being clicked.
    await page.getByRole('button', { name: 'New folder' }).click();
    await page.getByRole('dialog', { name: 'New folder' }).waitFor();
  });

  test('the keyboard alone selects a range, opens the menu and comes back', async () => {
    const me = await stage.open();
    const { page } = me;
    for (const name of ['1.txt', '2.txt', '3.txt', '4.txt']) await me.api.put(name, name);
    await page.reload();
    await page.getByRole('button', { name: '1.txt', exact: true }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText('2 selected').waitFor();
    await page.keyboard.press('Space');
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press('Control+a');
    await page.getByText('4 selected').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Upload', exact: true }).waitFor();
    const menuButton = page.getByRole('button', { name: 'Actions for 3.txt' });
    await menuButton.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Open' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => menuButton.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  });

  test('after a click of the mouse the keys are about the item, and copies are pasted in another folder', async () => {
    const me = await stage.open();
    const { page } = me;
    await me.api.folder('Other');
    for (const name of ['1.txt', '2.txt', '3.txt']) await me.api.put(name, name);
    await page.reload();
    const beside = (name: string) => item(me, name).getByRole('gridcell').nth(2).click();
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    await beside('1.txt');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText('2 selected').waitFor();
    await page.keyboard.press('Control+c');
    await page.getByRole('link', { name: 'Other' }).click();
    await page.getByText('This folder is empty').waitFor();
    await page.keyboard.press('Control+v');
    await expect.poll(() => me.names()).toEqual(['2.txt', '3.txt']);
    await beside('2.txt');
    await page.keyboard.press('Control+a');
    await page.getByText('2 selected').waitFor();
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('');
    await page.keyboard.press('Escape');
    await beside('3.txt');
    await page.keyboard.press('Control+x');
    await page.keyboard.press('Backspace');
    await beside('3.txt');
    await page.keyboard.press('Delete');
    await expect.poll(() => me.names()).toEqual(['Other', '1.txt', '2.txt']);
    await page.keyboard.press('Control+v');
    await expect.poll(() => me.names()).toEqual(['Other', '1.txt', '2.txt', '3.txt']);
  });

  test('a rectangle that the mouse draws selects the items in it', async () => {
    const me = await stage.open();
    const { page } = me;
    for (const name of ['1.txt', '2.txt', '3.txt', '4.txt']) await me.api.put(name, name);
    await page.reload();
    await page.locator('[draggable=true]').last().waitFor();
    const placeOf = async (name: string) => (await item(me, name).boundingBox())!;
    const draw = async (from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> => {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 5 });
      await page.mouse.up();
    };
    const [second, third, last] = await Promise.all(['2.txt', '3.txt', '4.txt'].map(placeOf));
    await draw({ x: 700, y: last!.y + last!.height + 40 }, { x: 600, y: third!.y + 5 });
    await page.getByText('2 selected').waitFor();
    // Beside the name of a row.
    await draw({ x: 700, y: second!.y + 20 }, { x: 800, y: third!.y + 20 });
    await expect.poll(() => page.getByRole('row', { selected: true }).count()).toBe(2);
    expect(await page.getByLabel('Select 2.txt').isChecked()).toBe(true);
    expect(await page.locator('[data-rubber-band]').count()).toBe(0);
    await page.mouse.click(700, last!.y + last!.height + 60);
    await page.getByRole('button', { name: 'Upload', exact: true }).waitFor();
  });

  test('Delete means the selected items, also after another order was chosen', async () => {
    const me = await stage.open();
    const { page } = me;
    for (const name of ['1.txt', '2.txt', '3.txt']) await me.api.put(name, name);
    await page.reload();
    await page.getByLabel('Select 3.txt').check();
    const order = page.getByRole('columnheader', { name: 'Name' }).getByRole('button');
    await order.click();
    await order.click();
    await expect.poll(() => me.names()).toEqual(['3.txt', '2.txt', '1.txt']);
    await page.keyboard.press('Delete');
    await expect.poll(() => me.names()).toEqual(['2.txt', '1.txt']);
    await order.focus();
    await page.keyboard.press('F2');
    await page.keyboard.press('Delete');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await me.api.names()).toHaveLength(2);
  });

  test('moving several items tells which one failed and why', async () => {
    const me = await stage.open();
    const { page } = me;
    const target = await me.api.folder('Target');
    await me.api.put('same.txt', 'there', { in: target });
    for (const name of ['one.txt', 'same.txt', 'two.txt']) await me.api.put(name, name);
    await page.reload();
    for (const name of ['one.txt', 'same.txt', 'two.txt']) await page.getByLabel(`Select ${name}`).check();
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Move 3 items' });
    await dialog.getByText('one.txt, same.txt, two.txt').waitFor();
    await dialog.getByRole('button', { name: 'Target' }).click();
    await dialog.getByRole('button', { name: 'Move to “Target”' }).click();
    const failed = page.getByRole('dialog', { name: 'Some items could not be changed' });
    await failed.getByText('2 items succeeded.').waitFor();
    expect(await failed.getByRole('listitem').count()).toBe(1);
    await failed.getByText('same.txt').waitFor();
    await failed.getByRole('button', { name: 'Close' }).last().click();
    await expect.poll(() => me.names()).toEqual(['Target', 'same.txt']);
  });

  test('a failure is shown on the screen that the user went to, in their language', async () => {
    const me = await stage.open('files', { locale: 'de' });
    const { page } = me;
    const target = await me.api.folder('Ziel');
    await me.api.put('da.txt', 'da', { in: target });
    await me.api.put('da.txt', 'hier');
    await page.route('**/api/files/move', async (route) => {
      await page.getByRole('link', { name: 'Papierkorb' }).first().click();
      await page.getByText('Der Papierkorb ist leer').waitFor();
      await route.continue();
    });
    await page.reload();
    await page.getByText('4 Byte').filter({ visible: true }).waitFor();
    await page.getByLabel('da.txt auswählen').check();
    await page.getByRole('button', { name: 'Verschieben', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Ziel', exact: true }).click();
    await page.getByRole('button', { name: 'Nach „Ziel“ verschieben' }).click();
    const failed = page.getByRole('dialog', { name: 'Einige Elemente konnten nicht geändert werden' });
    await failed.getByText('Dort gibt es schon ein Element mit diesem Namen.').waitFor();
    await page.getByRole('heading', { name: 'Papierkorb', exact: true, includeHidden: true }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  test('the keyboard stays in the list after Delete and Backspace', async () => {
    const me = await stage.open();
    const { page } = me;
    const focused = (): Promise<string | undefined> => page.evaluate(() => document.activeElement?.textContent);
    await me.api.folder('Alpha');
    const folder = await me.api.folder('Beta');
    for (const name of ['1.txt', '2.txt']) await me.api.put(name, name, { in: folder });
    await page.reload();
    await page.getByRole('link', { name: 'Beta' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('1.txt');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Delete');
    await page.getByText('1 item moved to the trash').waitFor();
    await expect.poll(focused).toBe('1.txt');
    await page.keyboard.press('Backspace');
    await expect.poll(focused).toBe('Beta');
  });

  test('the list takes the keyboard from nobody, and gives it to a new folder', async () => {
    const me = await stage.open();
    const { page } = me;
    await me.api.put('a.txt', 'a');
    const connected = page.waitForResponse(/events\/stream/);
    await page.reload();
    await connected;
    await expect.poll(() => me.names()).toEqual(['a.txt']);
    // Somewhere else. An item that got the keyboard so would be what the next key deletes.
    await me.api.put('b.txt', 'b');
    await expect.poll(() => me.names()).toEqual(['a.txt', 'b.txt']);
    await page.keyboard.press('Delete');
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    await me.api.folder('A');
    await page.getByRole('button', { name: 'New folder' }).click();
    await page.getByLabel('Name of the folder').fill('B');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('B');
    await page.keyboard.press('Delete');
    await expect.poll(() => me.names()).toEqual(['A', 'a.txt', 'b.txt']);
  });

  test('the place of a search result shows its last folder, however long the path is', async () => {
    const me = await stage.open();
    let parent = await me.api.folder('A folder with a very long name');
    for (const name of ['Another folder with a very long name', 'The last one'])
      parent = await me.api.folder(name, parent);
    await me.api.put('plan.txt', 'plan', { in: parent });
    await me.goto('search?q=plan.txt');
    const place = item(me, 'plan.txt').getByRole('link', { name: /The last one$/ });
    await place.waitFor();
    const isShown = (): Promise<boolean> =>
      place.evaluate((link) => {
        const { right } = link.parentElement!.getBoundingClientRect();
        const last = link.lastElementChild!;
        return last.scrollWidth <= last.clientWidth && last.getBoundingClientRect().right <= right;
      });
    expect(await isShown()).toBe(true);
    await me.page.setViewportSize({ width: 390, height: 800 });
    await me.page.getByText(/ · The last one$/).waitFor();
  });

  test('what is typed while a field is on its way is in the field', async () => {
    const me = await stage.open();
    const { page } = me;
    for (const name of ['plan.txt', 'text.txt']) await me.api.put(name, name);
    for (const [part, start, field] of [
      ['palette', () => page.keyboard.press('Control+k'), page.getByRole('combobox')],
      ['rename-field', () => page.keyboard.press('F2'), page.getByLabel('New name')],
      ['file-dialogs', () => page.getByRole('button', { name: 'New folder' }).click(), page.getByLabel('Name of the')],
    ] as const) {
      const gate = Promise.withResolvers<void>();
      await page.route(new RegExp(`/assets/${part}-[^/]*$`), (route) => gate.promise.then(() => route.continue()));
      await page.reload();
      await item(me, 'plan.txt').getByRole('gridcell').nth(2).click();
      await page.getByText('1 selected').waitFor();
      if (part === 'file-dialogs') await page.keyboard.press('Escape');
      await start();
      await page.keyboard.type('textx');
      await page.keyboard.press('Backspace');
      gate.resolve();
      await field.waitFor();
      await expect.poll(() => field.inputValue()).toBe(part === 'rename-field' ? 'text.txt' : 'text');
      await page.keyboard.type('s');
      await expect.poll(() => field.inputValue()).toBe(part === 'rename-field' ? 'texts.txt' : 'texts');
    }
  });

  test.each(['list', 'grid'])('the item that the keyboard moves to is all in view, in a %s', async (layout) => {
    const me = await stage.open();
    const { page } = me;
    const names = Array.from({ length: 60 }, (_, index) => `f${String(index).padStart(2, '0')}`);
    for (const name of names) await me.api.folder(name);
    await page.reload();
    if (layout === 'grid') await page.getByRole('button', { name: 'Show as grid' }).click();
    await page.getByRole('link', { name: 'f00' }).focus();
    /** The focused item, and how many of its pixels are hidden above and below. */
    const look = () =>
      page.evaluate(() => {
        const item = document.activeElement?.closest('[data-index]');
        const grid = item?.closest('[role=grid]');
        if (!item || !grid?.parentElement) return undefined;
        const { top, bottom } = item.getBoundingClientRect();
        const view = grid.parentElement.getBoundingClientRect();
        const header = grid.querySelector('[role=columnheader]')?.parentElement?.getBoundingClientRect();
        const hidden = [(header?.bottom ?? view.top) - top, bottom - view.bottom];
        return {
          index: Number(item.getAttribute('data-index')),
          hidden: hidden.map((px) => Math.max(0, Math.round(px))),
        };
      });
    const columns = layout === 'list' ? 1 : await page.locator('[role=row]').first().getByRole('gridcell').count();
    const down = Array.from({ length: Math.floor(59 / columns) }, (_, row) => (row + 1) * columns);
    const up = [0, ...down].slice(0, -1).toReversed();
    for (const [key, indexes] of [
      ['ArrowDown', down],
      ['ArrowUp', up],
    ] as const)
      for (const index of indexes) {
        await page.keyboard.press(key);
        await expect.poll(look, { interval: 20 }).toEqual({ index, hidden: [0, 0] });
      }
    if (layout === 'grid') return;
    await page.setViewportSize({ width: 1440, height: 900 });
    for (const [density, height, rows] of [
      [undefined, 40, 16],
      ['compact', 36, 18],
      ['large', 52, 13],
    ] as const) {
      await page.evaluate((chosen) => chosen !== undefined && localStorage.setItem('drive-density', chosen), density);
      await page.reload();
      await item(me, 'f00').waitFor();
      const heights = await page.locator('[data-index]').evaluateAll((all) =>
        all
          .map((row) => row.getBoundingClientRect())
          .filter(({ bottom }) => bottom <= innerHeight)
          .map((row) => row.height),
      );
      expect([...new Set(heights)]).toEqual([height]);
      expect(heights.length).toBeGreaterThanOrEqual(rows);
    }
  });

  test('an item is dragged into a folder', async () => {
    const me = await stage.open();
    await me.api.folder('Inbox');
    await me.api.put('letter.txt', 'hello');
    await me.page.reload();
    // The library for dragging is loaded after the rows are shown.
    await me.page.locator('[draggable=true]').last().waitFor();
    await me.page.getByRole('button', { name: 'letter.txt', exact: true }).dragTo(item(me, 'Inbox'));
    await me.page.getByText('1 item moved to “Inbox”').waitFor();
    await expect.poll(() => me.names()).toEqual(['Inbox']);
    await me.page.getByRole('link', { name: 'Inbox' }).click();
    await me.page.locator('[draggable=true]').last().waitFor();
    await me.page.locator('nav li[data-drop-target-for-element]').first().waitFor();
    const files = me.page
      .getByRole('navigation', { name: 'Main navigation' })
      .getByRole('link', { name: 'Files', exact: true });
    await me.page.getByRole('button', { name: 'letter.txt', exact: true }).dragTo(files);
    await me.page.getByText('1 item moved to “Files”').waitFor();
    await expect.poll(() => me.names()).toEqual([]);
  });

  test('trash has Undo; the trash page restores and deletes after a question', async () => {
    const me = await stage.open();
    const { page } = me;
    await me.api.put('a.txt', 'a');
    await me.api.put('b.txt', 'b');
    await page.reload();
    await openMenu(me, 'a.txt', 'Move to trash');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('1 item restored').waitFor();
    await expect.poll(() => me.names()).toEqual(['a.txt', 'b.txt']);
    await page.getByRole('button', { name: 'b.txt', exact: true }).focus();
    await page.keyboard.press('Delete');
    await expect.poll(() => me.names()).toEqual(['a.txt']);
    await openMenu(me, 'a.txt', 'Move to trash');
    await page.getByText('This folder is empty').waitFor();
    await page.getByRole('link', { name: 'Trash' }).first().click();
    await page.getByRole('button', { name: 'Restore: a.txt' }).click();
    await page.getByText('b.txt').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete forever: b.txt' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete forever' }).click();
    await page.getByText('The trash is empty').waitFor();
  });

  test('search finds files of all folders, and back returns to the folder', async () => {
    const me = await stage.open();
    const { page } = me;
    const deep = await me.api.folder('Deep', await me.api.folder('Folder'));
    await me.api.put('invoice-7.txt', 'x', { in: deep });
    await me.goto(`files/${deep}`);
    await page.getByRole('button', { name: 'invoice-7.txt', exact: true }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('INVOICE');
    await page.keyboard.press('Enter');
    await page.getByText('1 item found').waitFor();
    await openMenu(me, 'invoice-7.txt', 'Show in its folder');
    await page.getByRole('heading', { name: 'Deep' }).waitFor();
    await page.goBack();
    await page.getByText('1 item found').waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Deep' }).waitFor();
    expect(await me.names()).toEqual(['invoice-7.txt']);
  });

  test('a search that follows before the last one is shown has no entry of the history of its own', async () => {
    const me = await stage.open();
    const { page } = me;
    const id = await me.api.folder('Folder');
    await me.goto(`files/${id}`);
    await page.getByText('This folder is empty').waitFor();
    await page
      .getByRole('search')
      .getByRole('textbox')
      .evaluate((field: HTMLInputElement) => {
        const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
        const type = (text: string): void => {
          set?.call(field, text);
          field.dispatchEvent(new Event('input', { bubbles: true }));
        };
        type('inv');
        // Directly after the pause that ends in a search.
        setTimeout(() => {
          type('invoice');
          field.form?.requestSubmit();
        }, 300);
      });
    await page.getByRole('heading', { name: '“invoice”' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Folder', exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/app/files/${id}`);
  });

  test('a search keeps what was typed meanwhile', async () => {
    const { page } = await stage.open();
    const field = page.getByLabel('Search all files');
    await field.pressSequentially('annual ');
    await page.getByText('Nothing was found').waitFor();
    await field.pressSequentially('report');
    await page.getByRole('heading', { name: 'annual report' }).waitFor();
    await page.goBack();
    await expect.poll(() => field.inputValue()).toBe('');
  });

  test('back and reload keep folder, order and position in a long list', async () => {
    const me = await stage.open();
    const { page } = me;
    const long = await me.api.folder('Long');
    for (let start = 0; start < 260; start += 20)
      await Promise.all(
        Array.from({ length: 20 }, (_, index) => me.api.folder(`f${String(start + index).padStart(3, '0')}`, long)),
      );
    await me.goto(`files/${long}`);
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    await page.getByRole('link', { name: 'f259' }).waitFor();
    await page.getByRole('link', { name: 'f259' }).focus();
    await page.keyboard.press('End');
    const last = page.getByRole('link', { name: 'f000' });
    await expect.poll(() => last.evaluate((link) => link === document.activeElement)).toBe(true);
    await last.press('Enter');
    await page.getByText('This folder is empty').waitFor();
    await page.goBack();
    await last.waitFor();
    expect(new URL(page.url()).search).toBe('?sort=-name');
    await page.reload();
    await last.waitFor();
    expect(await page.getByRole('link', { name: 'f259' }).count()).toBe(0);
  });

  test('one file downloads as it is, several as a ZIP, and a link is copied', async () => {
    const me = await stage.open('files', { permissions: ['clipboard-read', 'clipboard-write'] });
    const { page } = me;
    await me.api.put('a.txt', 'a');
    const folder = await me.api.folder('F');
    await me.api.put('b.txt', 'b', { in: folder });
    await page.reload();
    const [one] = await Promise.all([page.waitForEvent('download'), openMenu(me, 'a.txt', 'Download')]);
    expect(one.suggestedFilename()).toBe('a.txt');
    await page.getByLabel('Select all').check();
    const [zip] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as ZIP' }).click(),
    ]);
    expect(zip.suggestedFilename()).toMatch(/\.zip$/);
    await page.keyboard.press('Escape');
    await openMenu(me, 'a.txt', 'Copy link');
    await page.getByText('Link copied.').waitFor();
    const url = await page.evaluate(() => navigator.clipboard.readText());
    expect((await fetch(url, { headers: { accept: 'text/html' } })).status).toBe(200);
  });

  test('a file is marked while it is scanned, and if a virus was found in it', async () => {
    const me = await stage.open();
    const { page } = me;
    const id = await me.api.put('a.txt', 'a');
    const set = (values: { scan: 'pending' | 'clean' | 'infected'; virus: string | null; quarantined: 0 | 1 }) =>
      stage.drive.database.write((tx) => tx.updateTable('items').set(values).where('id', '=', id).execute());
    await set({ scan: 'pending', virus: null, quarantined: 0 });
    await page.reload();
    await item(me, 'a.txt').getByText('Being checked for viruses').waitFor();
    await set({ scan: 'infected', virus: 'Eicar-Test-Signature', quarantined: 1 });
    // The list is loaded again as long as a file in it is scanned.
    await item(me, 'a.txt').getByText('Virus found').waitFor();
    await openMenu(me, 'a.txt', 'Details');
    await page.getByText('Virus found: Eicar-Test-Signature. Links to this file are blocked.').waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  test('the grid shows thumbnails, and the panel the details of the selected item', async () => {
    const me = await stage.open();
    const { page } = me;
    const painter = await startPainter();
    const id = await me.api.put('sun.png', painter.encode(painter.flag(64, 64), '.png'), { type: 'image/png' });
    painter.close();
    // The clock of the browser goes on, that of the server does not.
    await stage.drive.database.write((tx) =>
      tx.updateTable('items').set({ created_at: Date.now() }).where('id', '=', id).execute(),
    );
    await page.reload();
    await page.getByRole('button', { name: 'Show as grid' }).click();
    await page.getByLabel('Select sun.png').waitFor();
    expect(await page.locator('img').count()).toBe(0);
    await stage.drive.drain();
    // The list is loaded again while the image in it is new and has no thumbnail.
    await expect
      .poll(() => page.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
    await page.getByLabel('Select sun.png').check();
    await page.getByRole('button', { name: 'Details' }).click();
    await page.getByRole('complementary', { name: 'Details' }).getByText('image/png').waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  test('a folder that does not exist, an unknown page and an ended session say what to do', async () => {
    const me = await stage.open('files/6f9619ff-8b86-4d01-b42d-00cf4fc964ff');
    const { page } = me;
    await page.getByText('This folder does not exist').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('main').getByRole('link', { name: 'Go to all files' }).click();
    await page.getByText('This folder is empty').waitFor();
    await me.goto('nowhere');
    await page.getByText('This page does not exist').waitFor();
    await me.goto('files');
    await page.getByText('This folder is empty').waitFor();
    await page.getByRole('button', { name: 'New folder' }).click();
    await page.getByLabel('Name of the folder').fill('x');
    // From now on the dialog may come by itself, above the other one.
    await me.context.clearCookies();
    await page.keyboard.press('Enter');
    const ended = page.getByRole('dialog', { name: 'Your session has ended' });
    expect(await ended.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toContain('next=%2Fapp%2Ffiles');
    expect(await faultsOf(page)).toEqual([]);
  });

  test.each([320, 390, 768, 1280, 1920])(
    'fits a window of %i px, accessible and with large targets for fingers',
    async (width) => {
      const me = await stage.open('files', { viewport: { width, height: 800 }, locale: 'de', hasTouch: true });
      const { page } = me;
      await me.api.folder('Ein Ordner mit einem sehr langen Namen, der in keine Zeile eines Telefons passt');
      await me.api.put(`${'x'.repeat(120)}.txt`, 'x');
      await page.reload();
      // Phones have one button for all that can be added.
      await page.getByRole('button', { name: width < 768 ? 'Hinzufügen' : 'Hochladen', exact: true }).waitFor();
      await page.getByRole('checkbox').last().waitFor();
      expect(await smallTargets(page)).toEqual([]);
      await page.getByRole('checkbox').last().check();
      expect(await faultsOf(page)).toEqual([]);
    },
  );

  test('a finger moves a row to the trash by a swipe to the left, stars one by a swipe to the right, and scrolls otherwise', async () => {
    const { page, api, names } = await stage.open('files', { viewport: { width: 390, height: 800 }, hasTouch: true });
    await api.put('a.txt', 'a');
    await api.put('b.txt', 'b');
    await page.reload();
    await page.locator('[draggable=true]').first().waitFor();
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLElement>('*')].some(({ style }) => style.touchAction.startsWith('pan-y')),
    );
    const swipe = (name: string, x: number, y: number): Promise<void> =>
      page
        .getByRole('row')
        .filter({ hasText: name })
        .evaluate(
          (row, moved) => {
            const send = (type: string, clientX: number, clientY: number): boolean =>
              row.dispatchEvent(
                new PointerEvent(type, { pointerType: 'touch', isPrimary: true, bubbles: true, clientX, clientY }),
              );
            send('pointerdown', 200, 200);
            for (const part of [0.5, 1]) send('pointermove', 200 + moved.x * part, 200 + moved.y * part);
            send('pointerup', 200 + moved.x, 200 + moved.y);
          },
          { x, y },
        );
    await swipe('a.txt', -60, 0);
    await swipe('a.txt', -120, 200);
    expect(await names()).toEqual(['a.txt', 'b.txt']);
    await swipe('b.txt', 120, 0);
    await page.getByRole('img', { name: 'Starred' }).waitFor();
    await swipe('a.txt', -120, 0);
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    expect(await names()).toEqual(['b.txt']);
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Your account/ })
      .click();
    await page.getByRole('menuitem', { name: 'Starred', exact: true }).click();
    await page.getByRole('heading', { name: 'Starred' }).waitFor();
    await page.getByRole('row', { name: 'b.txt' }).first().waitFor();
  });

  test('the tools above a list leave space for the way to a deep folder, or the way becomes a menu', async () => {
    const { page, api, goto } = await stage.open('files', { locale: 'fr' });
    let id: string | undefined;
    for (const name of ['Projets', 'Exposition de printemps', 'Esquisses et photos']) id = await api.folder(name, id);
    for (const width of [1920, 1440, 1180, 1024, 800]) {
      await page.setViewportSize({ width, height: 800 });
      await goto(`files/${id}`);
      const title = page.getByRole('heading', { name: 'Esquisses et photos' });
      await title.waitFor();
      const way = title.locator('xpath=ancestor::nav').locator('a:visible, button:visible, h1, li > svg:visible');
      const edges = await way.evaluateAll((all) =>
        all.map((each) => each.getBoundingClientRect()).map(({ left, right }) => [left, right]),
      );
      const overlapping = edges.filter(([left], index) =>
        edges.slice(0, index).some(([, right]) => right! > left! + 1),
      );
      expect([width, overlapping]).toEqual([width, []]);
      expect((await title.boundingBox())?.width).toBeGreaterThan(100);
    }
  });

  test('a phone adds by one button, whose menu is a sheet, and a tablet shows the details beside the list', async () => {
    const phone = await stage.open('files', { viewport: { width: 390, height: 800 }, hasTouch: true });
    await phone.page.getByRole('button', { name: 'Add', exact: true }).click();
    await phone.page.getByRole('menuitem', { name: 'Upload', exact: true }).waitFor();
    expect(await faultsOf(phone.page)).toEqual([]);
    const sheet = await phone.page.getByRole('menu').boundingBox();
    expect([sheet?.x, sheet?.width, (sheet?.y ?? 0) + (sheet?.height ?? 0)]).toEqual([0, 390, 800]);
    await phone.page.getByRole('menuitem', { name: 'New folder' }).click();
    await phone.page.getByLabel('Name of the folder').fill('Made by a thumb');
    await phone.page.keyboard.press('Enter');
    await phone.page.getByRole('link', { name: 'Made by a thumb' }).waitFor();

    const tablet = await stage.open('files', { viewport: { width: 768, height: 1024 }, hasTouch: true });
    await tablet.api.put('a.txt', 'a');
    await tablet.page.reload();
    await tablet.page.getByLabel('Select a.txt').check();
    await tablet.page.getByRole('button', { name: 'Details', exact: true }).click();
    await tablet.page.getByRole('complementary', { name: 'Details' }).getByText('a.txt').waitFor();
    await tablet.page.getByLabel('Select a.txt').uncheck();
    expect(await smallTargets(tablet.page)).toEqual([]);
    expect(await faultsOf(tablet.page)).toEqual([]);
  });

  test('the frame is drawn before a script has run', async () => {
    const { page } = await stage.open();
    await page.route('**/assets/index-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
    await page.reload();
    const [width, image] = await page.evaluate(() => {
      const { width: shown, backgroundImage } = getComputedStyle(document.querySelector('#app')!, '::after');
      return [Number.parseFloat(shown), backgroundImage];
    });
    expect(width).toBeGreaterThan(900);
    expect(image).toContain('gradient');
  });
});
