import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy } from 'react';
import ChevronDown from 'virtual:lucide/chevron-down';
import { ownersQuery } from '../api/found-items.ts';
import { folderPathQuery } from '../api/items.ts';
import { tagsQuery } from '../api/marks.ts';
import { loadEarly } from '../browser/load-early.ts';
import { drivesQuery } from '../drives/drive-queries.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import { shownName } from '../ui/shown-name.ts';
import { filterNames, foundAges, foundKinds, foundSizes, type SearchParams } from './search-params.ts';

const ChoicePopup = lazy(loadEarly(() => import('./choice-popup.tsx')));

const chipClass = (isSet: boolean): string =>
  `inline-flex min-h-9 shrink-0 items-center gap-1.5 rounded-full border px-3 text-dense font-medium whitespace-nowrap pointer-coarse:min-h-11 ${isSet ? 'border-accent bg-accent-page text-accent' : 'border-edge bg-card text-text hover:bg-page'}`;

/** The filters of a search, each of which shows what is set. */
export function FilterChips({ params }: { readonly params: SearchParams }) {
  const { search, list, access } = useMessages();
  const navigate = useNavigate();
  const { data: path } = useQuery(folderPathQuery(params.from ?? null));
  const { data: tags = [] } = useQuery(tagsQuery);
  // The sidebar loads them.
  const { data: drives } = useQuery({ ...drivesQuery, enabled: false });
  const { data: people = [] } = useQuery(ownersQuery);
  const set = (change: Partial<SearchParams>): void =>
    void navigate({ to: '/search', search: { ...params, ...change, view: undefined }, replace: true });
  const folder = path?.at(-1)?.name;
  const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] => Object.keys(record) as Key[];
  return (
    <div
      role="group"
      aria-label={search.filters}
      className="-m-1 flex items-center gap-2 overflow-x-auto p-1 sm:flex-wrap"
    >
      {folder !== undefined && (
        <Toggle isSet={params.here === true} onChange={(here) => set({ here })}>
          {search.inFolder({ name: folder })}
        </Toggle>
      )}
      <Choice
        label={search.kind}
        value={params.kind}
        options={foundKinds.map((kind) => [kind, list.kinds[kind]] as const)}
        onChange={(kind) => set({ kind })}
      />
      <Choice
        label={search.age}
        value={params.age}
        options={keysOf(foundAges).map((age) => [age, search.ages[age]] as const)}
        onChange={(age) => set({ age })}
      />
      <Choice
        label={search.size}
        value={params.size}
        options={keysOf(foundSizes).map((size) => [size, search.sizes[size]] as const)}
        onChange={(size) => set({ size })}
      />
      {(tags.length > 0 || params.tag !== undefined) && (
        <Choice
          label={search.tag}
          value={params.tag}
          options={[
            ...new Set([...tags.map(({ name }) => name), ...(params.tag === undefined ? [] : [params.tag])]),
          ].map((name) => [name, shownName(name)] as const)}
          onChange={(tag) => set({ tag })}
        />
      )}
      {params.here !== true && (
        <Choice
          label={list.owner}
          value={params.owner}
          options={[
            ['me', access.you],
            ...(drives?.drives.map(({ id, name }) => [id, shownName(name)] as const) ?? []),
            ...people.map(({ id, name }) => [id, shownName(name)] as const),
          ]}
          onChange={(owner) => set({ owner })}
        />
      )}
      <Toggle isSet={params.shared === true} onChange={(shared) => set({ shared })}>
        {search.shared}
      </Toggle>
      <Toggle isSet={params.starred === true} onChange={(starred) => set({ starred })}>
        {search.starred}
      </Toggle>
      {filterNames.some((name) => params[name] !== undefined) && (
        <button
          type="button"
          className="min-h-9 shrink-0 px-2 text-dense font-semibold text-accent underline pointer-coarse:min-h-11"
          onClick={() => set(Object.fromEntries(filterNames.map((name) => [name, undefined])))}
        >
          {search.clearFilters}
        </button>
      )}
    </div>
  );
}

interface ToggleProps {
  readonly isSet: boolean;
  readonly onChange: (isSet: true | undefined) => void;
  readonly children: string;
}

const Toggle = ({ isSet, onChange, children }: ToggleProps) => (
  <button
    type="button"
    aria-pressed={isSet}
    className={`${chipClass(isSet)} max-w-60`}
    onClick={() => onChange(isSet ? undefined : true)}
  >
    <span className="truncate">{children}</span>
  </button>
);

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value | undefined;
  readonly options: readonly (readonly [Value, string])[];
  readonly onChange: (value: Value | undefined) => void;
}

function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const chosen = options.find(([each]) => each === value)?.[1];
  return (
    <MenuButton
      popup={ChoicePopup}
      content={{
        label,
        value: value ?? '',
        options,
        onChange: (each: string) => onChange(options.find(([option]) => option === each)?.[0]),
      }}
      className={chipClass(chosen !== undefined)}
    >
      {chosen === undefined ? label : `${label}: ${chosen}`}
      <ChevronDown size={14} aria-hidden />
    </MenuButton>
  );
}
