// Generated from the names in languages/ by `pnpm run generate`.
import { en } from './catalogs/en.gen.ts';
import { de } from './catalogs/de.gen.ts';

export const catalogs = {
  "en": en,
  "de": de,
};
