import { limits, type SlugAvailability } from '@drive/contract';
import type { Reader } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/errors.ts';
import { findShortLink } from './store.ts';

type Refusal = 'invalid' | 'reserved' | 'profane';

const form = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Words that people would take for the server's own, or for somebody who speaks in its name. */
const reserved: ReadonlySet<string> = new Set(
  `about abuse access account accounts activate admin administrator ads api app apps archive assets auth authorize billing
  blog bot captcha cdn changelog collect config contact content copyright dashboard delete demo dev dmca docs download
  downloads drive email error example faq favicon feed file files folder folders forgot forum graphql guest health
  healthz help home host hostmaster http https icon image images imprint info invite invites jobs legal license link
  links list live localhost login logout mail mailer manage manifest me media metrics mod moderator msg my new news noc
  null oauth official open order owner page pages password paste pastes pay payment ping policy portal postmaster press
  preview pricing privacy private proof proxy public readyz redirect register report reset robots root rss sales search
  secure security sentry server service services session sessions settings setup share shared shares shop signin signout
  signup sign-in sign-out sign-up sitemap smtp ssl staff static stats status store subscribe support sys system team
  terms test token tos trash undefined update upload uploads url user username users vanity verify void web webhook
  webhooks webmaster well-known wiki www xml you`.split(/\s+/),
);

/** The library is large, and few ever ask. */
let isProfane: Promise<(text: string) => boolean> | undefined;

const loadProfanity = async (): Promise<(text: string) => boolean> => {
  const { RegExpMatcher, englishDataset, englishRecommendedTransformers } = await import('obscenity');
  const matcher = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers });
  return (text) => matcher.hasMatch(text);
};

async function refusalOf(slug: string): Promise<Refusal | undefined> {
  if (slug.length < limits.slugMinCharacters || slug.length > limits.slugMaxCharacters || !form.test(slug))
    return 'invalid';
  const joined = slug.replaceAll('-', '');
  if (reserved.has(slug) || reserved.has(joined)) return 'reserved';
  isProfane ??= loadProfanity();
  const profane = await isProfane;
  // As it stands, as words, and as it reads with the hyphens taken out; but numbers are numbers, whatever 455 looks like.
  const words = slug.split('-').filter((word) => !/^\d{2,}$/.test(word));
  return ['-', ' ', ''].some((between) => profane(words.join(between))) ? 'profane' : undefined;
}

const messages: Record<Refusal, string> = {
  invalid: `has ${limits.slugMinCharacters} to ${limits.slugMaxCharacters} lowercase letters, digits and single hyphens between them`,
  reserved: 'is reserved; choose another',
  profane: 'is not accepted; choose another',
};

/** The slug, or `validation_failed` with the reason. */
export async function requireSlug(slug: string): Promise<string> {
  const refusal = await refusalOf(slug);
  if (refusal === undefined) return slug;
  throw new DomainError('validation_failed', `slug ${messages[refusal]}.`, {
    issues: [{ field: 'slug', message: messages[refusal], code: refusal }],
  });
}

export async function checkSlug(reader: Reader, slug: string): Promise<SlugAvailability> {
  const refusal = await refusalOf(slug);
  if (refusal !== undefined) return { slug, available: false, reason: refusal };
  const taken = (await findShortLink(reader, slug)) !== undefined;
  return { slug, available: !taken, reason: taken ? 'taken' : null };
}
