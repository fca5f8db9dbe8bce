import { useEffect, useRef, useState } from 'react';
import { client, signInUrl } from '../api/client.ts';
import { queryClient, reloadAll } from '../api/query-client.ts';
import { sessionEnd } from '../api/session-end.ts';
import { meQuery } from '../api/session.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { uploads, useUploads } from '../uploads/uploads.ts';

/**
 * Asks the user to sign in again. Leaving the page would end unfinished uploads and lose what was typed into a dialog, so
 * with one of them the sign-in page opens in another tab, and the app continues when the user comes back.
 */
export default function SessionEndDialog() {
  const { errors } = useMessages();
  const { unfinished, failed } = useUploads();
  const [hasDialog] = useState(() => document.querySelector('[role=dialog] form') !== null);
  const signIn = useRef<HTMLAnchorElement>(null);

  useEffect(() => {
    const check = async (): Promise<void> => {
      const { id } = await client.account.me();
      // Nothing of one user, least of all an upload, continues for another.
      if (id !== queryClient.getQueryData(meQuery.queryKey)?.id) return window.location.reload();
      sessionEnd.clear();
      await reloadAll();
      uploads.retryFailed();
    };
    const whenBack = (): void => void check().catch(() => {});
    window.addEventListener('focus', whenBack);
    return () => window.removeEventListener('focus', whenBack);
  }, []);

  const hasUploads = unfinished + failed > 0;
  const keepsPage = hasUploads || hasDialog;
  return (
    <Dialog
      title={errors.signedOutTitle}
      description={hasUploads ? errors.signedOutUploads : hasDialog ? errors.signedOutTyped : errors.signedOutText}
      initialFocus={signIn}
      onClose={() => sessionEnd.clear()}
    >
      <DialogActions>
        <a
          ref={signIn}
          className={buttonClass('primary')}
          href={signInUrl()}
          target={keepsPage ? '_blank' : undefined}
          rel="noopener"
        >
          {errors.signIn}
        </a>
      </DialogActions>
    </Dialog>
  );
}
