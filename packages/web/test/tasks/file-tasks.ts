import { noticed } from '../web-user.ts';
import type { Parts, Tasks } from './hand.ts';

/** Tasks with files and folders, in a folder that has Deep, a.txt with a version, b.txt and c.txt; gone.txt is in the trash. */
export function fileTasks({ page, button, link, item, menuOf, sidebar, heading, dialog, select }: Parts): Tasks {
  return {
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
      await page.getByRole('option', { name: /^Deep/ }).waitFor();
      await hand.press('Enter');
      await heading('Deep').waitFor();
    },
    'upload files': async (hand) => {
      const chooser = page.waitForEvent('filechooser');
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
      await page.getByLabel('New name').fill('b2.txt');
      await hand.press('Enter');
      await button('b2.txt').waitFor();
    },
    move: async (hand) => {
      await select('c.txt');
      await hand.click(button('Move'));
      await hand.click(dialog().getByRole('button', { name: 'Deep' }));
      await hand.click(dialog().getByRole('button', { name: 'Move to “Deep”' }));
      await noticed(page, '1 item moved to “Deep”').waitFor();
    },
    'undo a move, a copy or a deletion': async (hand) => {
      await select('a.txt');
      await page.keyboard.press('Delete');
      await noticed(page, '1 item moved to the trash').waitFor();
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
      await page.getByText(/^[4-9] selected$/).waitFor();
    },
    delete: async (hand) => {
      await select('a (1).txt');
      await hand.press('Delete');
      await button('a (1).txt').waitFor({ state: 'detached' });
    },
    'restore from the trash': async (hand) => {
      await hand.click(sidebar('Trash'));
      await hand.click(button('Restore: gone.txt'));
      await noticed(page, '1 item restored').waitFor();
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
      await noticed(page, 'is the current one').waitFor();
    },
    'star or unstar': async (hand) => {
      await hand.click(menuOf('a.txt'));
      await hand.click(item('Star'));
      await noticed(page, '1 item starred').waitFor();
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
      await page.locator('[data-modal] input:focus').waitFor();
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
      await noticed(page, 'Link copied. Anyone who has it can open it.').waitFor();
    },
    'see what colleagues gave': async (hand) => {
      await hand.click(sidebar('Shared with me'));
      await heading('Shared with me').waitFor();
    },
    'ask others for files': async (hand) => {
      await hand.click(sidebar('File requests'));
      await hand.click(button('New file request').first());
      await page.locator('[data-modal] input:focus').waitFor();
      await hand.type('Photos');
      await hand.press('Enter');
      await page.getByText('Photos').first().waitFor();
    },
  };
}
