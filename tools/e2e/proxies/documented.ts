import { readFileSync } from 'node:fs';

const page = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8');

/**
 * The first block of this language in docs/operating.md that contains the words, so that the documented configuration
 * is tested.
 */
export function documented(language: string, words: string): string {
  for (const [, text = ''] of page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g')))
    if (text.includes(words)) return text;
  throw new Error(`docs/operating.md has no ${language} block with ${words}`);
}

/** Replaces a part of a text that must exist. */
export function withInstead(text: string, written: string | RegExp, ours: string): string {
  const changed =
    typeof written === 'string' ? text.replaceAll(written, () => ours) : text.replace(written, () => ours);
  if (changed === text) throw new Error(`there is no ${String(written)} in\n${text}`);
  return changed;
}
