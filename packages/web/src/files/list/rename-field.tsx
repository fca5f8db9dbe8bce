import type { Item } from '@drive/sdk';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { useAttempt } from '../../api/actions.ts';
import { errorText } from '../../api/error-text.ts';
import { useRename } from '../../api/item-changes.ts';
import { whenConnected } from '../../api/when-connected.ts';
import { useFormats, useMessages } from '../../i18n/i18n-provider.tsx';
import { notify } from '../../ui/notices.ts';
import { shownName } from '../../ui/shown-name.ts';
import type { NameDraft } from '../actions/use-item-actions.ts';
import { nameFault } from '../dialogs/name-dialogs.tsx';

interface RenameFieldProps {
  readonly item: Item;
  readonly draft: NameDraft;
  readonly onClose: () => void;
}

/** Takes the place of a name while it is changed. Enter and leaving the field save it, Escape does not. */
export default function RenameField({ item, draft, onClose }: RenameFieldProps) {
  const messages = useMessages();
  const formats = useFormats();
  const { dialogs, done, actions } = messages;
  const { mutateAsync } = useRename();
  const attempt = useAttempt();
  const [isSaving, setSaving] = useState(false);
  // Harmless in the field, too; stored so if the user saves it.
  const before = shownName(item.name);
  const [text, setText] = useState(draft.text ?? before);
  const [fault, setFault] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  const faultId = useId();

  useLayoutEffect(() => {
    const { current } = field;
    if (current === null) return;
    const dot = item.type === 'file' ? before.lastIndexOf('.') : -1;
    const isNew = draft.selection === undefined;
    // A field that comes back into view takes the keyboard from nothing else.
    if (isNew || document.activeElement === document.body) current.focus({ preventScroll: !isNew });
    current.setSelectionRange(...(draft.selection ?? [0, dot > 0 ? dot : before.length]));
    return () => {
      draft.text = current.value;
      draft.selection = [current.selectionStart ?? 0, current.selectionEnd ?? 0];
    };
    // Once, as the field appears.
  }, []);

  const close = (): void => {
    isOver.current = true;
    onClose();
  };
  const rename = (name: string): Promise<Item> =>
    whenConnected(() => mutateAsync({ id: item.id, name }), messages.errors.waiting);
  const save = async (): Promise<void> => {
    const name = text.trim();
    if (isOver.current || isSaving) return;
    if (name === before || name === item.name) return close();
    const wrong = nameFault(name, dialogs);
    if (wrong !== undefined) return setFault(wrong);
    setSaving(true);
    try {
      const renamed = await rename(name);
      notify({
        text: done.renamed({ name: renamed.name }),
        action: {
          label: actions.undo,
          run: () => void attempt(async () => void (await rename(item.name))),
        },
      });
      close();
    } catch (error) {
      setFault(errorText(error, messages, formats));
      field.current?.focus();
    } finally {
      setSaving(false);
    }
  };

  return (
    <span className="relative block min-w-0 flex-1">
      <input
        ref={field}
        className="h-8 w-full rounded-md border border-accent bg-card px-2 text-body select-text focus-visible:outline-offset-0 aria-invalid:border-bad"
        aria-label={dialogs.newName}
        aria-invalid={fault !== undefined}
        aria-describedby={faultId}
        autoComplete="off"
        spellCheck={false}
        readOnly={isSaving}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setFault(undefined);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') void save();
          else if (event.key === 'Escape') close();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
        onBlur={() => void (fault === undefined ? save() : close())}
        onClick={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
      />
      <span
        id={faultId}
        role="alert"
        className="absolute top-full start-0 z-10 mt-1 rounded-lg bg-bad-page px-3 py-2 text-sm font-medium text-bad shadow-pop empty:hidden"
      >
        {fault}
      </span>
    </span>
  );
}
