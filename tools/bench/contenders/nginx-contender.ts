import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execute, freePort } from '../processes.ts';

export interface Nginx {
  readonly url: string;
  readonly files: string;
  stop(): Promise<void>;
}

/** nginx as a plain file server: PUT by its dav module, GET by sendfile. Neither hashes nor syncs. */
export async function startNginx(directory: string): Promise<Nginx> {
  const files = join(directory, 'files');
  mkdirSync(files, { recursive: true, mode: 0o777 });
  const port = await freePort();
  const config = join(directory, 'nginx.conf');
  writeFileSync(
    config,
    `${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 2;
pid ${directory}/nginx.pid;
error_log ${directory}/error.log;
events { worker_connections 256; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000;
  client_max_body_size 0;
  client_body_buffer_size 1m;
  client_body_temp_path ${directory}/body;
  proxy_temp_path ${directory}/proxy;
  fastcgi_temp_path ${directory}/fastcgi;
  uwsgi_temp_path ${directory}/uwsgi;
  scgi_temp_path ${directory}/scgi;
  server {
    listen 127.0.0.1:${port};
    root ${files};
    location / { dav_methods PUT; dav_access user:rw; create_full_put_path on; }
  }
}
`,
  );
  await execute('nginx', ['-c', config, '-p', directory]);
  return {
    url: `http://127.0.0.1:${port}`,
    files,
    stop: async () => {
      await execute('nginx', ['-c', config, '-p', directory, '-s', 'quit']);
    },
  };
}
