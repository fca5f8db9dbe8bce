import type { Item } from '@drive/sdk';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { client } from '../../api/client.ts';
import { errorText } from '../../api/error-text.ts';
import { refreshItems, useCreateFolder } from '../../api/item-changes.ts';
import { useFormats, useMessages } from '../../i18n/i18n-provider.tsx';
import type { Messages } from '../../i18n/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { notify } from '../../ui/notices.ts';
import { TextField } from '../../ui/text-field.tsx';
import { newTexts } from '../../viewer/editor/new-texts.ts';
import { focusAdded } from '../actions/focus-return.ts';

const maxNameLength = 255;

/** Why a name cannot be used; undefined: it can. */
export function nameFault(name: string, dialogs: Messages['dialogs']): string | undefined {
  if (name === '') return dialogs.nameNeeded;
  if (name.includes('/')) return dialogs.nameSlash;
  return name.length <= maxNameLength ? undefined : dialogs.nameLong;
}

interface NameDialogProps {
  readonly title: string;
  readonly label: string;
  readonly submit: string;
  readonly name: string;
  /** Length of the part that is selected at first. */
  readonly selected: number;
  /** Rejects with the reason if the name cannot be used. */
  readonly save: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for a name and stays open while the server refuses it. */
function NameDialog({ title, label, submit, name, selected, save, onClose }: NameDialogProps) {
  const messages = useMessages();
  const formats = useFormats();
  const { dialogs } = messages;
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { name } });
  const { ref, ...field } = register('name', {
    validate: (text) => nameFault(text.trim(), dialogs) ?? true,
  });

  const onSubmit = handleSubmit(async ({ name: text }) => {
    try {
      await save(text.trim());
      onClose();
    } catch (error) {
      setError('name', { message: errorText(error, messages, formats) });
    }
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <form noValidate onSubmit={(event) => void onSubmit(event)}>
        <TextField
          {...field}
          inputRef={(input) => {
            ref(input);
            if (input !== null && document.activeElement !== input && !formState.isDirty) {
              input.focus();
              input.setSelectionRange(0, selected);
            }
          }}
          label={label}
          error={formState.errors.name?.message}
          autoComplete="off"
        />
        <DialogActions>
          <Button type="button" onClick={onClose}>
            {messages.app.cancel}
          </Button>
          <Button type="submit" kind="primary" disabled={formState.isSubmitting}>
            {submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

export function NewFolderDialog({
  parentId,
  onClose,
}: {
  readonly parentId: string | null;
  readonly onClose: () => void;
}) {
  const { dialogs, actions, done } = useMessages();
  const { mutateAsync } = useCreateFolder();
  return (
    <NameDialog
      title={dialogs.newFolder}
      label={dialogs.folderName}
      submit={actions.create}
      name=""
      selected={0}
      save={async (name) => {
        const folder = await mutateAsync({ name, parentId });
        notify({ text: done.created({ name: folder.name }) });
        focusAdded(folder.id);
      }}
      onClose={onClose}
    />
  );
}

interface NewTextDialogProps {
  readonly parentId: string | null;
  readonly onCreated: (item: Item) => void;
  readonly onClose: () => void;
}

/** Creates an empty text file and opens it. Its extension says what it is: `.md` is Markdown. */
export function NewTextDialog({ parentId, onCreated, onClose }: NewTextDialogProps) {
  const { dialogs, actions } = useMessages();
  const suggested = dialogs.newTextName;
  /** Ids by name: a second try opens what the first one created. */
  const created = useRef(new Map<string, string>());
  return (
    <NameDialog
      title={dialogs.newText}
      label={dialogs.textName}
      submit={actions.create}
      name={suggested}
      // All of the name is selected: an extension that is typed would follow the suggested one.
      selected={suggested.length}
      save={async (name) => {
        let id = created.current.get(name);
        if (id === undefined) {
          ({ fileId: id } = await client.uploads.upload(new Blob([]), {
            name: /\.[^.]/.test(name) ? name : `${name}.txt`,
            parentId,
            onConflict: 'fail',
          }));
          created.current.set(name, id);
        }
        const item = await client.files.get(id);
        newTexts.add(id);
        onCreated(item);
        void refreshItems();
      }}
      onClose={onClose}
    />
  );
}
