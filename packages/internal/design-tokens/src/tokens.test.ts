import { getContrast, mix, toHex } from 'color2k';
import { expect, test } from 'vitest';
import { colors, fonts, kindColors, kindTint } from './index.ts';

const surfaces = ['page', 'card', 'raised'] as const;

test.each([
  ['light', 0],
  ['dark', 1],
] as const)('text, controls and kinds of files can be told from what is behind them in the %s scheme', (_, scheme) => {
  const color = (name: keyof typeof colors): string => colors[name][scheme];
  const expectContrast = (front: string, back: string, least: number): void =>
    expect(getContrast(front, back), `${front} on ${back}`).toBeGreaterThanOrEqual(least);
  for (const surface of surfaces) {
    for (const text of ['text', 'muted', 'accent', 'accent-strong', 'bad', 'good'] as const)
      expectContrast(color(text), color(surface), 4.5);
    expectContrast(color('edge'), color(surface), 3);
  }
  for (const name of ['accent', 'bad', 'good'] as const) expectContrast(color(name), color(`${name}-page`), 4.5);
  expectContrast(color('muted'), color('accent-page'), 4.5);
  expectContrast(color('accent-text'), color('accent'), 4.5);
  expectContrast(color('accent-text'), color('accent-strong'), 4.5);
  for (const kind of Object.values(kindColors)) {
    expectContrast(kind[scheme], color('card'), 4.5);
    expectContrast(kind[scheme], color('accent-page'), 3);
    expectContrast(kind[scheme], toHex(mix(color('card'), kind[scheme], kindTint)), 4.5);
  }
});

test('no stack of fonts can end at a serif', () => {
  for (const [name, generic] of [
    ['sans', 'sans-serif'],
    ['mono', 'monospace'],
  ] as const) {
    const families = fonts[name].split(',');
    expect(families.at(-1)).toBe(generic);
    expect(families.filter((family) => /^(?:system-ui|ui-)/.test(family))).toEqual([]);
  }
});
