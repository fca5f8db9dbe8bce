import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { client } from '../api/client.ts';
import type { ShareFieldProps } from '../api/shares.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useSavedForm } from './unsaved-forms.ts';

/** Typing is followed by a check after this pause: each is a request. */
const pauseMs = 400;

/** The end of the short link, checked while it is typed. */
export function SlugField({ share, save }: ShareFieldProps) {
  const { share: texts } = useMessages().sharing;
  const { shareToken: token, slug: current, shortUrl } = share;
  const form = useForm({ values: { slug: current ?? '' } });
  const { register, setFocus, control, formState } = form;
  const typed = useWatch({ control, name: 'slug' }).trim();
  const settled = useSettled(typed);
  const isNew = typed !== '' && typed !== current;
  const { data, isError } = useQuery({
    queryKey: ['slug', settled],
    queryFn: ({ signal }) => client.shares.slugAvailable(settled, { signal }).then((answer) => answer),
    enabled: settled === typed && isNew,
    staleTime: 0,
  });
  const answer = isNew && settled === typed ? data : undefined;
  const reason = answer?.reason ?? undefined;
  const error = reason === undefined ? undefined : texts.slugReasons[reason];
  const { ref, ...field } = register('slug', {
    setValueAs: (text: string) => text.trim(),
    validate: () => error === undefined,
  });
  const status = !isNew
    ? typed === ''
      ? texts.slugHint
      : texts.slugCurrent
    : answer?.available === true
      ? texts.slugAvailable
      : isError || error !== undefined
        ? ''
        : texts.slugChecking;

  const send = useSavedForm(form, ({ slug }) => {
    const next = slug === '' ? null : slug;
    // The button is gone once the link is saved.
    setFocus('slug');
    save({ run: async () => ({ ...(await client.shares.setSlug({ token }, next)), slug: next }) });
  });

  return (
    <form noValidate onSubmit={send}>
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            {...field}
            inputRef={ref}
            label={texts.slug}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={error}
          />
        </div>
        {formState.isDirty && (
          <Button type="submit" className="mt-7.5" disabled={error !== undefined}>
            {texts.save}
          </Button>
        )}
      </div>
      <p
        role="status"
        className={`mt-1.5 text-sm ${answer?.available === true ? 'font-medium text-good' : 'text-muted'}`}
      >
        {status}
      </p>
      <p className="mt-0.5 truncate text-sm text-muted" dir="ltr">
        {shortUrl.slice(0, shortUrl.lastIndexOf('/') + 1)}
        <span className="text-text">{typed === '' ? shortUrl.slice(shortUrl.lastIndexOf('/') + 1) : typed}</span>
      </p>
    </form>
  );
}

/** The text after a pause in typing. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(text), pauseMs);
    return () => window.clearTimeout(timer);
  }, [text]);
  return settled;
}
