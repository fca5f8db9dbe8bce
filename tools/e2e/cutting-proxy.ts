import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * A bad network: every connection to `target` is cut after this many bytes in either direction, and each direction has
 * a limited rate.
 */
export async function cuttingProxy(
  target: string,
  bytesPerConnection: number,
  bytesPerSecond = Infinity,
): Promise<{ url: string; cuts(): number; close(): Promise<void> }> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let cuts = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    let passed = 0;
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    const relay = (from: Socket, to: Socket): void => {
      open.add(from);
      from.on('data', (chunk: Buffer) => {
        passed += chunk.length;
        if (passed > bytesPerConnection) {
          cuts += 1;
          end();
          return;
        }
        const isFull = !to.write(chunk);
        const pauseMs = (chunk.length / bytesPerSecond) * 1000;
        if (isFull || pauseMs > 0) from.pause();
        if (isFull) to.once('drain', () => setTimeout(() => from.resume(), pauseMs));
        else if (pauseMs > 0) setTimeout(() => from.resume(), pauseMs);
      });
      from.on('end', () => to.end());
      from.on('error', end);
      from.on('close', () => open.delete(from));
    };
    relay(client, upstream);
    relay(upstream, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no address');
  return {
    url: `http://127.0.0.1:${address.port}`,
    cuts: () => cuts,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
