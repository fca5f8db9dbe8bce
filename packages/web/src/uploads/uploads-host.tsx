import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { loadEarly } from '../browser/load-early.ts';
import { haveFilesArrived } from '../installed/shared-files-cache.ts';
import { interrupted } from './interrupted/interrupted.ts';
import { useUploads } from './uploads.ts';

const UploadPanel = lazy(loadEarly(() => import('./upload-panel.tsx')));
const SharedFilesDialog = lazy(loadEarly(() => import('./shared-files-dialog.tsx')));
const ConflictDialog = lazy(loadEarly(() => import('./conflict-dialog.tsx')));

/** The panel of the uploads and their questions; loaded with the first upload. */
export function UploadsHost() {
  const { uploads, conflicts } = useUploads();
  const unfinished = useSyncExternalStore(interrupted.subscribe, interrupted.get);
  const [shared, setShared] = useState<readonly File[]>([]);
  useEffect(() => {
    void takeShared().then(setShared);
    // Once for each load of the page.
  }, []);
  // An upload that went on is no longer interrupted.
  useEffect(() => interrupted.update(), [uploads.length]);
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
      {(uploads.length > 0 || unfinished.length > 0) && <UploadPanel />}
      {shared.length > 0 && <SharedFilesDialog files={shared} onClose={() => setShared([])} />}
      {conflicts.length > 0 && <ConflictDialog conflicts={conflicts} />}
    </Suspense>
  );
}

async function takeShared(): Promise<File[]> {
  if (!(await haveFilesArrived())) return [];
  return (await import('../installed/shared-files.ts')).takeSharedFiles();
}
