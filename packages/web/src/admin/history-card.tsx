import type { StatsHistory } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import ChartLine from 'virtual:lucide/chart-line';
import { client } from '../api/client.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { QueryView } from '../screen/query-view.tsx';
import { Card } from '../ui/card.tsx';
import { SelectField } from '../ui/choice-fields.tsx';
import { StatePage } from '../ui/state-page.tsx';

const LineChart = lazy(async () => ({ default: (await import('./line-chart.tsx')).LineChart }));

const refreshMs = 5 * 60_000;
const periods = ['1', '7', '30', '90'] as const;

type Point = StatsHistory['points'][number];
type Series = readonly [label: string, read: (point: Point) => number | null];

/** Statistics of the server over time, as charts and as tables. */
export function HistoryCard() {
  const { history: texts } = useMessages().admin;
  const [days, setDays] = useState<(typeof periods)[number]>('7');
  const query = useQuery({
    queryKey: ['admin', 'history', days],
    queryFn: ({ signal }) => client.admin.statsHistory({ days: Number(days) }, { signal }),
    refetchInterval: refreshMs,
    staleTime: refreshMs,
    placeholderData: (before) => before,
  });
  return (
    <Card
      title={texts.title}
      action={
        <SelectField
          className="w-full sm:w-52"
          label={texts.period}
          value={days}
          options={periods.map((period) => [period, texts.periods[period]])}
          onChange={({ target }) => setDays(target.value as typeof days)}
        />
      }
    >
      <QueryView query={query}>{(history) => <Charts history={history} />}</QueryView>
    </Card>
  );
}

function Charts({ history }: { readonly history: StatsHistory }) {
  const { history: texts } = useMessages().admin;
  const { number, size } = useFormats();
  const points = useMemo(() => withGaps(history), [history]);
  if (history.points.every(({ users }) => users === null))
    return (
      <StatePage icon={<ChartLine size={36} />} title={texts.none}>
        <p>{texts.noneText}</p>
      </StatePage>
    );
  const chart = (title: string, format: (value: number) => string, series: readonly Series[]) => (
    <Chart key={title} title={title} points={points} series={series} isBytes={format === size} format={format} />
  );
  return (
    <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
      {chart(texts.traffic, size, [
        [texts.sent, ({ sentBytes }) => sentBytes],
        [texts.received, ({ receivedBytes }) => receivedBytes],
      ])}
      {chart(texts.storage, size, [[texts.stored, ({ storedBytes }) => storedBytes]])}
      {chart(texts.users, number, [[texts.usersTotal, ({ users }) => users]])}
      {chart(texts.deliveries, number, [
        [texts.delivered, ({ deliveredAttempts }) => deliveredAttempts],
        [texts.failedAttempts, ({ failedAttempts }) => failedAttempts],
      ])}
      {chart(texts.jobs, number, [
        [texts.due, ({ dueJobs }) => dueJobs],
        [texts.failed, ({ failedJobs }) => failedJobs],
      ])}
    </div>
  );
}

/** A time of the history; the point is missing if the server did not run. */
interface Slot {
  /** Unix seconds. */
  readonly time: number;
  readonly point: Point | undefined;
}

/** A slot for each period, so that lines are interrupted by periods without a point. */
function withGaps({ stepSeconds, points }: StatsHistory): Slot[] {
  const byTime = new Map(points.map((point) => [Date.parse(point.at) / 1000, point]));
  const [first = 0, last = 0] = [[...byTime.keys()][0], [...byTime.keys()].at(-1)];
  return Array.from({ length: Math.round((last - first) / stepSeconds) + 1 }, (_, index) => {
    const time = first + index * stepSeconds;
    return { time, point: byTime.get(time) };
  });
}

interface ChartProps {
  readonly title: string;
  readonly points: readonly Slot[];
  readonly series: readonly Series[];
  readonly isBytes: boolean;
  readonly format: (value: number) => string;
}

function Chart({ title, points, series, isBytes, format }: ChartProps) {
  const { history: texts } = useMessages().admin;
  const { moment } = useFormats();
  const [pointed, setPointed] = useState<number | null>(null);
  const times = useMemo(() => points.map(({ time }) => time), [points]);
  // The functions that read a series are constant; their labels distinguish series.
  const values = useMemo(
    () => series.map(([, read]) => points.map(({ point }) => (point === undefined ? null : read(point)))),
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [points],
  );
  const shown = points[pointed ?? points.length - 1];
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="font-semibold">{title}</h3>
      <p className="mt-0.5 mb-2 flex min-h-6 flex-wrap gap-x-4 text-sm text-muted tabular-nums">
        {series.map(([label, read], index) => {
          const value = shown?.point === undefined ? null : read(shown.point);
          return (
            <span key={label} className="inline-flex items-center gap-1.5">
              <span
                aria-hidden
                className={`w-5 border-t-2 ${index === 0 ? 'border-accent' : 'border-dashed border-bad'}`}
              />
              {label}: {value === null ? '–' : format(value)}
            </span>
          );
        })}
        {shown !== undefined && <span>{moment(new Date(shown.time * 1000).toISOString())}</span>}
      </p>
      <Suspense fallback={<div className="h-45 animate-pulse rounded-xl bg-line/60" />}>
        <LineChart
          label={texts.chartOf({ chart: title, series: series.map(([label]) => label).join(', ') })}
          times={times}
          series={values}
          isBytes={isBytes}
          format={format}
          onPoint={setPointed}
        />
      </Suspense>
      <ValueTable title={title} points={points} series={series} format={format} />
    </section>
  );
}

function ValueTable({ title, points, series, format }: Omit<ChartProps, 'isBytes'>) {
  const { history: texts } = useMessages().admin;
  const { moment } = useFormats();
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="mt-1 text-sm">
      <summary className="flex min-h-11 cursor-pointer items-center font-medium text-accent">{texts.asTable}</summary>
      {isOpen && (
        <div tabIndex={0} role="region" aria-label={texts.tableOf({ chart: title })} className="max-h-72 overflow-auto">
          <table className="w-full tabular-nums">
            <thead>
              <tr className="text-start text-muted">
                <th className="py-1 font-medium">{texts.time}</th>
                {series.map(([label]) => (
                  <th key={label} className="py-1 ps-4 text-end font-medium">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {points.toReversed().map(({ time, point }) => (
                <tr key={time}>
                  <th scope="row" className="py-1 text-start font-normal">
                    {moment(new Date(time * 1000).toISOString())}
                  </th>
                  {series.map(([label, read]) => {
                    const value = point === undefined ? null : read(point);
                    return (
                      <td key={label} className="py-1 ps-4 text-end">
                        {value === null ? '–' : format(value)}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}
