import { limits } from '@drive/contract';
import { DomainError } from '../../platform/errors.ts';

type SlugProblem = 'invalid' | 'reserved' | 'profane';

const form = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Words that resemble a page of the server or its operator. */
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

/** Loaded on first use: the library is large. */
let isProfane: Promise<(text: string) => boolean> | undefined;

const loadProfanity = async (): Promise<(text: string) => boolean> => {
  const { RegExpMatcher, englishDataset, englishRecommendedTransformers } = await import('obscenity');
  const matcher = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers });
  return (text) => matcher.hasMatch(text);
};

export async function findSlugProblem(slug: string): Promise<SlugProblem | undefined> {
  if (slug.length < limits.slugMinCharacters || slug.length > limits.slugMaxCharacters || !form.test(slug))
    return 'invalid';
  const joined = slug.replaceAll('-', '');
  if (reserved.has(slug) || reserved.has(joined)) return 'reserved';
  isProfane ??= loadProfanity();
  const profane = await isProfane;
  // Checked as written, as separate words and without hyphens. Numbers are left out: the matcher reads 455 as letters.
  const words = slug.split('-').filter((word) => !/^\d{2,}$/.test(word));
  return ['-', ' ', ''].some((between) => profane(words.join(between))) ? 'profane' : undefined;
}

const messages: Record<SlugProblem, string> = {
  invalid: `must have ${limits.slugMinCharacters} to ${limits.slugMaxCharacters} lowercase letters, digits and single hyphens between them`,
  reserved: 'is reserved; choose another',
  profane: 'is not accepted; choose another',
};

/** Returns the slug, or throws `validation_failed` with the reason. */
export async function requireSlug(slug: string): Promise<string> {
  const problem = await findSlugProblem(slug);
  if (problem === undefined) return slug;
  throw new DomainError('validation_failed', `slug ${messages[problem]}.`, {
    issues: [{ field: 'slug', message: messages[problem], code: problem }],
  });
}
