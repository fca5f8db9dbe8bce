import { randomUUID } from 'node:crypto';
import { signedHeaders } from '@drive/webhook-sender';
import { Pool } from 'undici';
import { testCertificate } from '../../../packages/internal/guarded-fetch/test/certificate.ts';
import { envelope } from './backlog.ts';

const secret = '0123456789abcdef'.repeat(4);

/** Signs and sends, and does nothing else: no row is read or written, nothing is checked. Requests a second. */
export async function sendBarely(url: string, count: number, connections: number): Promise<number> {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections, connect: { ca: testCertificate.cert } });
  let left = count;
  const one = async (): Promise<void> => {
    while (left-- > 0) {
      const id = randomUUID();
      const body = envelope(id);
      const answer = await pool.request({
        path: pathname,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Drive-Webhooks/1',
          ...signedHeaders(secret, { id, eventId: `evt_${id}`, body }, Date.now()),
        },
        body,
      });
      await answer.body.text();
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: connections }, one));
  const seconds = (performance.now() - began) / 1000;
  await pool.close();
  return count / seconds;
}
