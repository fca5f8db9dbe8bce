import { cpus, loadavg, release, totalmem, type as system } from 'node:os';
import { median, type Result } from './measure.ts';

const figure = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);

/** Cells of a table in Markdown. */
const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** The median, and the lowest and highest of several. */
const range = (values: readonly number[]): string =>
  figure(median(values)) +
  (values.length > 1 ? ` (${figure(Math.min(...values))}–${figure(Math.max(...values))})` : '');

/** A table of rates beside those of others, with the goals, and one of amounts. Markdown. */
export function report(results: readonly Result[], date: string): string {
  const cpu = cpus();
  const rounds = results.flatMap(({ figures }) => [...figures.values()].map(({ length }) => length));
  const [fewest, most] = [Math.min(...rounds), Math.max(...rounds)];
  const rates = results.filter(({ scenario }) => scenario.kind === 'rate');
  const amounts = results.filter(({ scenario }) => scenario.kind === 'amount');
  return [
    `Measured on ${date}: ${cpu.length} × ${cpu[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${system()} ${release()}, Node ${process.versions.node}; load average at the end ${(loadavg()[0] ?? 0).toFixed(1)}.`,
    `Medians of ${fewest === most ? most : `${fewest} to ${most}`} interleaved rounds (lowest to highest beside them); the load generator runs on the same processors.`,
    '',
    row('Drive beside', 'Drive', 'beside', 'ratio', 'goal', ''),
    row('---', '---:', '---:', '---:', '---:', '---'),
    ...rates.flatMap(rateRows),
    '',
    row('amount', 'figure'),
    row('---', '---:'),
    ...amounts.flatMap(({ scenario: { name, unit }, figures }) =>
      [...figures].map(([contender, values]) => row(`${name}: ${contender}, ${unit}`, range(values))),
    ),
  ].join('\n');
}

/** The pairs of contenders that have a goal, and each other contender beside the first one. */
function rateRows({ scenario: { name, unit, goals, contenders }, figures }: Result): string[] {
  const [drive = '', ...others] = contenders.map((contender) => contender.name);
  const aims = others
    .filter((other) => !goals.some(({ contender, against }) => contender === other || against === other))
    .map((against) => ({ contender: drive, against, ratio: undefined }));
  return [...goals, ...aims].map(({ contender, against, ratio }) => {
    const [mine, theirs] = [figures.get(contender) ?? [], figures.get(against) ?? []];
    const reached = median(mine) / median(theirs);
    const outcome = ratio === undefined ? '' : reached >= ratio ? 'reached' : 'not reached';
    return row(
      `${name}: ${contender}, beside ${against}, ${unit}`,
      range(mine),
      range(theirs),
      `**${reached.toFixed(2)}**`,
      ratio === undefined ? '' : String(ratio),
      outcome,
    );
  });
}
