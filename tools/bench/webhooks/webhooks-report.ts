import { median } from '../measure.ts';
import { quantile } from '../tree/meter.ts';
import type { WebhooksFigures } from './measure-webhooks.ts';

const whole = (value: number): string => Math.round(value).toLocaleString('en');
const ms = (value: number): string => (value >= 10 ? whole(value) : value.toPrecision(2));
const range = (figures: readonly number[]): string =>
  `${whole(median(figures))} (${whole(Math.min(...figures))}–${whole(Math.max(...figures))})`;

/** Markdown. */
export function reportWebhooks({ sending, longRun, publishing, loads }: WebhooksFigures): string {
  const phases = [...new Set(longRun.latencies.map(([phase]) => phase))].filter((phase) => phase !== '');
  const kinds = [...new Set(longRun.latencies.map(([, kind]) => kind))];
  const latencyOf = (phase: string, kind: string): string => {
    const figures = longRun.latencies.find(([p, k]) => p === phase && k === kind)?.[2] ?? [];
    return `${ms(quantile(figures, 0.5))} / ${ms(quantile(figures, 0.99))}`;
  };
  return [
    `Load average of the machine: ${loads.map((load) => load.toFixed(1)).join(', ')}.`,
    '',
    '| | deliveries/s | processor time each, µs |',
    '|---|---:|---:|',
    `| Drive: rows read, addresses checked, signed, sent, written to the log | ${range(sending.drive)} | ${range(sending.driveCost)} |`,
    `| a bare undici Pool of 32 connections that signs and sends | ${range(sending.bare)} | ${range(sending.bareCost)} |`,
    '',
    `Drive / bare: **${(median(sending.drive) / median(sending.bare)).toFixed(2)}**`,
    '',
    `A backlog of ${whole(longRun.deliveries)}: ${whole(longRun.perSecond)}/s for ${whole(longRun.seconds)} s over ${whole(longRun.connections)} connections, ${whole(longRun.requests)} requests. Resident memory ${whole(longRun.memoryBefore)} MiB before, at most ${whole(longRun.memoryPeak)} MiB; by tenths of the run ${tenths(longRun.memory)}.`,
    '',
    'An event inside the transaction of what happened, µs without the commit:',
    publishing
      .map(({ webhooks, us }) => `${whole(us)} with ${webhooks} webhooks`)
      .join(', ')
      .concat('.'),
    '',
    'What another user notices, 50 requests a second, median / slowest 1 % in milliseconds:',
    '',
    `| | ${phases.join(' | ')} |`,
    `|---|${phases.map(() => '---:|').join('')}`,
    ...kinds.map((kind) => `| ${kind} | ${phases.map((phase) => latencyOf(phase, kind)).join(' | ')} |`),
  ].join('\n');
}

const tenths = (figures: readonly number[]): string =>
  Array.from({ length: 10 }, (_, index) => figures[Math.floor((index * figures.length) / 10)] ?? Number.NaN)
    .map(whole)
    .join(', ');
