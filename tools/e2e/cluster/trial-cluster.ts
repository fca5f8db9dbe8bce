/**
 * Starts what deploy/cluster/compose.yaml describes, without containers and with the settings of drive.env.example: three servers on
 * Postgres and an object storage, behind nginx.
 *
 *     npm run trial-cluster           everything is temporary, and ends with Ctrl-C
 *     npm run trial-cluster -- DIR    keeps the data in DIR: the next start goes on with them, at the same URL
 *
 * Needs Debian's ceph-mon, ceph-osd, radosgw and nginx-light. For root, DIR is a directory that everybody may enter: Postgres runs as nobody.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
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

const [given] = process.argv.slice(2);
const kept = given === undefined ? undefined : resolve(process.env['INIT_CWD'] ?? '', given);
const within = (name: string): string | undefined => (kept === undefined ? undefined : join(kept, name));

const say = (line: string): void => console.log(line);
const parts: { stop(): Promise<void> }[] = [];
async function start(): Promise<void> {
  say('starting Postgres and the object storage: about ten seconds');
  const engines = await startEngines({ directory: within('engines') });
  parts.push(engines);
  const cluster = await startCluster(engines, settings, { directory: within('servers') });
  parts.push(cluster);
  say(`\n${cluster.url}      the drive, behind nginx: sign in as ${admin.email} with the password "${admin.password}"`);
  for (const [index, node] of cluster.nodes.entries())
    say(`${node.url}      server ${index + 1}, process ${node.server().child.pid}: kill it, and look what happens`);
  say(`\nAn API key: ${cluster.key}`);
  say(`Ctrl-C ends all of it${kept === undefined ? ', and removes its data.' : `. Its data stay in ${kept}.`}`);
}

const starting = start();
let isEnding = false;
/** npm, the terminal and people send signals more than once: the first one counts. */
async function end(): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  const [{ status }] = await Promise.allSettled([starting]);
  for (const part of parts.toReversed()) await part.stop();
  process.exit(status === 'fulfilled' ? 0 : 1);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());
starting.catch(async (error: unknown) => {
  // A signal that ended a program is heard after that.
  await nextTurn();
  if (!isEnding) console.error(error);
  return end();
});
