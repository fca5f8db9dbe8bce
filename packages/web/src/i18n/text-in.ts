/** The text for a key that may be any string; undefined if there is none. */
export const textIn = (texts: Readonly<Record<string, string>>, key: string): string | undefined => texts[key];
