// Many small requests from Node, for what wrk cannot send.
import { Agent, request } from 'node:http';

export const bytes = 10_000;
/** The content of a small file. */
export const body = Buffer.alloc(bytes, 'a small file ');
export const connections = 8;

/** Runs `work` `count` times, eight concurrently; returns the rate per second. */
export async function perSecond(count: number, work: (index: number) => Promise<void>): Promise<number> {
  let next = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (next < count) await work(next++);
    }),
  );
  return count / ((performance.now() - began) / 1000);
}

const agent = new Agent({ keepAlive: true });

export function send(
  method: string,
  url: string,
  headers: Record<string, string | number>,
  content: Buffer,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      { method, agent, headers: { ...headers, 'content-length': content.length } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          const answer = Buffer.concat(chunks);
          if ((response.statusCode ?? 500) < 300) resolve(answer);
          else reject(new Error(`${method} ${url}: ${response.statusCode} ${answer.toString()}`));
        });
      },
    );
    outgoing.once('error', reject);
    outgoing.end(content);
  });
}
