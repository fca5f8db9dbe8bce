import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface ProxySetting {
  /** A temporary directory. */
  readonly directory: string;
  /** Address on which Drive listens. */
  readonly upstream: string;
  /** Whether Drive's pages are below /drive. */
  readonly belowPath: boolean;
  readonly httpsPort: number;
  readonly httpPort: number;
  /** Directory of Drive's blobs. */
  readonly blobs: string;
}

export interface RunningProxy {
  /** The authority of its certificate. */
  readonly authority: string;
  end(): void;
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
