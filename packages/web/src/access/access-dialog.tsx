import type { Item } from '@drive/sdk';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { Dialog, DoneAction } from '../ui/dialog.tsx';
import AccessPanel from './access-panel.tsx';

interface AccessDialogProps {
  readonly item: Item;
  readonly onClose: () => void;
}

export default function AccessDialog({ item, onClose }: AccessDialogProps) {
  const { access } = useMessages();
  return (
    <Dialog wide title={access.title({ name: item.name })} onClose={onClose}>
      <AccessPanel itemId={item.id} onLeft={onClose} />
      <DoneAction onClose={onClose} />
    </Dialog>
  );
}
