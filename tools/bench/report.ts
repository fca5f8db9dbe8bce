import { cpus, release, totalmem, type as system } from 'node:os';
import { median, type Result } from './measure.ts';

const figure = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);

/** One table per scenario: medians with ranges, and ratios against the goals. Markdown. */
export function report(results: readonly Result[], { rounds, date }: { rounds: number; date: string }): string {
  const cpu = cpus();
  const lines = [
    `Measured on ${date}: ${cpu.length} × ${cpu[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${system()} ${release()}, Node ${process.versions.node}.`,
    `Medians of ${rounds} interleaved rounds (lowest to highest beside them); the load generator runs on the same processors.`,
    '',
  ];
  for (const { scenario, figures } of results) {
    lines.push(`### ${scenario.name}`, '', `| | ${scenario.unit} | lowest–highest |`, '|---|---:|---:|');
    for (const [name, values] of figures) {
      lines.push(
        `| ${name} | ${figure(median(values))} | ${figure(Math.min(...values))}–${figure(Math.max(...values))} |`,
      );
    }
    lines.push('');
    for (const { contender, against, ratio } of scenario.goals) {
      const reached = median(figures.get(contender) ?? []) / median(figures.get(against) ?? []);
      lines.push(
        `${contender} / ${against}: **${reached.toFixed(2)}** (goal ${ratio}${reached >= ratio ? '' : ', not reached'})`,
        '',
      );
    }
  }
  return lines.join('\n');
}
