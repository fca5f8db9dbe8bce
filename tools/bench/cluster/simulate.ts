// Adds up the needs of a drive of many items and requests, from the figures of `--only cluster` in RESULTS.md and from sizes of
// rows measured on Postgres. Arithmetic, not a measurement: prints cores, connections, disk, and what ends first.
//   node --conditions=@drive/source tools/bench/cluster/simulate.ts [--items 1e9] [--requests 1e4] [--load 0.6]
import { parseArgs } from 'node:util';
import { readCosts } from './read-costs.ts';

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '1e9' },
    requests: { type: 'string', default: '1e4' },
    /** Share of the processors that may be busy. */
    load: { type: 'string', default: '0.6' },
  },
});
const items = Number(values.items);
const perSecond = Number(values.requests);
const load = Number(values.load);
if (!(items > 0 && perSecond > 0 && load > 0 && load <= 1))
  throw new Error('--items and --requests are positive numbers, --load is above 0 and at most 1');

/** Shares of the requests. A reservation and its PUT are two requests. */
const mix = { list: 0.5, signedGet: 0.4, reserveAndPut: 0.1 };
const uploadsPerSecond = (perSecond * mix.reserveAndPut) / 2;
const downloadsPerSecond = perSecond * mix.signedGet;
/** Share of the downloads that go through shares, each with an event and one webhook for every tenth. */
const sharedDownloads = downloadsPerSecond * 0.25;
const webhooksPerSecond = sharedDownloads * 0.1;

const { costs, from } = readCosts();
const cost = (at: keyof typeof mix | 'viralDownload' | 'withWebhook', of: 'serversMs' | 'postgresMs'): number =>
  costs[at][of] / 1000;
/** A counted download beyond asking for its address and getting its bytes. */
const cores = (of: 'serversMs' | 'postgresMs'): number =>
  perSecond * mix.list * cost('list', of) +
  (downloadsPerSecond - sharedDownloads) * cost('signedGet', of) +
  sharedDownloads * cost('viralDownload', of) +
  uploadsPerSecond * cost('reserveAndPut', of) +
  webhooksPerSecond * Math.max(0, cost('withWebhook', of) - cost('viralDownload', of));
const servers = Math.max(2, Math.ceil(cores('serversMs') / load));
const postgresCores = cores('postgresMs') / load;

/** Bytes of a row with its indexes, of 30,000 inserted at once: updates and deletes leave more. */
const rowBytes = { items: 1206, events: 523, deliveries: 458, counted: 177 };
const day = 86_400;
const tib = (bytes: number): string => `${(bytes / 1024 ** 4).toFixed(2)} TiB`;
const disk = {
  items: items * rowBytes.items,
  'events, 31 days': sharedDownloads * day * 31 * rowBytes.events,
  'deliveries and attempts, 30 days': webhooksPerSecond * day * 30 * rowBytes.deliveries,
  'counted downloads, 7 days': sharedDownloads * day * 7 * rowBytes.counted,
};

/** At which rate or size each known wall stands, as a share of it that this drive uses. */
const walls = [
  {
    wall: 'one Postgres primary of 64 cores',
    used: postgresCores / 64,
    way: 'replicas for reads; then several drives, by owner',
  },
  {
    wall: 'connections of Postgres (16 a server, 500 without a pooler)',
    used: (servers * 16) / 500,
    way: 'PgBouncer in transaction mode',
  },
  {
    wall: 'items in one table (10⁹ rows, 1.2 TiB: vacuum takes hours)',
    used: items / 1e9,
    way: 'partitions by a hash of the owner',
  },
  {
    wall: 'deliveries deleted row by row (see RESULTS.md; 10,000 a second)',
    used: webhooksPerSecond / 10_000,
    way: 'a log of deliveries with partitions by day',
  },
  {
    wall: 'counted downloads deleted row by row (10,000 a second)',
    used: sharedDownloads / 10_000,
    way: 'partitions by the day of expiry',
  },
  {
    wall: 'rate limits in rows (6,000 counted calls a second)',
    used: (perSecond * 0.1) / 6000,
    way: 'slices that servers lease; or Valkey behind the same port',
  },
  {
    wall: 'visits of one share (64 a transaction, a commit of 2 ms holds its row)',
    used: sharedDownloads / (64 / 0.002),
    way: 'rows that are only inserted, folded by a job',
  },
].toSorted((a, b) => b.used - a.used);

const sum = Object.values(disk).reduce((all, bytes) => all + bytes, 0);
console.log(
  [
    `${items.toExponential(0)} items, ${perSecond.toLocaleString('en')} requests a second: ${perSecond * mix.list} lists, ` +
      `${downloadsPerSecond} downloads (${sharedDownloads} of shares), ${uploadsPerSecond} uploads, ${webhooksPerSecond} deliveries. Costs: ${from}.`,
    '',
    '| what | how much |',
    '| --- | ---: |',
    `| processes of drive-server, at ${load * 100} % load of a core each | ${servers} |`,
    `| cores of Postgres, at ${load * 100} % load | ${Math.ceil(postgresCores)} |`,
    `| connections, 16 a server | ${servers * 16} |`,
    ...Object.entries(disk).map(([name, bytes]) => `| disk of Postgres: ${name} | ${tib(bytes)} |`),
    `| disk of Postgres, without free space and log | ${tib(sum)} |`,
    `| bytes in the object storage, at 1 MiB an item | ${tib(items * 1024 ** 2)} |`,
    '',
    '| wall | used | way out |',
    '| --- | ---: | --- |',
    ...walls.map(({ wall, used, way }) => `| ${wall} | ${(used * 100).toFixed(used < 0.1 ? 1 : 0)} % | ${way} |`),
  ].join('\n'),
);
