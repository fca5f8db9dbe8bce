import { createHmac } from 'node:crypto';

/** `t=<unix>,v1=<hex>`: the HMAC-SHA256 of `<t>.` and the body, keyed with the secret's own characters. */
export function signBody(secret: string, body: string, nowMs: number): string {
  const t = Math.floor(nowMs / 1000);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
}
