import type { Activity, ListedShare } from '@drive/sdk';
import { client } from '../api/client.ts';
import { usePages } from '../api/pages.ts';
import { sharesKey } from '../api/shares.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { MoreButton } from '../screen/pages-view.tsx';
import { QueryView } from '../screen/query-view.tsx';
import { shownName } from '../ui/shown-name.ts';

/** The server finds them among the latest events of the owner, so a page of them is large. */
const downloadsOfPage = 100;
const chartDays = 30;
const dayMs = 24 * 3600 * 1000;

/** Each download through a link, and how many there were on each of the last days. */
export function ShareDownloads({ share }: { readonly share: ListedShare }) {
  const { share: texts } = useMessages().sharing;
  const pages = usePages(downloadPages(share));
  return (
    <section aria-label={texts.downloadsTitle}>
      <h3 className="text-body font-semibold">{texts.downloadsTitle}</h3>
      <QueryView query={pages}>
        {({ entries }) =>
          entries.length === 0 ? (
            <p className="mt-1 text-sm text-muted">{texts.noDownloads}</p>
          ) : (
            <>
              <DayBars entries={entries} hasMore={pages.hasMore} />
              <DownloadList entries={entries} />
              <MoreButton pages={pages} />
            </>
          )
        }
      </QueryView>
    </section>
  );
}

const downloadPages = ({ shareToken, itemId }: ListedShare) => ({
  queryKey: [...sharesKey, 'one', shareToken, 'downloads'],
  load: async (cursor: { readonly cursor?: string }, signal: AbortSignal) => {
    const query = { shareToken, limit: downloadsOfPage, ...cursor };
    const { activity, pagination } = await (itemId === null
      ? client.activity.page(query, { signal })
      : client.activity.pageOfItem(itemId, query, { signal }));
    return { items: activity, pagination };
  },
});

function DownloadList({ entries }: { readonly entries: readonly Activity[] }) {
  const { share: texts } = useMessages().sharing;
  const { moment } = useFormats();
  return (
    <ul className="mt-2 divide-y divide-line" aria-label={texts.downloadsTitle}>
      {entries.map(({ id, at, item, details }) => (
        <li key={id} className="flex flex-wrap justify-between gap-x-4 py-2 text-sm">
          <span className="min-w-0 wrap-anywhere">
            <span className="font-medium">{shownName(details.recipient ?? texts.anonymous)}</span>
            {item !== null && <span className="text-muted"> · {shownName(item.name)}</span>}
          </span>
          <time dateTime={at} className="text-muted">
            {moment(at)}
          </time>
        </li>
      ))}
    </ul>
  );
}

interface DayBarsProps {
  /** Latest first. */
  readonly entries: readonly Activity[];
  /** Whether there are earlier ones, perhaps of the same day as the last. */
  readonly hasMore: boolean;
}

/** Bars of the last days of which each download is known. Screen readers get the sum: the list has each download. */
function DayBars({ entries, hasMore }: DayBarsProps) {
  const { share: texts } = useMessages().sharing;
  const { date } = useFormats();
  const today = startOfDay(Date.now());
  const agoOf = ({ at }: Activity): number => Math.round((today - startOfDay(Date.parse(at))) / dayMs);
  const last = hasMore ? entries.at(-1) : undefined;
  const shownDays = last === undefined ? chartDays : Math.min(chartDays, agoOf(last));
  if (shownDays <= 0) return null;
  const counts = Map.groupBy(entries, agoOf);
  const days = Array.from({ length: shownDays }, (_, index) => {
    const ago = shownDays - 1 - index;
    return { ago, count: counts.get(ago)?.length ?? 0 };
  });
  const most = Math.max(1, ...days.map(({ count }) => count));
  const sum = days.reduce((all, { count }) => all + count, 0);
  return (
    <svg
      role="img"
      aria-label={texts.downloadsOfDays({ count: sum, days: shownDays })}
      viewBox={`0 0 ${shownDays * 4} 24`}
      preserveAspectRatio="none"
      className="mt-2 h-16 w-full border-b border-line text-accent"
    >
      {days.map(({ ago, count }, index) => (
        <rect
          key={ago}
          x={index * 4 + 0.5}
          width={3}
          y={24 - (count / most) * 24}
          height={(count / most) * 24}
          fill="currentColor"
        >
          <title>{texts.downloadsOn({ day: date(new Date(today - ago * dayMs).toISOString()), count })}</title>
        </rect>
      ))}
    </svg>
  );
}

const startOfDay = (time: number): number => new Date(time).setHours(0, 0, 0, 0);
