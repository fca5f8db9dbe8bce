import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { server } from './fake-server.ts';

// Style sheets are not loaded, so that nothing is hidden by its style alone.
configure({ defaultHidden: false, asyncUtilTimeout: 5000 });
globalThis.fetch = server.fetch;

// Nothing is loaded in advance, which would go on after the last test, and nothing can be dragged.
vi.mock(import('../../src/browser/load-early.ts'), () => ({
  inAdvance: (load) => load,
  loadEarly: (load) => load,
  onceConnected: (load) => load,
  recoverBy: () => {},
  noteScreenShown: () => {},
  attachOnceLoaded: () => () => {},
}));
window.scrollTo = () => {};

/** The size of every element: lists draw the rows that fit into it. */
for (const [name, value] of [
  ['offsetWidth', 1280],
  ['clientWidth', 1280],
  ['offsetHeight', 800],
  ['clientHeight', 800],
] as const)
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });

// Parts of a browser that jsdom lacks.
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
Element.prototype.scrollTo ??= () => {};
Element.prototype.scrollIntoView ??= () => {};
window.matchMedia ??= (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList;
document.elementFromPoint ??= () => null;
document.execCommand ??= () => false;
Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList;
Element.prototype.getAnimations ??= () => [];

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  server.reset();
});
