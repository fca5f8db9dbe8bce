import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import SearchX from 'virtual:lucide/search-x';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { StatePage } from '../ui/state-page.tsx';
import { useTitle } from '../ui/use-title.ts';
import { ItemBrowser } from './item-browser.tsx';

/** The files of all folders whose name contains a text. */
export function SearchView() {
  const { q = '', sort = 'type,name' } = useSearch({ strict: false });
  const { search } = useMessages();
  const source = useMemo(() => ({ folderId: null, sort, q }), [q, sort]);
  const title = search.title(q);
  useTitle(title);
  return (
    <ItemBrowser
      key={q}
      source={source}
      label={title}
      isSearch
      heading={({ list }) => (
        <div className="min-w-0 flex-1 px-1.5">
          <h1 className="truncate text-lg font-semibold tracking-tight">{title}</h1>
          <p role="status" className="min-h-5 text-sm text-muted">
            {list.total !== undefined && search.found(list.total)}
          </p>
        </div>
      )}
      empty={
        <StatePage icon={<SearchX size={36} />} title={search.empty}>
          <p>{search.emptyHint}</p>
        </StatePage>
      }
    />
  );
}
