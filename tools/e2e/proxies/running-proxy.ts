import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface ProxySetting {
  /** A directory of its own. */
  readonly directory: string;
  /** Where Drive listens. */
  readonly upstream: string;
  /** Whether Drive's pages lie below /drive. */
  readonly belowPath: boolean;
  readonly httpsPort: number;
  readonly httpPort: number;
  /** Where Drive keeps bytes. */
  readonly blobs: string;
}

export interface RunningProxy {
  /** Who vouches for its certificate. */
  readonly authority: string;
  end(): void;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

export async function untilItListens(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isThere = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isThere) return;
    await pause(20);
  }
}
