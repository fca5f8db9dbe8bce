/**
 * A file's name as a stranger may read it: without the marks that turn the direction of text, with which
 * `photo[RLO]gpj.exe` would pass for an image.
 */
export const displayedName = (name: string): string =>
  name.replace(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g, '');
