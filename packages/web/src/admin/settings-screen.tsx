import type { AdminSetting } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import Settings from 'virtual:lucide/settings';
import { client } from '../api/client.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { QueryView } from '../screen/query-view.tsx';
import { Badge, Card } from '../ui/card.tsx';
import { SelectField } from '../ui/choice-fields.tsx';
import { Entry, EntryList } from '../ui/entry-list.tsx';
import { StatePage } from '../ui/state-page.tsx';
import { useTitle } from '../ui/use-title.ts';
import { FilterBar, SearchFilter } from './filter-bar.tsx';
import { TestMailCard } from './test-mail-card.tsx';

/** The effective settings of the server, which only its operator can change. */
export function SettingsScreen() {
  const { settings: texts } = useMessages().admin;
  useTitle(texts.title);
  const query = useQuery({
    queryKey: ['admin', 'settings'],
    queryFn: ({ signal }) => client.admin.settings({ signal }),
    // Settings change only when the server starts.
    staleTime: 60_000,
  });
  return (
    <>
      <TestMailCard />
      <Card title={texts.title} description={texts.description}>
        <QueryView query={query}>{(settings) => <SettingList settings={settings} />}</QueryView>
      </Card>
    </>
  );
}

function SettingList({ settings }: { readonly settings: readonly AdminSetting[] }) {
  const { settings: texts } = useMessages().admin;
  const [searched, setSearched] = useState('');
  const [which, setWhich] = useState<'all' | 'changed'>('all');
  const words = searched.toLowerCase();
  const shown = settings.filter(
    ({ name, meaning, source }) =>
      (which === 'all' || source !== 'default') && `${name} ${meaning}`.toLowerCase().includes(words),
  );
  return (
    <>
      <FilterBar>
        <SearchFilter label={texts.search} value={searched} onChange={setSearched} />
        <SelectField
          label={texts.show}
          value={which}
          options={[
            ['all', texts.which.all],
            ['changed', texts.which.changed],
          ]}
          onChange={({ target }) => setWhich(target.value as typeof which)}
        />
      </FilterBar>
      {shown.length === 0 && <StatePage icon={<Settings size={36} />} title={texts.none} />}
      <EntryList label={texts.title}>
        {shown.map((setting) => (
          <SettingEntry key={setting.name} setting={setting} />
        ))}
      </EntryList>
    </>
  );
}

function SettingEntry({ setting }: { readonly setting: AdminSetting }) {
  const { settings: texts } = useMessages().admin;
  const { name, meaning, value, source, default: fallback } = setting;
  return (
    <Entry
      title={<code className="font-mono text-[0.9375rem]">{name}</code>}
      badges={<Badge kind={source === 'default' ? 'plain' : 'accent'}>{texts.sources[source]}</Badge>}
      details={<span lang="en">{meaning}</span>}
    >
      <p className="mt-1.5 text-[0.9375rem] wrap-anywhere">
        {value === null || value === '' ? (
          <span className="text-muted">{texts.notSet}</span>
        ) : (
          <code className="rounded bg-page px-1.5 py-0.5 font-mono text-sm">{value}</code>
        )}
        {source !== 'default' && fallback !== null && fallback !== '' && (
          <span className="ml-2 text-sm text-muted">{texts.fallback(fallback)}</span>
        )}
      </p>
    </Entry>
  );
}
