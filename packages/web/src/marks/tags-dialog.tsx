import type { Item } from '@drive/sdk';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { Dialog, DoneAction } from '../ui/dialog.tsx';
import { TagEditor } from './tag-editor.tsx';

interface TagsDialogProps {
  readonly items: readonly Item[];
  readonly onClose: () => void;
}

export default function TagsDialog({ items, onClose }: TagsDialogProps) {
  const { marks } = useMessages();
  const [only] = items;
  const title =
    items.length === 1 && only !== undefined
      ? marks.tagsOf({ name: only.name })
      : marks.tagsOfMany({ count: items.length });
  return (
    <Dialog title={title} description={items.length > 1 ? marks.shared : undefined} onClose={onClose}>
      <TagEditor items={items} />
      <DoneAction onClose={onClose} />
    </Dialog>
  );
}
