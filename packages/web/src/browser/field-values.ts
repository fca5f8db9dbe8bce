const MiB = 1024 ** 2;

/** A number that may be missing. */
export const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text.replace(',', '.')));

/** Bytes of a number of MiB that may be missing. */
export function bytesOf(mebibytes: string): number | null {
  const count = numberOf(mebibytes);
  return count === null ? null : Math.round(count * MiB);
}

export const mebibytesOf = (bytes: number | null | undefined): string => (bytes == null ? '' : String(bytes / MiB));

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
