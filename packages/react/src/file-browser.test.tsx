import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { StrictMode } from 'react';
import { expect, it, vi } from 'vitest';
import { FileBrowser, type FileBrowserProps } from './index.ts';

interface Listed {
  readonly items: readonly object[];
  readonly pagination: { readonly nextCursor: string | null; readonly totalItems: number };
}

const item = (id: string, type: 'file' | 'folder', name: string): object => ({
  id,
  type,
  name,
  size: 1500,
  uploadedAt: '2026-01-15T12:00:00.000Z',
});

function clientOf(
  list: (query: { parentId?: string; cursor?: string }) => Promise<Listed>,
): FileBrowserProps['client'] {
  return { files: { list } } as never;
}

const pages: Readonly<Record<string, Listed>> = {
  'root ': {
    items: [item('1', 'folder', 'Photos'), item('2', 'file', 'a.txt')],
    pagination: { nextCursor: 'next', totalItems: 3 },
  },
  'root next': { items: [item('3', 'file', 'b.txt')], pagination: { nextCursor: null, totalItems: 3 } },
  '1 ': { items: [], pagination: { nextCursor: null, totalItems: 0 } },
};
const client = clientOf(async ({ parentId = 'root', cursor = '' }) => pages[`${parentId} ${cursor}`]!);

it('shows a folder, more of it, and what is in a folder of it', async () => {
  const onOpen = vi.fn();
  render(
    <StrictMode>
      <FileBrowser client={client} onOpen={onOpen} language="en" />
    </StrictMode>,
  );
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Files, 3 items'));
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByText('b.txt');
  await userEvent.click(screen.getByRole('button', { name: /^a\.txt/ }));
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: '2' }));
  expect(screen.getByRole('button', { name: /^a\.txt/ }).textContent).toContain('1.5 kB · Jan 15, 2026');
  await userEvent.click(screen.getByRole('button', { name: /^Photos/ }));
  await screen.findByText('This folder is empty.');
  expect(screen.getByRole('button', { name: 'Photos' }).getAttribute('aria-current')).toBe('page');
  await userEvent.click(screen.getByRole('button', { name: 'Files' }));
  await screen.findByText('a.txt');
});

it('shows nothing of a folder that has been left', async () => {
  const answers = new Map<string, (listed: Listed) => void>();
  const slow = clientOf(({ parentId = 'root' }) => new Promise((resolve) => answers.set(parentId, resolve)));
  render(<FileBrowser client={slow} />);
  answers.get('root')!(pages['root ']!);
  await userEvent.click(await screen.findByRole('button', { name: /^Photos/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Files' }));
  answers.get('root')!(pages['root ']!);
  await screen.findByText('a.txt');
  answers.get('1')!(pages['1 ']!);
  await new Promise((resolve) => setTimeout(resolve));
  expect(screen.queryByText('This folder is empty.')).toBeNull();
});

it('moves between its items with the arrow keys', async () => {
  render(<FileBrowser client={client} onOpen={() => undefined} />);
  (await screen.findByRole('button', { name: /^Photos/ })).focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toContain('a.txt');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(document.activeElement?.textContent).toContain('Photos');
});

it('says that the files could not be loaded, and tries again', async () => {
  let isBroken = true;
  const flaky = clientOf(async () => {
    if (isBroken) throw new Error('no');
    return pages['root ']!;
  });
  render(<FileBrowser client={flaky} />);
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded');
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('a.txt');
});
