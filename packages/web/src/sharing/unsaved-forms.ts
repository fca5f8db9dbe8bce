import { createContext, useContext, useEffect, useRef, type SyntheticEvent } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** Sends a form. Resolves with whether its fields are valid. */
type Send = () => Promise<boolean>;

/** Forms of a dialog with something typed that is not saved. */
export const UnsavedForms = createContext<Set<Send>>(new Set());

/** Sends what is typed, before a button hides or closes it. Resolves with false if a field is wrong, which has the focus then. */
export async function sendAll(forms: ReadonlySet<Send>): Promise<boolean> {
  const sent = await Promise.all([...forms].map((send) => send()));
  return !sent.includes(false);
}

/** Returns the listener that sends a form, which is among the unsaved ones as long as something is typed. */
export function useSavedForm<T extends FieldValues>(
  { handleSubmit, formState }: UseFormReturn<T>,
  save: (values: T) => void,
  isUnsaved = formState.isDirty,
): (event: SyntheticEvent) => void {
  const send = (event?: SyntheticEvent): Promise<boolean> =>
    new Promise((resolve) => {
      const onValid = (values: T): void => {
        save(values);
        resolve(true);
      };
      void handleSubmit(onValid, () => resolve(false))(event);
    });
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  const forms = useContext(UnsavedForms);
  useEffect(() => {
    if (!isUnsaved) return;
    const current: Send = () => latest.current();
    forms.add(current);
    return () => void forms.delete(current);
  }, [forms, isUnsaved]);
  return (event) => void send(event);
}
