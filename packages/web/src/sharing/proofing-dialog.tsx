import type { Item, Proofing } from '@drive/sdk';
import { useNavigate } from '@tanstack/react-router';
import { FormProvider, useForm } from 'react-hook-form';
import { useSubmit } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { checkWith, NewProofing } from '../api/contract.ts';
import { queryClient } from '../api/query-client.ts';
import { proofingsKey } from '../api/shares.ts';
import { numberOf, withoutNulls } from '../browser/field-values.ts';
import { FolderField } from '../folders/folder-field.tsx';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { FieldGroup, FormError } from '../ui/choice-fields.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { notify } from '../ui/notices.ts';
import { TextField } from '../ui/text-field.tsx';
import { linkChangeOf, linkFields, LinkTerms, LinkTexts, linkValuesOf, type LinkValues } from './link-fields.tsx';

interface ProofingDialogProps {
  /** The proofing to change; a new one is created without it. */
  readonly proofing?: Proofing;
  /** Files or one folder to choose from. Without them the user chooses a folder. */
  readonly items?: readonly Item[];
  readonly onClose: () => void;
}

interface Values extends LinkValues {
  folderId: string | null;
  maxSelections: string;
}

/** Creates a proofing, or changes one, whose files stay the same. */
export default function ProofingDialog({ proofing, items = [], onClose }: ProofingDialogProps) {
  const messages = useMessages();
  const { proofings, requests } = messages.sharing;
  const navigate = useNavigate();
  const isNew = proofing === undefined;
  const only = items.length === 1 ? items[0] : undefined;
  const form = useForm<Values>({
    defaultValues: {
      ...linkValuesOf(proofing),
      ...(only?.type === 'folder' ? { name: only.name } : {}),
      folderId: only?.type === 'folder' ? only.id : null,
      maxSelections: proofing?.maxSelections?.toString() ?? '',
    },
  });
  const { register, handleSubmit, setError, clearErrors, setValue, watch, formState } = form;
  const { errors, isSubmitting } = formState;
  const send = useSubmit(setError, [...linkFields, 'folderId', 'maxSelections']);
  const folderId = watch('folderId');

  const onSubmit = handleSubmit(async (values) => {
    if (isNew && items.length === 0 && values.folderId === null)
      return setError('folderId', { message: proofings.folderNeeded });
    const fields = { ...linkChangeOf(values, proofing), maxSelections: numberOf(values.maxSelections) };
    const isSent = await send(async () => {
      if (isNew) {
        const shown =
          values.folderId === null ? { fileIds: items.map((item) => item.id) } : { folderId: values.folderId };
        const { id } = await client.proofings.create({ ...withoutNulls(fields), ...shown });
        await navigate({ to: '/shared/proofings/$proofingId', params: { proofingId: id } });
      } else {
        await client.proofings.update(proofing.id, fields);
        notify({ text: proofings.changed });
      }
    });
    if (!isSent) return;
    onClose();
    await queryClient.invalidateQueries({ queryKey: proofingsKey });
  });
  const { ref, ...most } = register('maxSelections', {
    validate: (text) => checkWith(NewProofing.shape.maxSelections, messages)(numberOf(text) ?? undefined),
  });
  return (
    <Dialog title={isNew ? proofings.create : requests.editOf({ name: proofing.name })} onClose={onClose}>
      <FormProvider {...form}>
        <DialogForm
          onSubmit={onSubmit}
          error={errors.root?.message}
          submit={isNew ? messages.actions.create : messages.actions.save}
          disabled={isSubmitting}
          onClose={onClose}
        >
          {items.length > 0 && (
            <p className="text-body text-muted wrap-anywhere">
              {only?.type === 'folder'
                ? proofings.ofFolder({ name: only.name })
                : proofings.ofFiles({ count: items.length })}
            </p>
          )}
          <LinkTexts />
          {isNew && items.length === 0 && (
            <FieldGroup label={proofings.folder}>
              <FolderField
                folderId={folderId}
                onChoose={(id) => {
                  clearErrors('folderId');
                  setValue('folderId', id);
                }}
                needed={proofings.folderNeeded}
                chosen={(name) => proofings.ofFolder({ name })}
                error={errors.folderId?.message}
              />
            </FieldGroup>
          )}
          {items.length > 0 && <FormError message={errors.folderId?.message} />}
          <TextField
            {...most}
            inputRef={ref}
            label={proofings.most}
            hint={requests.emptyNoLimit}
            error={errors.maxSelections?.message}
            inputMode="numeric"
            autoComplete="off"
          />
          <LinkTerms link={proofing} />
        </DialogForm>
      </FormProvider>
    </Dialog>
  );
}
