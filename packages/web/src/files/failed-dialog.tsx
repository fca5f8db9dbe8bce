import type { Item } from '@drive/sdk';
import type { BatchOutcome } from '../api/item-changes.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';

interface FailedDialogProps {
  readonly items: readonly Item[];
  readonly outcome: BatchOutcome;
  readonly onClose: () => void;
}

/** Lists the items of a batch that could not be changed, each with its reason. */
export function FailedDialog({ items, outcome, onClose }: FailedDialogProps) {
  const { app, dialogs } = useMessages();
  const names = new Map(items.map(({ id, name }) => [id, name]));
  return (
    <Dialog
      title={dialogs.failedTitle}
      description={outcome.done.length > 0 ? dialogs.failedDone(outcome.done.length) : undefined}
      onClose={onClose}
    >
      <ul className="-mx-1 max-h-80 divide-y divide-line overflow-y-auto px-1">
        {outcome.failed.map(({ id, message }) => (
          <li key={id} className="py-2.5">
            <p className="font-medium wrap-anywhere" dir="auto">
              {names.get(id) ?? id}
            </p>
            <p className="text-sm text-bad">{message}</p>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button kind="primary" onClick={onClose}>
          {app.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
