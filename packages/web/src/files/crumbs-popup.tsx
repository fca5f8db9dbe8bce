import { useNavigate } from '@tanstack/react-router';
import FolderIcon from 'virtual:lucide/folder';
import type { MenuPopupProps } from '../ui/menu-button.tsx';
import { AnchoredMenu, MenuItem } from '../ui/menu.tsx';
import { shownName } from '../ui/shown-name.ts';
import type { Folder } from './actions/item-drag.ts';

/** The folders above that the breadcrumbs leave out, from the root down. */
export default function CrumbsPopup({ anchor, content: folders, onClose }: MenuPopupProps<readonly Folder[]>) {
  const navigate = useNavigate();
  return (
    <AnchoredMenu anchor={anchor} align="start" onClose={onClose}>
      {folders.map(({ id, name }) => (
        <MenuItem
          key={id}
          icon={<FolderIcon size={18} />}
          onClick={() =>
            void (id === null
              ? navigate({ to: '/files' })
              : navigate({ to: '/files/$folderId', params: { folderId: id } }))
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
