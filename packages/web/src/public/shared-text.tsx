import { lazy, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { decodeText, shownTextBytes } from '../browser/decode-text.ts';
import { SourceText } from '../viewer/source-text.tsx';

const MarkdownView = lazy(() => import('../viewer/markdown-view.tsx'));

interface SharedText {
  readonly url: string;
  readonly kind: string;
  readonly name: string;
}

/** Fills the element with the beginning of the text. Rejects if the text cannot be fetched. */
export async function renderText(element: HTMLElement, { url, kind, name }: SharedText): Promise<void> {
  const response = await fetch(url, { headers: { range: `bytes=0-${shownTextBytes - 1}` } });
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  const text = decodeText(await response.arrayBuffer());
  element.tabIndex = 0;
  element.setAttribute('role', 'region');
  element.setAttribute('aria-label', name);
  createRoot(element).render(
    <Suspense>{kind === 'markdown' ? <MarkdownView text={text} /> : <SourceText text={text} name={name} />}</Suspense>,
  );
}
