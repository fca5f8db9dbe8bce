/**
 * A text that `compileMessage` has made of an ICU message: the text itself if it takes no values, else its parts. A part
 * is a piece of text, the name of a value, or that with a text for each plural category or for each value.
 */
export type Message = string | readonly Part[];
export type Part = string | readonly [name: string, options?: Readonly<Record<string, Message>>];

export type Values = Readonly<Record<string, string | number>>;

interface Numbers {
  readonly format: Intl.NumberFormat;
  readonly rules: Intl.PluralRules;
}

const numbersOf = new Map<string, Numbers>();

function numbers(language: string): Numbers {
  const known = numbersOf.get(language);
  if (known !== undefined) return known;
  const created = { format: new Intl.NumberFormat(language), rules: new Intl.PluralRules(language) };
  numbersOf.set(language, created);
  return created;
}

const same = (text: string): string => text;

/** The text with its values. Numbers are written as in the language; `clean` changes the other values. */
export function formatMessage(message: Message, values: Values, language: string, clean = same): string {
  if (typeof message === 'string') return message;
  let text = '';
  for (const part of message) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    const [name, options] = part;
    const value = values[name] ?? '';
    const isNumber = typeof value === 'number';
    if (options === undefined) {
      text += isNumber ? numbers(language).format.format(value) : clean(value);
      continue;
    }
    const chosen = options[`=${value}`] ?? options[isNumber ? numbers(language).rules.select(value) : value];
    text += formatMessage(chosen ?? options['other'] ?? '', values, language, clean);
  }
  return text;
}

/** Compiled texts, nested as in the file of the language. */
export interface Section {
  readonly [key: string]: Message | Section;
}

const isMessage = (value: Message | Section): value is Message => typeof value === 'string' || Array.isArray(value);

/** A text, a text with values, or more of them by name. */
export interface Texts {
  readonly [key: string]: string | ((values: Values) => string) | Texts;
}

/** The texts of a section: a string for each text without values, and a function of the values for each other. */
export function textsOf(section: Section, language: string, clean?: (value: string) => string): Texts {
  const texts: Record<string, Texts[string]> = {};
  for (const [key, value] of Object.entries(section))
    if (typeof value === 'string') texts[key] = value;
    else if (isMessage(value)) texts[key] = (values: Values) => formatMessage(value, values, language, clean);
    else texts[key] = textsOf(value, language, clean);
  return texts;
}
