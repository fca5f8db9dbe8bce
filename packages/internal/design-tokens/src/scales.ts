/**
 * The font of each system by its name, and a generic family. Not `system-ui` and `ui-monospace`: where nothing has that name, some
 * builds of Chromium take their standard font, which has serifs.
 */
export const fonts = {
  sans: "-apple-system,'Segoe UI',Roboto,'Noto Sans','Liberation Sans',Arial,sans-serif",
  mono: 'Menlo,Consolas,Roboto Mono,Liberation Mono,monospace',
} as const;

/** Size and height of a line. `body` is for what is read, `small` for facts beside it, `caption` for labels. */
export const typeScale = {
  caption: ['.75rem', '1rem'],
  small: ['.8125rem', '1.125rem'],
  dense: ['.875rem', '1.25rem'],
  body: ['.9375rem', '1.375rem'],
  title: ['1.125rem', '1.5rem'],
  heading: ['1.5rem', '1.875rem'],
} as const satisfies Record<string, readonly [size: string, lineHeight: string]>;

/** Spaces are multiples of it. */
export const space = '.25rem';

/** Corners: marks and thumbnails, controls, cards and menus, dialogs and sheets. */
export const radius = { mark: '.375rem', control: '.5rem', card: '.75rem', sheet: '1rem' } as const;

/** Shadows: what lies on the page, what floats above it for a while, what waits for an answer. Dark pages use edges instead. */
export const elevation = {
  rest: ['0 1px 2px rgb(30 28 20/.05)', 'none'],
  float: [
    '0 0 0 1px rgb(30 28 20/.04),0 8px 24px rgb(30 28 20/.14)',
    '0 0 0 1px rgb(255 255 255/.06),0 8px 24px rgb(0 0 0/.5)',
  ],
  modal: ['0 24px 64px rgb(30 28 20/.24)', '0 0 0 1px rgb(255 255 255/.08),0 24px 64px rgb(0 0 0/.6)'],
} as const satisfies Record<string, readonly [light: string, dark: string]>;

/** How long changes of state and movements take. Both last no time if the user wants little motion. */
export const motion = { quick: '150ms', move: '200ms', curve: 'cubic-bezier(.2,0,0,1)' } as const;
