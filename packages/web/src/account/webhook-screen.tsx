import type { Webhook } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useAct } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { folderPathQuery } from '../api/items.ts';
import { queryClient } from '../api/query-client.ts';
import { loadEarly } from '../browser/load-early.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { BackLink } from '../screen/area-frame.tsx';
import { QueryView } from '../screen/query-view.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Facts } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { notify } from '../ui/notices.ts';
import { shownName } from '../ui/shown-name.ts';
import { useTitle } from '../ui/use-title.ts';
import { webhooksQuery } from './account-queries.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { eventText } from './event-text.ts';
import { SecretDialog, WebhookState } from './webhooks-screen.tsx';

const WebhookDialog = lazy(loadEarly(() => import('./webhook-dialog.tsx')));

/** A webhook: its settings and its deliveries. */
export function WebhookScreen() {
  const { webhookId } = useParams({ strict: false });
  const { account, errors } = useMessages();
  const { webhooks } = account;
  useTitle(webhooks.title);
  const query = useQuery(webhooksQuery);
  return (
    <>
      <BackLink to="/account/webhooks">{webhooks.all}</BackLink>
      <QueryView query={query}>
        {(all) => {
          const webhook = all.find(({ id }) => id === webhookId);
          if (webhook === undefined) return <p role="alert">{errors.pageNotFound}</p>;
          return (
            <>
              <WebhookCard webhook={webhook} />
              <DeliveryLog webhook={webhook} />
            </>
          );
        }}
      </QueryView>
    </>
  );
}

function WebhookCard({ webhook }: { readonly webhook: Webhook }) {
  const { webhooks } = useMessages().account;
  const { date } = useFormats();
  const act = useAct();
  const [open, setOpen] = useState<'edit' | 'rotate' | 'delete'>();
  const [secret, setSecret] = useState<string>();
  const close = (): void => setOpen(undefined);

  return (
    <Card
      title={webhook.url}
      description={
        webhook.disabledReason === null ? webhooks.createdAt({ when: date(webhook.createdAt) }) : webhooks.autoDisabled
      }
      action={<WebhookState webhook={webhook} />}
    >
      <Facts
        facts={[
          [webhooks.events, webhook.events.map((type) => eventText(webhooks.eventTexts, type)).join(' · ')],
          ...(webhook.folderId === null
            ? []
            : ([[webhooks.folder, <FolderLink folderId={webhook.folderId} />]] as const)),
          [webhooks.secret, <code className="font-mono text-sm">{webhook.signingSecretMasked}</code>],
          [webhooks.failures, webhook.consecutiveFailures],
        ]}
      />
      <div className="mt-5 flex flex-wrap gap-3">
        <Button
          type="button"
          kind="primary"
          disabled={act.isPending}
          onClick={() => act.run(() => testWebhook(webhook.id, webhooks))}
        >
          {webhooks.test}
        </Button>
        <Button type="button" onClick={() => setOpen('edit')}>
          {webhooks.edit}
        </Button>
        <Button
          type="button"
          disabled={act.isPending}
          onClick={() =>
            act.run(
              async () => {
                await client.webhooks.update(webhook.id, { enabled: !webhook.enabled });
                await reload();
              },
              webhook.enabled ? webhooks.turnedOff : webhooks.turnedOn,
            )
          }
        >
          {webhook.enabled ? webhooks.turnOff : webhooks.turnOn}
        </Button>
        <Button type="button" onClick={() => setOpen('rotate')}>
          {webhooks.rotate}
        </Button>
        <Button type="button" className="text-bad!" onClick={() => setOpen('delete')}>
          {webhooks.remove}
        </Button>
      </div>
      {open === 'edit' && (
        <Suspense>
          <WebhookDialog
            webhook={webhook}
            onSaved={() => {
              close();
              void reload();
            }}
            onClose={close}
          />
        </Suspense>
      )}
      {open === 'rotate' && (
        <ConfirmDialog
          title={webhooks.rotateTitle}
          text={webhooks.rotateText}
          action={webhooks.rotate}
          onConfirm={() =>
            act.run(async () => {
              setSecret((await client.webhooks.rotateSecret(webhook.id)).signingSecret);
              await reload();
            })
          }
          onClose={close}
        />
      )}
      {open === 'delete' && <RemovalDialog webhook={webhook} act={act} onClose={close} />}
      {secret !== undefined && (
        <SecretDialog title={webhooks.secret} secret={secret} onClose={() => setSecret(undefined)} />
      )}
    </Card>
  );
}

/** Leads to the folder of which the webhook gets events. */
function FolderLink({ folderId }: { readonly folderId: string }) {
  const { data: path } = useQuery(folderPathQuery(folderId));
  return (
    <Link to="/files/$folderId" params={{ folderId }} className="text-accent underline">
      {shownName(path?.at(-1)?.name ?? '…')}
    </Link>
  );
}

interface RemovalDialogProps {
  readonly webhook: Webhook;
  readonly act: ReturnType<typeof useAct>;
  readonly onClose: () => void;
}

function RemovalDialog({ webhook, act, onClose }: RemovalDialogProps) {
  const { webhooks } = useMessages().account;
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      title={webhooks.removeTitle}
      text={webhooks.removeText}
      action={webhooks.remove}
      onConfirm={() =>
        act.run(async () => {
          await client.webhooks.delete(webhook.id);
          await navigate({ to: '/account/webhooks', replace: true });
          await reload();
        }, webhooks.removed)
      }
      onClose={onClose}
    />
  );
}

const reload = () => queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey });

async function testWebhook(id: string, texts: ReturnType<typeof useMessages>['account']['webhooks']): Promise<void> {
  const { delivered, statusCode, error } = await client.webhooks.test(id);
  notify(
    delivered
      ? { text: texts.testOk({ status: statusCode ?? 200 }) }
      : { kind: 'bad', text: texts.testFailed({ reason: error ?? String(statusCode ?? '') }) },
  );
  await queryClient.invalidateQueries({ queryKey: ['deliveries', id] });
}
