import { failureText } from '../../api/error-text.ts';
import { useMessages } from '../../i18n/i18n-provider.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { shownName } from '../../ui/shown-name.ts';
import type { PartialFailure } from '../actions/failures.ts';

interface FailedDialogProps extends PartialFailure {
  readonly onClose: () => void;
}

/** Lists the items of a batch that could not be changed, each with its reason. */
export default function FailedDialog({ items, outcome, onClose }: FailedDialogProps) {
  const messages = useMessages();
  const { app, dialogs } = messages;
  const names = new Map(items.map(({ id, name }) => [id, name]));
  return (
    <Dialog
      title={dialogs.failedTitle}
      description={outcome.done.length > 0 ? dialogs.failedDone({ count: outcome.done.length }) : undefined}
      onClose={onClose}
    >
      <ul className="-mx-1 max-h-80 divide-y divide-line overflow-y-auto px-1">
        {outcome.failed.map((failure) => (
          <li key={failure.id} className="py-2.5">
            <p className="font-medium wrap-anywhere" dir="auto">
              {shownName(names.get(failure.id) ?? failure.id)}
            </p>
            <p className="text-sm text-bad">{failureText(failure, messages)}</p>
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
