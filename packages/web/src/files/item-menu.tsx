import type { Item } from '@drive/sdk';
import Copy from 'virtual:lucide/copy';
import CopyPlus from 'virtual:lucide/copy-plus';
import Download from 'virtual:lucide/download';
import History from 'virtual:lucide/file-clock';
import FolderInput from 'virtual:lucide/folder-input';
import FolderOpen from 'virtual:lucide/folder-open';
import Images from 'virtual:lucide/images';
import Info from 'virtual:lucide/info';
import Link2 from 'virtual:lucide/link';
import Pencil from 'virtual:lucide/pencil';
import Scissors from 'virtual:lucide/scissors';
import Share2 from 'virtual:lucide/share-2';
import Star from 'virtual:lucide/star';
import Tag from 'virtual:lucide/tag';
import Trash from 'virtual:lucide/trash';
import UserPlus from 'virtual:lucide/user-plus';
import { mayUse, mayUseAll, type ItemUse } from '../api/rights.ts';
import { useMe } from '../api/session.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { AnchoredMenu, MenuItem, MenuSeparator } from '../ui/menu.tsx';
import { shownName } from '../ui/shown-name.ts';
import { itemClipboard } from './actions/item-clipboard.ts';
import type { OpenMenu } from './actions/item-handlers.ts';
import type { ItemActions } from './actions/use-item-actions.ts';

interface ItemMenuProps {
  readonly menu: OpenMenu;
  readonly actions: ItemActions;
  /** Offers the way to the item's folder, which a search result does not show. */
  readonly hasShowFolder: boolean;
  readonly onDetails: () => void;
  readonly onClose: () => void;
}

/** The one menu of a list. */
export default function ItemMenu({ menu, actions, hasShowFolder, onDetails, onClose }: ItemMenuProps) {
  const { items } = menu;
  const { actions: labels, list } = useMessages();
  const isStarred = items.every(({ starred }) => starred);
  const only = items.length === 1 ? items[0] : undefined;
  const me = useMe();
  const may = (use: ItemUse): boolean => mayUseAll(items, use, me?.id);
  return (
    <AnchoredMenu
      anchor={menu.anchor}
      title={only === undefined ? list.selected({ count: items.length }) : shownName(only.name)}
      align="start"
      coversAnchor
      onClose={onClose}
    >
      {only !== undefined && (
        <MenuItem icon={<FolderOpen size={18} />} onClick={() => actions.open(only)}>
          {labels.open}
        </MenuItem>
      )}
      {only !== undefined && hasShowFolder && (
        <MenuItem icon={<FolderOpen size={18} />} onClick={() => actions.showFolder(only)}>
          {labels.showFolder}
        </MenuItem>
      )}
      <MenuItem icon={<Download size={18} />} onClick={() => actions.download(items)}>
        {only?.type === 'file' ? labels.download : labels.downloadZip}
      </MenuItem>
      {may('share') && <LinkItems items={items} only={only} actions={actions} />}
      {only !== undefined && (
        <MenuItem icon={<UserPlus size={18} />} onClick={() => actions.showAccess(only)}>
          {labels.access}
        </MenuItem>
      )}
      <MenuSeparator />
      {only !== undefined && may('tidy') && (
        <MenuItem icon={<Pencil size={18} />} onClick={() => actions.rename(only)}>
          {labels.rename}
        </MenuItem>
      )}
      {may('write') && (
        <>
          <MenuItem icon={<FolderInput size={18} />} onClick={() => actions.move(items)}>
            {labels.move}
          </MenuItem>
          <MenuItem
            icon={<Scissors size={18} />}
            onClick={() => itemClipboard.set({ isCut: true, items, text: undefined })}
          >
            {labels.cut}
          </MenuItem>
        </>
      )}
      <MenuItem icon={<Copy size={18} />} onClick={() => itemClipboard.set({ isCut: false, items, text: undefined })}>
        {labels.copy}
      </MenuItem>
      {items.every((item) => canDuplicate(item)) && (
        <MenuItem icon={<CopyPlus size={18} />} onClick={() => actions.duplicate(items)}>
          {labels.duplicate}
        </MenuItem>
      )}
      <MenuItem icon={<Star size={18} />} onClick={() => actions.star(items, !isStarred)}>
        {isStarred ? labels.unstar : labels.star}
      </MenuItem>
      {may('write') && (
        <MenuItem icon={<Tag size={18} />} onClick={() => actions.tag(items)}>
          {labels.tags}
        </MenuItem>
      )}
      {only?.type === 'file' && (
        <MenuItem icon={<History size={18} />} onClick={() => actions.showVersions(only)}>
          {labels.versions}
        </MenuItem>
      )}
      <MenuItem icon={<Info size={18} />} onClick={onDetails}>
        {labels.details}
      </MenuItem>
      {may('tidy') && (
        <>
          <MenuSeparator />
          <MenuItem danger icon={<Trash size={18} />} onClick={() => actions.trash(items)}>
            {labels.trash}
          </MenuItem>
        </>
      )}
    </AnchoredMenu>
  );
}

/** A copy is put beside the item: what is topmost of what others gave is beside nothing. */
const canDuplicate = (item: Item): boolean =>
  item.role === 'owner' || (item.parentId !== null && mayUse(item, 'add', undefined));

interface LinkItemsProps {
  readonly items: readonly Item[];
  readonly only: Item | undefined;
  readonly actions: ItemActions;
}

/** What makes links. */
function LinkItems({ items, only, actions }: LinkItemsProps) {
  const { actions: labels } = useMessages();
  return (
    <>
      <MenuItem icon={<Share2 size={18} />} onClick={() => actions.share(items)}>
        {labels.share}
      </MenuItem>
      {only !== undefined && (
        <MenuItem icon={<Link2 size={18} />} onClick={() => actions.copyLink(only)}>
          {labels.copyLink}
        </MenuItem>
      )}
      {(only !== undefined || items.every(({ type }) => type === 'file')) && (
        <MenuItem icon={<Images size={18} />} onClick={() => actions.proof(items)}>
          {labels.proof}
        </MenuItem>
      )}
    </>
  );
}
