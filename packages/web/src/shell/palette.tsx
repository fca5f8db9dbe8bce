import { Dialog } from '@base-ui/react/dialog';
import type { SearchResult } from '@drive/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import Activity from 'virtual:lucide/activity';
import ClipboardType from 'virtual:lucide/clipboard-type';
import Clock from 'virtual:lucide/clock';
import Command from 'virtual:lucide/corner-down-left';
import Folder from 'virtual:lucide/folder';
import HardDrive from 'virtual:lucide/hard-drive';
import Images from 'virtual:lucide/images';
import Inbox from 'virtual:lucide/inbox';
import Search from 'virtual:lucide/search';
import Settings from 'virtual:lucide/settings';
import Share2 from 'virtual:lucide/share-2';
import ShieldCheck from 'virtual:lucide/shield-check';
import Star from 'virtual:lucide/star';
import SunMoon from 'virtual:lucide/sun-moon';
import Trash from 'virtual:lucide/trash';
import Users from 'virtual:lucide/users';
import { client } from '../api/client.ts';
import { useMe } from '../api/session.ts';
import { usePaused } from '../browser/use-paused.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { screenCommands } from '../screen/screen-commands.ts';
import { recentSearches } from '../search/recent-searches.ts';
import { CutName } from '../ui/cut-name.tsx';
import { KindIcon } from '../ui/kind-icon.tsx';
import { shownName } from '../ui/shown-name.ts';
import { applyTheme, themes } from './theme.ts';

const mostResults = 8;
const pauseMs = 200;

interface Option {
  readonly key: string;
  readonly icon: ReactNode;
  readonly name: string;
  /** The folder of an item that was found. */
  readonly hint?: string;
  readonly run: () => void;
}

interface Group {
  /** undefined: the group is a single option that says what it is. */
  readonly title?: string | undefined;
  readonly options: readonly Option[];
}

const resultsQuery = (q: string) => ({
  queryKey: ['items', 'palette', q] as const,
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<readonly SearchResult[]> =>
    (await client.search({ q, owner: 'any', limit: mostResults }, { signal })).items,
  placeholderData: keepPreviousData,
  enabled: q !== '',
});

/** Finds folders, files and commands by what is typed. */
export default function Palette({ onClose }: { readonly onClose: () => void }) {
  const { palette } = useMessages();
  const [text, setText] = useState('');
  const [position, setPosition] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const groups = useGroups(text);
  const options = groups.flatMap((group) => group.options);
  const current = Math.min(position, options.length - 1);

  const run = (option: Option | undefined): void => {
    if (option === undefined) return;
    onClose();
    option.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setPosition((current + step + options.length) % Math.max(1, options.length));
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) run(options[current]);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 animate-appear bg-[rgb(10_14_12/0.5)]" />
        <Dialog.Popup
          data-modal=""
          initialFocus={field}
          aria-label={palette.title}
          className="fixed top-[10vh] left-1/2 z-50 flex max-h-[70vh] w-[40rem] max-w-[94vw] -translate-x-1/2 flex-col overflow-hidden rounded-2xl border border-line bg-raised shadow-pop outline-none"
        >
          <div className="flex items-center gap-3 border-b border-line px-4">
            <Search size={20} aria-hidden className="shrink-0 text-muted" />
            <input
              ref={field}
              role="combobox"
              aria-expanded
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={options.length > 0 ? `${listId}-${current}` : undefined}
              aria-label={palette.field}
              placeholder={palette.field}
              className="h-14 min-w-0 flex-1 bg-transparent text-base outline-none! placeholder:text-muted"
              autoComplete="off"
              spellCheck={false}
              maxLength={255}
              value={text}
              onChange={({ target }) => {
                setText(target.value);
                setPosition(0);
              }}
              onKeyDown={onKeyDown}
            />
          </div>
          <div id={listId} role="listbox" aria-label={palette.title} className="min-h-0 overflow-y-auto p-2">
            {groups.map(({ title, options: ofGroup }) => (
              <div key={title ?? ''} role="group" aria-label={title} className="not-first:mt-2">
                <p aria-hidden className="px-3 py-1 text-caption font-semibold text-muted empty:hidden">
                  {title}
                </p>
                {ofGroup.map((option) => {
                  const index = options.indexOf(option);
                  return (
                    <OptionRow
                      key={option.key}
                      id={`${listId}-${index}`}
                      option={option}
                      isCurrent={index === current}
                      onPoint={() => setPosition(index)}
                      onRun={() => run(option)}
                    />
                  );
                })}
              </div>
            ))}
          </div>
          {options.length === 0 && <p className="px-5 pb-5 text-body text-muted">{palette.nothing}</p>}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface OptionRowProps {
  readonly id: string;
  readonly option: Option;
  readonly isCurrent: boolean;
  readonly onPoint: () => void;
  readonly onRun: () => void;
}

const OptionRow = ({ id, option: { icon, name, hint }, isCurrent, onPoint, onRun }: OptionRowProps) => (
  <div
    id={id}
    ref={(element) => void (isCurrent && element?.scrollIntoView({ block: 'nearest' }))}
    role="option"
    aria-selected={isCurrent}
    className="flex min-h-9 cursor-pointer items-center gap-3 rounded-lg px-3 text-body aria-selected:bg-accent-page pointer-coarse:min-h-11"
    onMouseMove={onPoint}
    onClick={onRun}
  >
    <span aria-hidden className="grid w-5 shrink-0 place-items-center text-muted">
      {icon}
    </span>
    <span className="min-w-0 flex-1 wrap-anywhere" dir="auto">
      <CutName name={name} />
    </span>
    {hint !== undefined && <span className="max-w-[45%] truncate text-dense text-muted">{shownName(hint)}</span>}
  </div>
);

/** Options for the typed text: items that are found, and commands with all its words. Without a text: recent searches and all commands. */
function useGroups(text: string): readonly Group[] {
  const { palette, list } = useMessages();
  const navigate = useNavigate();
  const commands = useCommands();
  const from = useFolderId();
  const q = text.trim();
  const { data: results = [] } = useQuery(resultsQuery(usePaused(q, pauseMs)));
  const search = (words: string) => (): void =>
    void navigate({ to: '/search', search: { q: words, ...(from === undefined ? {} : { from }) } });

  const filled = (groups: readonly Group[]): Group[] => groups.filter(({ options }) => options.length > 0);
  if (q === '') {
    const searches = recentSearches().map((words) => ({
      key: `search ${words}`,
      icon: <Clock size={18} />,
      name: words,
      run: search(words),
    }));
    return filled([{ title: palette.searches, options: searches }, ...commands]);
  }
  const found = results.map(({ item, path }) => ({
    key: item.id,
    icon: <KindIcon kind={item.contentKind} name={item.name} size={18} />,
    name: item.name,
    hint: path.slice(1, path.lastIndexOf('/')).replaceAll('/', ' / ') || list.root,
    run: () => {
      const view = item.type === 'file' ? item.id : undefined;
      const folderId = item.type === 'folder' ? item.id : item.parentId;
      if (folderId === null)
        void navigate({ to: item.role === 'owner' ? '/files' : '/shared-with-me', search: { view } });
      else void navigate({ to: '/files/$folderId', params: { folderId }, search: { view } });
    },
  }));
  const words = q.toLocaleLowerCase().split(/\s+/);
  const fits = (title: string | undefined, { name }: Option): boolean =>
    words.every((word) => `${title} ${name}`.toLocaleLowerCase().includes(word));
  return filled([
    { title: palette.results, options: found },
    ...commands.map(({ title, options }) => ({ title, options: options.filter((option) => fits(title, option)) })),
    {
      options: [{ key: 'search', icon: <Search size={18} />, name: palette.searchAll({ words: q }), run: search(q) }],
    },
  ]);
}

/** Id of the folder that is open. */
function useFolderId(): string | undefined {
  const { pathname } = useLocation();
  return /\/files\/([^/]+)$/.exec(pathname)?.[1];
}

function useCommands(): readonly Group[] {
  const { palette, app, user, search, sharing, trash } = useMessages();
  const me = useMe();
  const navigate = useNavigate();
  return useMemo(() => {
    const areas = sharing.shared.areas;
    const places = [
      ['/files', Folder, app.files],
      ['/shared-with-me', Users, app.sharedWithMe],
      ['/drives', HardDrive, app.drives],
      ['/recent', Clock, search.recent],
      ['/starred', Star, search.starred],
      ['/shared', Share2, app.shared],
      ['/shared/requests', Inbox, areas.requests],
      ['/shared/proofings', Images, areas.proofings],
      ['/shared/pastes', ClipboardType, areas.pastes],
      ['/trash', Trash, trash.title],
      ['/account', Settings, user.account],
      ['/account/activity', Activity, app.activity],
      ...(me?.isAdmin === true ? ([['/admin', ShieldCheck, user.admin]] as const) : []),
    ] as const;
    return [
      {
        title: palette.commands,
        options: screenCommands().map(({ name, run }) => ({ key: name, icon: <Command size={18} />, name, run })),
      },
      {
        title: palette.places,
        options: places.map(([to, Icon, name]) => ({
          key: to,
          icon: <Icon size={18} />,
          name,
          run: () => void navigate({ to }),
        })),
      },
      {
        title: user.theme,
        options: themes.map((theme) => ({
          key: theme,
          icon: <SunMoon size={18} />,
          name: user.themes[theme],
          run: () => applyTheme(theme),
        })),
      },
    ];
  }, [app, me, navigate, palette, search, sharing, trash, user]);
}
