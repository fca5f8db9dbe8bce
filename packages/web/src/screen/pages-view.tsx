import type { ReactNode } from 'react';
import type { PagedEntries } from '../api/pages.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { Button } from '../ui/button.tsx';
import { EntryList } from '../ui/entry-list.tsx';
import { QueryView } from './query-view.tsx';

interface PagesViewProps<Entry> {
  readonly label: string;
  readonly pages: PagedEntries<Entry>;
  /** Takes the place of an empty list. */
  readonly empty: ReactNode;
  readonly children: (entry: Entry) => ReactNode;
}

/** Loads the next page, if there is one. */
export function MoreButton({
  pages,
}: {
  readonly pages: Pick<PagedEntries<unknown>, 'hasMore' | 'isLoadingMore' | 'more'>;
}) {
  const { app } = useMessages();
  return (
    pages.hasMore && (
      <Button type="button" disabled={pages.isLoadingMore} onClick={pages.more}>
        {app.more}
      </Button>
    )
  );
}

/** Shows the entries that are loaded, how many there are, and a button for more. */
export function PagesView<Entry>({ label, pages, empty, children }: PagesViewProps<Entry>) {
  const { app } = useMessages();
  return (
    <QueryView query={pages}>
      {({ entries, total }) =>
        entries.length === 0 ? (
          empty
        ) : (
          <>
            <EntryList label={label}>{entries.map(children)}</EntryList>
            <div className="mt-4 flex flex-wrap items-center justify-between gap-3 text-sm text-muted">
              <p role="status">{app.shown({ count: entries.length, total })}</p>
              <MoreButton pages={pages} />
            </div>
          </>
        )
      }
    </QueryView>
  );
}
