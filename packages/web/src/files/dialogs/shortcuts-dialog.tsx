import { useMessages } from '../../i18n/i18n-provider.tsx';
import { Dialog } from '../../ui/dialog.tsx';

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const { dialogs, shortcuts } = useMessages();
  const rows = [
    ['↑ ↓ ← →', shortcuts.arrows],
    ['Ctrl + ↑ ↓', shortcuts.ctrl],
    ['A … Z', shortcuts.letters],
    ['Enter', shortcuts.enter],
    ['Space', shortcuts.space],
    ['Shift + ↑ ↓', shortcuts.shift],
    ['Ctrl + A', shortcuts.all],
    ['Ctrl + C X V', shortcuts.clipboard],
    ['F2', shortcuts.f2],
    ['Del', shortcuts.delete],
    ['Backspace', shortcuts.backspace],
    ['Esc', shortcuts.escape],
    ['/', shortcuts.slash],
    ['Ctrl + K', shortcuts.palette],
    ['?', shortcuts.help],
  ] as const;
  return (
    <Dialog title={dialogs.shortcuts} onClose={onClose}>
      <dl tabIndex={0} className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2.5 overflow-y-auto text-body">
        {rows.map(([keys, text]) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="rounded-md border border-edge bg-page px-2 py-1 text-sm whitespace-nowrap">{keys}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
