import type { Session } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import Bowser from 'bowser';
import Monitor from 'virtual:lucide/monitor';
import Smartphone from 'virtual:lucide/smartphone';
import { useAct } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { usePages } from '../api/pages.ts';
import { queryClient } from '../api/query-client.ts';
import { configQuery } from '../api/session.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import type { Messages } from '../i18n/texts.ts';
import { MoreButton } from '../screen/pages-view.tsx';
import { QueryView } from '../screen/query-view.tsx';
import { Button } from '../ui/button.tsx';
import { Badge, Card } from '../ui/card.tsx';
import { EntryList, Entry } from '../ui/entry-list.tsx';
import { useTitle } from '../ui/use-title.ts';
import { sessionPages } from './account-queries.ts';
import { IdentitiesCard } from './identities-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { TwoFactorCard } from './two-factor-card.tsx';

/** Two-factor authentication, passkeys, identities of single sign-on, and active sessions. */
export function SecurityScreen() {
  const { account } = useMessages();
  useTitle(account.tabs.security);
  const config = useQuery(configQuery).data;
  return (
    <>
      <TwoFactorCard />
      {config?.passkeys === true && <PasskeysCard />}
      {typeof config?.oidc?.name === 'string' && <IdentitiesCard issuer={config.oidc.name} />}
      <SessionsCard />
    </>
  );
}

/** `Chrome on Linux`, and whether that is a phone or a tablet. */
function describe(userAgent: string | null, { sessions }: Messages['account']): { name: string; isHandheld: boolean } {
  if (userAgent === null) return { name: sessions.unknown, isHandheld: false };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const name =
    browser.name === undefined || browser.name === ''
      ? // A program, such as curl/8.5: its own name says most.
        (userAgent.split(' ')[0]?.slice(0, 40) ?? sessions.unknown)
      : os.name === undefined
        ? browser.name
        : sessions.browserOn({ browser: browser.name, system: os.name });
  return { name, isHandheld: platform.type === 'mobile' || platform.type === 'tablet' };
}

function SessionsCard() {
  const { account } = useMessages();
  const pages = usePages(sessionPages);
  return (
    <Card title={account.sessions.title} description={account.sessions.description}>
      <QueryView query={pages}>
        {({ entries }) => (
          <>
            <EntryList>
              {entries
                .toSorted((a, b) => Number(b.current) - Number(a.current))
                .map((session) => (
                  <SessionEntry key={session.id} session={session} />
                ))}
            </EntryList>
            <MoreButton pages={pages} />
          </>
        )}
      </QueryView>
    </Card>
  );
}

function SessionEntry({ session: { id, userAgent, current, createdAt, lastUsedAt } }: { readonly session: Session }) {
  const { account } = useMessages();
  const { sessions } = account;
  const { moment, date } = useFormats();
  const act = useAct();
  const { name, isHandheld } = describe(userAgent, account);
  return (
    <Entry
      icon={isHandheld ? <Smartphone size={22} /> : <Monitor size={22} />}
      title={name}
      badges={current && <Badge kind="good">{sessions.current}</Badge>}
      details={`${sessions.used({ when: moment(lastUsedAt) })} · ${sessions.since({ when: date(createdAt) })}`}
      tooltip={userAgent ?? undefined}
      actions={
        !current && (
          <Button
            type="button"
            aria-label={sessions.endOf({ name })}
            disabled={act.isPending}
            onClick={() =>
              act.run(async () => {
                await client.account.endSession(id);
                await queryClient.invalidateQueries({ queryKey: sessionPages.queryKey });
              }, sessions.ended)
            }
          >
            {sessions.end}
          </Button>
        )
      }
    />
  );
}
