import { lazy, Suspense } from 'react';
import { useUploads } from './upload-queue.ts';

const UploadPanel = lazy(() => import('./upload-panel.tsx'));
const ConflictDialog = lazy(() => import('./conflict-dialog.tsx'));

/** The panel of the uploads and their questions; loaded with the first upload. */
export function UploadsHost() {
  const { uploads, conflicts } = useUploads();
  return (
    <Suspense>
      {uploads.length > 0 && <UploadPanel />}
      {conflicts.length > 0 && <ConflictDialog conflicts={conflicts} />}
    </Suspense>
  );
}
