import { DriveError } from '@drive/sdk';
import { useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { notify } from '../ui/notices.ts';
import { errorText, isUnreachable } from './error-text.ts';

/** Whether the same request may succeed later: the server was away, busy or had a fault of its own. */
const mayPass = (error: unknown): boolean =>
  isUnreachable(error) || (error instanceof DriveError && (error.status ?? 0) >= 429);

/** Returns a function that says why a change failed, and offers to make it again if that may help. */
export function useTellFailure(): (error: unknown, again: () => void) => void {
  const messages = useMessages();
  const formats = useFormats();
  return useCallback(
    (error, again) =>
      notify({
        kind: 'bad',
        text: errorText(error, messages, formats),
        ...(mayPass(error) ? { action: { label: messages.app.retry, run: again } } : {}),
      }),
    [formats, messages],
  );
}

/** Returns a function that acts, and tells a failure. */
export function useAttempt(): (act: () => Promise<void>) => Promise<void> {
  const tell = useTellFailure();
  return useCallback(
    async function attempt(act): Promise<void> {
      try {
        await act();
      } catch (error) {
        tell(error, () => void attempt(act));
      }
    },
    [tell],
  );
}

/**
 * Returns a function that sends a form: the server's schema decides, its complaints are shown at their fields, and every
 * other reason above the buttons (`root`). Resolves with false if the form was refused.
 */
export function useSubmit<Values extends FieldValues>(
  setError: UseFormSetError<Values>,
  fields: readonly FieldPath<Values>[] | ((field: string) => FieldPath<Values> | undefined),
  /** Field and text for `invalid_credentials`: a wrong password or code. */
  wrong?: { readonly field: FieldPath<Values>; readonly text: string },
): (send: () => Promise<unknown>) => Promise<boolean> {
  const messages = useMessages();
  const formats = useFormats();
  const { mutateAsync } = useMutation({ mutationFn: (send: () => Promise<unknown>) => send() });
  return async (send) => {
    try {
      await mutateAsync(send);
      return true;
    } catch (error) {
      if (wrong !== undefined && error instanceof DriveError && error.code === 'invalid_credentials') {
        setError(wrong.field, { message: wrong.text }, { shouldFocus: true });
        return false;
      }
      const issues = error instanceof DriveError ? error.issues : [];
      let isShown = false;
      for (const { field, code, message } of issues) {
        const name =
          typeof fields === 'function'
            ? fields(field)
            : fields.find((each) => field === each || field.startsWith(`${each}.`));
        if (name === undefined) continue;
        setError(name, { message: messages.errors.issues[code] ?? message }, { shouldFocus: !isShown });
        isShown = true;
      }
      if (!isShown) setError('root', { message: errorText(error, messages, formats) });
      return false;
    }
  };
}

interface Act {
  readonly action: () => Promise<unknown>;
  readonly done?: string;
}

/** Runs one action at a time, and shows as a notice that it succeeded or why it failed. */
export function useAct() {
  const tell = useTellFailure();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ action }: Act) => action(),
    // Not a callback of `mutate`: an action that removes its own entry from a list removes this component, too.
    onSuccess: (_, { done }) => done !== undefined && notify({ text: done }),
    onError: (error, act) => tell(error, () => mutate(act)),
  });
  return {
    isPending,
    run: (action: Act['action'], done?: string): void => mutate({ action, ...(done === undefined ? {} : { done }) }),
  };
}
