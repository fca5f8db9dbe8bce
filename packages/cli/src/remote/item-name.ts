const MOST_CHARACTERS = 255;

/** Names of nearly all files: the server stores them as they are. */
const PLAIN = /^[!-.0-[\]-~](?:[ -.0-[\]-~]{0,253}[!-.0-[\]-~])?$/;

/** The name as the server stores it: without control characters, in NFC, without blanks around it. */
export const cleanItemName = (name: string): string =>
  PLAIN.test(name)
    ? name
    : name
        .replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '')
        .normalize('NFC')
        .trim();

/** The reason why the server would refuse a normalized name; undefined if it would not. */
export function findNameProblem(name: string): string | undefined {
  if (PLAIN.test(name) && name !== '.' && name !== '..') return undefined;
  if (!name.isWellFormed() || name.includes('\ufffd')) return 'is not valid Unicode';
  if (name === '' || name === '.' || name === '..') return 'is not a name';
  if (/[/\\]/.test(name)) return 'contains a slash or backslash';
  return [...name].length > MOST_CHARACTERS ? `has more than ${MOST_CHARACTERS} characters` : undefined;
}

/** A path for a message, quoted if blanks at the end of a name or control characters could not be seen otherwise. */
const quotePath = (path: string): string => (/(?:^|\/)\s|\s(?:\/|$)|\p{Cc}/u.test(path) ? JSON.stringify(path) : path);

/** Why two local paths cannot both be stored. */
export const sameName = (one: string, other: string): string =>
  one.normalize('NFC') === other.normalize('NFC')
    ? `${quotePath(one)} exists twice, composed and decomposed, which is one name on the server`
    : `${quotePath(one)} and ${quotePath(other)} have the same name on the server`;
