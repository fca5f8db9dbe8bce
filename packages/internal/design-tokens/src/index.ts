import { getContrast, mix, toHex } from 'color2k';
import { colors, kindColors, kindTint } from './colors.ts';
import { elevation, fonts, motion, typeScale } from './scales.ts';

export { colors, kindColors, kindTint } from './colors.ts';
export { shownKind } from './kinds.ts';
export { elevation, fonts, motion, radius, space, typeScale } from './scales.ts';

type Token = keyof typeof colors;

type Scheme = 0 | 1;
type Pairs = Readonly<Record<string, readonly [light: string, dark: string]>>;

const declare = (prefix: string, pairs: Pairs, scheme: Scheme): string =>
  Object.entries(pairs)
    .map(([name, values]) => `--${prefix}${name}:${values[scheme]};`)
    .join('');

/** The tokens of pages of the server: each byte of them is in every page. */
const pageTokens = (scheme: Scheme): string => declare('', { ...colors, shadow: elevation.rest }, scheme);

/** The tokens of the web app alone. */
const moreTokens = (scheme: Scheme): string =>
  declare('kind-', kindColors, scheme) + declare('shadow-', { float: elevation.float, modal: elevation.modal }, scheme);

const systemSchemes = (tokens: (scheme: Scheme) => string): string =>
  [`:root{${tokens(0)}}`, `@media(prefers-color-scheme:dark){:root:not([data-theme=light]){${tokens(1)}}}`].join('\n');

/**
 * A style sheet that defines each color on `:root`. The browser's setting selects the scheme, unless `data-theme` of the
 * root element is `light` or `dark`.
 */
export const designTokens = `:root{color-scheme:light dark}\n${systemSchemes(pageTokens)}`;

/**
 * Adds the colors of kinds, shadows, sizes of text and times, and rules for pages on which users can choose the scheme.
 * Append it to `designTokens`.
 */
export const appTokens = [
  systemSchemes(moreTokens),
  `:root{${Object.entries(typeScale)
    .map(([name, [size, height]]) => `--size-${name}:${size};--height-${name}:${height};`)
    .join(
      '',
    )}--sans:${fonts.sans};--kind-tint:${kindTint * 100}%;--quick:${motion.quick};--move:${motion.move};--curve:${motion.curve}}`,
  '@media(prefers-reduced-motion:reduce){:root{--quick:0s;--move:0s}}',
  ':root[data-theme=light]{color-scheme:light}',
  `:root[data-theme=dark]{color-scheme:dark;${pageTokens(1)}${moreTokens(1)}}`,
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
