import type { Random } from '../../platform/random.ts';
import type { Secrets } from '../../platform/secrets.ts';

const secretCharacters = 64;
const shownCharacters = 4;

/** A signing secret, whole and as it is kept. */
export interface NewSecret {
  readonly whole: string;
  readonly masked: string;
  readonly encrypted: string;
}

export function makeSecret(
  { random, secrets }: { readonly random: Random; readonly secrets: Secrets },
  webhookId: string,
): NewSecret {
  const whole = random.code(secretCharacters, '0123456789abcdef');
  return {
    whole,
    masked: `${whole.slice(0, shownCharacters)}…${whole.slice(-shownCharacters)}`,
    encrypted: secrets.encrypt('webhook-secret', webhookId, whole),
  };
}

/** undefined where it was written under another master secret. */
export function openSecret(secrets: Secrets, webhookId: string, encrypted: string): string | undefined {
  try {
    return secrets.decrypt('webhook-secret', webhookId, encrypted);
  } catch {
    return undefined;
  }
}
