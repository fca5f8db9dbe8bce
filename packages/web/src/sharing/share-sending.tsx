import type { Recipient } from '@drive/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import X from 'virtual:lucide/x';
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
import { CopyButton } from '../ui/copy-field.tsx';
import { notify } from '../ui/notices.ts';
import { TextAreaField } from '../ui/text-field.tsx';

const pageItems = 50;
const waitingMs = 5000;

const addressesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  ),
];

/** Sends the link by email, and shows which recipients opened it. */
export default function ShareSending({ token }: { readonly token: string }) {
  const messages = useMessages();
  const formats = useFormats();
  const { share: texts } = useMessages().sharing;
  const sendsMail = useQuery(configQuery).data?.mailDelivery !== 'outbox';
  const queryKey = [...sharesKey, 'one', token, 'recipients'];
  const recipients = usePages({
    queryKey,
    load: (cursor, signal) => client.shares.listRecipients(token, { limit: pageItems, ...cursor }, { signal }),
    // The mail server's answer comes seconds after the email was requested, and no event announces it.
    refetchInterval: (all) =>
      sendsMail && all.some(({ sentAt, failedAt }) => sentAt === null && failedAt === null) ? waitingMs : false,
  });
  const { register, handleSubmit, reset, setError, formState } = useForm({
    defaultValues: { emails: '', message: '' },
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
    if (isMailed) notify({ text: texts.sent({ count: addresses.length }) });
    else notify({ kind: 'bad', text: texts.notMailed({ count: addresses.length }) });
    reset();
    await queryClient.invalidateQueries({ queryKey });
  });
  const { errors, isSubmitting } = formState;
  const { ref: emailsRef, ...emails } = register('emails', {
    validate: (text) => {
      const addresses = addressesOf(text);
      if (addresses.length === 0) return texts.emailNeeded;
      if (addresses.length > limits.recipientBatch) return texts.recipientsMost({ most: limits.recipientBatch });
      const wrong = addresses.find((each) => !Email.safeParse(each).success);
      return wrong === undefined || texts.emailWrong({ email: wrong });
    },
  });
  const { ref: messageRef, ...message } = register('message', {
    validate: checkWith(NewRecipients.shape.message, messages),
  });

  return (
    <div className="space-y-5">
      <form noValidate className="space-y-3" onSubmit={(event) => void send(event)}>
        <TextAreaField
          {...emails}
          inputRef={emailsRef}
          label={texts.recipients}
          hint={texts.recipientsHint}
          error={errors.emails?.message}
          rows={2}
          autoComplete="email"
          inputMode="email"
        />
        <TextAreaField
          {...message}
          inputRef={messageRef}
          label={texts.message}
          error={errors.message?.message}
          rows={3}
        />
        <FormError message={errors.root?.message} />
        <Button type="submit" kind="primary" disabled={isSubmitting}>
          {texts.send}
        </Button>
      </form>
      <RecipientList token={token} recipients={recipients} queryKey={queryKey} sendsMail={sendsMail} />
    </div>
  );
}

interface RecipientListProps {
  readonly token: string;
  readonly recipients: ReturnType<typeof usePages<Recipient>>;
  readonly queryKey: readonly unknown[];
  readonly sendsMail: boolean;
}

function RecipientList({ token, recipients, queryKey, sendsMail }: RecipientListProps) {
  const messages = useMessages();
  const formats = useFormats();
  const { share: texts } = messages.sharing;
  const remove = useMutation({
    mutationFn: (id: string) => client.shares.removeRecipient(token, id).then(() => {}),
    onError: (error) => notify({ kind: 'bad', text: errorText(error, messages, formats) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  const all = recipients.data?.entries;
  return (
    <section aria-label={texts.sentTo}>
      <h3 className="text-body font-semibold">{texts.sentTo}</h3>
      {recipients.error !== null && <FormError message={errorText(recipients.error, messages, formats)} />}
      {all?.length === 0 && <p className="mt-1 text-body text-muted">{texts.nobody}</p>}
      <ul className="divide-y divide-line">
        {all?.map((recipient) => (
          <li key={recipient.id} className="flex items-center gap-2 py-1.5">
            <div className="min-w-0 flex-1">
              <p className="truncate text-body font-medium">{recipient.email}</p>
              <RecipientState recipient={recipient} sendsMail={sendsMail} />
            </div>
            <CopyButton label={texts.copyPersonal({ email: recipient.email })} value={recipient.url} />
            <IconButton
              type="button"
              label={texts.removeRecipient({ email: recipient.email })}
              icon={<X size={18} />}
              onClick={() => remove.mutate(recipient.id)}
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
  );
}

function RecipientState({ recipient, sendsMail }: { readonly recipient: Recipient; readonly sendsMail: boolean }) {
  const { sharing } = useMessages();
  const { moment } = useFormats();
  const texts = sharing.share;
  const { sentAt, failedAt, error, firstOpenedAt, downloadCount } = recipient;
  const waiting = sendsMail ? texts.notSent : texts.neverSent;
  const state = sentAt === null ? (failedAt === null ? waiting : '') : texts.notOpened;
  const opened = firstOpenedAt === null ? state : texts.opened({ moment: moment(firstOpenedAt) });
  return (
    <>
      <p className="text-sm text-muted empty:hidden">
        {[opened, downloadCount > 0 ? texts.downloads({ count: downloadCount }) : '']
          .filter((part) => part !== '')
          .join(' · ')}
      </p>
      {failedAt !== null && (
        <p className="text-sm text-bad wrap-anywhere">
          {texts.failed({ moment: moment(failedAt), reason: error ?? '' })}
        </p>
      )}
    </>
  );
}
