// Texts of client scripts, which are written in English, in the language of the page.

import type { ScriptText } from '@drive/pages';

const form = document.querySelector<HTMLElement>('[data-texts]');
const translations = JSON.parse(form?.dataset['texts'] ?? '{}') as Partial<Record<ScriptText, string>>;

/** `{name}` in the text stands for a value. */
export function text(english: ScriptText, values: Readonly<Record<string, string | number | undefined>> = {}): string {
  return (translations[english] ?? english).replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    String(values[name] ?? whole),
  );
}
