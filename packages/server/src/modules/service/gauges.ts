import { inTime, secondMs, type Clock } from '@drive/base';
import type { BlobStore } from '@drive/blobs';
import type { Metrics, Sample } from '@drive/metrics';
import type { Node } from '@drive/nodes';
import type { Database } from '../../platform/db/index.ts';
import type { Scanner } from '../../platform/scanner.ts';
import { PING_MS, type Readiness } from './readiness.ts';
import { countDueDeliveries, countJobs } from './service-store.ts';
import type { Totals } from './totals.ts';

export interface GaugesDeps {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly node: Node;
  readonly scanner: Scanner | undefined;
  readonly version: string;
  readonly totals: Totals;
  readonly readiness: Readiness;
}

/** Values that are read from the tables and the disk at each scrape. */
export function defineGauges(deps: GaugesDeps): void {
  const { database, blobs, clock, metrics, node, scanner, version, totals, readiness } = deps;
  const { reader } = database;
  const secondsSince = (time: number | null): number =>
    time === null ? 0 : Math.max(0, (clock.now() - time) / secondMs);

  metrics.gauge('drive_build_info', 'Version and id of this server', ['version', 'node'], async () => [
    { labels: { version, node: node.id }, value: 1 },
  ]);
  metrics.gauge('drive_nodes', 'Live servers of the database, as this one sees them', [], async () => [
    { value: node.countLive() },
  ]);
  metrics.gauge('drive_node_silent_seconds', 'Time since the last sign of life of this server', [], async () => [
    { value: node.silentMs() / secondMs },
  ]);
  metrics.gauge('drive_storage_usable', 'Whether the storage of files answers and takes writes', [], async () => [
    { value: (await readiness.isStorageUsable()) ? 1 : 0 },
  ]);
  /** Absent while the database does not answer, rather than waiting for it. */
  const ofDatabase: Metrics['gauge'] = (name, help, labelNames, read) =>
    metrics.gauge(name, help, labelNames, async () => (node.isCutOff() ? [] : read()));
  ofDatabase('drive_jobs', 'Jobs by type and state', ['type', 'state'], async () =>
    (await countJobs(reader, clock.now())).map(({ type, state, count }) => ({ labels: { type, state }, value: count })),
  );
  ofDatabase('drive_jobs_oldest_due_seconds', 'Age of the oldest due job', [], async () => {
    const due = (await countJobs(reader, clock.now())).filter(({ state }) => state === 'due');
    return [{ value: Math.max(0, ...due.map(({ since }) => secondsSince(since))) }];
  });
  ofDatabase('drive_webhook_deliveries_pending', 'Deliveries waiting for an attempt', [], async () => [
    { value: (await countDueDeliveries(database)).count },
  ]);
  ofDatabase('drive_webhook_oldest_due_seconds', 'Age of the oldest due delivery', [], async () => [
    { value: secondsSince((await countDueDeliveries(database)).since) },
  ]);
  ofDatabase(
    'drive_storage_bytes',
    'Bytes of all users: stored (trash included), trashed, reserved',
    ['kind'],
    async () => {
      const { storedBytes, trashBytes, reservedBytes } = await totals.users();
      return byKind({ stored: storedBytes, trashed: trashBytes, reserved: reservedBytes });
    },
  );
  metrics.gauge('drive_disk_free_bytes', 'Free space on the file system of the blobs', [], async () => [
    { value: await blobs.freeBytes() },
  ]);
  if (scanner !== undefined)
    metrics.gauge('drive_scanner_up', 'Whether the scanner for viruses answers', [], async () => [
      {
        value: await inTime(scanner.ping(), PING_MS).then(
          () => 1,
          () => 0,
        ),
      },
    ]);
  ofDatabase(
    'drive_objects',
    'Users, sign-in sessions, files, items (files, folders, unfinished uploads), quarantined files, unfinished uploads, shares, webhooks',
    ['kind'],
    async () => {
      const { users, files, items } = await totals.users();
      const { active: shares } = await totals.shares();
      const [sessions, quarantined, uploads, webhooks] = [
        await totals.sessions(),
        await totals.quarantined(),
        await totals.openUploads(),
        await totals.webhooks(),
      ];
      return byKind({ users, sessions, files, items, quarantined, uploads, shares, webhooks });
    },
  );
}

const byKind = (values: Readonly<Record<string, number>>): Sample[] =>
  Object.entries(values).map(([kind, value]) => ({ labels: { kind }, value }));
