import { limits } from '@drive/contract';
import type { Child } from 'hono/jsx';
import { t } from './language.ts';

export interface FieldProps {
  readonly name: string;
  readonly label: string;
  /** `email`: a text with the keyboard for email addresses; browsers refuse some that the server accepts. */
  readonly type?: 'text' | 'email' | 'password';
  /** Redisplayed value; never a password. */
  readonly value?: string | undefined;
  readonly autocomplete?: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly required?: boolean;
  readonly autofocus?: boolean;
  readonly class?: string;
  readonly maxlength?: number;
}

export function Field(field: FieldProps) {
  const id = `field-${field.name}`;
  const notes = [
    ...(field.hint === undefined ? [] : [`${id}-hint`]),
    ...(field.error === undefined ? [] : [`${id}-error`]),
  ].join(' ');
  return (
    <div class="field">
      <label for={id}>{field.label}</label>
      <input
        id={id}
        name={field.name}
        type={field.type === 'password' ? 'password' : 'text'}
        inputmode={field.type === 'email' ? 'email' : undefined}
        autocapitalize={field.type === 'email' ? 'none' : undefined}
        value={field.value}
        class={field.class}
        autocomplete={field.autocomplete}
        maxlength={field.maxlength}
        required={field.required ?? true}
        autofocus={field.autofocus ?? false}
        aria-invalid={field.error === undefined ? undefined : 'true'}
        aria-describedby={notes === '' ? undefined : notes}
      />
      {field.hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {field.hint}
        </p>
      )}
      {field.error !== undefined && (
        <p class="wrong" id={`${id}-error`}>
          {field.error}
        </p>
      )}
    </div>
  );
}

interface FileInputProps {
  readonly multiple: boolean;
  readonly accept?: string | undefined;
  readonly hintId?: string;
}

/**
 * Chooses the files of a form. What it shows is in the language of the browser, so a script shows what is before it instead
 * (`file-picker.client.ts` of the server).
 */
export const FileInput = ({ multiple, accept, hintId }: FileInputProps) => (
  <span class="picker">
    <span id="pick" class="pick" aria-hidden="true" hidden>
      <span class="button plain slim">{t(multiple ? 'Choose files' : 'Choose a file')}</span>
      <span class="muted" data-none={t('No file chosen')}></span>
    </span>
    <input id="files" type="file" name="files" multiple={multiple} required accept={accept} aria-describedby={hintId} />
  </span>
);

/** The name by which a visitor wants to be known to the owner of a link. */
export function GuestNameField(field: Pick<FieldProps, 'name' | 'value' | 'required'>) {
  const { required = false } = field;
  return (
    <Field
      {...field}
      label={t(required ? 'Your name' : 'Your name (optional)')}
      autocomplete="name"
      required={required}
      maxlength={limits.guestNameCharacters}
    />
  );
}

export function GuestEmailField(field: Pick<FieldProps, 'name' | 'value'>) {
  return (
    <Field
      {...field}
      label={t('Your email address (optional)')}
      type="email"
      autocomplete="email"
      required={false}
      maxlength={limits.emailBytes}
    />
  );
}

export function Notice({ kind, children }: { kind: 'good' | 'bad'; children?: Child }) {
  return (
    <p class={`notice ${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
      {children}
    </p>
  );
}

export function PostForm({
  action,
  hidden = {},
  children,
}: {
  action: string;
  hidden?: Readonly<Record<string, string | undefined>>;
  children?: Child;
}) {
  return (
    <form method="post" action={action}>
      {Object.entries(hidden).map(
        ([name, value]) => value !== undefined && <input type="hidden" name={name} value={value} />,
      )}
      {children}
    </form>
  );
}

export function SubmitButton({ children }: { children?: Child }) {
  return (
    <button class="button full" type="submit">
      {children}
    </button>
  );
}
