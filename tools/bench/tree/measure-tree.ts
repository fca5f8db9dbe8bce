import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { measurePoint, type CurvePoint } from './curves.ts';
import { reportCurves, reportWaits } from './tree-report.ts';
import { keepTrees } from './trees.ts';
import { measureWaits } from './waits.ts';

export interface TreeOptions {
  readonly sizes: readonly number[];
  /** Directory in which trees are kept for the next run; undefined: they are deleted. */
  readonly directory: string | undefined;
  /** `curves`, `waits`. */
  readonly parts: readonly string[];
  /** Parts of the names of those scenarios of `waits` that are played. */
  readonly scenarios: readonly string[];
  /** Maximum duration of a scenario. */
  readonly scenarioMs: number;
}

/** The tree by size, and its effect on another user. Markdown. */
export async function measureTree({ sizes, directory, parts, scenarios, scenarioMs }: TreeOptions): Promise<string> {
  const place = directory ?? mkdtempSync(join(tmpdir(), 'drive-trees-'));
  const trees = keepTrees(place);
  const say = (line: string): void => console.error(line);
  const load = (): string => (loadavg()[0] ?? Number.NaN).toFixed(1);
  const lines = [`Load average of the machine at the start: ${load()}.`, ''];
  try {
    if (parts.includes('curves')) {
      const points: CurvePoint[] = [];
      for (const items of sizes) points.push(await measurePoint(trees, items, say));
      lines.push('### By the size of the drive', '', reportCurves(points), '');
    }
    if (parts.includes('waits'))
      lines.push(
        '### What another user notices',
        '',
        reportWaits(await measureWaits(trees, sizes.at(-1) ?? 0, scenarios, say, scenarioMs)),
        '',
      );
  } finally {
    if (directory === undefined) rmSync(place, { recursive: true, force: true });
  }
  return lines.join('\n');
}
