import type { Language } from '../languages.ts';
import type { Catalog } from './catalog.ts';
import { catalogs } from './catalogs.gen.ts';

export { messageOf, type Catalog } from './catalog.ts';

/** The texts of pages and emails in a language. */
export const catalogOf = (language: Language): Catalog => catalogs[language];
