import { readTypedLine } from '../src/completion/words.ts';

/** Every call of drive-cli in a line of shell: its arguments, up to the end of the command. */
export function callsIn(line: string): string[][] {
  return [...line.matchAll(/(?:^|[\s("|;])drive-cli(?= |$)/g)].map((match) => {
    const rest = line.slice(match.index + match[0].length);
    const end = endOfCommand(rest);
    return [...readTypedLine(`${rest.slice(0, end)} `).before];
  });
}

function endOfCommand(text: string): number {
  let quote: string | undefined;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === '\\') at++;
    else if (character === quote) quote = undefined;
    else if (quote === undefined && (character === '"' || character === "'")) {
      // The quote that closes "$(drive-cli …)" ends it as well, by the bracket before.
      quote = character;
    } else if (quote === undefined && /[|<>;)&]/.test(character)) return at;
  }
  return text.length;
}
