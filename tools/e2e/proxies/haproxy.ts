import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { untilItListens } from './running-proxy.ts';

/** undefined if it is not installed. */
export const haproxy = ['/usr/sbin/haproxy', 'haproxy'].find((path) => spawnSync(path, ['-v']).status === 0);

/** Runs HAProxy with this configuration, which listens on the port. */
export async function runHaproxy(configuration: string, directory: string, port: number): Promise<ChildProcess> {
  const config = join(directory, 'haproxy.cfg');
  writeFileSync(config, configuration);
  const child = spawn(haproxy ?? '', ['-db', '-f', config], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  const ended = once(child, 'exit').then(() => {
    throw new Error(`HAProxy ended: ${said}`);
  });
  ended.catch(() => undefined);
  await Promise.race([untilItListens(port), ended]);
  return child;
}
