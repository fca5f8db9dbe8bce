import { getContrast, mix, toHex } from 'color2k';

/** Light and dark value of each token. Text has a contrast of at least 4.5 on `page` and `card`, edges of controls of at least 3. */
const colors = {
  page: ['#f4f5f7', '#121519'],
  card: ['#fff', '#1b1f25'],
  raised: ['#fff', '#242a32'],
  text: ['#1a1e24', '#e9ebee'],
  muted: ['#545d68', '#a5aeb9'],
  line: ['#dfe3e8', '#2d333b'],
  edge: ['#7d8792', '#717c89'],
  accent: ['#0a5bb0', '#84bcff'],
  'accent-text': ['#fff', '#06213f'],
  'accent-strong': ['#084a90', '#a9d0ff'],
  'accent-page': ['#e6f0fb', '#1c2f45'],
  bad: ['#b3261e', '#ff9c93'],
  'bad-page': ['#fdf0ef', '#35201f'],
  good: ['#14632f', '#84d7a0'],
  'good-page': ['#edf7f0', '#182c20'],
} as const satisfies Record<string, readonly [light: string, dark: string]>;

const shadows = {
  shadow: ['0 1px 2px rgb(20 30 45/.06),0 8px 24px rgb(20 30 45/.07)', 'none'],
} as const;

type Token = keyof typeof colors;

const declarations = (scheme: 0 | 1): string =>
  Object.entries({ ...colors, ...shadows })
    .map(([name, values]) => `--${name}:${values[scheme]};`)
    .join('');

/**
 * A style sheet that defines each token on `:root`. The browser's setting selects the scheme, unless `data-theme` of the
 * root element is `light` or `dark`.
 */
export const designTokens = [
  `:root{color-scheme:light dark;${declarations(0)}}`,
  `@media(prefers-color-scheme:dark){:root:not([data-theme=light]){${declarations(1)}}}`,
].join('\n');

/** Rules for pages on which users can choose the scheme. Append them to `designTokens`. */
export const themeChoice = [
  ':root[data-theme=light]{color-scheme:light}',
  `:root[data-theme=dark]{color-scheme:dark;${declarations(1)}}`,
].join('\n');

/** The accent of the light scheme. */
export const productAccent = colors.accent[0];

/** Least contrast of text. */
const leastContrast = 4.5;

/**
 * The tokens of an accent color, `#rrggbb`, for one scheme. Where the color would be hard to read, a darker (light
 * scheme) or lighter (dark scheme) shade takes its place.
 */
export function accentShades(accent: string, scheme: 0 | 1 = 0) {
  const [page, card] = [colors.page[scheme], colors.card[scheme]];
  const far = scheme === 0 ? '#000' : '#fff';
  const shadesOf = (shade: string) => ({
    accent: shade,
    'accent-text': getContrast('#fff', shade) >= leastContrast ? '#fff' : '#000',
    'accent-strong': toHex(mix(shade, far, 0.25)),
    'accent-page': toHex(mix(card, shade, 0.12)),
  });
  let shades = shadesOf(toHex(accent));
  const isReadable = (): boolean =>
    [page, card, shades['accent-page'], shades['accent-text']].every(
      (other) => getContrast(shades.accent, other) >= leastContrast,
    );
  for (let step = 1; step <= 20 && !isReadable(); step += 1) shades = shadesOf(toHex(mix(accent, far, step / 20)));
  return shades satisfies Partial<Record<Token, string>>;
}

/** A style sheet that replaces the accent by another color. Append it to `designTokens`, or load it later. */
export function accentTokens(accent: string): string {
  const [light, dark] = ([0, 1] as const).map((scheme) =>
    Object.entries(accentShades(accent, scheme))
      .map(([name, value]) => `--${name}:${value};`)
      .join(''),
  );
  return [
    `:root{${light}}`,
    `@media(prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}`,
    `:root[data-theme=light]{${light}}`,
    `:root[data-theme=dark]{${dark}}`,
  ].join('\n');
}
