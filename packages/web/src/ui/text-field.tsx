import { Field } from '@base-ui/react/field';
import type { ComponentProps, ReactNode, Ref } from 'react';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'ref'> {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  /** A button inside the field, at its end. */
  readonly end?: ReactNode;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** A labelled field. Screen readers read its hint and its error with it. */
export function TextField({ label, hint, error, end, inputRef, ...input }: TextFieldProps) {
  return (
    <Field.Root invalid={error !== undefined}>
      <Field.Label className="mb-1.5 block text-dense font-semibold">{label}</Field.Label>
      <div className="relative">
        <Field.Control
          {...input}
          ref={inputRef ?? null}
          className={`h-11 w-full rounded-lg border border-edge bg-card px-3 text-base focus-visible:outline-offset-0 pointer-fine:text-body data-invalid:border-bad ${end === undefined ? '' : 'pe-12'}`}
        />
        {end !== undefined && <div className="absolute end-0 top-0 grid size-11 place-items-center">{end}</div>}
      </div>
      {hint !== undefined && <Field.Description className="mt-1.5 text-small text-muted">{hint}</Field.Description>}
      <Field.Error match={error !== undefined} role="alert" className="mt-1.5 text-small font-medium text-bad">
        {error}
      </Field.Error>
    </Field.Root>
  );
}

interface TextAreaFieldProps extends Omit<ComponentProps<'textarea'>, 'ref'> {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly inputRef?: Ref<HTMLTextAreaElement>;
}

/** A text field for several lines. */
export function TextAreaField({ label, hint, error, inputRef, className = '', ...area }: TextAreaFieldProps) {
  return (
    <Field.Root invalid={error !== undefined}>
      <Field.Label className="mb-1.5 block text-dense font-semibold">{label}</Field.Label>
      <Field.Control
        render={<textarea {...area} ref={inputRef} />}
        className={`w-full rounded-lg border border-edge bg-card px-3 py-2.5 text-base pointer-fine:text-body focus-visible:outline-offset-0 data-invalid:border-bad ${className}`}
      />
      {hint !== undefined && <Field.Description className="mt-1.5 text-small text-muted">{hint}</Field.Description>}
      <Field.Error match={error !== undefined} role="alert" className="mt-1.5 text-small font-medium text-bad">
        {error}
      </Field.Error>
    </Field.Root>
  );
}
