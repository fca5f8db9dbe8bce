import { useId, type ComponentProps, type ReactNode, type Ref } from 'react';

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'ref'> {
  readonly label: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly selectRef?: Ref<HTMLSelectElement>;
}

/** A labelled list of which one entry is chosen. */
export function SelectField({ label, options, selectRef, className = '', ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-dense font-semibold">
        {label}
      </label>
      <select
        {...select}
        id={id}
        ref={selectRef}
        className="h-11 w-full rounded-lg border border-edge bg-card px-3 text-base focus-visible:outline-offset-0 pointer-fine:text-body"
      >
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

interface CheckFieldProps extends Omit<ComponentProps<'input'>, 'ref' | 'type'> {
  readonly label: ReactNode;
  readonly hint?: string | undefined;
  readonly type?: 'checkbox' | 'radio';
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** A box to tick, or one of several choices, with its text. */
export function CheckField({ label, hint, type = 'checkbox', inputRef, ...input }: CheckFieldProps) {
  const id = useId();
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 rounded-lg px-2 py-2.5 hover:bg-page has-disabled:cursor-not-allowed has-disabled:opacity-50">
      <input
        {...input}
        type={type}
        ref={inputRef}
        aria-describedby={hint === undefined ? undefined : id}
        className="mt-0.5 size-5 shrink-0 accent-accent"
      />
      <span className="min-w-0 text-body leading-6">
        {label}
        {hint !== undefined && (
          <span id={id} className="block text-sm text-muted">
            {hint}
          </span>
        )}
      </span>
    </label>
  );
}

/** Fields that belong together, with their common name. */
export const FieldGroup = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <fieldset className="min-w-0">
    <legend className="mb-1 text-dense font-semibold">{label}</legend>
    <div className="-mx-2">{children}</div>
  </fieldset>
);

/** Why a form could not be sent. */
export const FormError = ({ message }: { readonly message: string | undefined }) =>
  message !== undefined && (
    <p role="alert" className="rounded-lg bg-bad-page px-3 py-2.5 text-body font-medium text-bad">
      {message}
    </p>
  );
