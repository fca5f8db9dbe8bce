import { useFormContext } from 'react-hook-form';
import { checkWith, NewCollection } from '../api/contract.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { FormError, SelectField } from '../ui/choice-fields.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { TextAreaField, TextField } from '../ui/text-field.tsx';

const expiries = [1, 7, 30, 90, 365];

/** Fields common to file requests and proofings, as a form has them. */
export interface LinkValues {
  name: string;
  message: string;
  /** Days; empty: never; `kept`: as before. */
  expiresInDays: string;
  passwordChange: 'kept' | 'none' | 'set';
  password: string;
}

export const linkFields = ['name', 'message', 'expiresInDays', 'password'] as const;

interface Link {
  readonly name: string;
  readonly message: string | null;
  readonly expiresAt: string | null;
  readonly passwordProtected: boolean;
}

/** Values with which a form begins; for a new link without `link`. */
export const linkValuesOf = (link: Link | undefined): LinkValues => ({
  name: link?.name ?? '',
  message: link?.message ?? '',
  expiresInDays: link === undefined || link.expiresAt === null ? '' : 'kept',
  passwordChange: link?.passwordProtected === true ? 'kept' : 'none',
  password: '',
});

/** The fields to send; null removes a value. */
export const linkChangeOf = (values: LinkValues, link: Link | undefined) => ({
  name: values.name,
  message: values.message.trim() === '' ? null : values.message,
  ...(values.expiresInDays === 'kept' ? {} : { expiresInDays: Number(values.expiresInDays) }),
  ...(values.passwordChange === 'set'
    ? { password: values.password }
    : values.passwordChange === 'none' && link?.passwordProtected === true
      ? { password: null }
      : {}),
});

function useLinkForm() {
  const messages = useMessages();
  const form = useFormContext<LinkValues>();
  const field = (name: keyof LinkValues & keyof typeof NewCollection.shape) =>
    form.register(name, { validate: checkWith(NewCollection.shape[name], messages) });
  return { ...form, field, errors: form.formState.errors };
}

const asInput = ({ ref, ...rest }: ReturnType<ReturnType<typeof useLinkForm>['field']>) => ({ ...rest, inputRef: ref });

/** Title and message of a link. The form around is a `FormProvider`. */
export function LinkTexts() {
  const { requests } = useMessages().sharing;
  const { field, errors } = useLinkForm();
  return (
    <>
      <TextField
        {...asInput(field('name'))}
        label={requests.name}
        hint={requests.nameHint}
        error={errors.name?.message}
        autoComplete="off"
      />
      <TextAreaField {...asInput(field('message'))} label={requests.message} error={errors.message?.message} rows={3} />
    </>
  );
}

/** Expiry and password of a link. The form around is a `FormProvider`. */
export function LinkTerms({ link }: { readonly link: Link | undefined }) {
  const { requests, share } = useMessages().sharing;
  const { date } = useFormats();
  const { field, register, watch, errors } = useLinkForm();
  const { ref: expiryRef, ...expiry } = register('expiresInDays');
  const { ref: lockRef, ...lock } = register('passwordChange');
  return (
    <>
      <SelectField
        {...expiry}
        selectRef={expiryRef}
        label={requests.expires}
        options={[
          ...(link?.expiresAt == null ? [] : [['kept', share.expiryOn({ moment: date(link.expiresAt) })] as const]),
          ['', requests.never],
          ...expiries.map((days) => [String(days), share.expiryIn({ days })] as const),
        ]}
      />
      <FormError message={errors.expiresInDays?.message} />
      <SelectField
        {...lock}
        selectRef={lockRef}
        label={share.password}
        options={[
          ...(link?.passwordProtected === true ? [['kept', share.passwordOn] as const] : []),
          ['none', share.passwordOff],
          ['set', share.passwordNew],
        ]}
      />
      {watch('passwordChange') === 'set' && (
        <PasswordField
          field={field('password')}
          label={share.passwordNew}
          hint={share.passwordHint}
          error={errors.password?.message}
          autoComplete="new-password"
        />
      )}
    </>
  );
}
