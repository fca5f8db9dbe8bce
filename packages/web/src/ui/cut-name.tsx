import { shownName } from './shown-name.ts';

/** Shorter names fit everywhere. */
export const longName = 20;
/** Characters before the extension that stay with it. */
const keptCharacters = 3;
const longestExtension = 8;

/** Cuts a long name of a file so that its end stays in view: `a very long na… end.txt`. */
function cutInMiddle(name: string): readonly [string, string] | undefined {
  const dot = name.lastIndexOf('.');
  if (name.length <= longName || dot <= 0 || name.length - dot - 1 > longestExtension) return undefined;
  const characters = [...name];
  const end = Array.from(name.slice(dot)).length + keptCharacters;
  return [characters.slice(0, -end).join(''), characters.slice(-end).join('')];
}

interface CutNameProps {
  readonly name: string;
  /** Whether the element around it says the name to screen readers, which would read the two parts as two words. */
  readonly isLabelled?: boolean;
}

/** A name on one line. If it is too long for its place, the middle is left out, and not the extension. */
export function CutName({ name: stored, isLabelled = false }: CutNameProps) {
  const name = shownName(stored);
  const parts = cutInMiddle(name);
  if (parts === undefined) return name;
  return (
    <>
      {!isLabelled && <span className="sr-only">{name}</span>}
      <span aria-hidden className="flex min-w-0">
        <span className="truncate whitespace-pre">{parts[0]}</span>
        <span className="shrink-0 whitespace-pre">{parts[1]}</span>
      </span>
    </>
  );
}
