import type { Item } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { QueryView } from '../screen/query-view.tsx';
import { Dialog, DoneAction } from '../ui/dialog.tsx';
import { VersionList } from './version-list.tsx';
import { itemInFolderQuery } from './version-queries.ts';

interface VersionsDialogProps {
  readonly item: Item;
  readonly onClose: () => void;
}

export default function VersionsDialog({ item, onClose }: VersionsDialogProps) {
  const { versions } = useMessages();
  return (
    <Dialog wide title={versions.titleOf({ name: item.name })} onClose={onClose}>
      <VersionList item={item} />
      <DoneAction onClose={onClose} />
    </Dialog>
  );
}

interface NamedVersionsDialogProps {
  /** null: the root. */
  readonly folderId: string | null;
  readonly name: string;
  readonly onClose: () => void;
}

/** The versions of the file that has a name which an upload wants. */
export function NamedVersionsDialog({ folderId, name, onClose }: NamedVersionsDialogProps) {
  const { versions } = useMessages();
  const query = useQuery(itemInFolderQuery(folderId, name));
  return (
    <Dialog wide title={versions.titleOf({ name })} onClose={onClose}>
      <QueryView query={query}>
        {(item) =>
          item.type === 'file' ? <VersionList item={item} /> : <p className="text-muted">{versions.isFolder}</p>
        }
      </QueryView>
      <DoneAction onClose={onClose} />
    </Dialog>
  );
}
