import type { MailFrequency, Notification } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { useAct } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { usePages, type PagedSource } from '../api/pages.ts';
import { queryClient } from '../api/query-client.ts';
import { meQuery, useMe } from '../api/session.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { PagesView } from '../screen/pages-view.tsx';
import { Button } from '../ui/button.tsx';
import { Badge, Card } from '../ui/card.tsx';
import { SelectField } from '../ui/choice-fields.tsx';
import { Entry } from '../ui/entry-list.tsx';
import { useTitle } from '../ui/use-title.ts';
import { notificationText } from './activity-texts.ts';
import { latestNotificationsQuery, markRead, notificationsKey, useOpenNotification } from './notification-queries.ts';

const notificationPages: PagedSource<Notification> = {
  queryKey: [...notificationsKey, 'all'],
  load: (cursor, signal) => client.notifications.list({ limit: 50, ...cursor }, { signal }),
};

/** What the user is told of, and when it comes by email. */
export function NotificationsScreen() {
  const { moment, date, size } = useFormats();
  const texts = useMessages().activity;
  const said = texts.notifications;
  useTitle(said.title);
  const pages = usePages(notificationPages);
  const hasUnread = (useQuery(latestNotificationsQuery).data?.unread ?? 0) > 0;
  const me = useMe();
  const act = useAct();
  const open = useOpenNotification();
  const choose = (mail: MailFrequency) =>
    act.run(async () => {
      queryClient.setQueryData(meQuery.queryKey, await client.account.update({ notifications: { mail } }));
    }, said.saved);
  return (
    <Card
      title={said.title}
      description={said.description}
      action={
        hasUnread && (
          <Button type="button" disabled={act.isPending} onClick={() => act.run(() => markRead())}>
            {said.readAll}
          </Button>
        )
      }
    >
      {me !== undefined && (
        <div className="mb-6 sm:max-w-64">
          <SelectField
            label={said.mail}
            value={me.notifications.mail}
            options={(['now', 'daily', 'never'] as const).map((each) => [each, said.mails[each]] as const)}
            onChange={({ target }) => choose(target.value as MailFrequency)}
          />
        </div>
      )}
      <PagesView label={said.title} pages={pages} empty={<p className="text-muted">{said.none}</p>}>
        {(each) => (
          <Entry
            key={each.id}
            title={
              <button
                type="button"
                className="min-h-9 text-start wrap-anywhere hover:underline pointer-coarse:min-h-11"
                onClick={() => open(each)}
              >
                {notificationText(each, texts, { date, size })}
              </button>
            }
            badges={each.readAt === null ? <Badge kind="accent">{said.unread}</Badge> : undefined}
            details={moment(each.at)}
          />
        )}
      </PagesView>
    </Card>
  );
}
