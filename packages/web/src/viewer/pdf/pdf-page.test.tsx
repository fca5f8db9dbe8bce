import { act, render } from '@testing-library/react';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { beforeEach, expect, test, vi } from 'vitest';
import { PdfPage } from './pdf-page.tsx';

vi.mock('pdfjs-dist', () => ({
  TextLayer: class {
    render = () => Promise.resolve();
    cancel = () => {};
  },
}));

type Report = (entries: readonly { readonly isIntersecting: boolean }[]) => void;
let report: Report = () => {};

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: Report) {
        report = callback;
      }
      observe = () => {};
      disconnect = () => {};
    },
  );
  return () => vi.unstubAllGlobals();
});

test('a page that is far from what is in view is no longer drawn, and pdf.js lets go of its images', async () => {
  const steps: string[] = [];
  const page = {
    getViewport: ({ scale }: { scale: number }) => ({ width: 100 * scale, height: 100 * scale }),
    render: () => ({ promise: new Promise(() => {}), cancel: () => steps.push('cancel') }),
    cleanup: () => steps.push('cleanup'),
    streamTextContent: () => undefined,
    getAnnotations: () => Promise.resolve([]),
  };
  const pdf = { getPage: () => Promise.resolve(page) } as unknown as PDFDocumentProxy;
  const shown = (scale: number) => (
    <PdfPage
      pdf={pdf}
      number={1}
      labelOf={String}
      scale={scale}
      likelySize={{ width: 100, height: 100 }}
      onError={() => {}}
      onGoTo={() => {}}
    />
  );
  const see = (isIntersecting: boolean) => act(async () => report([{ isIntersecting }]));
  const { rerender } = render(shown(1));
  await see(true);
  rerender(shown(2));
  expect(steps).toEqual(['cancel']);
  await see(false);
  expect(steps).toEqual(['cancel', 'cancel', 'cleanup']);
});
