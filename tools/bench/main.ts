// Measures the built server beside nginx, bare Node, @tus/server, zip and yazl, in one run. Needs Debian's nginx, curl,
// wrk, zip and libeatmydata1 (which disables fsync, for the scenario that measures the cost of the code without the
// disk).
//   node --conditions=@drive/source tools/bench/main.ts [--rounds 5] [--minutes 6] [--mib 1024] [--files 2000] [--only PUT] [--write]
// --minutes ends earlier than after so many rounds; each row is measured at least once. `npm run bench` makes the tables that docs quote.
// Trees by size need none of those, but Linux and some GB of disk; --trees keeps the generated ones:
//   node --conditions=@drive/source tools/bench/main.ts --only tree [--sizes 1000,1000000] [--parts curves,waits] [--scenarios ids] [--seconds 15] [--trees DIR]
// Searches on SQLite and Postgres by size need Linux and some GB of disk; they take some tens of minutes:
//   node --conditions=@drive/source tools/bench/main.ts --only search --sizes 1000000,3000000 [--trees DIR] [--write]
// Webhooks need Linux only:
//   node --conditions=@drive/source tools/bench/main.ts --only webhooks [--rounds 5] [--backlog 100000] [--write]
// A comparison with the recorded ratios, which verify runs, needs Linux and curl; --write records them:
//   node --conditions=@drive/source tools/bench/main.ts --only quick [--write]
// The server on SQLite and on Postgres needs Linux and wrk:
//   node --conditions=@drive/source tools/bench/main.ts --only postgres [--rounds 5] [--seconds 2] [--scenarios GET] [--write]
// Transformed images need Linux:
//   node --conditions=@drive/source tools/bench/main.ts --only images [--rounds 5] [--write]
// Latency of small requests while one process does everything at once needs Linux and curl:
//   node --conditions=@drive/source tools/bench/main.ts --only latency [--mib 1024] [--seconds 300] [--write]
// Keeping folders equal, beside `drive-cli upload -r`, needs Linux and the built CLI:
//   node --conditions=@drive/source tools/bench/main.ts --only two-way [--files 100000] [--write]
// GET /healthz beside the most expensive answers of WebDAV needs Linux:
//   node --conditions=@drive/source tools/bench/main.ts --only beside [--seconds 15] [--write]
// The server on a disk and on Ceph, as the e2e tests start it, needs Linux, curl and Ceph's packages:
//   node --conditions=@drive/source tools/bench/main.ts --only object-storage [--rounds 5] [--mib 64] [--write]
// The web app in Chromium, after `pnpm run build`, needs Linux; web-memory is half an hour of use:
//   node --conditions=@drive/source tools/bench/main.ts --only web [--rounds 5] [--parts load,open,interact,scroll] [--write]
//   node --conditions=@drive/source tools/bench/main.ts --only web-memory [--seconds 1800] [--write]
// Several servers need Debian's ceph-mon, ceph-osd, radosgw and nginx:
//   node --conditions=@drive/source tools/bench/main.ts --only cluster [--rounds 3] [--requests 400] [--write]
// Needs for 10⁹ items, from the figures of that run:
//   node --conditions=@drive/source tools/bench/cluster/simulate.ts [--items 1e9] [--requests 1e4]
// Other file servers, with the data on a tmpfs if DIR is on one; installs webdav-server from npm:
//   node --conditions=@drive/source tools/bench/main.ts --only peers [--rounds 5] [--minutes 3] [--mib 256] [--files 500] [--directory DIR] [--write]
import { mkdtempSync, rmSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startDrive } from './contenders/drive-contender.ts';
import { startNginxBeforeDrive } from './contenders/nginx-before-drive.ts';
import { startNginx } from './contenders/nginx-contender.ts';
import { measure, shareTime, type Result } from './measure.ts';
import { execute, startServer, stopServer } from './processes.ts';
import { report } from './report.ts';
import { bytesScenarios } from './scenarios/bytes.ts';
import { jsonScenarios } from './scenarios/json.ts';
import { memoryScenarios } from './scenarios/memory.ts';
import { offloadScenarios } from './scenarios/offload.ts';
import { seed, smallFileScenarios } from './scenarios/small-files.ts';
import { zipScenarios } from './scenarios/zip.ts';

const partsOfTrees = 'curves,waits';
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    minutes: { type: 'string', default: 'Infinity' },
    mib: { type: 'string', default: '1024' },
    files: { type: 'string', default: '2000' },
    only: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
    sizes: { type: 'string', default: '1000,10000,100000,1000000' },
    parts: { type: 'string', default: partsOfTrees },
    scenarios: { type: 'string', default: '' },
    trees: { type: 'string' },
    seconds: { type: 'string', default: '15' },
    backlog: { type: 'string', default: '100000' },
    requests: { type: 'string', default: '400' },
    directory: { type: 'string' },
  },
});
if (values.only === 'tree') {
  const { measureTree } = await import('./tree/measure-tree.ts');
  const { sizes, parts, scenarios, trees, seconds } = values;
  const options = {
    sizes: sizes.split(',').map(Number),
    parts: parts.split(','),
    scenarios: scenarios.split(','),
    directory: trees,
    scenarioMs: Number(seconds) * 1000,
  };
  const text = await measureTree(options);
  console.log(text);
  if (values.write) writeResults('tree', text);
  process.exit();
}
if (values.only === 'search') {
  const { measureSearch } = await import('./tree/measure-search.ts');
  const options = { sizes: values.sizes.split(',').map(Number), directory: values.trees };
  const text = await measureSearch(options, (line) => console.error(line));
  console.log(text);
  if (values.write) writeResults('search', text);
  process.exit();
}
if (values.only === 'webhooks') {
  await import('./load-pages.ts');
  const { measureWebhooks } = await import('./webhooks/measure-webhooks.ts');
  const { reportWebhooks } = await import('./webhooks/webhooks-report.ts');
  const options = { rounds: Number(values.rounds), backlog: Number(values.backlog) };
  const text = reportWebhooks(await measureWebhooks(options, (line) => console.error(line)));
  console.log(text);
  if (values.write) writeResults('webhooks', text);
  process.exit();
}
if (values.only === 'latency') {
  await import('./load-pages.ts');
  const { measureLatency } = await import('./latency/measure-latency.ts');
  const options = { mib: Number(values.mib), seconds: Number(values.seconds) };
  const text = await measureLatency(options, (line) => console.error(line));
  console.log(text);
  if (values.write) writeResults('latency', text);
  process.exit();
}
if (values.only === 'beside') {
  const { measureBeside } = await import('./beside/measure-beside.ts');
  const text = await measureBeside({ seconds: Number(values.seconds) }, (line) => console.error(line));
  console.log(text);
  if (values.write) writeResults('beside', text);
  process.exit();
}
if (values.only === 'two-way') {
  const { measureTwoWay } = await import('./two-way/measure-two-way.ts');
  const text = await measureTwoWay({ files: Number(values.files) }, (line) => console.error(line));
  console.log(text);
  if (values.write) writeResults('two-way', text);
  process.exit();
}
if (values.only === 'object-storage') {
  const { measureObjectStorage } = await import('./object-storage/measure-object-storage.ts');
  const options = { rounds: Number(values.rounds), mib: Number(values.mib) };
  const text = await measureObjectStorage(options, (line) => console.error(line));
  console.log(text);
  if (values.write) writeResults('object-storage', text);
  process.exit();
}
if (values.only === 'postgres') {
  const { measurePostgres } = await import('./postgres/measure-postgres.ts');
  const options = { rounds: Number(values.rounds), seconds: Number(values.seconds), rows: values.scenarios };
  const text = await measurePostgres(options, (line) => console.error(line));
  console.log(text);
  if (values.write) writeResults('postgres', text);
  process.exit();
}
if (values.only === 'images') {
  const { measureImages } = await import('./images/measure-images.ts');
  const text = await measureImages({ rounds: Number(values.rounds) });
  console.log(text);
  if (values.write) writeResults('images', text);
  process.exit();
}
if (values.only === 'quick') {
  if (process.platform !== 'linux') {
    console.log('skipped: the processor time of a server is read on Linux only');
    process.exit();
  }
  const { measureQuick } = await import('./quick/measure-quick.ts');
  const { table, slower } = await measureQuick({ record: values.write });
  console.log(table);
  if (!values.write && slower.length > 0) console.error(`slower than noise explains: ${slower.join(', ')}`);
  process.exit(!values.write && slower.length > 0 ? 1 : 0);
}
if (values.only === 'web') {
  await import('./load-pages.ts');
  const { measureWeb, webParts } = await import('./web/measure-web.ts');
  const only = values.parts === partsOfTrees ? webParts : values.parts.split(',');
  const text = await measureWeb({ rounds: Number(values.rounds), only }, (line) => console.error(line));
  console.log(text);
  if (values.write) writeResults('web', text);
  process.exit();
}
if (values.only === 'web-memory') {
  await import('./load-pages.ts');
  const { measureLongUse } = await import('./web/use-for-long.ts');
  const text = await measureLongUse(Number(values.seconds) / 60, (line) => console.error(line));
  console.log(text);
  if (values.write) writeResults('web-memory', text);
  process.exit();
}
if (values.only === 'peers') {
  const { measurePeers } = await import('./peers/measure-peers.ts');
  const options = {
    rounds: Number(values.rounds),
    withinMs: Number(values.minutes) * 60_000,
    mib: Number(values.mib),
    files: Number(values.files),
    directory: values.directory,
    needsAll: values.write,
  };
  const text = await measurePeers(options, (line) => console.error(line));
  console.log(text);
  if (values.write) writeResults('peers', text);
  process.exit();
}
if (values.only === 'cluster') {
  await import('./load-pages.ts');
  const { measureCluster } = await import('./cluster/measure-cluster.ts');
  const { measureDeleting } = await import('./cluster/delete-rates.ts');
  const { reportCluster } = await import('./cluster/cluster-report.ts');
  const deleting = await measureDeleting(50_000);
  const options = { rounds: Number(values.rounds), requests: Number(values.requests) };
  const figures = await measureCluster(options, (line) => console.error(line));
  const text = reportCluster(figures, deleting);
  console.log(text);
  if (values.write) writeResults('cluster', text);
  process.exit();
}
const rounds = Number(values.rounds);
const mib = Number(values.mib);
const files = Number(values.files);
const timeFor = shareTime(Number(values.minutes) * 60_000);

const directory = mkdtempSync(join(tmpdir(), 'drive-bench-'));
const source = join(directory, 'source');
await execute('dd', ['if=/dev/urandom', `of=${source}`, 'bs=1M', `count=${mib}`]);

const peer = (name: string, served = directory) =>
  startServer(
    process.execPath,
    [join(import.meta.dirname, 'peers', name), served],
    process.env,
    /^listening on (\S+)$/m,
  );
const nginx = await startNginx(mkdtempSync(join(directory, 'nginx-')));
const bare = await peer('bare-node.ts');
const hono = await peer('bare-hono.ts');
const tus = await peer('tus-server.ts');
const zipped = join(directory, 'zipped');
const yazl = await peer('yazl.ts', zipped);
const drive = await startDrive(join(directory, 'data'));
const before = await startNginxBeforeDrive(join(directory, 'before'));
const driveUnsafe = await startDrive(join(directory, 'unsafe'), { LD_PRELOAD: 'libeatmydata.so' });
await seed(drive, join(directory, 'seed'), 100);

const scenarios = [
  ...jsonScenarios({ drive, honoUrl: hono.match[1] ?? '', directory }),
  ...smallFileScenarios({ drive, nginx, directory, files }),
  ...bytesScenarios({
    drive,
    driveUnsafe,
    nginx,
    bareUrl: bare.match[1] ?? '',
    tusUrl: tus.match[1] ?? '',
    source,
    mib,
    directory,
  }),
  ...offloadScenarios({ drive, nginx, before, source, mib }),
  ...zipScenarios({ drive, yazlUrl: yazl.match[1] ?? '', files: zipped, source }),
  ...memoryScenarios({ source, mib, directory }),
].filter(({ name }) => name.includes(values.only));

const results: Result[] = [];
try {
  for (const [index, scenario] of scenarios.entries()) {
    console.error(scenario.name);
    const extent = { rounds, withinMs: timeFor(scenarios.length - index) };
    results.push(
      await measure(scenario, extent, (contender, figure) =>
        console.error(`  ${contender}: ${figure.toFixed(1)} ${scenario.unit}`),
      ),
    );
  }
} finally {
  await Promise.all([
    drive.stop(),
    driveUnsafe.stop(),
    nginx.stop(),
    before.stop(),
    stopServer(bare.child),
    stopServer(hono.child),
    stopServer(tus.child),
    stopServer(yazl.child),
  ]);
  rmSync(directory, { recursive: true, force: true });
}

const text = report(results, new Date().toISOString().slice(0, 10));
console.log(text);
if (values.write) writeResults('figures', text);

/** Replaces the part after `<!-- name -->` in RESULTS.md, up to the next such line or the next heading of its level. */
function writeResults(
  name:
    | 'figures'
    | 'images'
    | 'latency'
    | 'beside'
    | 'two-way'
    | 'tree'
    | 'search'
    | 'web'
    | 'web-memory'
    | 'webhooks'
    | 'peers'
    | 'object-storage'
    | 'cluster'
    | 'postgres',
  text: string,
): void {
  const file = join(import.meta.dirname, 'RESULTS.md');
  const marker = `<!-- ${name} -->\n`;
  const content = readFileSync(file, 'utf8');
  const start = content.indexOf(marker);
  if (start < 0) throw new Error(`RESULTS.md has no ${marker.trim()}`);
  const from = start + marker.length;
  const length = content.slice(from).search(/^(?:## |<!-- )/m);
  const rest = length < 0 ? '' : content.slice(from + length);
  writeFileSync(file, `${content.slice(0, from)}\n${text.trim()}\n${rest === '' ? '' : `\n${rest}`}`);
}
