import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

export interface FrozenRelay {
  readonly port: number;
  /** From now on nothing passes, and nothing is refused, as in a network that drops packets. */
  freeze(): void;
  /** What waits passes. */
  thaw(): void;
  /** Ends every connection, and makes the next ones to this port. */
  redirect(targetPort: number): void;
  close(): void;
}

/** Relays connections to a port of this machine until it is frozen. */
export async function startRelay(firstPort: number): Promise<FrozenRelay> {
  const sockets = new Set<Socket>();
  let targetPort = firstPort;
  let isFrozen = false;
  const endAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const relay = (from: Socket, to: Socket): void => {
    sockets.add(from);
    if (isFrozen) from.pause();
    from.on('data', (chunk: Buffer) => void to.write(chunk));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    if (isFrozen) from.pause();
  };
  const server = createServer((client) => {
    const upstream = connect(targetPort, '127.0.0.1');
    relay(client, upstream);
    relay(upstream, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw: () => {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    redirect: (port) => {
      targetPort = port;
      endAll();
    },
    close: () => {
      endAll();
      server.close();
    },
  };
}
