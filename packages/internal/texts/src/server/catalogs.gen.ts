// Generated from the names in languages/ by `pnpm run generate`.
import { en } from './catalogs/en.gen.ts';
import { de } from './catalogs/de.gen.ts';
import { es } from './catalogs/es.gen.ts';
import { fr } from './catalogs/fr.gen.ts';
import { it } from './catalogs/it.gen.ts';
import { ja } from './catalogs/ja.gen.ts';
import { nl } from './catalogs/nl.gen.ts';
import { pl } from './catalogs/pl.gen.ts';
import { ptBR } from './catalogs/pt-br.gen.ts';
import { zhCN } from './catalogs/zh-cn.gen.ts';

export const catalogs = {
  "en": en,
  "de": de,
  "es": es,
  "fr": fr,
  "it": it,
  "ja": ja,
  "nl": nl,
  "pl": pl,
  "pt-BR": ptBR,
  "zh-CN": zhCN,
};
