import { noticed, type WebUser } from '../web-user.ts';
import type { Parts, Tasks } from './hand.ts';

/** Tasks with texts, places, links, people and drives, after those with files. */
export function otherTasks(parts: Parts, me: WebUser): Tasks {
  return { ...textTasks(parts), ...findTasks(parts), ...linkTasks(parts), ...peopleTasks(parts, me) };
}

const textTasks = ({ page, row, button, link, item, menuOf, heading, dialog, select, sidebar }: Parts): Tasks => ({
  'write a new text file': async (hand) => {
    await hand.click(button('New text file'));
    await dialog().getByRole('textbox').fill('ideas.md');
    await hand.press('Enter');
    await heading('ideas.md').waitFor();
  },
  'change a text': async (hand) => {
    await hand.click(button('a.txt'));
    await hand.click(button('Edit'));
    await page.locator('.cm-content').click();
    await hand.type('More. ');
    await hand.press('Control+s');
    await page.getByText('Saved', { exact: true }).waitFor();
  },
  'move into a new folder': async (hand) => {
    await select('sent.txt');
    await hand.click(button('Move'));
    await hand.click(dialog().getByRole('button', { name: 'New folder' }));
    await dialog().getByRole('textbox', { name: 'Name of the folder' }).fill('Sorted');
    await hand.click(dialog().getByRole('button', { name: 'Create' }));
    await hand.click(dialog().getByRole('button', { name: 'Move to “Sorted”' }));
    await noticed(page, '1 item moved to “Sorted”').waitFor();
  },
  'copy into another folder': async (hand) => {
    await select('a.txt');
    await hand.press('Control+c');
    // Opening the folder is a task of its own.
    await link('Made').click();
    await heading('Made').waitFor();
    await button(/^Paste/).waitFor();
    await hand.press('Control+v');
    await row('a.txt').waitFor();
  },
  'go to an item by its name': async (hand) => {
    await select('a.txt');
    await hand.press('m');
    await row('Made').and(page.locator('[aria-selected=true]')).waitFor();
  },
  'download a file, or several as ZIP': async (hand) => {
    hand.steps += 1;
    await select('a.txt');
    const download = page.waitForEvent('download');
    await hand.click(button('Download'));
    await (await download).delete();
  },
  'download a version': async (hand) => {
    await hand.click(menuOf('a.txt'));
    await hand.click(item('Versions'));
    const download = page.waitForEvent('download');
    await hand.click(
      dialog()
        .getByRole('button', { name: /^Download the version/ })
        .first(),
    );
    await (await download).delete();
  },
  'see who did what': async (hand) => {
    hand.steps += 1;
    await select('a.txt');
    await hand.click(button('Details'));
    await hand.click(button('Show the activity'));
    await page
      .getByText(/added a\.txt/)
      .first()
      .waitFor();
    await button('Details').click();
  },
  'find something in the trash': async (hand) => {
    await hand.click(sidebar('Trash'));
    await hand.click(
      page.getByPlaceholder('Filter by name or folder').or(page.getByLabel('Filter by name or folder')).first(),
    );
    await hand.type('(1)');
    await page.getByText('a (1).txt').waitFor();
  },
  'empty the trash': async (hand) => {
    await hand.click(sidebar('Trash'));
    await hand.click(button('Empty the trash'));
    await hand.click(dialog().getByRole('button', { name: /^(Empty the trash|Delete forever)$/ }));
    await page.getByText('a (1).txt').waitFor({ state: 'detached' });
  },
});

const findTasks = ({ page, row, button, item, sidebar, heading }: Parts): Tasks => ({
  'find what has a tag': async (hand) => {
    await hand.click(page.getByRole('navigation', { name: 'Main navigation' }).getByRole('button', { name: 'Tags' }));
    await hand.click(page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: /urgent/ }));
    await row('a.txt').filter({ hasText: 'Plans' }).first().waitFor();
  },
  'search in the open folder': async (hand) => {
    await hand.press('/');
    await hand.type('b2');
    await hand.press('Enter');
    await hand.click(button('In “Plans”'));
    await button('b2.txt').waitFor();
  },
  'filter by type, time, size': async (hand) => {
    await page.getByRole('search').getByRole('textbox').fill('b2');
    await page.keyboard.press('Enter');
    const filters = page.getByRole('group', { name: 'Filters' });
    await hand.click(filters.getByRole('button', { name: /^Type/ }));
    await hand.click(page.getByRole('menuitemradio', { name: 'Text' }).or(page.getByRole('option', { name: 'Text' })));
    await button('b2.txt').waitFor();
  },
  'repeat a search': async (hand) => {
    await hand.press('Control+k');
    await hand.click(page.getByRole('option', { name: /b2/ }).first());
    await button('b2.txt').waitFor();
  },
  'find large files, or old versions': async (hand) => {
    await hand.click(page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: /^Storage/ }));
    await heading('Largest files').waitFor();
  },
  'see what happened to all one owns': async (hand) => {
    await hand.click(button(/^Your account/));
    await hand.click(item('Account settings'));
    await hand.click(page.getByRole('link', { name: 'Activity', exact: true }));
    await page
      .getByText(/added a\.txt/)
      .first()
      .waitFor();
  },
  'see what concerns oneself': async (hand) => {
    await hand.click(button(/^Notifications/));
    await page.getByRole('menu').waitFor();
  },
  'open a team drive': async (hand) => {
    await hand.click(sidebar('Design'));
    await heading('Design').waitFor();
  },
});

const linkTasks = ({ page, item, menuOf, dialog }: Parts): Tasks => ({
  'share with password and expiry': async (hand) => {
    await hand.click(menuOf('b2.txt'));
    await hand.click(item('Share'));
    await dialog().getByRole('textbox', { name: 'Link', exact: true }).waitFor();
    await hand.click(dialog().getByRole('button', { name: 'More settings' }));
    await hand.choose(dialog().getByLabel('Expires'), 'In 7 days');
    await dialog().getByRole('button', { name: 'Set: Password' }).waitFor();
  },
  'see who downloaded through a link': async (hand) => {
    await hand.click(menuOf('a.txt'));
    await hand.click(item('Share'));
    await hand.click(dialog().getByRole('tab', { name: 'Activity' }));
    await dialog().getByText('Nobody has downloaded anything yet.').waitFor();
  },
  'copy the public URL of an image': async (hand) => {
    await hand.click(menuOf('sun.png'));
    await hand.click(item('Share'));
    await hand.choose(dialog().getByLabel('Who can open it'), 'Public');
    await hand.click(
      dialog()
        .getByRole('region', { name: 'URL for pages of other sites' })
        .getByRole('button', { name: /^Copy/ })
        .first(),
    );
    expectCopied(await page.evaluate(() => navigator.clipboard.readText()));
  },
  'end a link': async (hand) => {
    await hand.click(menuOf('a.txt'));
    await hand.click(item('Share'));
    await hand.click(dialog().getByRole('button', { name: 'End sharing' }));
    await hand.click(dialog().last().getByRole('button', { name: 'End sharing' }));
    await noticed(page, 'Sharing ended.').waitFor();
  },
});

function expectCopied(text: string): void {
  if (!/^https?:/.test(text)) throw new Error(`“${text}” was copied`);
}

const peopleTasks = (
  { page, row, button, item, menuOf, sidebar, heading, dialog, select }: Parts,
  me: WebUser,
): Tasks => ({
  'give a colleague access': async (hand) => {
    await hand.click(menuOf('b2.txt'));
    await hand.click(item('Access'));
    await dialog().getByLabel('Name or email').fill('grace@example.com');
    await dialog().getByRole('option').first().waitFor();
    await hand.press('Enter');
    await hand.choose(dialog().getByLabel('Role', { exact: true }), 'editor');
    await hand.click(dialog().getByRole('button', { name: 'Give access' }));
    await dialog()
      .getByRole('button', { name: /^Take access away/ })
      .waitFor();
  },
  'make a team drive': async (hand) => {
    await hand.click(sidebar('All team drives'));
    await hand.click(button('New team drive'));
    await page.getByLabel('Name').fill('Research');
    await hand.click(dialog().getByRole('button', { name: 'Create' }));
    await heading('Research').waitFor();
  },
  'see the members of a team drive': async (hand) => {
    await hand.click(sidebar('Design'));
    await hand.click(button('Members'));
    await page.getByRole('dialog', { name: 'Members of “Design”' }).waitFor();
  },
  'see what happened in a team drive': async (hand) => {
    await hand.click(sidebar('Design'));
    await hand.click(button('More for Design'));
    await hand.click(item('Activity'));
    await page.getByRole('dialog', { name: 'Activity in “Design”' }).waitFor();
  },
  'let a page upload files': async (hand) => {
    await hand.click(button(/^Your account/));
    await hand.click(item('Account settings'));
    await hand.click(page.getByRole('link', { name: 'Upload grants' }));
    await hand.click(button('New upload grant'));
    await dialog().waitFor();
  },
  'sign in after the session has ended': async (hand) => {
    await select('b2.txt');
    await page.keyboard.press('F2');
    await page.getByLabel('New name').fill('c3.txt');
    // From now on the dialog may come by itself.
    await me.context.clearCookies();
    await page.keyboard.press('Enter');
    await page.locator('[type=password]:focus').waitFor();
    await hand.type(me.user.password);
    await hand.press('Enter');
    await row('c3.txt').waitFor();
  },
});
