import { useQuery } from '@tanstack/react-query';
import { errorText } from '../api/error-text.ts';
import { isStatus } from '../api/query-client.ts';
import { shareQuery } from '../api/shares.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { Button } from '../ui/button.tsx';
import { DialogActions } from '../ui/dialog.tsx';
import { ShareEditor } from './share-editor.tsx';

/** Edits a share that is known by its token. */
export function LoadedEditor({ token, onClose }: { readonly token: string; readonly onClose: () => void }) {
  const { data, error, refetch } = useQuery(shareQuery(token));
  // A failed reload keeps what the user typed, unless the share is gone.
  if (data !== undefined && !isStatus(error, 404)) return <ShareEditor share={data} onClose={onClose} />;
  return <Waiting error={error} onRetry={() => void refetch()} onClose={onClose} />;
}

interface WaitingProps {
  readonly error: Error | null;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

/** Stands for the link until it is there, or says why there is none. */
export function Waiting({ error, onRetry, onClose }: WaitingProps) {
  const messages = useMessages();
  const formats = useFormats();
  const { share } = useMessages().sharing;
  if (error === null)
    return (
      <div className="space-y-3 py-1" role="status">
        <p className="text-body text-muted">{share.loading}</p>
        <div className="h-11 animate-pulse rounded-lg bg-line/60" />
        <div className="h-40 animate-pulse rounded-lg bg-line/40" />
      </div>
    );
  return (
    <>
      <p role="alert" className="rounded-lg bg-bad-page px-3 py-2.5 text-body font-medium text-bad">
        {errorText(error, messages, formats)}
      </p>
      <DialogActions>
        <Button type="button" onClick={onClose}>
          {messages.app.close}
        </Button>
        <Button type="button" kind="primary" onClick={onRetry}>
          {messages.app.retry}
        </Button>
      </DialogActions>
    </>
  );
}
