import type { FormEvent, ReactNode } from 'react';
import { FormError } from './choice-fields.tsx';
import { FormActions } from './dialog.tsx';

interface DialogFormProps {
  readonly onSubmit: (event: FormEvent) => Promise<void>;
  /** What is wrong with the form as a whole. */
  readonly error: string | undefined;
  /** Label of the button that sends the form. */
  readonly submit: string;
  readonly disabled: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form in a dialog: fields that scroll, an error below them, and the buttons. */
export const DialogForm = ({ onSubmit, error, children, ...actions }: DialogFormProps) => (
  <form noValidate className="flex min-h-0 flex-col" onSubmit={(event) => void onSubmit(event)}>
    <div className="-mx-1 min-h-0 space-y-4 overflow-y-auto px-1 pb-1">
      {children}
      <FormError message={error} />
    </div>
    <FormActions {...actions} />
  </form>
);
