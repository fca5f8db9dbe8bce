import { useMessages } from '../i18n/i18n-provider.tsx';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  readonly text: string;
  /** Name of the action that cannot be undone. */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function ConfirmDialog({ title, text, action, onConfirm, onClose }: ConfirmDialogProps) {
  const { app } = useMessages();
  return (
    <Dialog title={title} description={text} onClose={onClose}>
      <DialogActions>
        <Button type="button" onClick={onClose}>
          {app.cancel}
        </Button>
        <Button
          type="button"
          kind="danger"
          onClick={() => {
            onConfirm();
            onClose();
          }}
        >
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
