import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useI18n } from '../i18n/i18n-provider.tsx';
import { useTheme } from '../shell/theme.ts';

const heightPx = 180;
/** Room for the labels of values. */
const labelsPx = 76;
/** Width of a label of time. */
const timePx = 72;
const dayS = 86_400;
const colors = ['--accent', '--bad'] as const;
const dashes = [[], [6, 4]] as const;
/** Steps between two labels: round numbers, and powers of two for bytes. */
const countSteps = Array.from({ length: 12 }, (_, power) => [1, 2, 5].map((first) => first * 10 ** power)).flat();
const byteSteps = Array.from({ length: 52 }, (_, power) => 2 ** power);

interface LineChartProps {
  /** Description for screen readers. */
  readonly label: string;
  /** Unix seconds, in equal steps. */
  readonly times: readonly number[];
  /** One or two; a value for each time, null if there is none. */
  readonly series: readonly (readonly (number | null)[])[];
  readonly isBytes: boolean;
  readonly format: (value: number) => string;
  /** Called with the index of the time under the pointer; null outside. */
  readonly onPoint: (index: number | null) => void;
}

/** Lines over time. Screen readers get the table beside it. */
export function LineChart({ label, times, series, isBytes, format, onPoint }: LineChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const theme = useTheme();
  const { language } = useI18n();

  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const styles = getComputedStyle(document.documentElement);
    // Read at each drawing, because the colors follow the scheme of the system.
    const color = (name: string) => (): string => styles.getPropertyValue(name);
    const span = (times.at(-1) ?? 0) - (times[0] ?? 0);
    const time = new Intl.DateTimeFormat(
      language,
      span <= 2 * dayS ? { hour: '2-digit', minute: '2-digit' } : { day: 'numeric', month: 'short' },
    );
    const grid = { stroke: color('--line'), width: 1 };
    const font = `13px ${getComputedStyle(document.body).fontFamily}`;
    const chart = new UPlot(
      {
        width: element.clientWidth,
        height: heightPx,
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false } },
        scales: { y: { range: (_, __, most) => [0, Math.max(isBytes ? 1024 : 4, most * 1.1)] } },
        axes: [
          {
            stroke: color('--muted'),
            font,
            grid,
            ticks: grid,
            space: timePx,
            values: (_, splits) => splits.map((split) => time.format(split * 1000)),
          },
          {
            stroke: color('--muted'),
            font,
            grid,
            ticks: grid,
            size: labelsPx,
            incrs: isBytes ? byteSteps : countSteps,
            values: (_, splits) => splits.map(format),
          },
        ],
        series: [
          {},
          ...series.map((_, index) => ({
            stroke: color(colors[index] ?? colors[0]),
            width: 2,
            dash: [...(dashes[index] ?? [])],
          })),
        ],
        hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
      },
      [[...times], ...series.map((values) => [...values])],
      element,
    );
    const redraw = (): void => chart.redraw(false, true);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', redraw);
    const resizing = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: heightPx }));
    resizing.observe(element);
    return () => {
      scheme.removeEventListener('change', redraw);
      resizing.disconnect();
      chart.destroy();
    };
  }, [times, series, isBytes, format, onPoint, language, theme]);

  return <div ref={frame} role="img" aria-label={label} className="min-w-0 overflow-hidden" />;
}
