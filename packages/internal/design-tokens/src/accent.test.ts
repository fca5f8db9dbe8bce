import { getContrast } from 'color2k';
import { describe, expect, test } from 'vitest';
import { accentShades, accentTokens, colors, designTokens } from './index.ts';

const steps = ['00', '33', '66', '99', 'cc', 'ff'];
const accents = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)));

describe('an accent color', () => {
  test.each([
    ['light', 0],
    ['dark', 1],
  ] as const)('can be read in the %s scheme, whatever it is', (_, scheme) => {
    for (const color of accents) {
      const shades = accentShades(color, scheme);
      for (const background of [colors.page[scheme], colors.card[scheme], shades['accent-page'], shades['accent-text']])
        expect(getContrast(shades.accent, background), `${color} on ${background}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('stays as it is if it can be read', () => {
    expect(accentShades('#0a5bb0').accent).toBe('#0a5bb0');
    expect(accentShades('#ffcc00').accent).not.toBe('#ffcc00');
  });

  test('replaces tokens that exist', () => {
    for (const [name] of accentTokens('#ffcc00').matchAll(/--[\w-]+(?=:)/g)) expect(designTokens).toContain(`${name}:`);
  });
});
