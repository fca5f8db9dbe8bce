import { createRoot } from 'react-dom/client';
import { redirectedSource } from '../browser/range-source.ts';
import { galleryTexts } from '../i18n/gallery-texts.ts';
import PdfView from '../viewer/pdf/pdf-view.tsx';

interface SharedPdf {
  readonly url: string;
  readonly name: string;
  /** Called if the document cannot be shown. */
  readonly onError: () => void;
}

/** Shows the pages of a document in the element. Returns a function that ends this. Rejects if it cannot be fetched. */
export async function renderPdf(element: HTMLElement, { url, name, onError }: SharedPdf): Promise<() => void> {
  const source = await redirectedSource(url);
  const root = createRoot(element);
  let isOver = false;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    // An error is reported while the root renders.
    queueMicrotask(() => root.unmount());
  };
  const fail = (): void => {
    if (isOver) return;
    end();
    onError();
  };
  root.render(
    <PdfView source={source} name={name} texts={galleryTexts(document.documentElement.lang)} onError={fail} />,
  );
  return end;
}
