import type { Activity, ActivityPage, Item } from '@drive/sdk';
import { client } from '../api/client.ts';
import { usePages, type PagedEntries, type PagedSource } from '../api/pages.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { PagesView } from '../screen/pages-view.tsx';
import { Card } from '../ui/card.tsx';
import { Entry } from '../ui/entry-list.tsx';
import { useTitle } from '../ui/use-title.ts';
import { activityText } from './activity-texts.ts';

const entriesOfPage = 20;

const pageOf = ({ activity, pagination }: ActivityPage) => ({ items: activity, pagination });

/** A change of the item gives another tag, and with it a list that is loaded again. */
const activityPages = ({ id, changeTag }: Pick<Item, 'id' | 'changeTag'>): PagedSource<Activity> => ({
  queryKey: ['activity', id, changeTag],
  load: (cursor, signal) =>
    client.activity.pageOfItem(id, { limit: entriesOfPage, ...cursor }, { signal }).then(pageOf),
});

/** `driveId` undefined: what the user owns. */
const treePages = (driveId?: string): PagedSource<Activity> => ({
  queryKey: ['activity', driveId ?? ''],
  load: (cursor, signal) => client.activity.page({ driveId, limit: entriesOfPage, ...cursor }, { signal }).then(pageOf),
});

/** Who did what with an item, and with everything in a folder, the latest first. */
export default function ActivityList({ item }: { readonly item: Item }) {
  return <Entries pages={usePages(activityPages(item))} />;
}

/** Who did what in a team drive. */
export const DriveActivity = ({ driveId }: { readonly driveId: string }) => (
  <Entries pages={usePages(treePages(driveId))} />
);

/** The screen of what happened to everything that the user owns. */
export function ActivityScreen() {
  const { title, description } = useMessages().activity;
  useTitle(title);
  return (
    <Card title={title} description={description}>
      <Entries pages={usePages(treePages())} />
    </Card>
  );
}

function Entries({ pages }: { readonly pages: PagedEntries<Activity> }) {
  const { moment } = useFormats();
  const texts = useMessages().activity;
  return (
    <PagesView label={texts.title} pages={pages} empty={<p className="text-muted">{texts.none}</p>}>
      {(entry) => <Entry key={entry.id} title={activityText(entry, texts)} details={moment(entry.at)} />}
    </PagesView>
  );
}
