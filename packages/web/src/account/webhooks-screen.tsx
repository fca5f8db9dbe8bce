import type { Webhook, WebhookWithSecret } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import Plus from 'virtual:lucide/plus';
import WebhookIcon from 'virtual:lucide/webhook';
import { queryClient } from '../api/query-client.ts';
import { loadEarly } from '../browser/load-early.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { QueryView } from '../screen/query-view.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Badge, Card } from '../ui/card.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { Dialog, DoneAction } from '../ui/dialog.tsx';
import { Entry, EntryList } from '../ui/entry-list.tsx';
import { StatePage } from '../ui/state-page.tsx';
import { useTitle } from '../ui/use-title.ts';
import { webhooksQuery } from './account-queries.ts';
import { eventText } from './event-text.ts';
import { LiveEvents } from './live-events.tsx';

const WebhookDialog = lazy(loadEarly(() => import('./webhook-dialog.tsx')));

/** The user's webhooks, and their events as they happen. */
export function WebhooksScreen() {
  const { webhooks } = useMessages().account;
  useTitle(webhooks.title);
  const query = useQuery(webhooksQuery);
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<WebhookWithSecret>();
  return (
    <>
      <Card
        title={webhooks.title}
        description={webhooks.description}
        action={
          <Button type="button" kind="primary" onClick={() => setCreating(true)}>
            <Plus size={18} aria-hidden />
            {webhooks.create}
          </Button>
        }
      >
        <QueryView query={query}>
          {(all) =>
            all.length === 0 ? (
              <StatePage icon={<WebhookIcon size={36} />} title={webhooks.none}>
                <p>{webhooks.noneText}</p>
              </StatePage>
            ) : (
              <EntryList label={webhooks.title}>
                {all.map((webhook) => (
                  <WebhookEntry key={webhook.id} webhook={webhook} />
                ))}
              </EntryList>
            )
          }
        </QueryView>
      </Card>
      <LiveEvents />
      {isCreating && (
        <Suspense>
          <WebhookDialog
            onSaved={(webhook) => {
              setCreating(false);
              if ('signingSecret' in webhook) setCreated(webhook);
              void queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey });
            }}
            onClose={() => setCreating(false)}
          />
        </Suspense>
      )}
      {created !== undefined && (
        <SecretDialog
          title={webhooks.createdTitle}
          secret={created.signingSecret}
          onClose={() => setCreated(undefined)}
        />
      )}
    </>
  );
}

export function WebhookState({ webhook: { enabled, disabledReason } }: { readonly webhook: Webhook }) {
  const { webhooks } = useMessages().account;
  if (enabled) return <Badge kind="good">{webhooks.on}</Badge>;
  return <Badge kind={disabledReason === null ? 'plain' : 'bad'}>{webhooks.off}</Badge>;
}

function WebhookEntry({ webhook }: { readonly webhook: Webhook }) {
  const { webhooks } = useMessages().account;
  return (
    <Entry
      icon={<WebhookIcon size={22} />}
      title={webhook.url}
      badges={<WebhookState webhook={webhook} />}
      details={
        webhook.disabledReason === null
          ? webhook.events.map((type) => eventText(webhooks.eventTexts, type)).join(' · ')
          : webhooks.autoDisabled
      }
      actions={
        <Link
          to="/account/webhooks/$webhookId"
          params={{ webhookId: webhook.id }}
          aria-label={webhooks.openOf({ url: webhook.url })}
          className={buttonClass()}
        >
          {webhooks.open}
        </Link>
      }
    />
  );
}

interface SecretDialogProps {
  readonly title: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** Shows the signing secret of a webhook, once. */
export function SecretDialog({ title, secret, onClose }: SecretDialogProps) {
  const { account } = useMessages();
  return (
    <Dialog title={title} description={account.webhooks.secretText} staysOpen onClose={onClose}>
      <CopyField label={account.webhooks.secret} value={secret} />
      <DoneAction onClose={onClose} />
    </Dialog>
  );
}
