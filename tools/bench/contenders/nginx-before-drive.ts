import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execute, freePort } from '../processes.ts';
import { startDrive, type Drive } from './drive-contender.ts';

export interface NginxBeforeDrive {
  /** A Drive with offload to nginx; its URLs lead to nginx. */
  readonly offloading: Drive;
  /** A Drive behind nginx without offload. */
  readonly passedOn: Drive;
  stop(): Promise<void>;
}

/** nginx as docs/operating.md has it, once before a server that leaves downloads to it, once before one that does not. */
export async function startNginxBeforeDrive(directory: string): Promise<NginxBeforeDrive> {
  mkdirSync(directory, { recursive: true });
  chmodSync(directory, 0o755);
  const ports = [await freePort(), await freePort()] as const;
  const [offloadingData, passedOnData] = [join(directory, 'offloading'), join(directory, 'passed-on')];
  const settings = (port: number) => ({
    DRIVE_BASE_URL: `http://127.0.0.1:${port}`,
    DRIVE_TRUSTED_PROXIES: '127.0.0.1/32',
  });
  const offloading = await startDrive(offloadingData, { ...settings(ports[0]), DRIVE_OFFLOAD: 'x-accel' });
  const passedOn = await startDrive(passedOnData, settings(ports[1]));
  const servers = [offloading, passedOn].map(
    ({ url }, index) => `
    server {
      listen 127.0.0.1:${ports[index]};
      client_max_body_size 0;
      location / {
        proxy_pass ${url};
        proxy_http_version 1.1;
        proxy_request_buffering off;
        proxy_buffering off;
        proxy_set_header Connection "";
        proxy_set_header X-Forwarded-For $remote_addr;
      }
      location /drive-blobs/ { internal; alias ${offloadingData}/blobs/; sendfile on; }
    }`,
  );
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${directory}/${name};`,
  );
  const config = join(directory, 'nginx.conf');
  writeFileSync(
    config,
    `${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 2;
pid ${directory}/nginx.pid;
error_log ${directory}/error.log;
events { worker_connections 256; }
http { access_log off; sendfile on; tcp_nopush on; ${temporary.join(' ')} ${servers.join('')} }
`,
  );
  await execute('nginx', ['-c', config, '-p', directory]);
  return {
    offloading,
    passedOn,
    stop: async () => {
      await execute('nginx', ['-c', config, '-p', directory, '-s', 'quit']);
      await Promise.all([offloading.stop(), passedOn.stop()]);
    },
  };
}
