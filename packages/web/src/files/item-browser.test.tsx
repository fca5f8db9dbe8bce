import { listSorts } from '@drive/contract/sorts';
import type { Item } from '@drive/sdk';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { Refusal, server } from '../../test/components/fake-server.ts';
import { namesOf, renderApp } from '../../test/components/render-app.tsx';
import { fileOf, folderOf, pageOf } from '../../test/components/things.ts';
import { announceGone } from '../api/gone-items.ts';
import { folderPathQuery, useFolderItems } from '../api/items.ts';
import { queryClient, reloadAll } from '../api/query-client.ts';
import { Toasts } from '../ui/toasts.tsx';
import { itemClipboard } from './actions/item-clipboard.ts';
import { ItemBrowser } from './item-browser.tsx';

// No test is idle as a browser is: what is loaded then is there soon.
vi.mock('../browser/use-late.ts', async () => {
  const { useEffect, useState } = await import('react');
  return {
    useLate: <Part,>(load: () => Promise<Part>): Part | undefined => {
      const [late, setLate] = useState<Part>();
      useEffect(() => {
        void load().then((part) => setLate(() => part));
      }, [load]);
      return late;
    },
  };
});

const four = [folderOf('Photos'), fileOf('a.txt'), fileOf('b.txt'), fileOf('c.txt')];

let lists = 0;

function List({ folderId }: { readonly folderId: string }) {
  const [source] = useState({ folderId, sort: 'type,name' } as const);
  return (
    <ItemBrowser
      list={useFolderItems(source)}
      listKey={folderId}
      sort="type,name"
      sorts={listSorts}
      label="Contents of Files"
      destination={{ id: 'here', name: 'Here' }}
      heading={() => <h1>Files</h1>}
      empty={<p>Nothing is here</p>}
    />
  );
}

/** Shows another list than before: the app keeps the position in each. */
async function showList(items: readonly Item[] = four, { me = {} } = {}) {
  lists += 1;
  server.answer('GET /api/files', pageOf(items));
  itemClipboard.set(undefined);
  server.answer('GET /api/me', me);
  server.answer('GET /api/config', {});
  server.answer('GET /api/files/here/path', [folderOf('Here')]);
  const listens = vi.spyOn(window, 'addEventListener');
  const rendered = await renderApp(
    <>
      <List folderId={`folder ${lists}`} />
      <Toasts />
    </>,
  );
  if (items.length > 0) await screen.findAllByRole('button', { name: /^Actions for/ });
  // The keys of the clipboard are loaded after the first screen.
  await waitFor(() => expect(listens).toHaveBeenCalledWith('paste', expect.any(Function)));
  listens.mockRestore();
  return rendered;
}

const row = (name: string) => screen.getByRole('row', { name: new RegExp(`Select ${name}`) });
const focused = () => document.activeElement?.textContent;
const selected = () => screen.queryAllByRole('row', { selected: true }).map((each) => nameIn(each));
const nameIn = (element: HTMLElement) => element.querySelector('[data-item-name]')?.textContent;
const nameOf = (name: string) => within(row(name)).getByRole(name === 'Photos' ? 'link' : 'button', { name });

describe('a row', () => {
  test('has the name, the type, the times and the size of a file', async () => {
    await showList([
      fileOf('plan.txt', {
        size: 1536,
        modifiedAt: '2025-11-02T12:00:00.000Z',
        uploadedAt: '2025-11-03T12:00:00.000Z',
      }),
    ]);
    const cells = within(row('plan.txt')).getAllByRole('gridcell');
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      '',
      'plan.txt1.5 KiB · Nov 2, 2025',
      'Text',
      'Nov 2, 2025',
      'Nov 3, 2025',
      '1.5 KiB',
      '',
    ]);
  });

  test('has the time when it was added below its name if it has no time of modification', async () => {
    await showList([fileOf('plan.txt', { size: 1536, uploadedAt: '2025-11-03T12:00:00.000Z' })]);
    expect(within(row('plan.txt')).getByText('1.5 KiB · Nov 3, 2025')).toBeDefined();
  });

  test('of a folder has a link to it, which may be opened in another tab', async () => {
    await showList();
    expect(nameOf('Photos').getAttribute('href')).toBe('/files/id%20of%20Photos');
  });

  test('says that an item is shared, checked, infected or in quarantine', async () => {
    await showList([
      fileOf('shared.txt', { shareMode: 'SHARED' }),
      fileOf('new.txt', { scan: 'pending' }),
      fileOf('bad.txt', { scan: 'infected', virus: 'Eicar', quarantined: true }),
      fileOf('held.txt', { quarantined: true }),
    ]);
    expect(within(row('shared.txt')).getByRole('img', { name: 'Shared' })).toBeDefined();
    expect(within(row('new.txt')).getByText('Being checked for viruses')).toBeDefined();
    expect(within(row('bad.txt')).getByTitle('Virus found: Eicar').textContent).toBe('Virus found');
    expect(within(row('held.txt')).getByText('In quarantine')).toBeDefined();
  });

  test('keeps the end of a long name in view, and its name is one word', async () => {
    const name = 'a report of the year that has a very long name 2026.pdf';
    await showList([fileOf(name)]);
    const [first, last] = nameOf(name).querySelectorAll('span span');
    expect([first?.textContent, last?.textContent]).toEqual([
      'a report of the year that has a very long name 2',
      '026.pdf',
    ]);
  });

  test('shows a name without marks that turn the text', async () => {
    await showList([fileOf('photo\u202Egpj.exe')]);
    expect(document.querySelector('[data-item-name]')?.textContent).not.toContain('\u202E');
  });
});

describe('the selection', () => {
  test('a click selects one row, with Ctrl another one, with Shift all up to it', async () => {
    const { user } = await showList();
    await user.click(within(row('a.txt')).getAllByRole('gridcell')[2]!);
    expect(selected()).toEqual(['a.txt']);
    await user.keyboard('{Control>}');
    await user.click(row('c.txt'));
    await user.keyboard('{/Control}');
    expect(selected()).toEqual(['a.txt', 'c.txt']);
    await user.keyboard('{Shift>}');
    await user.click(row('Photos'));
    await user.keyboard('{/Shift}');
    expect(selected()).toEqual(['Photos', 'a.txt', 'b.txt', 'c.txt']);
    expect((await screen.findByRole('status')).textContent).toBe('4 selected');
  });

  test('a click on a name with Ctrl selects instead of opening a tab', async () => {
    await showList();
    const isOpened = fireEvent.click(nameOf('Photos'), { ctrlKey: true });
    expect([selected(), isOpened]).toEqual([['Photos'], false]);
  });

  test('boxes select, the box of the header everything, and Escape nothing', async () => {
    const { user } = await showList();
    await user.click(screen.getByRole('checkbox', { name: 'Select b.txt' }));
    expect(selected()).toEqual(['b.txt']);
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
    await screen.findByText('4 selected');
    await user.keyboard('{Escape}');
    expect([selected(), screen.queryByRole('status')]).toEqual([[], null]);
  });
});

describe('the selection, when the list changes', () => {
  const withNew = (...names: readonly string[]) => pageOf([...names.map((name) => folderOf(name)), ...four]);

  test('a range begins at the same item, although others came before it', async () => {
    const { user } = await showList();
    await user.click(screen.getByRole('checkbox', { name: 'Select b.txt' }));
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
    expect(selected()).toEqual(['b.txt', 'c.txt']);
    server.answer('GET /api/files', withNew('New', 'Newer'));
    await act(() => reloadAll());
    await waitFor(() => expect(focused()).toBe('c.txt'));
    await user.keyboard('{Shift>}');
    await user.click(row('a.txt'));
    await user.keyboard('{/Shift}');
    expect(selected()).toEqual(['a.txt', 'b.txt']);
    server.answer('GET /api/files', withNew());
    await act(() => reloadAll());
    await user.keyboard('{Shift>}');
    await user.click(row('c.txt'));
    await user.keyboard('{/Shift}');
    expect(selected()).toEqual(['b.txt', 'c.txt']);
  });

  test('the details stay about the item that had the keyboard last, although others came before it', async () => {
    server.answer('GET /api/tags', { tags: [] });
    server.answer('GET /api/files/id%20of%20a.txt', four[1]!);
    server.answer('GET /api/files/id%20of%20a.txt/versions', { versions: [], pagination: { nextCursor: null } });
    const { user } = await showList();
    await user.click(within(row('a.txt')).getAllByRole('gridcell')[2]!);
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Details' }));
    const panel = await screen.findByRole('complementary', { name: 'Details' });
    await user.click(await within(panel).findByRole('combobox', { name: 'New tag' }));
    server.answer('GET /api/files', withNew('New'));
    await act(() => reloadAll());
    expect(within(panel).getByText('a.txt')).toBeDefined();
  });

  test('loses those items that have left the folder, whatever moved them, also in a list that is not loaded as a whole', async () => {
    const { user } = await showList();
    const hasPages = (first: readonly Item[]): Promise<void> => {
      const pagination = { currentPage: 1, totalItems: 8, totalPages: 2, nextCursor: null };
      const second = ['d.txt', 'e.txt', 'f.txt', 'g.txt'].map((name) => fileOf(name));
      server.answer('GET /api/files', ({ path }) => ({ files: path.includes('page=2') ? second : first, pagination }));
      return act(() => reloadAll());
    };
    await hasPages(four);
    for (const name of ['a.txt', 'b.txt', 'c.txt'])
      await user.click(screen.getByRole('checkbox', { name: `Select ${name}` }));
    await screen.findByText('3 selected');
    await hasPages([four[0]!, folderOf('New'), four[1]!, four[2]!]);
    expect(screen.getByText('3 selected')).toBeDefined();
    // As another tab, or a folder of the sidebar, does.
    announceGone([four[3]!.id]);
    await screen.findByText('2 selected');
    expect(selected()).toEqual(['a.txt', 'b.txt']);
  });
});

describe('after a click on a row', () => {
  const place = (name: string) => within(row(name)).getAllByRole('gridcell').at(-2)!;

  test('the item has the keyboard, and arrows select the items beside it', async () => {
    const { user } = await showList();
    await user.click(place('a.txt'));
    expect([focused(), selected()]).toEqual(['a.txt', ['a.txt']]);
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect([focused(), selected()]).toEqual(['b.txt', ['b.txt']]));
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
    expect(selected()).toEqual(['b.txt', 'c.txt']);
    await user.keyboard('{Control>}{ArrowUp}{/Control}');
    await waitFor(() => expect([focused(), selected()]).toEqual(['b.txt', ['b.txt', 'c.txt']]));
  });

  test('Ctrl with A selects everything, and Escape nothing', async () => {
    const { user } = await showList();
    await user.click(place('a.txt'));
    // The second is what a browser reports with the caps lock.
    for (const key of ['a', 'A']) {
      await user.keyboard(`{Control>}${key}{/Control}`);
      await screen.findByText('4 selected');
      await user.keyboard('{Escape}');
      expect(selected()).toEqual([]);
    }
  });

  test('Delete moves it to the trash', async () => {
    const { user } = await showList();
    server.answer('POST /api/files/trash', { updated: [four[2]], failed: [] });
    await user.click(place('b.txt'));
    await user.keyboard('{Delete}');
    await waitFor(() => expect(server.changes).toEqual([`POST /api/files/trash {"ids":["${four[2]!.id}"]}`]));
  });

  test('F2 asks for its new name', async () => {
    const { user } = await showList();
    await user.click(place('b.txt'));
    await user.keyboard('{F2}');
    expect(await screen.findByRole('textbox', { name: 'New name' })).toHaveProperty('value', 'b.txt');
  });

  test('letters go to the items of that name, and none of them does anything else', async () => {
    const { user } = await showList([
      folderOf('Photos'),
      ...['sales.txt', 'sea.txt', 'sun.txt'].map((name) => fileOf(name)),
    ]);
    await user.click(place('Photos'));
    for (const [key, name] of [
      ['s', 'sales.txt'],
      ['s', 'sea.txt'],
      ['s', 'sun.txt'],
      ['s', 'sales.txt'],
    ] as const) {
      await user.keyboard(key);
      await waitFor(() => expect([focused(), selected()]).toEqual([name, [name]]));
    }
    expect(server.changes).toEqual([]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('several letters are one text', async () => {
    const { user } = await showList([fileOf('sales.txt'), fileOf('sea.txt'), fileOf('sun.txt')]);
    await user.click(place('sales.txt'));
    await user.keyboard('su');
    await waitFor(() => expect(selected()).toEqual(['sun.txt']));
  });

  test('keys in a field or in a dialog are not those of the list', async () => {
    const { user } = await showList();
    await user.click(place('a.txt'));
    await user.keyboard('{F2}');
    await screen.findByRole('textbox', { name: 'New name' });
    await user.keyboard('{Delete}{ArrowDown}{Escape}');
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
    await user.keyboard('?');
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    await user.keyboard('{Delete}b{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).toBeNull());
    expect([selected(), server.changes]).toEqual([['a.txt'], []]);
  });
});

describe('the clipboard', () => {
  const place = (name: string) => within(row(name)).getAllByRole('gridcell').at(-2)!;
  /** Presses the key of a command. Returns the text that the system's clipboard has then. */
  const press = (command: 'copy' | 'cut' | 'paste', before = '', types: readonly string[] = []): string => {
    let text = before;
    const clipboardData = {
      setData: (_: string, set: string) => (text = set),
      getData: () => before,
      items: [],
      types,
    };
    fireEvent[command](document.activeElement!, { clipboardData });
    return text;
  };
  const copied = (names: readonly string[]) => ({ copied: names.map((name) => fileOf(name)), failed: [] });

  test('pastes copies of what was copied, and the notice undoes it', async () => {
    const { user } = await showList();
    server.answer('POST /api/files/copy', copied(['a (1).txt', 'b (1).txt']));
    server.answer('POST /api/files/trash', { updated: [fileOf('a (1).txt'), fileOf('b (1).txt')], failed: [] });
    await user.click(place('a.txt'));
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
    const text = press('copy');
    expect(text).toBe('a.txt\nb.txt');
    press('paste', text);
    await screen.findByText('2 items copied to “Here”');
    expect(server.changes).toEqual(['POST /api/files/copy {"ids":["id of a.txt","id of b.txt"],"parentId":"here"}']);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('2 items moved to the trash');
    expect(selected()).toEqual(['a.txt', 'b.txt']);
  });

  test('moves what was cut, once, and the notice moves it back', async () => {
    const { user } = await showList();
    server.answer('PATCH /api/files/move', { moved: [fileOf('a.txt', { parentId: 'here' })], failed: [] });
    await user.click(place('a.txt'));
    const text = press('cut');
    press('paste', text);
    await screen.findByText('1 item moved to “Here”');
    press('paste', text);
    expect(server.changes).toEqual(['PATCH /api/files/move {"ids":["id of a.txt"],"parentId":"here"}']);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('1 item moved back');
    expect(server.changes.at(-1)).toBe('PATCH /api/files/move {"ids":["id of a.txt"],"moveToRoot":true}');
  });

  test('asks before what was cut gets another owner, although nothing was known of the folder', async () => {
    const { user } = await showList();
    const drive = { role: 'editor', ownerId: null, driveId: 'design' } as const;
    server.answer('GET /api/files/here/path', [folderOf('Here', drive)]);
    server.answer('PATCH /api/files/move', { moved: [fileOf('a.txt', { parentId: 'here', ...drive })], failed: [] });
    await user.click(place('a.txt'));
    press('paste', press('cut'));
    const question = within(await screen.findByRole('dialog'));
    expect(server.changes).toEqual([]);
    await user.click(question.getAllByRole('button').at(-1)!);
    await screen.findByText('1 item moved to “Here”');
    expect(server.changes).toEqual(['PATCH /api/files/move {"ids":["id of a.txt"],"parentId":"here"}']);
  });

  test('asks who owns the folder now, whatever was known of it before', async () => {
    const { user } = await showList();
    const { queryKey } = folderPathQuery('here');
    queryClient.setQueryData(queryKey, [folderOf('Here')], { updatedAt: 1 });
    server.answer('GET /api/files/here/path', [folderOf('Here', { role: 'editor', ownerId: null, driveId: 'design' })]);
    await user.click(place('a.txt'));
    press('paste', press('cut'));
    expect(await screen.findByRole('dialog', { name: 'Move “a.txt”' })).toBeDefined();
  });

  test('leaves what is pasted into a field to the field, and files to those that upload them', async () => {
    const { user } = await showList();
    server.answer('PATCH /api/files/move', { moved: [fileOf('a.txt', { parentId: 'here' })], failed: [] });
    await user.click(place('a.txt'));
    const text = press('cut');
    await user.keyboard('{F2}');
    expect(await screen.findByRole('textbox', { name: 'New name' })).toBe(document.activeElement);
    press('paste', text);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(focused()).toBe('a.txt'));
    press('paste', text, ['Files']);
    expect(server.changes).toEqual([]);
    press('paste', text);
    await screen.findByText('1 item moved to “Here”');
  });

  test('moves nothing into a folder of which it cannot be known whose it is', async () => {
    const { user } = await showList();
    server.answer('GET /api/files/here/path', new Refusal(400, 'validation_failed', 'not known'));
    await user.click(place('a.txt'));
    press('paste', press('cut'));
    await screen.findByText('Something in the form is not right. Check what you typed.');
    expect(server.changes).toEqual([]);
  });

  test('pastes nothing if something else was copied since', async () => {
    const { user } = await showList();
    await user.click(place('a.txt'));
    press('copy');
    press('paste', 'a text of another program');
    expect(server.changes).toEqual([]);
  });
});

describe('the keyboard', () => {
  test('Tab reaches one item alone, and arrows, Home and End move to the others', async () => {
    const { user } = await showList();
    const reachable = () =>
      [...document.querySelectorAll<HTMLElement>('[data-item-name]')]
        .filter(({ tabIndex }) => tabIndex === 0)
        .map(({ textContent }) => textContent);
    expect(reachable()).toEqual(['Photos']);
    nameOf('Photos').focus();
    for (const [key, name] of [
      ['ArrowDown', 'a.txt'],
      ['ArrowDown', 'b.txt'],
      ['ArrowUp', 'a.txt'],
      ['End', 'c.txt'],
      ['ArrowDown', 'c.txt'],
      ['Home', 'Photos'],
      ['PageDown', 'c.txt'],
    ] as const) {
      await user.keyboard(`{${key}}`);
      await waitFor(() => expect([focused(), reachable()]).toEqual([name, [name]]));
    }
  });

  test('Space selects, Shift with arrows extends, and Ctrl with A selects everything', async () => {
    const { user } = await showList();
    nameOf('Photos').focus();
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(focused()).toBe('a.txt'));
    await user.keyboard(' ');
    expect(selected()).toEqual([]);
    await user.keyboard(' ');
    expect(selected()).toEqual(['a.txt']);
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
    expect(selected()).toEqual(['a.txt', 'b.txt']);
    await user.keyboard('{Control>}a{/Control}');
    await screen.findByText('4 selected');
  });

  test('F2 makes the name a field, Enter saves it, and the keyboard returns to the name', async () => {
    const { user } = await showList();
    server.answer('PATCH /api/files/id%20of%20a.txt', fileOf('new.txt', { id: 'id of a.txt' }));
    nameOf('Photos').focus();
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(focused()).toBe('a.txt'));
    await user.keyboard('{F2}');
    const field = await within(row('a.txt')).findByRole<HTMLInputElement>('textbox', { name: 'New name' });
    expect([field.value, field.selectionStart, field.selectionEnd]).toEqual(['a.txt', 0, 1]);
    server.answer('GET /api/files', pageOf([four[0]!, four[2]!, four[3]!, fileOf('new.txt', { id: 'id of a.txt' })]));
    await user.keyboard('new{Enter}');
    await waitFor(() => expect(server.changes).toEqual(['PATCH /api/files/id%20of%20a.txt {"name":"new.txt"}']));
    await waitFor(() => expect([focused(), screen.queryByRole('textbox')]).toEqual(['new.txt', null]));
  });

  test('Escape leaves the name as it was, and a name that is taken stays in the field with the reason', async () => {
    const { user } = await showList();
    server.answer('PATCH /api/files/id%20of%20a.txt', new Refusal(409, 'name_conflict', 'Taken.'));
    await user.click(within(row('a.txt')).getAllByRole('gridcell').at(-2)!);
    await user.keyboard('{F2}');
    await screen.findByRole('textbox');
    await user.keyboard('other{Escape}');
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
    await user.keyboard('{F2}');
    await screen.findByRole('textbox');
    await user.keyboard('b{Enter}');
    await screen.findByText('An item of this name exists there already. Choose another name.');
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('b.txt');
    expect(server.changes).toHaveLength(1);
  });

  test('a name that is being typed moves with its item, and the keyboard stays in it', async () => {
    const { user } = await showList();
    await user.click(within(row('b.txt')).getAllByRole('gridcell').at(-2)!);
    await user.keyboard('{F2}');
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'New name' });
    await user.keyboard('one');
    server.answer('GET /api/files', pageOf([folderOf('New'), ...four]));
    await act(() => reloadAll());
    expect(row('New')).toBeDefined();
    await user.keyboard(' two');
    expect([screen.getByRole('textbox'), field.value]).toEqual([field, 'one two.txt']);
  });

  test('a name that is being typed is as it was when it comes back into view, which any key does', async () => {
    const { user } = await showList(Array.from({ length: 100 }, (_, index) => fileOf(`${index}.txt`)));
    await user.click(within(row('1.txt')).getAllByRole('gridcell').at(-2)!);
    await user.keyboard('{F2}');
    await screen.findByRole('textbox', { name: 'New name' });
    await user.keyboard('one');
    const view = screen.getByRole('grid').parentElement!;
    const scrollTo = (scrollTop: number): void => {
      view.scrollTop = scrollTop;
      fireEvent.scroll(view);
    };
    scrollTo(2000);
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
    view.scrollTo = (({ top }: ScrollToOptions) => scrollTo(top ?? 0)) as typeof view.scrollTo;
    await user.keyboard('{Delete}');
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'New name' });
    await user.keyboard(' two');
    expect([field.value, server.changes]).toEqual(['one two.txt', []]);
  });

  test('Delete moves what is selected to the trash, or else the item that has the keyboard', async () => {
    const { user } = await showList();
    const [, a, b] = four;
    server.answer('POST /api/files/trash', { updated: [a, b], failed: [] });
    nameOf('Photos').focus();
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(focused()).toBe('a.txt'));
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}{Delete}');
    await waitFor(() => expect(server.changes).toEqual([`POST /api/files/trash {"ids":["${a!.id}","${b!.id}"]}`]));
    await waitFor(() => expect(selected()).toEqual([]));
  });
});

describe('the menu of an item', () => {
  test('opens by its button, and offers what can be done with a file', async () => {
    const { user } = await showList();
    await user.click(screen.getByRole('button', { name: 'Actions for a.txt' }));
    await screen.findByRole('menu');
    expect(namesOf('menuitem')).toEqual([
      'Open',
      'Download',
      'Share',
      'Copy link',
      'Create a proofing',
      'Access',
      'Rename',
      'Move',
      'Cut',
      'Copy',
      'Duplicate',
      'Star',
      'Tags',
      'Versions',
      'Details',
      'Move to trash',
    ]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  });

  test('is about all that is selected, if the item is one of them', async () => {
    const { user } = await showList();
    await user.click(screen.getByRole('checkbox', { name: 'Select Photos' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select a.txt' }));
    await user.pointer({ keys: '[MouseRight]', target: row('a.txt') });
    await screen.findByRole('menu');
    expect(namesOf('menuitem')).toEqual([
      'Download as ZIP',
      'Share',
      'Move',
      'Cut',
      'Copy',
      'Duplicate',
      'Star',
      'Tags',
      'Details',
      'Move to trash',
    ]);
  });
});

test('what is selected is offered what can be done with it now, also after the list was loaded again', async () => {
  const { user } = await showList();
  await user.click(screen.getByRole('checkbox', { name: 'Select a.txt' }));
  await screen.findByText('1 selected');
  const starred = fileOf('a.txt', { starred: true });
  server.answer('GET /api/files', pageOf([starred, ...four.filter(({ id }) => id !== starred.id)]));
  await act(() => reloadAll());
  await user.click(screen.getByRole('button', { name: 'Actions for a.txt' }));
  await screen.findByRole('menu');
  expect([selected(), namesOf('menuitem').filter((name) => /star/i.test(name))]).toEqual([
    ['a.txt'],
    ['Remove the star'],
  ]);
});

test('a tag that is added in the details leaves the keyboard in the field for the next one', async () => {
  server.answer('GET /api/files/id%20of%20a.txt', four[1]!);
  server.answer('GET /api/tags', { tags: [] });
  server.answer('GET /api/files/id%20of%20a.txt/versions', { versions: [], pagination: { nextCursor: null } });
  const { user } = await showList();
  await user.click(screen.getByRole('checkbox', { name: 'Select a.txt' }));
  await user.click(screen.getByRole('button', { name: 'Details' }));
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'New tag' });
  for (const [tags, key] of [
    [['one'], '{Enter}'],
    [['one', 'two'], '{Tab}{Enter}'],
  ] as const) {
    const tagged = fileOf('a.txt', { tags: [...tags] });
    server.answer('GET /api/files', pageOf([tagged, ...four.filter(({ id }) => id !== tagged.id)]));
    server.answer('POST /api/files/tags', { updated: [tagged], failed: [] });
    await user.type(field, `${tags.at(-1)}${key}`);
    await screen.findByRole('link', { name: tags.at(-1)! });
    await waitFor(() => expect([document.activeElement, field.value]).toEqual([field, '']));
  }
});

test('a tag that is removed in the details leaves the keyboard at the next one, or else in the field', async () => {
  server.answer('GET /api/files/id%20of%20a.txt', four[1]!);
  server.answer('GET /api/tags', { tags: [] });
  server.answer('GET /api/files/id%20of%20a.txt/versions', { versions: [], pagination: { nextCursor: null } });
  const { user } = await showList([fileOf('a.txt', { tags: ['one', 'two', 'three'] })]);
  await user.click(screen.getByRole('checkbox', { name: 'Select a.txt' }));
  await user.click(screen.getByRole('button', { name: 'Details' }));
  for (const [tag, tags, next] of [
    ['one', ['two', 'three'], () => screen.getByRole('button', { name: 'Remove the tag two' })],
    ['three', ['two'], () => screen.getByRole('combobox', { name: 'New tag' })],
    ['two', [], () => screen.getByRole('combobox', { name: 'New tag' })],
  ] as const) {
    const tagged = fileOf('a.txt', { tags: [...tags] });
    server.answer('GET /api/files', pageOf([tagged]));
    server.answer('POST /api/files/tags', { updated: [tagged], failed: [] });
    (await screen.findByRole('button', { name: `Remove the tag ${tag}` })).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('link', { name: tag })).toBeNull());
    expect(document.activeElement).toBe(next());
  }
});

describe('the grid', () => {
  test('shows tiles that say what the rows say, and is kept', async () => {
    const { user } = await showList();
    await user.click(screen.getByRole('button', { name: 'Show as grid' }));
    const tiles = await screen.findAllByRole('gridcell');
    expect(tiles.map(({ textContent }) => textContent)).toEqual([
      'PhotosFolder',
      'a.txt2.0 KiB',
      'b.txt2.0 KiB',
      'c.txt2.0 KiB',
    ]);
    expect(screen.queryByRole('columnheader')).toBeNull();
    expect(localStorage.getItem('drive-layout')).toBe('grid');
    nameOfTile('Photos').focus();
    await user.keyboard('{ArrowRight}');
    await waitFor(() => expect(focused()).toBe('a.txt'));
  });
  const nameOfTile = (name: string) => screen.getByRole('link', { name });
});

test('an empty folder says so', async () => {
  await showList([]);
  expect(await screen.findByText('Nothing is here')).toBeDefined();
  expect(screen.queryByRole('grid')).toBeNull();
});

describe('what others gave', () => {
  const others = { ownerId: 'id of Olga', ownerName: 'Olga' } as const;
  const menuOf = async (user: UserEvent, name: string): Promise<string[]> => {
    await user.click(screen.getByRole('button', { name: `Actions for ${name}` }));
    await screen.findByRole('menu');
    return namesOf('menuitem');
  };

  test('to view can be opened, copied and downloaded, and not be changed or shared', async () => {
    const { user } = await showList([fileOf('a.txt', { ...others, role: 'viewer' })]);
    expect(await menuOf(user, 'a.txt')).toEqual(['Open', 'Download', 'Access', 'Copy', 'Star', 'Versions', 'Details']);
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('checkbox', { name: 'Select a.txt' }));
    await screen.findByText('1 selected');
    expect(namesOf('button').filter((name) => /trash|Rename|Move|Share|link/.test(name))).toEqual([]);
  });

  test('to view keeps its name and its place when keys would change them, and says why', async () => {
    const { user } = await showList([fileOf('a.txt', { ...others, role: 'viewer' })]);
    await user.click(row('a.txt'));
    await user.keyboard('{Delete}');
    await screen.findByText(/^Your role does not allow this here/);
    await user.keyboard('{F2}');
    expect([screen.queryByRole('textbox', { name: 'New name' }), server.changes]).toEqual([null, []]);
  });

  test.each([
    ['an hour ago', 1, true],
    ['two days ago', 48, false],
  ])('to a contributor who added it %s', async (_, hours, isTheirs) => {
    const uploadedAt = new Date(Date.now() - hours * 3600 * 1000).toISOString();
    const createdBy = { id: 'id of Me', name: 'Me' };
    const item = fileOf('a.txt', { ...others, role: 'contributor', createdBy, uploadedAt, parentId: 'here' });
    server.answer('GET /api/tags', { tags: [] });
    server.answer('GET /api/files/id%20of%20a.txt/versions', { versions: [], pagination: { nextCursor: null } });
    const { user } = await showList([item], { me: { id: 'id of Me' } });
    await menuOf(user, 'a.txt');
    // Who the user is, the menu asks first.
    await waitFor(() =>
      expect(namesOf('menuitem').filter((label) => /^(Rename|Move to trash|Move|Share)$/.test(label))).toEqual(
        isTheirs ? ['Rename', 'Move to trash'] : [],
      ),
    );
    await user.click(screen.getByRole('menuitem', { name: 'Details' }));
    const panel = await screen.findByRole('complementary', { name: 'Details' });
    expect(await within(panel).findByText('Contributor')).toBeDefined();
    expect(within(panel).queryByText(/you may rename and delete it until/) === null).toBe(!isTheirs);
    expect(within(panel).getByText('Olga')).toBeDefined();
  });

  test('is moved to own files only after a question, because those who have access lose it', async () => {
    const theirs = fileOf('a.txt', { ...others, role: 'editor', parentId: 'there' });
    const { user } = await showList([theirs], { me: { id: 'me' } });
    server.answer('GET /api/files/here/path', [folderOf('Here', { ownerId: 'me' })]);
    await user.click(screen.getByRole('button', { name: 'Actions for a.txt' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Cut' }));
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    server.answer('PATCH /api/files/move', { moved: [], failed: [] });
    fireEvent.paste(document.body, { clipboardData: { getData: () => '', items: [], types: [] } });
    const question = await screen.findByRole('dialog', { name: 'Move “a.txt”' });
    await waitFor(() => expect(question.textContent).toContain('those who have access to them now will have none'));
    expect(server.changes).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Move to “Here”' }));
    await waitFor(() =>
      expect(server.changes).toEqual(['PATCH /api/files/move {"ids":["id of a.txt"],"parentId":"here"}']),
    );
  });

  test('to manage can be shared and changed like an own item', async () => {
    const { user } = await showList([fileOf('a.txt', { ...others, role: 'manager', parentId: 'here' })]);
    expect(await menuOf(user, 'a.txt')).toEqual(
      expect.arrayContaining(['Share', 'Copy link', 'Rename', 'Move', 'Duplicate', 'Tags', 'Move to trash']),
    );
  });
});
