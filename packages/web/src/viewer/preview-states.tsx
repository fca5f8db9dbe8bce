import type { Item } from '@drive/sdk';
import type { ReactNode } from 'react';
import CircleAlert from 'virtual:lucide/circle-alert';
import Download from 'virtual:lucide/download';
import FileX from 'virtual:lucide/file-x';
import { errorText } from '../api/error-text.ts';
import { isStatus } from '../api/query-client.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { Button } from '../ui/button.tsx';
import { KindIcon } from '../ui/kind-icon.tsx';
import { StatePage } from '../ui/state-page.tsx';

const Middle = ({ children }: { readonly children: ReactNode }) => (
  <div className="m-auto max-h-full w-full overflow-y-auto">{children}</div>
);

/** Takes the place of a preview that could not be loaded. */
export function PreviewError({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const messages = useMessages();
  const formats = useFormats();
  if (isStatus(error, 404) || isStatus(error, 410) || isStatus(error, 400))
    return (
      <Middle>
        <StatePage icon={<FileX size={36} />} title={messages.viewer.notFound}>
          <p>{messages.viewer.notFoundHint}</p>
        </StatePage>
      </Middle>
    );
  return (
    <Middle>
      <StatePage
        icon={<CircleAlert size={36} />}
        title={messages.errors.title}
        actions={
          <Button type="button" kind="primary" onClick={onRetry}>
            {messages.app.retry}
          </Button>
        }
      >
        <p role="alert">{errorText(error, messages, formats)}</p>
      </StatePage>
    </Middle>
  );
}

interface NoPreviewProps {
  readonly item: Item;
  /** Why there is no preview. */
  readonly text: string;
  readonly onDownload: () => void;
}

/** Says what a file is that the browser does not show, and offers it. */
export function NoPreview({ item, text, onDownload }: NoPreviewProps) {
  const { viewer, list, actions } = useMessages();
  const { size } = useFormats();
  return (
    <Middle>
      <StatePage
        icon={<KindIcon kind={item.contentKind} size={36} />}
        title={viewer.noPreview}
        actions={
          <Button type="button" kind="primary" onClick={onDownload}>
            <Download size={18} aria-hidden />
            {actions.download}
          </Button>
        }
      >
        <p>
          {list.kinds[item.contentKind]}
          {item.mimeType !== null && ` · ${item.mimeType}`}
          {item.size !== null && ` · ${size(item.size)}`}
        </p>
        <p>{text}</p>
      </StatePage>
    </Middle>
  );
}

/** Shown while a preview is loading, after a moment: most are there before. */
export function Loading() {
  const { app } = useMessages();
  return (
    <p role="status" className="m-auto animate-[appear_0.2s_0.3s_both] text-muted">
      {app.loading}
    </p>
  );
}
