import type { Webhook, WebhookDelivery } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import RefreshCw from 'virtual:lucide/refresh-cw';
import { useAct } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { usePages } from '../api/pages.ts';
import { queryClient } from '../api/query-client.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { PagesView } from '../screen/pages-view.tsx';
import { QueryView } from '../screen/query-view.tsx';
import { Button } from '../ui/button.tsx';
import { Badge, Card, type BadgeKind } from '../ui/card.tsx';
import { Entry } from '../ui/entry-list.tsx';
import { CodeBlock } from './live-events.tsx';

const kinds: Record<WebhookDelivery['status'], BadgeKind> = { pending: 'accent', delivered: 'good', failed: 'bad' };

/** The deliveries of a webhook, with their attempts, bodies and a way to send them again. */
export function DeliveryLog({ webhook }: { readonly webhook: Webhook }) {
  const { deliveries } = useMessages().account.webhooks;
  const pages = usePages({
    queryKey: ['deliveries', webhook.id],
    load: (cursor, signal) => client.webhooks.listDeliveries(webhook.id, { limit: 20, ...cursor }, { signal }),
  });
  return (
    <Card
      title={deliveries.title}
      description={deliveries.description}
      action={
        <Button type="button" onClick={() => void pages.refetch()}>
          <RefreshCw size={18} aria-hidden />
          {deliveries.refresh}
        </Button>
      }
    >
      <PagesView
        label={deliveries.title}
        pages={pages}
        empty={<p className="text-body text-muted">{deliveries.none}</p>}
      >
        {(delivery) => <DeliveryEntry key={delivery.id} webhook={webhook} delivery={delivery} />}
      </PagesView>
    </Card>
  );
}

interface DeliveryProps {
  readonly webhook: Webhook;
  readonly delivery: WebhookDelivery;
}

function DeliveryEntry({ webhook, delivery }: DeliveryProps) {
  const { deliveries } = useMessages().account.webhooks;
  const { moment, number } = useFormats();
  const act = useAct();
  const [isOpen, setOpen] = useState(false);
  const last = delivery.attempts.at(-1);
  return (
    <Entry
      title={delivery.type}
      badges={
        <Badge kind={kinds[delivery.status]}>
          {deliveries.states[delivery.status]}
          {last?.statusCode !== undefined && last.statusCode !== null && ` · ${last.statusCode}`}
        </Badge>
      }
      details={[
        moment(delivery.createdAt),
        deliveries.attempts({ count: delivery.attempts.length }),
        ...(last === undefined || (last.statusCode === null && last.durationMs === 0)
          ? []
          : [`${number(last.durationMs)} ms`]),
        ...(last?.error === undefined || last.error === null ? [] : [last.error]),
        ...(delivery.nextAttemptAt === null ? [] : [deliveries.next({ when: moment(delivery.nextAttemptAt) })]),
      ].join(' · ')}
      actions={
        <>
          <Button type="button" kind="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? deliveries.hide : deliveries.show}
          </Button>
          <Button
            type="button"
            disabled={act.isPending || !webhook.enabled}
            onClick={() =>
              act.run(async () => {
                await client.webhooks.redeliver(webhook.id, delivery.id);
                await queryClient.invalidateQueries({ queryKey: ['deliveries', webhook.id] });
              }, deliveries.sent)
            }
          >
            {deliveries.again}
          </Button>
        </>
      }
    >
      {isOpen && <DeliveryDetail webhook={webhook} delivery={delivery} />}
    </Entry>
  );
}

function DeliveryDetail({ webhook, delivery }: DeliveryProps) {
  const { deliveries } = useMessages().account.webhooks;
  const query = useQuery({
    queryKey: ['delivery', webhook.id, delivery.id, delivery.attempts.length],
    queryFn: ({ signal }) => client.webhooks.getDelivery(webhook.id, delivery.id, { signal }),
  });
  return (
    <div className="mt-3 space-y-3">
      <QueryView query={query}>
        {({ requestBody, responseBody }) => (
          <>
            <p className="text-sm font-semibold">{deliveries.request}</p>
            <CodeBlock label={deliveries.request} text={requestBody} />
            <p className="text-sm font-semibold">{deliveries.response}</p>
            {responseBody === null || responseBody === '' ? (
              <p className="text-sm text-muted">{deliveries.noResponse}</p>
            ) : (
              <CodeBlock label={deliveries.response} text={responseBody} />
            )}
          </>
        )}
      </QueryView>
    </div>
  );
}
