import type { ContentKind } from '@drive/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Dialect } from '../../../platform/db/index.ts';
import { archiveSuffixes, kindByExtension, kindByType, textSuffixes, tops } from './content-kind.ts';

/** The kind of a row of `items as i`, as `contentKindOf` gives it. */
export function contentKindSql(dialect: Dialect): RawBuilder<ContentKind> {
  const position = sql.raw(dialect === 'sqlite' ? 'instr' : 'strpos');
  // With a semicolon at the end there is always one.
  const type = sql`lower(trim(substr(i.mime_type, 1, ${position}(i.mime_type || ';', ';') - 1)))`;
  const stem = sql`rtrim(i.name_key, 'abcdefghijklmnopqrstuvwxyz0123456789')`;
  const isEndingWith = (endings: readonly string[]): RawBuilder<boolean> =>
    sql`(${sql.join(
      endings.map((ending) => sql`${type} like ${sql.lit(`%${ending}`)}`),
      sql` or `,
    )})`;
  const kinds = (text: RawBuilder<unknown>, byText: ReadonlyMap<string, ContentKind>): RawBuilder<unknown> =>
    sql.join(
      Array.from(
        Map.groupBy(byText.keys(), (each) => byText.get(each) ?? 'other'),
        ([kind, texts]) => sql`when ${text} in (${sql.join(texts.map((each) => sql.lit(each)))}) then ${sql.lit(kind)}`,
      ),
      sql` `,
    );
  return sql<ContentKind>`case when i.is_folder = 1 then 'folder'
    ${sql.join(
      tops.map((top) => sql`when ${type} like ${sql.lit(`${top}/%`)} then ${sql.lit(top)}`),
      sql` `,
    )}
    ${kinds(type, kindByType)}
    ${kinds(sql`(case when ${stem} like '_%.' then substr(i.name_key, length(${stem}) + 1) end)`, kindByExtension)}
    when ${isEndingWith(textSuffixes)} then 'text' when ${isEndingWith(archiveSuffixes)} then 'archive'
    else 'other' end`;
}
