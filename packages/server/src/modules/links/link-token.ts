import type { Random } from '@drive/base';
import type { FeatureLimiter } from '../../platform/limits/index.ts';

/** 132 bits, which cannot be guessed. */
const TOKEN_CHARACTERS = 22;

/** Never begins with a dash, which command lines take for a flag. */
export const createLinkToken = (random: Random): string => random.token(TOKEN_CHARACTERS).replace(/^-/, '_');

/** Runs `find`, and counts a guess if it throws: `too_many_requests` after 40 wrong tokens a minute from one network. */
export async function limitGuesses<T>(
  featureLimiter: FeatureLimiter,
  clientNetwork: string,
  find: () => Promise<T>,
): Promise<T> {
  await featureLimiter.consume('shareResolve', clientNetwork);
  const found = await find();
  await featureLimiter.refund('shareResolve', clientNetwork);
  return found;
}
