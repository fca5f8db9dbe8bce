import type { DeleteRates } from './delete-rates.ts';
import type { ClusterFigures, Cost } from './measure-cluster.ts';
import { names, operations } from './operations.ts';

export function reportCluster({ costs, loads }: ClusterFigures, deleting: DeleteRates): string {
  const cells = (cost: Cost | undefined, base: Cost | undefined): string => {
    if (cost === undefined || base === undefined) return '|  |  |  ';
    const whole = cost.serversMs + cost.postgresMs;
    const efficiency = (base.serversMs + base.postgresMs) / whole;
    return `| ${cost.serversMs.toFixed(2)} | ${cost.postgresMs.toFixed(2)} | ${efficiency.toFixed(2)} `;
  };
  const sqlite = costs.get(0);
  const one = costs.get(1);
  const rows = operations.map(
    (name) =>
      `| ${names[name]} | ${sqlite?.[name].serversMs.toFixed(2) ?? ''} ${[1, 2, 3]
        .map((servers) => cells(costs.get(servers)?.[name], one?.[name]))
        .join(
          '',
        )}| ${[0, 1, 2, 3].map((servers) => costs.get(servers)?.[name].perSecond.toFixed(0) ?? '').join(' / ')} |`,
  );
  return [
    `Load average of the machine: ${loads.map((load) => load.toFixed(1)).join(', ')}.`,
    '',
    '| processor time of a request, ms | SQLite, one server | 1 server | Postgres | of one | 2 servers | Postgres | of one | 3 servers | Postgres | of one | a second: SQLite / 1 / 2 / 3 |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |',
    ...rows,
    '',
    `Deleting from Postgres, rows a second, in transactions of 100: ${deleting.byRows
      .map(({ table, perSecond }) => `\`${table}\` ${Math.round(perSecond).toLocaleString('en')}`)
      .join(
        ', ',
      )}. Dropping a partition of ${deleting.partitionRows.toLocaleString('en')} events: ${deleting.dropMs.toFixed(0)} ms.`,
  ].join('\n');
}
