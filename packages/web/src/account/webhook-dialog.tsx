import type { Webhook, WebhookWithSecret } from '@drive/sdk';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSubmit } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { FolderField } from '../folders/folder-field.tsx';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { CheckField, FieldGroup } from '../ui/choice-fields.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';

type EventType = Webhook['events'][number];

/** Types in the order of the form; a test is always sent. */
const types = [
  'share.download',
  'share.download.anonymous',
  'collect.uploaded',
  'reproofing.submitted',
  'file.replaced',
  'file.*',
  'folder.*',
  'share.*',
  'upload.*',
] as const satisfies readonly EventType[];

interface WebhookDialogProps {
  /** undefined: creates one. */
  readonly webhook?: Webhook;
  readonly onSaved: (webhook: Webhook | WebhookWithSecret) => void;
  readonly onClose: () => void;
}

/** Creates or changes a webhook. */
export default function WebhookDialog({ webhook, onSaved, onClose }: WebhookDialogProps) {
  const { account, actions } = useMessages();
  const { webhooks } = account;
  const { register, handleSubmit, setError, formState } = useForm<{ url: string; events: EventType[] }>({
    defaultValues: { url: webhook?.url ?? '', events: [...(webhook?.events ?? types.slice(0, 4))] },
  });
  const [isForFolder, setForFolder] = useState(typeof webhook?.folderId === 'string');
  const [folderId, setFolderId] = useState(webhook?.folderId ?? null);
  const [folderError, setFolderError] = useState<string>();
  const { errors, isSubmitting } = formState;
  const send = useSubmit(setError, ['url', 'events']);
  const { ref, ...url } = register('url', {
    validate: (typed) => /^https:\/\/\S+$/.test(typed.trim()) || webhooks.urlNeeded,
  });
  const onSubmit = handleSubmit(async (typed) => {
    if (isForFolder && folderId === null) return setFolderError(webhooks.folderNeeded);
    // The form does not show all types.
    const others = (webhook?.events ?? []).filter((type) => !(types as readonly EventType[]).includes(type));
    const events = [...new Set([...typed.events, ...others, 'webhook.test' as const])];
    // A new webhook has no restriction that could be removed.
    const scope = isForFolder ? { folderId } : webhook === undefined ? {} : { folderId: null };
    const change = { url: typed.url.trim(), events, ...scope };
    await send(async () =>
      onSaved(
        webhook === undefined ? await client.webhooks.create(change) : await client.webhooks.update(webhook.id, change),
      ),
    );
  });
  return (
    <Dialog title={webhook === undefined ? webhooks.create : webhooks.edit} onClose={onClose}>
      <DialogForm
        onSubmit={onSubmit}
        error={errors.root?.message ?? errors.events?.message}
        submit={webhook === undefined ? actions.create : actions.save}
        disabled={isSubmitting}
        onClose={onClose}
      >
        <TextField
          {...url}
          inputRef={ref}
          type="url"
          label={webhooks.url}
          hint={webhooks.urlHint}
          error={errors.url?.message}
          placeholder="https://"
          autoComplete="off"
        />
        <FieldGroup label={webhooks.events}>
          {types.map((type) => {
            const { ref: boxRef, ...box } = register('events');
            return (
              <CheckField
                key={type}
                {...box}
                inputRef={boxRef}
                value={type}
                label={webhooks.eventTexts[type]}
                hint={type}
              />
            );
          })}
        </FieldGroup>
        <div>
          <CheckField
            label={webhooks.onlyFolder}
            checked={isForFolder}
            onChange={({ target }) => setForFolder(target.checked)}
          />
          {isForFolder && (
            <FolderField
              folderId={folderId}
              onChoose={(chosen) => {
                setFolderId(chosen);
                setFolderError(undefined);
              }}
              needed={webhooks.folderNeeded}
              chosen={(name) => webhooks.folderChosen({ name })}
              error={folderError}
            />
          )}
        </div>
      </DialogForm>
    </Dialog>
  );
}
