import { useMessages } from '../i18n/i18n-provider.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { shownName } from '../ui/shown-name.ts';
import { placedFiles } from './read-files.ts';
import { uploads } from './uploads.ts';

interface SharedFilesDialogProps {
  readonly files: readonly File[];
  readonly onClose: () => void;
}

/** Asks about files that were shared with the app. Any site can send some: nothing shows that another app did. */
export default function SharedFilesDialog({ files, onClose }: SharedFilesDialogProps) {
  const { list, sharedFiles } = useMessages();
  const upload = (): void => {
    uploads.add(placedFiles(files), { id: null, name: list.root });
    onClose();
  };
  return (
    <Dialog title={sharedFiles.title({ count: files.length })} description={sharedFiles.text} onClose={onClose}>
      <ul className="max-h-60 overflow-y-auto" tabIndex={0} aria-label={sharedFiles.names}>
        {files.map(({ name }, index) => (
          <li key={index} className="truncate" dir="auto">
            {shownName(name)}
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button type="button" onClick={onClose}>
          {sharedFiles.refuse}
        </Button>
        <Button type="button" kind="primary" onClick={upload}>
          {list.upload}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
