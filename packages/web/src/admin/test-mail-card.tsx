import { useMutation, useQuery } from '@tanstack/react-query';
import { client } from '../api/client.ts';
import { errorText } from '../api/error-text.ts';
import { configQuery } from '../api/session.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { Button } from '../ui/button.tsx';
import { Badge, Card } from '../ui/card.tsx';

/** How the server sends emails, and a button that tries it and shows what the mail server answered. */
export function TestMailCard() {
  const messages = useMessages();
  const formats = useFormats();
  const { mail: texts } = messages.admin;
  const { data: config } = useQuery(configQuery);
  const test = useMutation({ mutationFn: () => client.admin.sendTestMail() });
  if (config === undefined) return undefined;
  const isSent = config.mailDelivery === 'smtp';
  const outcome = test.error === null ? (test.data?.error ?? undefined) : errorText(test.error, messages, formats);
  return (
    <Card
      title={texts.title}
      description={isSent ? texts.sent : texts.files}
      action={<Badge kind={isSent ? 'good' : 'bad'}>{isSent ? texts.on : texts.off}</Badge>}
    >
      {isSent && (
        <>
          <Button type="button" disabled={test.isPending} onClick={() => test.mutate()}>
            {test.isPending ? texts.sending : texts.send}
          </Button>
          <div role="status" className="mt-3 text-body empty:hidden">
            {!test.isPending && outcome !== undefined && (
              <>
                <p className="font-medium text-bad">{texts.refused}</p>
                <p className="mt-1 wrap-anywhere">{outcome}</p>
                <p className="mt-1 text-muted">{texts.refusedHint}</p>
              </>
            )}
            {!test.isPending && test.data?.error === null && (
              <p className="font-medium text-good">{texts.accepted({ email: test.data.to })}</p>
            )}
          </div>
        </>
      )}
    </Card>
  );
}
