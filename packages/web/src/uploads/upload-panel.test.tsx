import { ServerError } from '@drive/sdk';
import { act, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { namesOf, renderApp } from '../../test/components/render-app.tsx';
import { notices } from '../ui/notices.ts';
import ConflictDialog from './conflict-dialog.tsx';
import { interrupted } from './interrupted/interrupted.ts';
import { SpeedMeter } from './speed-meter.ts';
import UploadPanel from './upload-panel.tsx';
import { UploadRefusal } from './upload-refusal.ts';
import { unprepared, type Upload, type UploadGroup } from './upload.ts';
import { viewOf, type UploadsView } from './uploads-view.ts';
import { uploads } from './uploads.ts';

const group: UploadGroup = { destination: { id: null, name: 'Files' } };
let lastId = 0;

const uploadOf = (name: string, state: Upload['state'], fields: Partial<Upload> = {}, bytes = 1000): Upload => {
  const file = new File([new Uint8Array(bytes)], name);
  return { ...unprepared, id: (lastId += 1), file, path: name, folders: [], group, folderId: null, state, ...fields };
};

/** Lets the queue show these uploads. */
function show(list: readonly Upload[], isStalled = false): UploadsView {
  const view = viewOf(list, new SpeedMeter(), 0, isStalled);
  vi.spyOn(uploads, 'get').mockReturnValue(view);
  return view;
}

const panel = () => screen.getByRole('region', { name: 'Uploads' });
const textsIn = (element: HTMLElement) => [...element.querySelectorAll('p')].map(({ textContent }) => textContent);
const progress = () =>
  screen.getAllByRole('progressbar').map((bar) => [bar.getAttribute('aria-label'), bar.getAttribute('aria-valuenow')]);
const rows = () => screen.getAllByRole('listitem').map(textsIn);

afterEach(() => void vi.restoreAllMocks());

describe('interrupted uploads', () => {
  test('are named, and the files that are chosen again go into the folders that they were meant for', async () => {
    vi.spyOn(uploads, 'get').mockReturnValue(viewOf([], new SpeedMeter(), 0, false));
    const keyOf = (folder: string, name: string, size: number) =>
      `drive-upload http://localhost ${folder} ${name} ${size} ${name} 5 fail`;
    const keys = [keyOf('/', 'holiday 2026 1.mp4', 3), keyOf('folder-1', 'b.bin', 4)];
    vi.spyOn(interrupted, 'get').mockReturnValue(keys);
    const tell = vi.spyOn(notices, 'add');
    const add = vi.spyOn(uploads, 'add').mockImplementation(() => {});
    const { user } = await renderApp(<UploadPanel />);
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'holiday 2026 1.mp4',
      'b.bin',
    ]);
    await user.click(screen.getByRole('button', { name: 'Choose the files' }));
    const again = document.querySelector<HTMLInputElement>('[data-upload=again]')!;
    const chosen = (name: string, size: number) => new File([new Uint8Array(size)], name, { lastModified: 5 });
    const [a, b] = [chosen('holiday 2026 1.mp4', 3), chosen('b.bin', 4)];
    await user.upload(again, [a, b, chosen('b.bin', 5)]);
    expect(add.mock.calls.map(([files, { id, isOthers }]) => [files[0]?.file, id, isOthers])).toEqual([
      [a, null, true],
      [b, 'folder-1', true],
    ]);
    expect(tell.mock.calls[0]?.[0].text).toMatch(/^This is not the interrupted file/);
  });
});

describe('the panel of uploads', () => {
  const calls = (...names: ('pause' | 'resume' | 'cancel' | 'retry')[]) =>
    names.map((name) => vi.spyOn(uploads, name).mockImplementation(() => {}));

  test('says how many files are done, and shows each with its state', async () => {
    show([
      uploadOf('a.txt', 'done', { sentBytes: 1000 }),
      uploadOf('b.txt', 'uploading', { sentBytes: 500 }),
      uploadOf('c.txt', 'waiting'),
      uploadOf('d.txt', 'paused', { sentBytes: 250 }),
    ]);
    await renderApp(<UploadPanel />);
    expect(within(panel()).getByRole('status').textContent).toBe('1 of 4 files');
    expect(rows()).toEqual([
      ['a.txt', 'Done · 1,000 bytes'],
      ['b.txt', '500 bytes / 1,000 bytes'],
      ['c.txt', 'Waiting · 1,000 bytes'],
      ['d.txt', 'Paused · 1,000 bytes'],
    ]);
    expect(progress()).toEqual([
      ['Total progress', '44'],
      ['Progress of b.txt', '50'],
      ['Progress of d.txt', '25'],
    ]);
  });

  test('an empty file is at the beginning until it is done', async () => {
    show([uploadOf('empty.txt', 'uploading', {}, 0)]);
    await renderApp(<UploadPanel />);
    expect(progress()).toEqual([
      ['Total progress', '0'],
      ['Progress of empty.txt', '0'],
    ]);
  });

  test('says why a file failed', async () => {
    show([
      uploadOf('large.bin', 'failed', { error: new UploadRefusal('too-large', 3 * 1024 ** 2, 1024 ** 2) }),
      uploadOf('full.bin', 'failed', { error: new UploadRefusal('quota', 3 * 1024 ** 2, 1024 ** 2) }),
      uploadOf('odd.bin', 'failed', {
        error: new ServerError('internal_error', 'Something went wrong.', { status: 500 }),
      }),
    ]);
    await renderApp(<UploadPanel />);
    expect(within(panel()).getByRole('status').textContent).toBe('0 files uploaded, 3 failed');
    expect(rows().map(([, text]) => text)).toEqual([
      'The file has 3.0 MiB. One file may have at most 1.0 MiB.',
      'This needs 3.0 MiB, and 1.0 MiB of your storage are left. Delete something, and empty the trash.',
      'The server made a mistake. Try again in a minute.',
    ]);
  });

  test.each([
    ['waiting', ['Pause a.txt', 'Cancel a.txt']],
    ['uploading', ['Pause a.txt', 'Cancel a.txt']],
    ['paused', ['Resume a.txt', 'Cancel a.txt']],
    ['checking', ['Cancel a.txt']],
    ['conflict', ['Cancel a.txt']],
    ['failed', ['Retry a.txt', 'Cancel a.txt']],
    ['skipped', ['Retry a.txt']],
    ['done', []],
  ] as const)('a file that is %s has the buttons %s', async (state, names) => {
    show([uploadOf('a.txt', state)]);
    await renderApp(<UploadPanel />);
    expect(namesOf('button').filter((name) => name.endsWith('a.txt'))).toEqual(names);
  });

  test('its buttons act on their own file', async () => {
    const [pause, cancel, retry] = calls('pause', 'cancel', 'retry');
    const [a, b] = [uploadOf('a.txt', 'uploading'), uploadOf('b.txt', 'failed')];
    show([a, b]);
    const { user } = await renderApp(<UploadPanel />);
    await user.click(screen.getByRole('button', { name: 'Pause a.txt' }));
    await user.click(screen.getByRole('button', { name: 'Cancel a.txt' }));
    await user.click(screen.getByRole('button', { name: 'Retry b.txt' }));
    expect([pause, cancel, retry].map((call) => call?.mock.calls)).toEqual([[[a.id]], [[a.id]], [[b.id]]]);
  });

  test('says that waiting files wait for the connection', async () => {
    show([uploadOf('a.txt', 'waiting')], true);
    await renderApp(<UploadPanel />);
    expect(rows()[0]?.[1]).toContain('connection');
  });

  test.each([
    [['uploading'], ['Hide the list', 'Pause all', 'Cancel all']],
    [
      ['paused', 'done'],
      ['Hide the list', 'Resume all', 'Cancel all'],
    ],
    [
      ['failed', 'done'],
      ['Hide the list', 'Close', 'Retry failed'],
    ],
    // One line is enough.
    [['done'], ['Show the list', 'Close']],
  ] as const)('for files that are %s offers %s', async (states, names) => {
    show(states.map((state, index) => uploadOf(`${index}.txt`, state)));
    await renderApp(<UploadPanel />);
    expect(namesOf('button').filter((name) => !name.endsWith('.txt'))).toEqual(names);
  });

  test.each([
    ['uploading', 'Pause all', 'pauseAll'],
    ['paused', 'Resume all', 'resumeAll'],
    ['waiting', 'Cancel all', 'cancelAll'],
    ['failed', 'Retry failed', 'retryFailed'],
    ['failed', 'Close', 'clear'],
  ] as const)('with a file that is %s, %s acts on all', async (state, name, act) => {
    const call = vi.spyOn(uploads, act).mockImplementation(() => {});
    show([uploadOf('a.txt', state)]);
    const { user } = await renderApp(<UploadPanel />);
    await user.click(screen.getByRole('button', { name }));
    expect(call).toHaveBeenCalledOnce();
  });

  test('shows failures first', async () => {
    show([uploadOf('a.txt', 'done'), uploadOf('b.txt', 'uploading'), uploadOf('c.txt', 'failed')]);
    await renderApp(<UploadPanel />);
    expect(rows().map(([name]) => name)).toEqual(['c.txt', 'a.txt', 'b.txt']);
  });

  test('folds, and says so', async () => {
    show([uploadOf('a.txt', 'uploading')]);
    const { user } = await renderApp(<UploadPanel />);
    const fold = screen.getByRole('button', { expanded: true });
    await user.click(fold);
    expect([fold.getAttribute('aria-expanded'), screen.queryAllByRole('listitem').length]).toEqual(['false', 0]);
  });

  test('is gone without uploads', async () => {
    show([]);
    await renderApp(<UploadPanel />);
    expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull();
  });
});

describe('the question about a name', () => {
  const ask = async (conflicts: readonly Upload[]) => {
    const settle = vi.spyOn(uploads, 'settle').mockImplementation(() => {});
    const { user } = await renderApp(<ConflictDialog conflicts={conflicts} />);
    return { user, settle };
  };

  test('names the file, and its last button keeps both', async () => {
    await ask([uploadOf('a.txt', 'conflict')]);
    const dialog = await screen.findByRole('dialog', { name: '“a.txt” exists already' });
    expect(within(dialog).queryByRole('checkbox')).toBeNull();
    expect(namesOf('button')).toEqual(['Close', 'Show the versions', 'Skip', 'Replace', 'Keep both']);
  });

  test.each([
    ['Keep both', 'rename'],
    ['Replace', 'replace'],
    ['Skip', 'skip'],
    ['Close', 'skip'],
  ] as const)('%s means %s', async (name, choice) => {
    const upload = uploadOf('a.txt', 'conflict');
    const { user, settle } = await ask([upload]);
    await user.click(await screen.findByRole('button', { name }));
    expect(settle.mock.calls).toEqual([[upload.id, choice, false]]);
  });

  test('one answer can be for all that were added together, and for these alone', async () => {
    const upload = uploadOf('a.txt', 'conflict');
    const elsewhere = uploadOf('c.txt', 'conflict', { group: { ...group } });
    const { user, settle } = await ask([upload, uploadOf('b.txt', 'conflict'), elsewhere]);
    await user.click(await screen.findByRole('checkbox', { name: 'Do this for the other conflict, too' }));
    await act(() => user.keyboard('{Escape}'));
    expect(settle.mock.calls).toEqual([[upload.id, 'skip', true]]);
  });
});
