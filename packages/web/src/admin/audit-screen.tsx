import type { AuditEntry, ListAuditQuery } from '@drive/sdk';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import Download from 'virtual:lucide/download';
import ScrollText from 'virtual:lucide/scroll-text';
import { useAct } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { auditActions } from '../api/contract.ts';
import { ShownError } from '../api/error-text.ts';
import { usePages } from '../api/pages.ts';
import { queryClient } from '../api/query-client.ts';
import { saveText } from '../browser/save-file.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { PagesView } from '../screen/pages-view.tsx';
import { Button } from '../ui/button.tsx';
import { Badge, Card } from '../ui/card.tsx';
import { SelectField } from '../ui/choice-fields.tsx';
import { Entry } from '../ui/entry-list.tsx';
import { notify } from '../ui/notices.ts';
import { StatePage } from '../ui/state-page.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useTitle } from '../ui/use-title.ts';
import { adminKeys } from './admin-keys.ts';
import { auditCsv } from './audit-csv.ts';
import { FilterBar, SearchFilter } from './filter-bar.tsx';

/** Entries of an exported file, at most: 100 requests. */
const mostExported = 20_000;

interface Filters {
  readonly email: string;
  readonly action: string;
  readonly from: string;
  readonly to: string;
}

/** The user with exactly this email, or the only one that matches. */
const userQuery = (email: string) =>
  queryOptions({
    queryKey: [...adminKeys.users, 'by email', email],
    queryFn: async () => {
      if (email === '') return 'all';
      const { items } = await client.admin.users.list({ q: email, limit: 100 });
      const exact = items.find((user) => user.email.toLowerCase() === email.toLowerCase());
      const found = exact ?? (items.length === 1 ? items[0] : undefined);
      return found?.id ?? (items.length === 0 ? 'none' : 'several');
    },
  });

function endOfDay(day: string): Date {
  const end = new Date(`${day}T00:00`);
  // By the calendar: a day has 23 or 25 hours when the clocks change.
  end.setDate(end.getDate() + 1);
  return end;
}

/** Days are those of the browser's time zone; the last one belongs to the range. */
async function queryOf({ email, action, from, to }: Filters): Promise<ListAuditQuery | 'none' | 'several'> {
  const query: ListAuditQuery = {
    ...(action === '' ? {} : { action: action as NonNullable<ListAuditQuery['action']> }),
    ...(from === '' ? {} : { from: new Date(`${from}T00:00`).toISOString() }),
    ...(to === '' ? {} : { to: endOfDay(to).toISOString() }),
  };
  const user = await queryClient.fetchQuery(userQuery(email));
  if (user === 'none' || user === 'several') return user;
  return user === 'all' ? query : { ...query, userId: user };
}

const nothing = { items: [], pagination: { totalItems: 0, nextCursor: null } };

/** The audit log with filters, and its export. */
export function AuditScreen() {
  const { audit } = useMessages().admin;
  useTitle(audit.title);
  const { number } = useFormats();
  const act = useAct();
  const [filters, setFilters] = useState<Filters>({ email: '', action: '', from: '', to: '' });
  const set = (name: keyof Filters) => (value: string) => setFilters((current) => ({ ...current, [name]: value }));
  const pages = usePages<AuditEntry>({
    queryKey: ['admin', 'audit', filters],
    load: async (cursor, signal) => {
      const query = await queryOf(filters);
      return typeof query === 'string'
        ? nothing
        : client.admin.listAudit({ limit: 50, ...query, ...cursor }, { signal });
    },
  });
  const { data: user } = useQuery(userQuery(filters.email));
  const problemOf = (found: string | undefined): string | undefined =>
    found === 'none' || found === 'several' ? audit.userProblems[found]({ email: filters.email }) : undefined;
  const exportCsv = (): void =>
    act.run(async () => {
      const query = await queryOf(filters);
      if (typeof query === 'string') throw new ShownError(problemOf(query));
      const entries: AuditEntry[] = [];
      let isCut = false;
      for await (const entry of client.admin.listAudit({ limit: 200, ...query })) {
        isCut = entries.length === mostExported;
        if (isCut) break;
        entries.push(entry);
      }
      saveText('drive-audit.csv', auditCsv(entries), 'text/csv');
      notify(
        isCut ? { kind: 'bad', text: audit.exportedPart({ most: number(mostExported) }) } : { text: audit.exported },
      );
    });
  return (
    <Card
      title={audit.title}
      description={audit.description}
      action={
        <Button type="button" disabled={act.isPending} onClick={exportCsv}>
          <Download size={18} aria-hidden />
          {audit.export}
        </Button>
      }
    >
      <FilterBar>
        <UserFilter value={filters.email} onChange={set('email')} />
        <SelectField
          label={audit.action}
          value={filters.action}
          options={[
            ['', audit.allActions],
            ...auditActions.map((action) => [action, audit.actionTexts[action]] as const),
          ]}
          onChange={({ target }) => set('action')(target.value)}
        />
        <TextField
          type="date"
          label={audit.from}
          value={filters.from}
          onChange={({ target }) => set('from')(target.value)}
        />
        <TextField type="date" label={audit.to} value={filters.to} onChange={({ target }) => set('to')(target.value)} />
      </FilterBar>
      <PagesView
        label={audit.title}
        pages={pages}
        empty={<StatePage icon={<ScrollText size={36} />} title={problemOf(user) ?? audit.none} />}
      >
        {(entry) => <AuditLine key={entry.id} entry={entry} />}
      </PagesView>
    </Card>
  );
}

function UserFilter({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  const { audit } = useMessages().admin;
  return <SearchFilter label={audit.user} value={value} onChange={onChange} />;
}

function AuditLine({ entry: { at, action, actor, user, target, details } }: { readonly entry: AuditEntry }) {
  const { audit } = useMessages().admin;
  const { moment } = useFormats();
  const who = actor.email ?? (actor.kind === 'user' ? audit.deletedUser : audit.actors[actor.kind]);
  const facts = Object.entries(details)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${String(value)}`);
  return (
    <Entry
      title={audit.actionTexts[action]}
      badges={action === 'sign_in.failed' && <Badge kind="bad">{audit.attention}</Badge>}
      details={[
        moment(at),
        actor.via === 'key' ? audit.byKey({ who }) : who,
        ...(user === null || user.id === actor.id ? [] : [audit.about({ email: user.email ?? audit.deletedUser })]),
        ...(target === null ? [] : [`${target.kind} ${target.id}`]),
        ...facts,
        action,
      ].join(' · ')}
    />
  );
}
