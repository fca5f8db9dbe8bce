/** Marks that change the text direction. */
const turns = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g;

/** Removes marks that change the text direction, with which `photo[RLO]gpj.exe` would look like an image. */
export const withoutTurns = (text: string): string => text.replace(turns, '');

/** Shows these marks as escape sequences: JSON stays the same document. */
export const escapeTurns = (text: string): string =>
  text.replace(turns, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The text as one line: without control characters, line breaks and marks that change the text direction. */
export const cleanLine = (text: string): string =>
  // eslint-disable-next-line no-control-regex -- control characters are exactly what is replaced
  withoutTurns(text)
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .trim();
