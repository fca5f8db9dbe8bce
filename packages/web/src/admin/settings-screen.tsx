import type { AdminSetting } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import Settings from 'virtual:lucide/settings';
import { useAct } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { textIn } from '../i18n/text-in.ts';
import { QueryView } from '../screen/query-view.tsx';
import { Button } from '../ui/button.tsx';
import { Badge, Card } from '../ui/card.tsx';
import { SelectField } from '../ui/choice-fields.tsx';
import { Entry, EntryList } from '../ui/entry-list.tsx';
import { StatePage } from '../ui/state-page.tsx';
import { useTitle } from '../ui/use-title.ts';
import { adminKeys, reloadSettings } from './admin-keys.ts';
import { FilterBar, SearchFilter } from './filter-bar.tsx';
import { SettingsDialog } from './settings-dialog.tsx';
import { TestMailCard } from './test-mail-card.tsx';

type Group = AdminSetting['group'];
type Which = 'editable' | 'changed' | 'all';

/** In the order of the screen. */
const groups: readonly Group[] = [
  'instance',
  'mail',
  'registration',
  'signIn',
  'sharing',
  'anonymous',
  'quotas',
  'retention',
  'operator',
];

/** The effective settings of the server, by group. */
export function SettingsScreen() {
  const { settings: texts } = useMessages().admin;
  useTitle(texts.title);
  const query = useQuery({
    queryKey: adminKeys.settings,
    queryFn: ({ signal }) => client.admin.settings({ signal }),
    select: ({ settings }) => settings,
    staleTime: 60_000,
  });
  return <QueryView query={query}>{(settings) => <SettingGroups settings={settings} />}</QueryView>;
}

function SettingGroups({ settings }: { readonly settings: readonly AdminSetting[] }) {
  const { settings: texts } = useMessages().admin;
  const [searched, setSearched] = useState('');
  const [which, setWhich] = useState<Which>('editable');
  const [edited, setEdited] = useState<Group>();
  const words = searched.toLowerCase();
  const shown = settings.filter(
    ({ name, meaning, source, group }) =>
      (which === 'all' || (which === 'changed' ? source !== 'default' : group !== 'operator')) &&
      `${name} ${textIn(texts.names, name) ?? ''} ${meaning}`.toLowerCase().includes(words),
  );
  const choices: readonly Which[] = ['editable', 'changed', 'all'];
  return (
    <>
      <Card title={texts.title} description={texts.description}>
        <FilterBar>
          <SearchFilter label={texts.search} value={searched} onChange={setSearched} />
          <SelectField
            label={texts.show}
            value={which}
            options={choices.map((each) => [each, texts.which[each]] as const)}
            onChange={({ target }) => setWhich(target.value as Which)}
          />
        </FilterBar>
        {shown.length === 0 && <StatePage icon={<Settings size={36} />} title={texts.none} />}
      </Card>
      {groups.map((group) => (
        <SettingGroup
          key={group}
          group={group}
          settings={shown.filter((setting) => setting.group === group)}
          onEdit={() => setEdited(group)}
        />
      ))}
      {edited !== undefined && (
        <SettingsDialog
          title={texts.editOf({ group: texts.groups[edited] })}
          settings={settings.filter(({ group, editable }) => group === edited && editable)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

interface SettingGroupProps {
  readonly group: Group;
  readonly settings: readonly AdminSetting[];
  readonly onEdit: () => void;
}

function SettingGroup({ group, settings, onEdit }: SettingGroupProps) {
  const { settings: texts } = useMessages().admin;
  if (settings.length === 0) return undefined;
  const title = texts.groups[group];
  return (
    <>
      <Card
        title={title}
        {...(group === 'operator' ? { description: texts.operatorHint } : {})}
        action={
          settings.some(({ editable }) => editable) && (
            <Button aria-label={texts.editOf({ group: title })} onClick={onEdit}>
              {texts.edit}
            </Button>
          )
        }
      >
        <EntryList label={title}>
          {settings.map((setting) => (
            <SettingEntry key={setting.name} setting={setting} />
          ))}
        </EntryList>
      </Card>
      {group === 'mail' && <TestMailCard />}
    </>
  );
}

function SettingEntry({ setting }: { readonly setting: AdminSetting }) {
  const { settings: texts } = useMessages().admin;
  const { name, meaning, source, default: fallback } = setting;
  const { run, isPending } = useAct();
  const label = textIn(texts.names, name);
  const isSaid = meaning === `${label}.`;
  const reset = async (): Promise<void> => {
    await client.admin.updateSettings([{ name, value: null }]);
    await reloadSettings();
  };
  return (
    <Entry
      title={label ?? <code className="font-mono text-body">{name}</code>}
      badges={<Badge kind={source === 'default' ? 'plain' : 'accent'}>{texts.sources[source]}</Badge>}
      details={
        <>
          {label !== undefined && <code className="inline-block font-mono">{name}</code>}
          {label !== undefined && !isSaid && ' · '}
          {!isSaid && <span lang="en">{meaning}</span>}
        </>
      }
      actions={
        source === 'saved' && (
          <Button
            aria-label={texts.resetOf({ name: label ?? name })}
            disabled={isPending}
            onClick={() => run(reset, texts.resetDone({ name: label ?? name }))}
          >
            {texts.reset}
          </Button>
        )
      }
    >
      <p className="mt-1.5 text-body wrap-anywhere">
        <Value setting={setting} />
        {source !== 'default' && fallback !== null && fallback !== '' && (
          <span className="ms-2 text-sm text-muted">{texts.fallback({ value: fallback })}</span>
        )}
      </p>
    </Entry>
  );
}

function Value({ setting: { value, options } }: { readonly setting: AdminSetting }) {
  const { settings: texts } = useMessages().admin;
  if (value === null || value === '') return <span className="text-muted">{texts.notSet}</span>;
  if (value.startsWith('data:image/')) return <img src={value} alt="" className="h-8 max-w-40 object-contain" />;
  const shown = options === null ? value : (textIn(texts.options, value) ?? value);
  return <code className="rounded bg-page px-1.5 py-0.5 font-mono text-sm">{shown}</code>;
}
