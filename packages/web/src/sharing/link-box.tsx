import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import Check from 'virtual:lucide/check';
import Copy from 'virtual:lucide/copy';
import ExternalLink from 'virtual:lucide/external-link';
import QrCode from 'virtual:lucide/qr-code';
import { copyText } from '../browser/copy-text.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { Button, IconButton, iconButtonClass } from '../ui/button.tsx';

const QrImage = lazy(() => import('./qr-image.tsx'));

const shownMs = 2500;

/** A link to copy, to scan and to open. */
export function LinkBox({ url }: { readonly url: string }) {
  const { share } = useMessages().sharing;
  const field = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<'copied' | 'selected'>();
  const [showsQr, setShowsQr] = useState(false);

  useEffect(() => {
    if (state !== 'copied') return;
    const timer = window.setTimeout(() => setState(undefined), shownMs);
    return () => window.clearTimeout(timer);
  }, [state]);

  const copy = async (): Promise<void> => {
    if (await copyText(url)) return setState('copied');
    field.current?.focus();
    field.current?.select();
    setState('selected');
  };
  return (
    <div>
      <div className="flex flex-wrap items-center gap-2">
        <input
          ref={field}
          readOnly
          aria-label={share.link}
          value={url}
          dir="ltr"
          className="h-11 min-w-0 flex-1 basis-60 pointer-fine:h-9 rounded-lg border border-edge bg-page px-3 text-body focus-visible:outline-offset-0"
          onFocus={({ target }) => target.select()}
        />
        <div className="flex items-center gap-1 max-sm:w-full">
          <Button type="button" kind="primary" className="max-sm:flex-1 sm:min-w-32" onClick={() => void copy()}>
            {state === 'copied' ? <Check size={18} aria-hidden /> : <Copy size={18} aria-hidden />}
            {state === 'copied' ? share.copied : share.copy}
          </Button>
          <IconButton
            type="button"
            label={share.qr}
            aria-expanded={showsQr}
            icon={<QrCode size={20} />}
            onClick={() => setShowsQr(!showsQr)}
          />
          <a
            href={url}
            target="_blank"
            rel="noopener"
            aria-label={share.open}
            title={share.open}
            className={iconButtonClass}
          >
            <ExternalLink size={20} aria-hidden />
          </a>
        </div>
      </div>
      <p role="status" className="text-sm text-muted">
        {state === 'selected' ? (
          share.copyHint
        ) : state === 'copied' ? (
          <span className="sr-only">{share.copied}</span>
        ) : (
          ''
        )}
      </p>
      {showsQr && (
        <Suspense fallback={<div className="h-64" />}>
          <QrImage url={url} />
        </Suspense>
      )}
    </div>
  );
}
