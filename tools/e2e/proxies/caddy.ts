import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { deployFile, withInstead } from './deploy-files.ts';
import { untilItListens, type ProxySetting, type RunningProxy } from './running-proxy.ts';

/** undefined if it is not installed. */
export const caddy = spawnSync('caddy', ['version']).status === 0 ? 'caddy' : undefined;

/** Starts caddy with deploy/Caddyfile, except for addresses and generated certificates. */
export async function startCaddy(setting: ProxySetting): Promise<RunningProxy> {
  const { directory, upstream, belowPath, httpsPort, httpPort } = setting;
  const site = withInstead(
    withInstead(
      deployFile(belowPath ? 'Caddyfile-below-path' : 'Caddyfile'),
      /^\S+ \{$/m,
      `https://localhost:${httpsPort} {\n  tls internal`,
    ),
    '127.0.0.1:8080',
    new URL(upstream).host,
  );
  const config = join(directory, 'Caddyfile');
  writeFileSync(
    config,
    `{
      admin off
      default_bind 127.0.0.1
      http_port ${httpPort}
      https_port ${httpsPort}
      skip_install_trust
      storage file_system ${directory}/storage
    }
    ${site}`,
  );
  const env = { PATH: process.env.PATH ?? '', HOME: directory };
  const child = spawn('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], { env, stdio: 'ignore' });
  await untilItListens(httpsPort);
  const authority = join(directory, 'storage/pki/authorities/local/root.crt');
  while (!existsSync(authority)) await pause(20);
  return { authority: readFileSync(authority, 'utf8'), end: () => child.kill('SIGKILL') };
}
