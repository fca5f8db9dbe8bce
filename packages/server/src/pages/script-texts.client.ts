// Texts of client scripts in the language of the page, which has them in an attribute of its form.

import { formatMessage, type Message } from '../../../internal/texts/src/format.ts';
import type { ScriptArguments } from '../../../internal/texts/src/texts.gen.ts';

const form = document.querySelector<HTMLElement>('[data-texts]');
const texts = JSON.parse(form?.dataset['texts'] ?? '{}') as Partial<Record<keyof ScriptArguments, Message>>;

type Values<Key extends keyof ScriptArguments> = ScriptArguments[Key] extends undefined
  ? []
  : [values: ScriptArguments[Key]];

/** The text with its values. It is found by the English text. */
export function text<Key extends keyof ScriptArguments>(english: Key, ...[values]: Values<Key>): string {
  return formatMessage(texts[english] ?? english, values ?? {}, document.documentElement.lang);
}
