import { act, createEvent, fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { renderApp, stopTimeouts } from '../../test/components/render-app.tsx';
import { fileOf } from '../../test/components/things.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ImageView } from './image-view.tsx';
import Viewer from './viewer.tsx';

// It is too large for a preview, so nothing is loaded.
const item = fileOf('a.heic', { contentKind: 'image', mimeType: 'image/jpeg', size: 2 ** 30 });

/** Shows a file. Returns a function that is called for the next one. */
async function show(children: ReactNode) {
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
  return next;
}

async function play(children: ReactNode) {
  const next = await show(children);
  stopTimeouts();
  fireEvent.click(screen.getByRole('button', { name: 'Start the slideshow', hidden: true }));
  return next;
}

function swipe(element: Element, from: number, to: number): void {
  for (const [name, clientX] of [
    ['touchStart', from],
    ['touchEnd', to],
  ] as const) {
    const event = createEvent[name](element);
    const value = { length: 1, item: () => ({ clientX, clientY: 400 }) };
    fireEvent(element, Object.defineProperties(event, { touches: { value }, changedTouches: { value } }));
  }
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

test('a finger goes on to the next file in the direction of the language', async () => {
  const next = await show(null);
  const heading = screen.getByRole('heading', { name: 'a.heic' });
  swipe(heading, 90, 320);
  expect(next).not.toHaveBeenCalled();
  swipe(heading, 320, 90);
  expect(next).toHaveBeenCalledOnce();
  document.documentElement.dir = 'rtl';
  swipe(heading, 320, 90);
  expect(next).toHaveBeenCalledOnce();
  swipe(heading, 90, 320);
  expect(next).toHaveBeenCalledTimes(2);
  document.documentElement.dir = 'ltr';
});

test('keys and fingers in a dialog above a file do not go on to the next one', async () => {
  const next = await show(
    <Dialog title="Share" onClose={() => {}}>
      <button type="button">Send</button>
    </Dialog>,
  );
  const button = screen.getByRole('button', { name: 'Send' });
  fireEvent.keyDown(button, { key: 'ArrowRight' });
  swipe(button, 320, 90);
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
