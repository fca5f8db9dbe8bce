import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { useRef, type ReactNode } from 'react';
import X from 'virtual:lucide/x';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { Button, IconButton } from './button.tsx';

interface DialogProps {
  readonly title: string;
  readonly description?: string | undefined;
  /** For more than a question. */
  readonly wide?: boolean;
  /** Only a button of its content closes the dialog: it shows a secret that nobody sees again, or is about to get one. */
  readonly staysOpen?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The first field of a form, if it is one to type in. */
function fieldToType(popup: HTMLElement | null): HTMLElement | undefined {
  const first = popup?.querySelector<HTMLElement>('form :is(input:not([readonly]), select, textarea)') ?? undefined;
  return first?.matches('select, [type=radio], [type=checkbox]') === true ? undefined : first;
}

/** A modal dialog that is open as long as it is rendered. If it asks for a text, its field has the focus at first. */
export function Dialog(props: DialogProps) {
  const { title, description, wide = false, staysOpen = false, onClose, children } = props;
  const { app } = useMessages();
  const popup = useRef<HTMLDivElement>(null);
  // Fingers reach the field themselves, and the keyboard of the screen would cover the dialog.
  const initialFocus = wide
    ? undefined
    : (by: string): HTMLElement | true => (by === 'touch' ? true : (fieldToType(popup.current) ?? true));
  return (
    <BaseDialog.Root open onOpenChange={(open) => !open && !staysOpen && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-40 animate-appear bg-[rgb(10_14_12/0.5)]" />
        <BaseDialog.Popup
          ref={popup}
          data-modal=""
          {...(initialFocus === undefined ? {} : { initialFocus })}
          className={`fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col overflow-hidden rounded-t-2xl bg-card p-5 shadow-dialog outline-none max-sm:animate-rise sm:animate-appear sm:inset-0 sm:m-auto sm:h-fit sm:rounded-2xl ${wide ? 'sm:w-[40rem] sm:max-w-[94vw]' : 'sm:w-[30rem]'}`}
        >
          <div className="mb-3 flex items-start gap-3">
            <div className="min-w-0 flex-1 pt-2">
              <BaseDialog.Title className="text-title font-semibold wrap-anywhere">{title}</BaseDialog.Title>
              {description !== undefined && (
                <BaseDialog.Description className="mt-1 text-body text-muted">{description}</BaseDialog.Description>
              )}
            </div>
            {!staysOpen && (
              <BaseDialog.Close
                render={<IconButton label={app.close} icon={<X size={20} />} className="-me-2 -mt-0.5" />}
              />
            )}
          </div>
          {wide ? <div className="-mx-5 -mt-1 -mb-5 min-h-0 overflow-y-auto px-5 pt-1 pb-5">{children}</div> : children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

/** Buttons at the end of a dialog, the main one last. */
export const DialogActions = ({ children }: { readonly children: ReactNode }) => (
  <div className="mt-5 flex flex-wrap justify-end gap-3 max-sm:[&>*]:flex-1">{children}</div>
);

interface FormActionsProps {
  /** Label of the button that sends the form. */
  readonly submit: string;
  readonly kind?: 'primary' | 'danger';
  readonly disabled: boolean;
  readonly onClose: () => void;
}

/** The buttons of a form in a dialog. */
export function FormActions({ submit, kind = 'primary', disabled, onClose }: FormActionsProps) {
  const { app } = useMessages();
  return (
    <DialogActions>
      <Button type="button" onClick={onClose}>
        {app.cancel}
      </Button>
      <Button type="submit" kind={kind} disabled={disabled}>
        {submit}
      </Button>
    </DialogActions>
  );
}

/** The only button of a dialog that has shown something. */
export function DoneAction({ onClose }: { readonly onClose: () => void }) {
  const { app } = useMessages();
  return (
    <DialogActions>
      <Button type="button" kind="primary" onClick={onClose}>
        {app.done}
      </Button>
    </DialogActions>
  );
}
