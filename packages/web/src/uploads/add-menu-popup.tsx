import FileText from 'virtual:lucide/file-text';
import FolderPlus from 'virtual:lucide/folder-plus';
import FolderUp from 'virtual:lucide/folder-up';
import Upload from 'virtual:lucide/upload';
import { useMessages } from '../i18n/i18n-provider.tsx';
import type { MenuPopupProps } from '../ui/menu-button.tsx';
import { AnchoredMenu, MenuItem } from '../ui/menu.tsx';

interface AddActions {
  readonly chooseFiles: () => void;
  readonly chooseFolder: () => void;
  readonly onNewFolder: () => void;
  readonly onNewText: (() => void) | undefined;
}

/** What can be added to a folder. */
export default function AddMenuPopup({ anchor, content, onClose }: MenuPopupProps<AddActions>) {
  const { list } = useMessages();
  return (
    <AnchoredMenu anchor={anchor} onClose={onClose}>
      <MenuItem icon={<Upload size={18} />} onClick={content.chooseFiles}>
        {list.upload}
      </MenuItem>
      <MenuItem icon={<FolderUp size={18} />} onClick={content.chooseFolder}>
        {list.uploadFolder}
      </MenuItem>
      <MenuItem icon={<FolderPlus size={18} />} onClick={content.onNewFolder}>
        {list.newFolder}
      </MenuItem>
      {content.onNewText !== undefined && (
        <MenuItem icon={<FileText size={18} />} onClick={content.onNewText}>
          {list.newText}
        </MenuItem>
      )}
    </AnchoredMenu>
  );
}
