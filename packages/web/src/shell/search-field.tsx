import { useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import Search from 'virtual:lucide/search';
import X from 'virtual:lucide/x';
import { isForScreen } from '../browser/is-typing.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { IconButton } from '../ui/button.tsx';

/** Typing is followed by a search after this pause. */
const pauseMs = 300;

export function SearchField() {
  const { app } = useMessages();
  const navigate = useNavigate();
  const { q = '' } = useSearch({ strict: false });
  const { folderId } = useParams({ strict: false });
  const isSearch = useLocation({ select: ({ pathname }) => pathname.endsWith('/search') });
  const from = folderId === undefined ? {} : { from: folderId };
  const [text, setText] = useState(q);
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<number>(undefined);

  // Back and forward change the query without typing. A search of this field leaves the text, which may be longer by now.
  const [shown, setShown] = useState(q);
  const [asked, setAsked] = useState<string>();
  if (shown !== q) {
    setShown(q);
    if (asked === undefined) setText(q);
    else if (asked === q) setAsked(undefined);
  }

  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || !isForScreen(event)) return;
      event.preventDefault();
      field.current?.focus();
    };
    window.addEventListener('keydown', focus);
    return () => window.removeEventListener('keydown', focus);
  }, []);

  const search = (wanted: string): void => {
    window.clearTimeout(timer.current);
    const query = wanted.trim();
    // The search before may not be shown yet.
    const last = asked ?? q;
    if (query === last) return;
    setAsked(query);
    // Each search has one entry of the history, however long the user types.
    if (query === '') void navigate({ to: '/files' });
    else
      void navigate({
        to: '/search',
        // Filters stay while the words change. A new search can be narrowed to the folder that was open.
        search: (before) => {
          const { view: _, ...filters } = before;
          return { ...(isSearch ? filters : from), q: query };
        },
        replace: last !== '',
      });
  };

  return (
    <form
      role="search"
      className="relative min-w-0 max-w-2xl flex-1"
      onSubmit={(event) => {
        event.preventDefault();
        search(text);
      }}
    >
      <Search
        size={18}
        aria-hidden
        className="pointer-events-none absolute start-3.5 top-1/2 -translate-y-1/2 text-muted"
      />
      <input
        ref={field}
        type="text"
        enterKeyHint="search"
        aria-label={app.search}
        placeholder={app.search}
        value={text}
        maxLength={255}
        className="h-11 w-full rounded-lg border border-edge bg-card ps-10 pe-11 text-base transition-colors placeholder:text-muted focus-visible:outline-offset-0 pointer-fine:h-9 pointer-fine:text-body"
        onChange={({ target }) => {
          setText(target.value);
          window.clearTimeout(timer.current);
          timer.current = window.setTimeout(() => search(target.value), pauseMs);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') field.current?.blur();
        }}
      />
      {text !== '' && (
        <IconButton
          type="button"
          label={app.searchClear}
          icon={<X size={18} />}
          className="absolute! end-0 top-0 pointer-fine:size-9"
          onClick={() => {
            setText('');
            search('');
            field.current?.focus();
          }}
        />
      )}
    </form>
  );
}
