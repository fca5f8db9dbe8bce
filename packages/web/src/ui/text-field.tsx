import { Field } from '@base-ui/react/field';
import type { ComponentProps, Ref } from 'react';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'ref'> {
  readonly label: string;
  readonly error?: string | undefined;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** A labelled field. Screen readers read its error with it. */
export function TextField({ label, error, inputRef, ...input }: TextFieldProps) {
  return (
    <Field.Root invalid={error !== undefined}>
      <Field.Label className="mb-1.5 block text-[0.9375rem] font-semibold">{label}</Field.Label>
      <Field.Control
        {...input}
        ref={inputRef ?? null}
        className="h-11 w-full rounded-lg border border-edge bg-card px-3 text-base focus-visible:outline-offset-0 data-invalid:border-bad"
      />
      <Field.Error match={error !== undefined} role="alert" className="mt-1.5 text-sm font-medium text-bad">
        {error}
      </Field.Error>
    </Field.Root>
  );
}
