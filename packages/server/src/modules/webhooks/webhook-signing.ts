import { createHmac } from 'node:crypto';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Secrets } from '../../platform/secrets.ts';

const SECRET_CHARACTERS = 64;
const VISIBLE_CHARACTERS = 4;

export interface NewSecret {
  /** Shown to the owner once. */
  readonly plain: string;
  readonly masked: string;
  /** As stored. */
  readonly encrypted: string;
}

export function createSecret({ random, secrets }: Pick<Ports, 'random' | 'secrets'>, webhookId: string): NewSecret {
  const plain = random.code(SECRET_CHARACTERS, '0123456789abcdef');
  return {
    plain,
    masked: `${plain.slice(0, VISIBLE_CHARACTERS)}…${plain.slice(-VISIBLE_CHARACTERS)}`,
    encrypted: secrets.encrypt('webhook-secret', webhookId, plain),
  };
}

/** undefined if the secret was encrypted with another master secret. */
export function decryptSecret(secrets: Secrets, webhookId: string, encrypted: string): string | undefined {
  try {
    return secrets.decrypt('webhook-secret', webhookId, encrypted);
  } catch {
    return undefined;
  }
}

/** `t=<unix>,v1=<hex>`: the HMAC-SHA256 of `<t>.` and the body. The key is the secret's characters, not the bytes they encode. */
export function signBody(secret: string, body: string, nowMs: number): string {
  const t = Math.floor(nowMs / 1000);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
}
