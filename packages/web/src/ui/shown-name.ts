import { withoutTurns } from '@drive/contract/text-direction';

/**
 * A name as it is shown. Marks that change the direction of text are left out: with them `evil[RLO]gpj.exe` looks like
 * an image. A name that has nothing to see is shown as the numbers of its characters. Each name that anybody may have
 * chosen passes through here, or through the texts (`useMessages`) that contain it.
 */
export function shownName(name: string): string {
  const shown = withoutTurns(name);
  if (/[^\p{Default_Ignorable_Code_Point}\p{Z}\u2800]/u.test(shown)) return shown;
  return [...name]
    .map((character) => `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`)
    .join(' ');
}
