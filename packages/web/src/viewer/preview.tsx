import type { Item } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useMemo, useRef, useState, type ReactNode, type SyntheticEvent } from 'react';
import ExternalLink from 'virtual:lucide/external-link';
import {
  inlineUrlQuery,
  isReadError,
  itemSource,
  pictureUrlQuery,
  readableQuery,
  renewUrl,
  urlStaleMs,
} from '../api/content.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { buttonClass } from '../ui/button.tsx';
import { KindIcon } from '../ui/kind-icon.tsx';
import { shownName } from '../ui/shown-name.ts';
import { newTexts } from './editor/new-texts.ts';
import { ImageView } from './image-view.tsx';
import { previewKindOf } from './preview-kind.ts';
import { Loading, NoPreview, PreviewError } from './preview-states.tsx';

const TextView = lazy(() => import('./text-view.tsx'));
const ZipView = lazy(() => import('./zip/zip-view.tsx'));
const PdfView = lazy(() => import('./pdf/pdf-view.tsx'));

interface PreviewProps {
  readonly item: Item;
  /** Files likely to follow. */
  readonly near: readonly Item[];
  readonly onDownload: () => void;
}

/** The content of a file. Nothing that it contains can run: see docs/web.md. */
export function Preview({ item, near, onDownload }: PreviewProps) {
  const { viewer } = useMessages();
  const kindNow = previewKindOf(item);
  const [kind, setKind] = useState(kindNow);
  const editing = useState(() => newTexts.has(item.id));
  const [isEditing] = editing;
  // What is typed into a file stays in view when somebody gives the file another name or type.
  if (kind !== kindNow && !isEditing) setKind(kindNow);
  if (kind === 'none' || kind === 'too-large') {
    const text = kind === 'none' ? viewer.noPreviewHint : viewer.tooLarge;
    return <NoPreview item={item} text={text} onDownload={onDownload} />;
  }
  if (kind === 'zip')
    return (
      <Suspense fallback={<Loading />}>
        <ZipView
          item={item}
          fallback={() => <NoPreview item={item} text={viewer.unsupported} onDownload={onDownload} />}
        />
      </Suspense>
    );
  if (kind === 'text' || kind === 'markdown' || kind === 'csv' || kind === 'svg')
    return (
      <Suspense fallback={<Loading />}>
        <TextView item={item} kind={kind} editing={editing} />
      </Suspense>
    );
  return <MediaPreview item={item} kind={kind} near={near} onDownload={onDownload} />;
}

type MediaKind = 'image' | 'video' | 'audio' | 'pdf';

/** Content that the browser itself displays, from a signed URL. */
function MediaPreview({ item, kind, near, onDownload }: PreviewProps & { readonly kind: MediaKind }) {
  const { viewer } = useMessages();
  const { data: url, error, dataUpdatedAt, refetch } = useQuery(inlineUrlQuery(item, near));
  const [failed, setFailed] = useState<'content' | 'url' | 'password'>();
  const readable = useQuery({ ...readableQuery(url ?? ''), enabled: failed === 'content' && url !== undefined });
  /** Position at which playback stopped because the URL had expired. */
  const stopped = useRef<{ readonly at: number; readonly isPlaying: boolean }>(undefined);
  if (error !== null && (url === undefined || failed === 'url'))
    return <PreviewError error={error} onRetry={() => void refetch()} />;
  if (url === undefined) return <Loading />;
  if (failed === 'content' && readable.error !== null)
    return <PreviewError error={readable.error} onRetry={() => setFailed(undefined)} />;
  if (failed === 'content' && readable.isPending) return <Loading />;
  if (failed === 'password' && navigator.pdfViewerEnabled) return <BrowserPdf url={url} name={item.name} />;
  const unsupported = <NoPreview item={item} text={viewer.unsupported} onDownload={onDownload} />;
  if (failed === 'content' && kind === 'image' && item.previewUrl !== null)
    return <ServerPicture item={item} fallback={unsupported} />;
  if (failed === 'content' || failed === 'password') return unsupported;

  /** An old URL may have expired, so a new one is tried once. The timer behind `isStale` stands still while a device sleeps. */
  const onError = (): void => {
    const isOld = Date.now() - dataUpdatedAt >= urlStaleMs;
    setFailed(isOld ? 'url' : 'content');
    if (isOld) void refetch();
  };
  const player = {
    src: url,
    controls: true,
    preload: 'metadata',
    'aria-label': shownName(item.name),
    onError: ({ currentTarget: { currentTime, paused } }: SyntheticEvent<HTMLMediaElement>): void => {
      stopped.current ??= { at: currentTime, isPlaying: !paused };
      onError();
    },
    onLoadedMetadata: ({ currentTarget: media }: SyntheticEvent<HTMLMediaElement>): void => {
      if (stopped.current === undefined) return;
      const { at, isPlaying } = stopped.current;
      stopped.current = undefined;
      media.currentTime = at;
      // The browser may refuse to play without a click; the controls stay.
      if (isPlaying) media.play().catch(() => {});
    },
  } as const;
  if (kind === 'image') return <ImageView url={url} item={item} onError={onError} />;
  if (kind === 'pdf') return <OwnPdf item={item} onError={setFailed} />;
  if (kind === 'audio')
    return (
      <div className="m-auto flex w-full max-w-lg flex-col items-center gap-8 p-6">
        <span className="grid size-40 place-items-center rounded-3xl border border-line bg-card shadow-card">
          <KindIcon kind="audio" size={72} />
        </span>
        <audio {...player} className="w-full" />
      </div>
    );
  return (
    <div className="flex min-h-0 flex-1 items-center justify-center bg-[#000] p-0 sm:p-4">
      <video {...player} playsInline className="max-h-full max-w-full" />
    </div>
  );
}

/** An image that browsers do not show, such as a RAW photo: the server makes a picture of what is inside. */
function ServerPicture({ item, fallback }: { readonly item: Item; readonly fallback: ReactNode }) {
  const { data: url, error } = useQuery(pictureUrlQuery(item));
  const [isBroken, setIsBroken] = useState(false);
  if (error !== null || url === null || isBroken) return fallback;
  return url === undefined ? <Loading /> : <ImageView url={url} item={item} onError={() => setIsBroken(true)} />;
}

interface OwnPdfProps {
  readonly item: Item;
  /** Has to stay the same. */
  readonly onError: (reason: 'content' | 'password') => void;
}

function OwnPdf({ item, onError }: OwnPdfProps) {
  const { viewer, app } = useMessages();
  const { id, sha256, size, name } = item;
  const source = useMemo(() => itemSource({ id, sha256, size }), [id, sha256, size]);
  const [unread, setUnread] = useState<Error>();
  const reportError = useCallback(
    (error: unknown) =>
      isReadError(error)
        ? setUnread(error)
        : onError((error as Error).name === 'PasswordException' ? 'password' : 'content'),
    [onError],
  );
  const texts = useMemo(() => ({ ...viewer, loading: app.loading }), [app, viewer]);
  const retry = (): void => {
    void renewUrl({ id, sha256 });
    setUnread(undefined);
  };
  if (unread !== undefined) return <PreviewError error={unread} onRetry={retry} />;
  return (
    <Suspense fallback={<Loading />}>
      <PdfView source={source} name={shownName(name)} texts={texts} onError={reportError} />
    </Suspense>
  );
}

/**
 * A document with a password, for which the browser's viewer asks. An iframe with a `sandbox` attribute would not start it; the
 * response's policy sandboxes it. Phones show the first page only, so they get a link.
 */
function BrowserPdf({ url, name }: { readonly url: string; readonly name: string }) {
  const { viewer } = useMessages();
  return (
    <>
      <iframe src={url} title={shownName(name)} className="min-h-0 flex-1 border-0 max-[40rem]:hidden" />
      <div className="m-auto hidden flex-col items-center gap-6 p-6 text-center max-[40rem]:flex">
        <KindIcon kind="pdf" size={72} />
        <a href={url} target="_blank" rel="noreferrer" className={buttonClass('primary')}>
          <ExternalLink size={18} aria-hidden />
          {viewer.openPdf}
        </a>
      </div>
    </>
  );
}
