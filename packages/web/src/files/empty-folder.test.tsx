import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderApp } from '../../test/components/render-app.tsx';
import EmptyFolder from './empty-folder.tsx';

test.each([
  ['a mouse', false, /^Drop files or folders here/],
  ['fingers', true, /^Upload files or folders from this device/],
] as const)('an empty folder says to %s how it is filled', async (_, isCoarse, hint) => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      Object.assign(new EventTarget(), { media, matches: isCoarse && media === '(pointer: coarse)' }) as MediaQueryList,
  );
  await renderApp(<EmptyFolder takesItems />);
  expect(screen.getByText(hint)).toBeDefined();
});
