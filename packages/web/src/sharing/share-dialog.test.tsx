import type { ListedShare } from '@drive/sdk';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { Refusal, server } from '../../test/components/fake-server.ts';
import { namesOf, renderApp, stopTimeouts } from '../../test/components/render-app.tsx';
import { fileOf, shareOf } from '../../test/components/things.ts';
import ShareDialog from './share-dialog.tsx';
import { ShareDownloads } from './share-downloads.tsx';

const path = '/api/shares/token';

async function showShare(fields: Partial<ListedShare> = {}) {
  server.answer(`GET ${path}`, shareOf(fields));
  server.answer('GET /api/public/config', { shareMaxExpiryDays: 90 });
  const onClose = vi.fn<() => void>();
  const { user } = await renderApp(<ShareDialog subject={{ token: 'token', name: 'a.txt' }} onClose={onClose} />);
  await screen.findByRole('tab', { name: 'Access' });
  return { user, onClose };
}

/** Unfolds what can be set besides who can open the link. */
async function showSettings(fields: Partial<ListedShare> = {}) {
  const shown = await showShare(fields);
  await shown.user.click(screen.getByRole('button', { name: 'More settings' }));
  return shown;
}

/** The server accepts a change, and answers with the fields that changed. */
const accept = (route: string, fields: Partial<ListedShare>): void =>
  server.answer(`PATCH ${path}${route}`, { ...shareOf(), ...fields });
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const box = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const access = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Who can open it' });

describe('the dialog of a share', () => {
  test('shows the link, its settings, and at its end how to end and to leave it', async () => {
    const { user, onClose } = await showShare();
    expect(screen.getByRole('dialog', { name: 'Share “a.txt”' })).toBeDefined();
    expect(field('Link').value).toBe('http://localhost/s/abc');
    expect(namesOf('tab')).toEqual(['Access', 'Send', 'Activity']);
    expect(namesOf('button').slice(-2)).toEqual(['End sharing', 'Done']);
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  test('saves what is typed before it is closed, folded or left for another tab', async () => {
    const { user, onClose } = await showSettings();
    await user.type(field('Download limit'), '0');
    for (const name of ['Done', 'More settings', 'Send'])
      await user.click(screen.getByRole(name === 'Send' ? 'tab' : 'button', { name }));
    expect([field('Download limit').getAttribute('aria-invalid'), onClose.mock.calls]).toEqual(['true', []]);
    accept('', { maxDownloads: 5 });
    accept('/password', { passwordProtected: true });
    await user.type(field('Download limit'), '{Backspace}5');
    await user.click(screen.getByRole('button', { name: 'Set: Password' }));
    await user.type(screen.getByLabelText('New password'), 'open sesame');
    await user.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(server.changes.toSorted()).toEqual([
      `PATCH ${path} {"shareMode":"SHARED","maxDownloads":5}`,
      `PATCH ${path}/password {"password":"open sesame"}`,
    ]);
  });

  test('creates the share of an item that has none', async () => {
    server.answer('GET /api/files/id%20of%20a.txt', fileOf('a.txt'));
    server.answer('POST /api/files/id%20of%20a.txt/share', shareOf());
    server.answer('GET /api/files/id%20of%20a.txt/links', { links: [shareOf()] });
    server.answer(`GET ${path}`, shareOf());
    server.answer('GET /api/public/config', {});
    await renderApp(<ShareDialog subject={{ items: [fileOf('a.txt')] }} onClose={() => {}} />);
    await screen.findByRole('tab', { name: 'Access' });
    expect(server.changes).toEqual(['POST /api/files/id%20of%20a.txt/share {}']);
  });

  test('adds another link to an item, which has settings of its own', async () => {
    const links = [
      shareOf({ label: 'Family' }),
      shareOf({ shareToken: 'second', shortUrl: 'http://localhost/s/def' }),
    ] as const;
    server.answer('GET /api/files/id%20of%20a.txt/links', { links: links.slice(0, 1) });
    server.answer('POST /api/files/id%20of%20a.txt/links', links[1]);
    server.answer(`GET ${path}`, links[0]);
    server.answer('GET /api/shares/second', links[1]);
    server.answer('GET /api/public/config', {});
    const item = fileOf('a.txt', { shareToken: 'token' });
    server.answer(`GET ${path}`, { ...links[0], itemId: item.id });
    const { user } = await renderApp(<ShareDialog subject={{ items: [item] }} onClose={() => {}} />);
    await screen.findByRole('tab', { name: 'Access' });
    server.answer('GET /api/files/id%20of%20a.txt/links', { links });
    await user.click(screen.getByRole('button', { name: 'Add another link' }));
    await waitFor(() => expect(field('Link').value).toBe('http://localhost/s/def'));
    const chosen = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Link to set' });
    expect([...chosen.options].map(({ text }) => text)).toEqual(['Family', 'Link 2']);
    await user.selectOptions(chosen, 'Family');
    await waitFor(() => expect(field('Link').value).toBe('http://localhost/s/abc'));
  });

  test('lets visitors add files to a folder, with the limits that are typed', async () => {
    server.answer('GET /api/files', { files: [], pagination: {} });
    const { user } = await showSettings({ kind: 'folder', uploadCount: 2 });
    accept('', { kind: 'folder', allowUpload: true, uploadCount: 2 });
    await user.click(box(/^Visitors can add files/));
    await user.type(field('Most files'), '20');
    await user.type(field('Largest file in MiB'), '1.5');
    accept('', { kind: 'folder', allowUpload: true, uploadMaxFiles: 20, uploadCount: 2 });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.changes).toEqual([
        `PATCH ${path} {"allowUpload":true}`,
        `PATCH ${path} {"uploadMaxFiles":20,"uploadMaxFileBytes":1572864,"uploadAllowedTypes":null}`,
      ]),
    );
    expect(screen.getByText('2 files were added.')).toBeDefined();
  });

  test('says why there is no link, and tries again', async () => {
    server.answer('GET /api/public/config', {});
    server.answer(`GET ${path}`, new Refusal(404, 'share_not_found', 'There is no such share.'));
    const onClose = vi.fn<() => void>();
    const { user } = await renderApp(<ShareDialog subject={{ token: 'token', name: 'a.txt' }} onClose={onClose} />);
    await screen.findByRole('alert');
    server.answer(`GET ${path}`, shareOf());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('tab', { name: 'Access' });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('a choice of who can open it is shown and saved at once', async () => {
    const { user } = await showShare();
    accept('', { shareMode: 'PUBLIC' });
    expect(access().value).toBe('SHARED');
    await user.selectOptions(access(), 'Public');
    expect(access().value).toBe('PUBLIC');
    await screen.findByText('Saved');
    expect(server.changes).toEqual([`PATCH ${path} {"shareMode":"PUBLIC"}`]);
  });

  test('a choice that the server refuses is taken back, with the reason', async () => {
    const { user } = await showShare();
    server.answer(`PATCH ${path}`, new Refusal(403, 'access_denied', 'Only the owner may do this.'));
    await user.selectOptions(access(), 'Public');
    expect((await screen.findByRole('alert')).textContent).not.toBe('');
    await waitFor(() => expect(access().value).toBe('SHARED'));
  });

  test('emails at every download can be chosen only with emails at downloads', async () => {
    const { user } = await showSettings();
    accept('/notify', { notifyOwnerOnDownload: true });
    expect(box(/at every download/).disabled).toBe(true);
    await user.click(box('when it is downloaded'));
    expect(box(/at every download/).disabled).toBe(false);
    await waitFor(() =>
      expect(server.changes).toEqual([
        `PATCH ${path}/notify {"notifyOnDownload":true,"notifyOnView":false,"notifyPerRecipient":false}`,
      ]),
    );
  });
});

describe('the download limit', () => {
  const form = () => field('Download limit').closest('form')!;

  test('is saved with Enter or with the button that appears, and removed by an empty field', async () => {
    const { user } = await showSettings({ maxDownloads: 3, downloadCount: 1 });
    expect(within(form()).getByText('1 of 3 used')).toBeDefined();
    expect(within(form()).queryByRole('button')).toBeNull();
    accept('', { maxDownloads: 5 });
    const input = field('Download limit');
    await user.clear(input);
    await user.type(input, '5{Enter}');
    await waitFor(() => expect(server.changes).toEqual([`PATCH ${path} {"shareMode":"SHARED","maxDownloads":5}`]));
    await within(form()).findByText('0 of 5 used');
    expect([document.activeElement, within(form()).queryByRole('button')]).toEqual([input, null]);
    accept('', { maxDownloads: null });
    await user.clear(field('Download limit'));
    await user.click(within(form()).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.changes.at(-1)).toBe(`PATCH ${path} {"shareMode":"SHARED","maxDownloads":null}`));
    await waitFor(() => expect(within(form()).queryByRole('button')).toBeNull());
    expect(document.activeElement).toBe(input);
  });

  test.each(['0', '-1', '1.5', 'many'])('%s is no limit, and is not sent', async (text) => {
    const { user } = await showSettings();
    await user.type(field('Download limit'), `${text}{Enter}`);
    await within(form()).findByRole('alert');
    expect(field('Download limit').getAttribute('aria-invalid')).toBe('true');
    expect(server.changes).toEqual([]);
  });
});

describe('the expiry', () => {
  const choose = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Expires' });

  test('offers the days that the server allows, and saves the choice', async () => {
    const { user } = await showSettings();
    accept('/expiry', { expiresAt: '2099-01-01T00:00:00.000Z' });
    await waitFor(() =>
      expect([...choose().options].map(({ text }) => text)).toEqual([
        'Never',
        'In 1 day',
        'In 7 days',
        'In 30 days',
        'In 90 days',
        'On another day…',
      ]),
    );
    await user.selectOptions(choose(), 'In 7 days');
    await waitFor(() => expect(server.changes).toEqual([`PATCH ${path}/expiry {"expiresInDays":7}`]));
    await waitFor(() => expect(choose().selectedOptions[0]?.text).toMatch(/^On /));
  });

  const dayAfter = (days: number): string => {
    const at = new Date();
    at.setDate(at.getDate() + days);
    return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
  };
  const typeDay = (days: number): void => {
    fireEvent.change(screen.getByLabelText('Day'), { target: { value: dayAfter(days) } });
    fireEvent.submit(screen.getByLabelText('Day').closest('form')!);
  };

  test('is a day that is chosen from a calendar, which is not before tomorrow and not after what the server allows', async () => {
    const { user } = await showSettings();
    accept('/expiry', { expiresAt: '2099-01-01T00:00:00.000Z' });
    await waitFor(() => expect(choose().options.length).toBe(6));
    await user.selectOptions(choose(), 'On another day…');
    const day = screen.getByLabelText<HTMLInputElement>('Day');
    expect([day.type, day.min, day.max]).toEqual(['date', dayAfter(1), dayAfter(90)]);
    for (const wrong of [91, 0, -3]) {
      typeDay(wrong);
      expect((await screen.findByRole('alert')).textContent).toBe('At most 90 days.');
    }
    expect(server.changes).toEqual([]);
    typeDay(90);
    await waitFor(() => expect(server.changes).toEqual([`PATCH ${path}/expiry {"expiresInDays":90}`]));
    await waitFor(() => expect(screen.queryByLabelText('Day')).toBeNull());
    expect(document.activeElement).toBe(choose());
  });
});

describe('the folded settings', () => {
  const chips = () => within(screen.getByRole('list', { name: 'What is set' })).getAllByRole('button');

  test('are shown as chips if they are set, each of which leads to them', async () => {
    const { user } = await showShare({
      passwordProtected: true,
      maxDownloads: 5,
      downloadCount: 2,
      slug: 'sea-2026',
      shortUrl: 'http://localhost/s/sea-2026',
      commentsEnabled: true,
    });
    expect(chips().map(({ textContent }) => textContent)).toEqual(['Password', '2 of 5 used', '/sea-2026', 'Comments']);
    expect(screen.queryByRole('textbox', { name: 'Download limit' })).toBeNull();
    await user.click(chips()[0]!);
    expect(field('Download limit').value).toBe('5');
    expect(screen.queryByRole('list', { name: 'What is set' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'More settings' }));
    expect(chips()).toHaveLength(4);
  });

  test('have nothing to show of a link of which nothing is set', async () => {
    await showShare();
    expect(screen.queryByRole('list', { name: 'What is set' })).toBeNull();
    expect(screen.getByRole('button', { name: 'More settings' }).getAttribute('aria-expanded')).toBe('false');
  });

  test('choose the cover of a folder among its images', async () => {
    server.answer('GET /api/files', {
      files: [fileOf('lake.jpg', { contentKind: 'image', previewUrl: 'http://localhost/files/previews/x' })],
      pagination: {},
    });
    const { user } = await showSettings({ kind: 'folder' });
    accept('', { kind: 'folder', coverItemId: 'id of lake.jpg' });
    await user.click(await screen.findByRole('radio', { name: 'lake.jpg' }));
    await waitFor(() => expect(server.changes).toEqual([`PATCH ${path} {"coverItemId":"id of lake.jpg"}`]));
  });

  test('choose the cover of several files among the images of the link', async () => {
    const preview = { previewUrl: 'http://localhost/files/previews/x' };
    server.answer('GET /api/public/share/token/files', {
      files: [
        fileOf('lake.jpg', { contentKind: 'image', ...preview }),
        fileOf('tour.mp4', { contentKind: 'video', ...preview }),
      ],
    });
    const { user } = await showSettings({ kind: 'multi', itemId: null });
    accept('', { kind: 'multi', itemId: null, coverItemId: 'id of lake.jpg' });
    await user.click(await screen.findByRole('radio', { name: 'lake.jpg' }));
    await waitFor(() => expect(server.changes).toEqual([`PATCH ${path} {"coverItemId":"id of lake.jpg"}`]));
    expect(screen.queryByRole('radio', { name: 'tour.mp4' })).toBeNull();
  });
});

describe('the password', () => {
  test('is set in a field that gets the keyboard, and is never shown again', async () => {
    const { user } = await showSettings();
    accept('/password', { passwordProtected: true });
    await user.click(screen.getByRole('button', { name: 'Set: Password' }));
    const input = screen.getByLabelText<HTMLInputElement>('New password');
    expect([document.activeElement, input.type]).toEqual([input, 'password']);
    await user.type(input, 'correct horse{Enter}');
    await screen.findByText('Visitors need the password');
    expect(server.changes).toEqual([`PATCH ${path}/password {"password":"correct horse"}`]);
    expect(namesOf('button')).toEqual(expect.arrayContaining(['Change: Password', 'Remove: Password']));
  });

  test('one that is too short is not sent, and Cancel closes the field', async () => {
    const { user } = await showSettings();
    await user.click(screen.getByRole('button', { name: 'Set: Password' }));
    await user.type(screen.getByLabelText('New password'), 'abc{Enter}');
    await screen.findByRole('alert');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect([screen.queryByLabelText('New password'), server.changes]).toEqual([null, []]);
  });
});

describe('the short link', () => {
  const type = (value: string) => fireEvent.change(field('Short link'), { target: { value } });

  test('is checked after a pause in typing, and cannot be saved while it is taken', async () => {
    await showSettings();
    server.answer('GET /api/share/slug-available', ({ path: asked }) =>
      asked.endsWith('taken') ? { available: false, reason: 'taken' } : { available: true, reason: null },
    );
    const asked = () => server.seen.filter((request) => request.path.startsWith('/api/share/slug')).length;
    stopTimeouts();
    type('tak');
    await act(() => vi.advanceTimersByTimeAsync(300));
    type('taken');
    await act(() => vi.advanceTimersByTimeAsync(399));
    expect(asked()).toBe(0);
    await act(() => vi.advanceTimersByTimeAsync(1));
    vi.useRealTimers();
    expect((await screen.findByRole('alert')).textContent).toBe('Taken. Choose another.');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    expect(asked()).toBe(1);
  });
});

describe('the end of sharing', () => {
  test('is asked about, and closes the dialog', async () => {
    const { user, onClose } = await showShare();
    server.answer(`DELETE ${path}`, {});
    await user.click(screen.getByRole('button', { name: 'End sharing' }));
    const question = await screen.findByRole('dialog', { name: 'End sharing?' });
    expect(question.textContent).toContain('The link to “a.txt” stops working for everyone');
    await user.click(within(question).getByRole('button', { name: 'End sharing' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(server.changes).toEqual([`DELETE ${path}`]);
  });
});

describe('the chart of downloads', () => {
  const dayMs = 24 * 3600 * 1000;
  const downloads = (ago: readonly number[], nextCursor: string | null): void =>
    server.answer('GET /api/files/id%20of%20a.txt/activity', {
      activity: ago.map((days, index) => ({
        id: String(index),
        type: 'share.download',
        at: new Date(Date.now() - days * dayMs).toISOString(),
        actor: null,
        item: null,
        details: {},
      })),
      pagination: { nextCursor },
    });
  const showChart = async (): Promise<void> => {
    await renderApp(<ShareDownloads share={shareOf()} />);
    await screen.findByRole('list', { name: 'Downloads' });
  };

  test('has the last 30 days if no earlier downloads are left to load', async () => {
    downloads([0, 3, 3, 40], null);
    await showChart();
    expect(screen.getByRole('img', { name: '3 downloads in the last 30 days' })).toBeDefined();
  });

  test('has only days of which each download is loaded', async () => {
    downloads([0, 1, 1, 3], 'more');
    await showChart();
    expect(screen.getByRole('img', { name: '3 downloads in the last 3 days' })).toBeDefined();
  });

  test('is left out if more downloads of today are left to load', async () => {
    downloads([0, 0], 'more');
    await showChart();
    expect(screen.queryByRole('img')).toBeNull();
  });
});
