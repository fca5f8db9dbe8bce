import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { names, operations, type Operation } from './operations.ts';

/** The recorded costs of three servers. Throws if RESULTS.md has none. */
export function readCosts(): {
  readonly costs: Readonly<Record<Operation, { readonly serversMs: number; readonly postgresMs: number }>>;
  readonly from: string;
} {
  const text = readFileSync(join(import.meta.dirname, '../RESULTS.md'), 'utf8');
  const costs = operations.map((name) => {
    const cells = text
      .split('\n')
      .find((line) => line.startsWith(`| ${names[name]} `))
      ?.split('|')
      .map((cell) => Number(cell.trim()));
    const [serversMs, postgresMs] = [cells?.[9], cells?.[10]];
    if (serversMs === undefined || postgresMs === undefined || !(serversMs > 0))
      throw new Error(
        `RESULTS.md has no costs of three servers for "${names[name]}": run --only cluster --write first`,
      );
    return [name, { serversMs, postgresMs }] as const;
  });
  return {
    costs: Object.fromEntries(costs) as Record<Operation, { serversMs: number; postgresMs: number }>,
    from: '“Several servers” in RESULTS.md, three servers',
  };
}
