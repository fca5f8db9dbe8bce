import { useMessages } from '../i18n/i18n-provider.tsx';
import { Button } from '../ui/button.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';

interface SecretDialogProps {
  readonly title: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** Shows the signing secret of a webhook, the only time that anybody sees it. */
export function SecretDialog({ title, secret, onClose }: SecretDialogProps) {
  const { account, app } = useMessages();
  return (
    <Dialog title={title} description={account.webhooks.secretText} staysOpen onClose={onClose}>
      <CopyField label={account.webhooks.secret} value={secret} />
      <DialogActions>
        <Button type="button" kind="primary" onClick={onClose}>
          {app.done}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
