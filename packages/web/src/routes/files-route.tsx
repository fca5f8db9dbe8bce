import { useParams, useSearch } from '@tanstack/react-router';
import { FolderView } from '../files/folder-view.tsx';

/** A folder; the root without an id. */
export function FilesRoute() {
  const { folderId } = useParams({ strict: false });
  const { sort = 'type,name' } = useSearch({ strict: false });
  return <FolderView key={folderId ?? ''} folderId={folderId ?? null} sort={sort} />;
}
