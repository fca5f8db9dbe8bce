import type { Item } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { textQuery } from '../api/content.ts';
import { mayUse } from '../api/rights.ts';
import { shownTextBytes } from '../browser/decode-text.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { shownName } from '../ui/shown-name.ts';
import { editedTextBytes } from './editor/edited-text.ts';
import { newTexts } from './editor/new-texts.ts';
import { ImageView } from './image-view.tsx';
import { Loading, PreviewError } from './preview-states.tsx';
import { SourceText } from './source-text.tsx';

const TextEditor = lazy(() => import('./editor/text-editor.tsx'));
const CsvView = lazy(() => import('./csv-view.tsx'));
const MarkdownView = lazy(() => import('./markdown-view.tsx'));

interface TextViewProps {
  readonly item: Item;
  readonly kind: 'text' | 'markdown' | 'csv' | 'svg';
  /** Whether the text is being edited, as `useState` returns it. */
  readonly editing: readonly [boolean, (isEditing: boolean) => void];
}

/** A text file: highlighted, as formatted Markdown, as a table, or as the image that it describes. */
export default function TextView({ item, kind, editing }: TextViewProps) {
  const { viewer } = useMessages();
  const { size } = useFormats();
  const { data, error, refetch } = useQuery(textQuery(item));
  const [showsSource, setShowsSource] = useState(kind === 'text');
  const mayWrite = kind !== 'svg' && mayUse(item, 'write', undefined);
  const isLong = (item.size ?? 0) > editedTextBytes;
  const mayEdit = mayWrite && !isLong && data?.isUtf8 !== false;
  const [isEditing, setIsEditing] = editing;
  useEffect(() => void newTexts.delete(item.id), [item.id]);
  if (isEditing)
    return (
      <Suspense fallback={<Loading />}>
        <TextEditor item={item} onClose={() => setIsEditing(false)} />
      </Suspense>
    );
  if (error !== null) return <PreviewError error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  const { text, isCut } = data;
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      {(kind !== 'text' || isCut || mayWrite) && (
        <div className="flex min-h-12 flex-wrap items-center justify-center gap-x-4 gap-y-1 border-b border-line bg-card px-4 text-sm">
          {kind !== 'text' && (
            <button
              type="button"
              aria-pressed={showsSource}
              className="min-h-11 rounded-lg px-3 font-semibold text-accent hover:bg-accent-page"
              onClick={() => setShowsSource(!showsSource)}
            >
              {viewer.source}
            </button>
          )}
          {mayEdit && (
            <button
              type="button"
              className="min-h-11 rounded-lg px-3 font-semibold text-accent hover:bg-accent-page"
              onClick={() => setIsEditing(true)}
            >
              {viewer.editor.edit}
            </button>
          )}
          {isCut && <p className="py-2 text-muted">{viewer.cut({ size: size(shownTextBytes) })}</p>}
          {mayWrite && !mayEdit && (
            <p className="py-2 text-muted">
              {isLong ? viewer.editor.long({ size: size(editedTextBytes) }) : viewer.editor.encoding}
            </p>
          )}
        </div>
      )}
      {showsSource ? (
        <Sheet label={shownName(item.name)}>
          <SourceText text={text} name={item.name} />
        </Sheet>
      ) : kind === 'svg' ? (
        // An image from a data URL runs no script, loads nothing, and cannot be opened as a page.
        <ImageView
          url={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(text.toWellFormed())}`}
          item={item}
          onError={() => setShowsSource(true)}
        />
      ) : (
        <Suspense fallback={<Loading />}>
          <Sheet label={shownName(item.name)}>
            {kind === 'csv' ? <CsvView text={text} isCut={isCut} /> : <MarkdownView text={text} />}
          </Sheet>
        </Suspense>
      )}
    </div>
  );
}

/** The scrolled area, which the keyboard reaches. */
const Sheet = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div
    role="region"
    aria-label={label}
    tabIndex={0}
    className="min-h-0 flex-1 overflow-auto p-3 -outline-offset-2 sm:p-6"
  >
    <div className="mx-auto w-full max-w-5xl rounded-xl border border-line bg-card shadow-card">{children}</div>
  </div>
);
