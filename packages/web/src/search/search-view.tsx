import { searchSorts } from '@drive/contract/sorts';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, type ReactNode } from 'react';
import Clock from 'virtual:lucide/clock';
import SearchX from 'virtual:lucide/search-x';
import Star from 'virtual:lucide/star';
import { useFoundItems, type Find } from '../api/found-items.ts';
import { drivesQuery } from '../drives/drive-queries.ts';
import { ItemBrowser } from '../files/item-browser.tsx';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { StatePage } from '../ui/state-page.tsx';
import { useTitle } from '../ui/use-title.ts';
import { FilterChips } from './filter-chips.tsx';
import { noteSearch } from './recent-searches.ts';
import { findOf, foundSort, type SearchParams } from './search-params.ts';

const sortsWithoutWords = searchSorts.filter((sort) => sort !== 'relevance');

/** Folders and files that a search finds, with the place of each. */
export function SearchView() {
  const params: SearchParams = useSearch({ strict: false });
  const { search } = useMessages();
  const { q, tag } = params;
  useEffect(() => {
    if (q !== undefined) noteSearch(q);
  }, [q]);
  const title =
    q === undefined ? (tag === undefined ? search.filtered : search.tagged({ tag })) : search.title({ query: q });
  return (
    <FoundView
      title={title}
      params={params}
      chips={<FilterChips params={params} />}
      empty={
        <StatePage icon={<SearchX size={36} />} title={search.empty}>
          <p>{search.emptyHint}</p>
        </StatePage>
      }
    />
  );
}

/** Starred items of all folders. */
export function StarredView() {
  const params: SearchParams = useSearch({ strict: false });
  const { search } = useMessages();
  return (
    <FoundView
      title={search.starred}
      params={{ ...params, starred: true }}
      isListing
      empty={
        <StatePage icon={<Star size={36} />} title={search.noStarred}>
          <p>{search.noStarredHint}</p>
        </StatePage>
      }
    />
  );
}

const files: Find = { type: 'file' };

/** The files of all folders, the newest first. */
export function RecentView() {
  const params: SearchParams = useSearch({ strict: false });
  const { search } = useMessages();
  return (
    <FoundView
      title={search.recent}
      params={params}
      preset={files}
      isListing
      empty={
        <StatePage icon={<Clock size={36} />} title={search.noRecent}>
          <p>{search.noRecentHint}</p>
        </StatePage>
      }
    />
  );
}

interface FoundViewProps {
  readonly title: string;
  readonly params: SearchParams;
  /** Filters that the user does not change. */
  readonly preset?: Find;
  readonly chips?: ReactNode;
  /** Whether nobody searched for the items. */
  readonly isListing?: boolean;
  readonly empty: ReactNode;
}

function FoundView({ title, params, preset, chips, isListing = false, empty }: FoundViewProps) {
  const { search, items: counted } = useMessages();
  useTitle(title);
  const sorts = params.q === undefined ? sortsWithoutWords : searchSorts;
  const sort = foundSort(params, sorts);
  const key = JSON.stringify({ ...params, ...preset, view: undefined, sort: undefined });
  const find = useMemo(() => ({ ...findOf(JSON.parse(key) as SearchParams, Date.now()), ...preset }), [key, preset]);
  // The sidebar loads them.
  const { data } = useQuery({ ...drivesQuery, enabled: false });
  const items = useFoundItems(find, sort, data?.drives);
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      {chips !== undefined && <div className="px-4 pt-3 pb-1 sm:px-5.5">{chips}</div>}
      <ItemBrowser
        key={key}
        list={items}
        listKey={`found ${key}`}
        sort={sort}
        sorts={sorts}
        label={title}
        heading={({ list }) => (
          <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 px-1.5">
            <h1 className="line-clamp-2 max-w-full text-title wrap-anywhere font-semibold tracking-tight">{title}</h1>
            <p role="status" className="min-h-5 text-small text-muted">
              {list.total !== undefined &&
                (list.hasMore === true ? search.more : isListing ? counted : search.found)({ count: list.total })}
            </p>
          </div>
        )}
        empty={empty}
      />
    </div>
  );
}
