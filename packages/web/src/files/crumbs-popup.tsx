import { useNavigate } from '@tanstack/react-router';
import FolderIcon from 'virtual:lucide/folder';
import type { MenuPopupProps } from '../ui/menu-button.tsx';
import { AnchoredMenu, MenuItem } from '../ui/menu.tsx';
import { shownName } from '../ui/shown-name.ts';
import type { Folder } from './actions/item-drag.ts';

/** A folder above, or the list in which the topmost folders are. */
export interface Crumb extends Folder {
  /** Of the root: its list. */
  readonly to?: '/files' | '/shared-with-me';
}

/** The folders above that the breadcrumbs leave out, from the root down. */
export default function CrumbsPopup({ anchor, content: folders, onClose }: MenuPopupProps<readonly Crumb[]>) {
  const navigate = useNavigate();
  return (
    <AnchoredMenu anchor={anchor} align="start" onClose={onClose}>
      {folders.map(({ id, name, to = '/files' }) => (
        <MenuItem
          key={id}
          icon={<FolderIcon size={18} />}
          onClick={() =>
            void (id === null ? navigate({ to }) : navigate({ to: '/files/$folderId', params: { folderId: id } }))
          }
        >
          <span className="max-w-72 truncate" dir="auto">
            {shownName(name)}
          </span>
        </MenuItem>
      ))}
    </AnchoredMenu>
  );
}
