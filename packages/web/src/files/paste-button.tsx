import ClipboardPaste from 'virtual:lucide/clipboard-paste';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { Button } from '../ui/button.tsx';

/** Pastes items that were cut or copied. */
export default function PasteButton({ count, onPaste }: { readonly count: number; readonly onPaste: () => void }) {
  const { list } = useMessages();
  return (
    <Button onClick={onPaste}>
      <ClipboardPaste size={18} aria-hidden />
      {list.paste({ count })}
    </Button>
  );
}
