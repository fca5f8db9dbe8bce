import type { DriveClient, SlugAvailability } from '@drive/sdk';
import { isDriveErrorOf } from '../connection/describe-failure.ts';
import { CliError } from '../shell/cli-error.ts';

const FORM = 'use 3 to 30 lowercase letters, digits and single hyphens between them';

/** Why a slug cannot be used, after "it". */
export const SLUG_REASONS: Readonly<Record<NonNullable<SlugAvailability['reason']>, string>> = {
  taken: 'is taken',
  invalid: `is not valid: ${FORM}`,
  reserved: 'is reserved by the server',
  profane: 'contains a profane word',
};

/** Refuses what cannot be a slug on any server, before the first request. */
export function parseSlug(text: string): string {
  if (/^(?=.{3,30}$)[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)) return text;
  throw new CliError('usage', `${FORM[0]?.toUpperCase()}${FORM.slice(1)}.`);
}

/** Throws with the reason and the consequence if no new share can have the slug. */
export async function requireSlug(
  client: DriveClient,
  slug: string,
  {
    consequence,
    signal,
    mayBeTaken = false,
  }: {
    readonly consequence: string;
    readonly signal: AbortSignal;
    /** Accepts a slug that a share has, perhaps the one that is changed. */
    readonly mayBeTaken?: boolean;
  },
): Promise<void> {
  const { reason } = await client.shares.slugAvailable(slug, { signal });
  if (reason !== null && !(mayBeTaken && reason === 'taken')) throw refused(slug, reason, consequence);
}

const refused = (
  slug: string,
  reason: NonNullable<SlugAvailability['reason']>,
  consequence: string,
  cause?: unknown,
): CliError =>
  new CliError(
    reason === 'invalid' ? 'usage' : 'conflict',
    `the slug ${slug} ${SLUG_REASONS[reason]}; ${consequence}`,
    {
      cause,
    },
  );

/** An error of a call that set a slug: another share may have got it since the check. */
export function explainSlug(error: unknown, slug: string | undefined, consequence: string): unknown {
  if (slug === undefined || !isDriveErrorOf(error, 'vanity_slug_taken')) return error;
  return refused(slug, 'taken', consequence, error);
}
