/** Light and dark value of each color. Text has a contrast of at least 4.5 on `page` and `card`, edges of controls of at least 3. */
export const colors = {
  page: ['#f6f5f1', '#131514'],
  card: ['#fff', '#1b1e1d'],
  raised: ['#fff', '#252928'],
  text: ['#1c201f', '#e9ebe9'],
  muted: ['#575d59', '#a6aeaa'],
  line: ['#e5e3dc', '#2e3332'],
  edge: ['#80847c', '#727c78'],
  accent: ['#0b6664', '#74d0c6'],
  'accent-text': ['#fff', '#062e2b'],
  'accent-strong': ['#084d4b', '#a2e2da'],
  'accent-page': ['#e2f1ee', '#193431'],
  bad: ['#b3261e', '#ff9c93'],
  'bad-page': ['#fdf0ef', '#35201f'],
  good: ['#14632f', '#84d7a0'],
  'good-page': ['#edf7f0', '#182c20'],
} as const satisfies Record<string, readonly [light: string, dark: string]>;

/**
 * Light and dark color of each kind of file, of at least 4.5 on `card` and on its own tint. Folders have the accent, and files of
 * no known kind the color of muted text.
 */
export const kindColors = {
  image: ['#7446b3', '#c3a4f4'],
  video: ['#b02a63', '#f598bd'],
  audio: ['#8a5a00', '#e6b95f'],
  pdf: ['#b83225', '#ff9d90'],
  sheet: ['#1c6b35', '#83d49d'],
  code: ['#1f5fae', '#8fbff5'],
  text: ['#4a5a78', '#aebcd6'],
  archive: ['#77552f', '#d8b489'],
} as const satisfies Record<string, readonly [light: string, dark: string]>;

/** How much of the color of a kind is mixed into `card` behind its icon. */
export const kindTint = 0.1;
