import { DriveClient } from '@drive/sdk';
import { afterAll, beforeAll, describe } from 'vitest';
import {
  listMissingPrograms,
  startCluster,
  startEngines,
  type Cluster,
  type ClusterNode,
  type Engines,
} from './start-cluster.ts';

/** The cluster of a test; set before the first test. */
export interface ClusterTest {
  cluster: Cluster;
  engines: Engines;
}

const missing = listMissingPrograms();
if (missing.length > 0)
  console.warn(
    `SKIPPED: tests of three servers on Postgres and S3, because this machine lacks ${missing.join(', ')} (apt-get install ceph-mon ceph-osd radosgw nginx haproxy)`,
  );

/** A suite with a cluster of its own; the name follows "three servers". Skipped if this machine lacks a program. */
export function describeCluster(
  name: string,
  settings: Readonly<Record<string, string>>,
  tests: (test: ClusterTest) => void,
): void {
  describe.skipIf(missing.length > 0)(`three servers ${name}`, { timeout: 420_000 }, () => {
    const test = {} as ClusterTest;
    beforeAll(async () => {
      test.engines = await startEngines();
      test.cluster = await startCluster(test.engines, settings);
    }, 240_000);
    afterAll(async () => {
      await test.cluster?.stop();
      await test.engines?.stop();
    });
    tests(test);
  });
}

/** A client whose request k goes to server k modulo 3, past nginx. */
export function clientInTurn({ url, nodes, key }: Pick<Cluster, 'url' | 'nodes' | 'key'>): DriveClient {
  let turn = 0;
  const fetchInTurn: typeof fetch = (input, init) => {
    const written = input instanceof Request ? input.url : String(input);
    const node = nodes[turn++ % nodes.length]!;
    return fetch(written.replace(url, node.url), init ?? (input instanceof Request ? input : undefined));
  };
  return new DriveClient({ baseUrl: url, apiKey: key, fetch: fetchInTurn });
}

/** A client of one server, past nginx. */
export const clientOf = (node: ClusterNode, key: string): DriveClient =>
  new DriveClient({ baseUrl: node.url, apiKey: key });
