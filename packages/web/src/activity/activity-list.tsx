import type { Activity, Item } from '@drive/sdk';
import { client } from '../api/client.ts';
import { usePages, type PagedSource } from '../api/pages.ts';
import { useFormats, useI18n } from '../i18n/i18n-provider.tsx';
import { PagesView } from '../screen/pages-view.tsx';
import { Entry } from '../ui/entry-list.tsx';
import { activityText, activityTexts } from './activity-texts.ts';

const entriesOfPage = 20;

/** A change of the item gives another tag, and with it a list that is loaded again. */
const activityPages = ({ id, changeTag }: Pick<Item, 'id' | 'changeTag'>): PagedSource<Activity> => ({
  queryKey: ['activity', id, changeTag],
  load: async (cursor, signal) => {
    const { activity, pagination } = await client.activity.pageOfItem(
      id,
      { limit: entriesOfPage, ...cursor },
      { signal },
    );
    return { items: activity, pagination };
  },
});

/** Who did what with an item, and with everything in a folder, the latest first. */
export default function ActivityList({ item }: { readonly item: Item }) {
  const { language } = useI18n();
  const { moment } = useFormats();
  const texts = activityTexts(language);
  const pages = usePages(activityPages(item));
  return (
    <PagesView label={texts.title} pages={pages} empty={<p className="text-muted">{texts.none}</p>}>
      {(entry) => <Entry key={entry.id} title={activityText(entry, texts)} details={moment(entry.at)} />}
    </PagesView>
  );
}
