/**
 * Starts what deploy/cluster/compose.yaml describes, without containers and with the settings of drive.env.example: three servers on
 * Postgres and an object storage, behind nginx.
 *
 *     npm run trial-cluster
 *
 * Needs Debian's ceph-mon, ceph-osd, radosgw and nginx-light. Everything is temporary, and ends with Ctrl-C.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { admin, liftedLimits } from '../programs.ts';
import { listMissingTrialPrograms, startCluster, startEngines } from './start-cluster.ts';
import { parseSettings } from './trial-settings.ts';

const missing = listMissingTrialPrograms();
if (missing.length > 0) {
  console.error(
    `This machine lacks ${missing.join(', ')}. Install them: apt-get install ceph-mon ceph-osd radosgw nginx-light`,
  );
  process.exit(1);
}
const example = parseSettings(
  readFileSync(join(import.meta.dirname, '../../../deploy/cluster/drive.env.example'), 'utf8'),
);
/** Without the limits that tests lift, and with what the example says about no other machine. */
const settings = {
  ...Object.fromEntries(Object.keys(liftedLimits).map((name) => [name, undefined])),
  DRIVE_DRAIN_SECONDS: example['DRIVE_DRAIN_SECONDS'],
  DRIVE_MAIL_FROM: example['DRIVE_MAIL_FROM'],
};

const say = (line: string): void => console.log(line);
say('starting Postgres and the object storage: about ten seconds');
const engines = await startEngines();
const stop = async (cluster?: { stop(): Promise<void> }): Promise<void> => {
  await cluster?.stop();
  await engines.stop();
};
const cluster = await startCluster(engines, settings).catch(async (error: unknown) => {
  await stop();
  throw error;
});
say(`\n${cluster.url}      the drive, behind nginx: sign in as ${admin.email} with the password "${admin.password}"`);
for (const [index, node] of cluster.nodes.entries())
  say(`${node.url}      server ${index + 1}, process ${node.server().child.pid}: kill it, and look what happens`);
say(`\nAn API key: ${cluster.key}\nCtrl-C ends all of it, and removes its data.`);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void stop(cluster).then(() => process.exit(0));
  });
