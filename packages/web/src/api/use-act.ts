import { useMutation } from '@tanstack/react-query';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { notify } from '../ui/notices.ts';
import { errorText } from './error-text.ts';

/** Runs one action at a time, and shows as a notice that it succeeded or why it failed. */
export function useAct() {
  const messages = useMessages();
  const formats = useFormats();
  const { mutate, isPending } = useMutation({
    mutationFn: (action: () => Promise<unknown>) => action(),
    onError: (error) => notify({ kind: 'bad', text: errorText(error, messages, formats) }),
  });
  return {
    isPending,
    run: (action: () => Promise<unknown>, done?: string): void =>
      mutate(action, { onSuccess: () => done !== undefined && notify({ text: done }) }),
  };
}
