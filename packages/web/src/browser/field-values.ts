const MiB = 1024 ** 2;
const GiB = 1024 ** 3;

/** A number that may be missing. */
export const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text.replace(',', '.')));

/** Bytes of a number of MiB that may be missing. */
export function bytesOf(mebibytes: string): number | null {
  const count = numberOf(mebibytes);
  return count === null ? null : Math.round(count * MiB);
}

export const mebibytesOf = (bytes: number | null | undefined): string => (bytes == null ? '' : String(bytes / MiB));

/** Bytes of a number of GiB; null: of nothing. */
export const quotaBytesOf = (gibibytes: string): number | null => {
  const count = numberOf(gibibytes);
  return count === null ? null : Math.round(count * GiB);
};

export const gibibytesOf = (bytes: number | null): string => (bytes === null ? '' : String(bytes / GiB));

/** Words that are separated by commas, semicolons or spaces; null: there are none. */
export function wordsOf(text: string): string[] | null {
  const words = text.split(/[\s,;]+/).filter((each) => each !== '');
  return words.length === 0 ? null : words;
}

/** Leaves out the fields that are null, which a creation refuses or takes as missing. */
export const withoutNulls = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as {
    [Name in keyof Fields as null extends Fields[Name] ? never : Name]: Fields[Name];
  } & { [Name in keyof Fields as null extends Fields[Name] ? Name : never]?: NonNullable<Fields[Name]> };
