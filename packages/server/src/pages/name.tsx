/** A word that may not fit into the line of a phone. */
const longWord = /\S{19,}/gu;
/** Between two words that are written as one. */
const breaks = /(?<=[_-])(?=[^_.-])|(?<=[^.])(?=\.)/gu;
const mostBreaks = 6;

/** Breaks where a reader would break it, before it breaks anywhere. */
export function Name({ name }: { name: string }) {
  let left = mostBreaks;
  const broken = name.replace(longWord, (word) => word.replace(breaks, () => (left-- > 0 ? '\0' : '')));
  return broken.split('\0').map((part, index) => (
    <>
      {index > 0 && <wbr />}
      {part}
    </>
  ));
}
