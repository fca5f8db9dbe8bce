import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testCertificate } from '../../../packages/internal/guarded-fetch/test/certificate.ts';
import { deployFile, withInstead } from './deploy-files.ts';
import { untilItListens, type ProxySetting, type RunningProxy } from './running-proxy.ts';

/** undefined if it is not installed. */
export const nginx = ['/usr/sbin/nginx', 'nginx'].find((path) => spawnSync(path, ['-v']).status === 0);

/** Starts nginx with deploy/nginx.conf, except for addresses, certificate and paths. */
export async function startNginx(setting: ProxySetting): Promise<RunningProxy> {
  const { directory, upstream, httpsPort, httpPort, blobs } = setting;
  const [certificate, key] = [join(directory, 'certificate.pem'), join(directory, 'key.pem')];
  writeFileSync(certificate, testCertificate.cert);
  writeFileSync(key, testCertificate.key);

  let servers = deployFile('nginx.conf');
  for (const [written, ours] of [
    ['listen 443 ssl', `listen 127.0.0.1:${httpsPort} ssl`],
    ['listen 80', `listen 127.0.0.1:${httpPort}`],
    [/ssl_certificate +\S+;/g, `ssl_certificate ${certificate};`],
    [/ssl_certificate_key +\S+;/g, `ssl_certificate_key ${key};`],
    ['http://127.0.0.1:8080', upstream],
    ['/var/lib/drive/blobs/', `${blobs}/`],
    ...(setting.belowPath
      ? ([
          ['location / {', 'location /drive/ {'],
          ['location = /metrics', 'location = /drive/metrics'],
        ] as const)
      : []),
  ] as const)
    servers = withInstead(servers, written, ours);
  const child = await runNginx(servers, directory, httpsPort);
  return { authority: testCertificate.cert, end: () => child.kill('SIGKILL') };
}

/** Runs nginx with these servers, of which one listens on the port. */
export async function runNginx(servers: string, directory: string, port: number): Promise<ChildProcess> {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${directory}/${name};`,
  );
  const config = join(directory, 'nginx.conf');
  writeFileSync(
    config,
    `daemon off; master_process off; pid ${directory}/pid; error_log ${directory}/error.log;
     events {}
     http { access_log off; ${temporary.join(' ')} ${servers} }`,
  );
  // nginx may run as another user.
  const child = spawn(nginx ?? '', ['-c', config, '-p', directory, '-g', 'user root;'], { stdio: 'ignore' });
  await untilItListens(port);
  return child;
}
