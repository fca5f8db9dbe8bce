import { limits } from '@drive/contract';
import { requestOfPage } from '@drive/http-api';
import { de, type PluralForms } from './languages/de.ts';

/** A text of the pages and emails, which are written in English; the file of another language has a translation for each text. */
export type Text = keyof typeof de.texts;
/** A text of the client scripts. */
export type ScriptText = keyof typeof de.scripts;

export interface Language {
  readonly texts: Readonly<Record<Text, string | PluralForms>>;
  readonly scripts: Readonly<Record<ScriptText, string>>;
  /** Messages of errors that pages show. A message without a translation is shown in English. */
  readonly messages: Readonly<Record<string, string>>;
}

/** Add an entry to add a language. */
const languages: Readonly<Record<string, Language>> = { de };
const english = 'en';

/** The web app writes the language that the user has chosen to this cookie: to the first one at https. */
const cookies = [/(?:^|;\s*)__Secure-drive-language=([a-z]{2,3})\b/, /(?:^|;\s*)drive-language=([a-z]{2,3})\b/];

const isKnown = (code: string | undefined): boolean =>
  code === english || (code !== undefined && Object.hasOwn(languages, code));

let given: string | undefined;

/**
 * Renders texts that no request asks for, such as an email. `tag` is what its reader chose, such as `de-AT`; null, and a language
 * without texts, mean English.
 */
export function inLanguage<T>(tag: string | null, render: (language: string) => T): T {
  const outer = given;
  const code = tag?.split('-', 1)[0]?.toLowerCase();
  given = code !== undefined && isKnown(code) ? code : english;
  try {
    return render(given);
  } finally {
    given = outer;
  }
}

/** The language of the page that is rendered: the chosen one, or the first of the browser that the pages have. */
export function pageLanguage(): string {
  if (given !== undefined) return given;
  const request = requestOfPage();
  if (request === undefined) return english;
  const chosen = cookies.map((cookie) => cookie.exec(request.headers.cookie ?? '')?.[1]).find(Boolean);
  // A longer header is read as far as that: the page of an error has a language, too.
  const header = request.headers['accept-language']?.slice(0, limits.parsedHeaderBytes) ?? '';
  const accepted = header.toLowerCase().split(',');
  const wanted = [chosen, ...accepted.map((range) => range.split(/[;-]/, 1)[0]?.trim())];
  return wanted.find(isKnown) ?? english;
}

const currentLanguage = (): Language | undefined => languages[pageLanguage()];

type Values = Readonly<Record<string, string | number>>;

/** The text in the language of the page; `{name}` stands for a value. */
export function t(text: Text, values: Values = {}): string {
  const found = currentLanguage()?.texts[text] ?? text;
  return insert(typeof found === 'string' ? found : found.other, values);
}

/** The text for a number, which `#` stands for. */
export function plural(count: number, one: Text, other: Text): string {
  const language = currentLanguage();
  const forms = language?.texts[other] ?? other;
  const form =
    typeof forms === 'string'
      ? count === 1
        ? (language?.texts[one] ?? one)
        : forms
      : (forms[new Intl.PluralRules(pageLanguage()).select(count)] ?? forms.other);
  return (typeof form === 'string' ? form : form.other).replaceAll('#', formatNumber(count));
}

const insert = (text: string, values: Values): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return typeof value === 'number' ? formatNumber(value) : (value ?? whole);
  });

/** The message of an error in the language of the page. Messages with numbers have `{n}` for each of them. */
export function translateMessage(message: string): string {
  const { messages } = currentLanguage() ?? {};
  const numbers = message.match(/\d+/g) ?? [];
  const found = messages?.[message.replaceAll(/\d+/g, '{n}')];
  return found === undefined ? message : found.replaceAll('{n}', () => numbers.shift() ?? '');
}

/** For an attribute of a form: the texts of its client script as JSON; undefined in English, in which scripts are written. */
export function scriptTexts(): string | undefined {
  const language = currentLanguage();
  return language && JSON.stringify(language.scripts);
}

/** English dates are written as in Europe: `1 Dec 2026`. */
const localeOf = (language: string): string => (language === english ? 'en-GB' : language);

interface Formats {
  readonly number: Intl.NumberFormat;
  readonly separator: string;
  readonly moment: Intl.DateTimeFormat;
}

const formats = new Map<string, Formats>();

function currentFormats(): Formats {
  const language = pageLanguage();
  const known = formats.get(language);
  if (known !== undefined) return known;
  const locale = localeOf(language);
  const number = new Intl.NumberFormat(locale);
  const created = {
    number,
    separator: number.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.',
    moment: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
  };
  formats.set(language, created);
  return created;
}

/** `1,234` */
export const formatNumber = (value: number): string => currentFormats().number.format(value);
/** `1234.5`, with the decimal separator of the language. */
export const formatDecimal = (value: number, digits: number): string =>
  value.toFixed(digits).replace('.', currentFormats().separator);
/** `1 Dec 2026, 09:30`, in UTC. */
export const formatMoment = (at: number): string => currentFormats().moment.format(at);
