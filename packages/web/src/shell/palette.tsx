import { Dialog } from '@base-ui/react/dialog';
import type { SearchResult } from '@drive/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import Clock from 'virtual:lucide/clock';
import Command from 'virtual:lucide/corner-down-left';
import Search from 'virtual:lucide/search';
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
  /** What the option is, or where it is. */
  readonly hint?: string | undefined;
  readonly run: () => void;
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
  const options = useOptions(text);
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
          <ul id={listId} role="listbox" aria-label={palette.title} className="min-h-0 overflow-y-auto p-2">
            {options.map((option, index) => (
              <li
                key={option.key}
                id={`${listId}-${index}`}
                ref={(element) => void (index === current && element?.scrollIntoView({ block: 'nearest' }))}
                role="option"
                aria-selected={index === current}
                className="flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 text-body aria-selected:bg-accent-page"
                onMouseMove={() => setPosition(index)}
                onClick={() => run(option)}
              >
                <span aria-hidden className="grid w-5 shrink-0 place-items-center text-muted">
                  {option.icon}
                </span>
                <span className="min-w-0 flex-1 wrap-anywhere" dir="auto">
                  <CutName name={option.name} />
                </span>
                {option.hint !== undefined && (
                  <span className="max-w-[45%] truncate text-sm text-muted">{shownName(option.hint)}</span>
                )}
              </li>
            ))}
          </ul>
          {options.length === 0 && <p className="px-5 pb-5 text-body text-muted">{palette.nothing}</p>}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function useOptions(text: string): readonly Option[] {
  const { palette, list } = useMessages();
  const navigate = useNavigate();
  const commands = useCommands();
  const from = useFolderId();
  const q = text.trim();
  const { data: results = [] } = useQuery(resultsQuery(usePaused(q, pauseMs)));
  const search = (words: string) => (): void =>
    void navigate({ to: '/search', search: { q: words, ...(from === undefined ? {} : { from }) } });

  if (q === '')
    return [
      ...recentSearches().map((words) => ({
        key: `search ${words}`,
        icon: <Clock size={18} />,
        name: words,
        hint: palette.searchAgain,
        run: search(words),
      })),
      ...commands,
    ];
  const words = q.toLocaleLowerCase().split(/\s+/);
  return [
    ...results.map(({ item, path }) => ({
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
    })),
    ...commands.filter(({ name }) => words.every((word) => name.toLocaleLowerCase().includes(word))),
    { key: 'search', icon: <Search size={18} />, name: palette.searchAll({ words: q }), run: search(q) },
  ];
}

/** Id of the folder that is open. */
function useFolderId(): string | undefined {
  const { pathname } = useLocation();
  return /\/files\/([^/]+)$/.exec(pathname)?.[1];
}

function useCommands(): readonly Option[] {
  const { palette, app, user, search, sharing, trash } = useMessages();
  const me = useMe();
  const navigate = useNavigate();
  return useMemo(() => {
    const option = (name: string, run: () => void, hint: string = palette.command): Option => ({
      key: `command ${name}`,
      icon: <Command size={18} />,
      name,
      hint,
      run,
    });
    const screens = [
      ['/files', app.files],
      ['/shared-with-me', app.sharedWithMe],
      ['/drives', app.drives],
      ['/recent', search.recent],
      ['/starred', search.starred],
      ['/shared', app.shared],
      ['/shared/requests', sharing.shared.areas.requests],
      ['/shared/proofings', sharing.shared.areas.proofings],
      ['/shared/pastes', sharing.shared.areas.pastes],
      ['/trash', trash.title],
      ['/account', user.account],
      ['/account/activity', app.activity],
      ...(me?.isAdmin === true ? ([['/admin', user.admin]] as const) : []),
    ] as const;
    return [
      ...screenCommands().map(({ name, run }) => option(name, run)),
      ...screens.map(([to, name]) => option(name, () => void navigate({ to }), palette.screen)),
      ...themes.map((theme) => option(`${user.theme}: ${user.themes[theme]}`, () => applyTheme(theme))),
    ];
  }, [app, me, navigate, palette, search, sharing, trash, user]);
}
