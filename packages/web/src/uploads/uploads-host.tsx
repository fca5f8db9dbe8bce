import { lazy, Suspense, useEffect } from 'react';
import { loadEarly } from '../browser/load-early.ts';
import { takeSharedFiles } from '../installed/shared-files.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { notify } from '../ui/notices.ts';
import { countInterrupted } from './interrupted-uploads.ts';
import { placedFiles } from './read-files.ts';
import { uploads as queue, useUploads } from './upload-queue.ts';

const UploadPanel = lazy(loadEarly(() => import('./upload-panel.tsx')));
const ConflictDialog = lazy(loadEarly(() => import('./conflict-dialog.tsx')));

/** The panel of the uploads and their questions; loaded with the first upload. */
export function UploadsHost() {
  const { uploads, conflicts } = useUploads();
  const { list, uploads: texts } = useMessages();
  useEffect(() => {
    const count = countInterrupted();
    if (count > 0) notify({ text: texts.unfinished(count) });
    void takeSharedFiles().then((files) => {
      if (files.length > 0) queue.add(placedFiles(files), { id: null, name: list.root });
    });
    // Once for each load of the page.
  }, []);
  useEffect(() => {
    // A drop beside the drop zone, or on a screen without one, would replace the app by the file.
    const refuse = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
    };
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
  return (
    <Suspense>
      {uploads.length > 0 && <UploadPanel />}
      {conflicts.length > 0 && <ConflictDialog conflicts={conflicts} />}
    </Suspense>
  );
}
