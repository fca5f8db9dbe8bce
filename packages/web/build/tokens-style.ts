import type { Plugin } from 'vite';
import { designTokens, themeChoice } from '../../internal/design-tokens/src/index.ts';

const id = 'virtual:design-tokens.css';

/** Provides the design tokens as the style sheet `virtual:design-tokens.css`. */
export function tokensStyle(): Plugin {
  return {
    name: 'design-tokens',
    resolveId: (wanted) => (wanted === id ? `\0${id}` : undefined),
    load: (wanted) => (wanted === `\0${id}` ? `${designTokens}\n${themeChoice}` : undefined),
  };
}
