import { useMessages } from '../../i18n/i18n-provider.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** Shows a link where the page may not copy it. */
export function LinkDialog({ url, onClose }: { readonly url: string; readonly onClose: () => void }) {
  const { dialogs } = useMessages();
  return (
    <Dialog title={dialogs.link} description={dialogs.linkHint} onClose={onClose}>
      <TextField label={dialogs.link} readOnly value={url} onFocus={({ target }) => target.select()} />
    </Dialog>
  );
}
