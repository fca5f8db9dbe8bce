import { listSorts } from '@drive/contract/sorts';
import type { Item } from '@drive/sdk';
import { useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import Users from 'virtual:lucide/users';
import { ItemBrowser } from '../files/item-browser.tsx';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { shownName } from '../ui/shown-name.ts';
import { StatePage } from '../ui/state-page.tsx';
import { useTitle } from '../ui/use-title.ts';
import { useGivenItems } from './given-items.ts';

/** What others gave to the user: the topmost files and folders, each with its owner. */
export function GivenView() {
  const { sort: wanted } = useSearch({ strict: false });
  const { app, access } = useMessages();
  const { givenList, details } = access;
  useTitle(app.sharedWithMe);
  const sort = listSorts.find((each) => each === wanted) ?? 'type,name';
  const { unnamed } = details;
  const ownerOf = useCallback(
    ({ ownerName }: Item) => (ownerName === null ? unnamed : shownName(ownerName)),
    [unnamed],
  );
  const items = useGivenItems(sort, ownerOf);
  return (
    <ItemBrowser
      list={items}
      listKey="given"
      sort={sort}
      sorts={listSorts}
      label={app.sharedWithMe}
      heading={() => (
        <h1 className="min-w-0 flex-1 px-1.5 text-title font-semibold tracking-tight">{app.sharedWithMe}</h1>
      )}
      empty={
        <StatePage icon={<Users size={36} />} title={givenList.none}>
          <p>{givenList.noneHint}</p>
        </StatePage>
      }
    />
  );
}
