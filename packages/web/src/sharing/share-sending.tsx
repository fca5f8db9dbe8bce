import { useMutation, useQuery } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { client } from '../api/client.ts';
import { checkWith, Email, limits, NewRecipients } from '../api/contract.ts';
import { errorText } from '../api/error-text.ts';
import { usePages } from '../api/pages.ts';
import { queryClient } from '../api/query-client.ts';
import { configQuery } from '../api/session.ts';
import { sharesKey } from '../api/shares.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { FormError } from '../ui/choice-fields.tsx';
import { notify } from '../ui/notices.ts';

const pageItems = 50;
const areaClass =
  'w-full rounded-lg border border-edge bg-card px-3 py-2.5 text-base focus-visible:outline-offset-0 aria-invalid:border-bad';

const addressesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  ),
];

/** Sends the link by e-mail, and shows which recipients opened it. */
export default function ShareSending({ token }: { readonly token: string }) {
  const messages = useMessages();
  const formats = useFormats();
  const { share: texts } = useMessages().sharing;
  const ids = { emails: useId(), hint: useId(), error: useId(), message: useId() };
  const queryKey = [...sharesKey, 'one', token, 'recipients'];
  const recipients = usePages({
    queryKey,
    load: (cursor, signal) => client.shares.listRecipients(token, { limit: pageItems, ...cursor }, { signal }),
  });
  const sendsMail = useQuery(configQuery).data?.mailDelivery !== 'outbox';
  const { register, handleSubmit, reset, setError, formState } = useForm({
    defaultValues: { emails: '', message: '' },
  });
  const remove = useMutation({
    mutationFn: (id: string) => client.shares.removeRecipient(token, id).then(() => {}),
    onError: (error) => notify({ kind: 'bad', text: errorText(error, messages, formats) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });

  const send = handleSubmit(async ({ emails, message }) => {
    const addresses = addressesOf(emails);
    let isMailed: boolean;
    try {
      const { mailDelivery } = await client.shares.send(token, {
        emails: addresses,
        ...(message.trim() === '' ? {} : { message: message.trim() }),
      });
      isMailed = mailDelivery === 'smtp';
    } catch (error) {
      setError('root', { message: errorText(error, messages, formats) });
      return;
    }
    if (isMailed) notify({ text: texts.sent(addresses.length) });
    else notify({ kind: 'bad', text: texts.notMailed(addresses.length) });
    reset();
    await queryClient.invalidateQueries({ queryKey });
  });
  const { errors, isSubmitting } = formState;
  const all = recipients.data?.entries;

  return (
    <div className="space-y-5">
      <form noValidate className="space-y-3" onSubmit={(event) => void send(event)}>
        <div>
          <label htmlFor={ids.emails} className="mb-1.5 block text-[0.9375rem] font-semibold">
            {texts.recipients}
          </label>
          <textarea
            {...register('emails', {
              validate: (text) => {
                const addresses = addressesOf(text);
                if (addresses.length === 0) return texts.emailNeeded;
                if (addresses.length > limits.recipientBatch) return texts.recipientsMost(limits.recipientBatch);
                const wrong = addresses.find((each) => !Email.safeParse(each).success);
                return wrong === undefined || texts.emailWrong(wrong);
              },
            })}
            id={ids.emails}
            rows={2}
            autoComplete="email"
            inputMode="email"
            aria-describedby={`${ids.hint} ${ids.error}`}
            aria-invalid={errors.emails !== undefined}
            className={areaClass}
          />
          <p id={ids.hint} className="text-sm text-muted">
            {texts.recipientsHint}
          </p>
          <p id={ids.error} role="alert" className="text-sm font-medium text-bad">
            {errors.emails?.message}
          </p>
        </div>
        <div>
          <label htmlFor={ids.message} className="mb-1.5 block text-[0.9375rem] font-semibold">
            {texts.message}
          </label>
          <textarea
            {...register('message', { validate: checkWith(NewRecipients.shape.message, messages) })}
            id={ids.message}
            rows={3}
            aria-invalid={errors.message !== undefined}
            className={areaClass}
          />
          <p role="alert" className="text-sm font-medium text-bad">
            {errors.message?.message}
          </p>
        </div>
        <FormError message={errors.root?.message} />
        <Button type="submit" kind="primary" disabled={isSubmitting}>
          {texts.send}
        </Button>
      </form>
      <section aria-label={texts.sentTo}>
        <h3 className="text-[0.9375rem] font-semibold">{texts.sentTo}</h3>
        {recipients.error !== null && <FormError message={errorText(recipients.error, messages, formats)} />}
        {all?.length === 0 && <p className="mt-1 text-[0.9375rem] text-muted">{texts.nobody}</p>}
        <ul className="divide-y divide-line">
          {all?.map(({ id, email, sentAt, firstOpenedAt, downloadCount }) => (
            <li key={id} className="flex items-center gap-2 py-1.5">
              <div className="min-w-0 flex-1">
                <p className="truncate text-[0.9375rem] font-medium">{email}</p>
                <p className="text-sm text-muted">
                  {firstOpenedAt !== null
                    ? texts.opened(formats.moment(firstOpenedAt))
                    : sentAt === null
                      ? sendsMail
                        ? texts.notSent
                        : texts.neverSent
                      : texts.notOpened}
                  {downloadCount > 0 && ` · ${texts.downloads(downloadCount)}`}
                </p>
              </div>
              <IconButton
                type="button"
                label={texts.removeRecipient(email)}
                icon={<X size={18} />}
                onClick={() => remove.mutate(id)}
              />
            </li>
          ))}
        </ul>
        {recipients.hasMore && (
          <Button type="button" onClick={recipients.more}>
            {texts.more}
          </Button>
        )}
      </section>
    </div>
  );
}
