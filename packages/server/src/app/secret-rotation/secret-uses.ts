import {
  hashedInvites,
  hashedRecoveryCodes,
  hashedSessions,
  sealedIdTokens,
  sealedTotp,
} from '../../modules/accounts/index.ts';
import { hashedKeys } from '../../modules/api-keys/index.ts';
import { hashedGrants } from '../../modules/grants/index.ts';
import { sealedRefreshTokens } from '../../modules/identity/index.ts';
import { sealedSettings } from '../../modules/settings/index.ts';
import { sealedWebhookSecrets } from '../../modules/webhooks/index.ts';
import type { HashedTexts, SealedValues } from '../../platform/secrets.ts';

/**
 * What is stored for longer than an hour or so and depends on the master secret. Links to new passwords, codes of devices, archives
 * and attempts to sign in are not listed: they expire sooner than anybody replaces a secret twice.
 */
export const hashedTexts: readonly HashedTexts[] = [
  hashedKeys,
  hashedSessions,
  hashedGrants,
  hashedInvites,
  hashedRecoveryCodes,
];

export const sealedValues: readonly SealedValues[] = [
  sealedWebhookSecrets,
  sealedTotp,
  sealedRefreshTokens,
  sealedIdTokens,
  sealedSettings,
];
