import { act, fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { renderApp, stopTimeouts } from '../../test/components/render-app.tsx';
import { fileOf } from '../../test/components/things.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ImageView } from './image-view.tsx';
import Viewer from './viewer.tsx';

// It is too large for a preview, so nothing is loaded.
const item = fileOf('a.heic', { contentKind: 'image', mimeType: 'image/jpeg', size: 2 ** 30 });

/** Plays the slideshow. Returns a function that is called for the next file. */
async function play(children: ReactNode) {
  const next = vi.fn<() => void>();
  const state = { id: item.id, item, near: [], place: undefined, open: () => {}, previous: undefined, close: () => {} };
  await renderApp(
    <Viewer
      viewer={{ ...state, next }}
      actions={{ download: () => {}, copyLink: () => {}, share: () => {} }}
      details={() => <input aria-label="Tag" />}
    >
      {children}
    </Viewer>,
  );
  stopTimeouts();
  fireEvent.click(screen.getByRole('button', { name: 'Start the slideshow', hidden: true }));
  return next;
}
const wait = () => act(() => vi.advanceTimersByTimeAsync(6000));

test('a slideshow shows the next file after a while', async () => {
  const next = await play(null);
  await wait();
  expect(next).toHaveBeenCalledOnce();
});

test('a slideshow stops instead of throwing away what the user types', async () => {
  const next = await play(null);
  fireEvent.click(screen.getByRole('button', { name: 'Details' }));
  act(() => screen.getByLabelText('Tag').focus());
  await wait();
  expect(next).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Start the slideshow' })).toBeDefined();
});

test('a slideshow stops behind a dialog', async () => {
  const next = await play(
    <Dialog title="Share" onClose={() => {}}>
      <button type="button">Send</button>
    </Dialog>,
  );
  await wait();
  expect(next).not.toHaveBeenCalled();
});

test('an image that is shrunk to fit shows the share of its own size, also if it is zoomed', async () => {
  const size = (element: object, width: string, height: string, [w, h]: readonly [number, number]) =>
    Object.defineProperties(element, { [width]: { value: w }, [height]: { value: h } });
  await renderApp(<ImageView url="blob:a" item={item} onError={() => {}} />);
  const image = screen.getByRole('img', { name: 'a.heic' });
  size(image, 'naturalWidth', 'naturalHeight', [1600, 1200]);
  size(document.querySelector('.cursor-zoom-in')!, 'clientWidth', 'clientHeight', [400, 600]);
  fireEvent.load(image);
  expect(screen.getByRole('status').textContent).toBe('25%');
  fireEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
  expect(screen.getByRole('status').textContent).toBe('38%');
});
