import { lazy, Suspense, useEffect } from 'react';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { notify } from '../ui/notices.ts';
import { countInterrupted } from './interrupted-uploads.ts';
import { useUploads } from './upload-queue.ts';

const UploadPanel = lazy(() => import('./upload-panel.tsx'));
const ConflictDialog = lazy(() => import('./conflict-dialog.tsx'));

/** The panel of the uploads and their questions; loaded with the first upload. */
export function UploadsHost() {
  const { uploads, conflicts } = useUploads();
  const { uploads: texts } = useMessages();
  useEffect(() => {
    const count = countInterrupted();
    if (count > 0) notify({ text: texts.unfinished(count) });
    // Once for each load of the page.
  }, []);
  return (
    <Suspense>
      {uploads.length > 0 && <UploadPanel />}
      {conflicts.length > 0 && <ConflictDialog conflicts={conflicts} />}
    </Suspense>
  );
}
