import { limits } from '@drive/contract';
import { requestOfPage } from '@drive/http-api';
import {
  findLanguage,
  formatMessage,
  languages,
  type Language,
  type MailArguments,
  type PageArguments,
} from '@drive/texts';
import { catalogOf, messageOf } from '@drive/texts/server';

type Arguments = PageArguments & MailArguments;

/** The English text of pages and emails, by which its translations are found. */
type AnyText = keyof Arguments;
/** A text that takes no values. */
export type Text = { [Key in AnyText]: Arguments[Key] extends undefined ? Key : never }[AnyText];

/** The web app writes the language that the user has chosen to this cookie: to the first one at https. */
const cookies = [/(?:^|;\s*)__Secure-drive-language=([\w-]{2,35})/, /(?:^|;\s*)drive-language=([\w-]{2,35})/];

const ofRequests = new WeakMap<object, Language>();
let given: Language | undefined;

/**
 * Renders texts that no request asks for, such as an email. `tag` is what its reader chose, such as `de-AT`; null, and a language
 * without texts, mean English.
 */
export function inLanguage<T>(tag: string | null, render: (language: Language) => T): T {
  const outer = given;
  given = findLanguage(tag === null ? [] : [tag]) ?? 'en';
  try {
    return render(given);
  } finally {
    given = outer;
  }
}

/** The language of the page that is rendered: the chosen one, or the first of the browser that the pages have. */
export function pageLanguage(): Language {
  if (given !== undefined) return given;
  const request = requestOfPage();
  if (request === undefined) return 'en';
  const known = ofRequests.get(request);
  if (known !== undefined) return known;
  const chosen = cookies.flatMap((cookie) => cookie.exec(request.headers.cookie ?? '')?.[1] ?? []);
  // A longer header is read as far as that: the page of an error has a language, too.
  const header = request.headers['accept-language']?.slice(0, limits.parsedHeaderBytes) ?? '';
  const accepted = header.split(',').map((range) => range.split(';', 1)[0]?.trim() ?? '');
  const found = findLanguage([...chosen.slice(0, 1), ...accepted]) ?? 'en';
  ofRequests.set(request, found);
  return found;
}

/** For the root of a page; undefined if its text goes from left to right, as elements do by themselves. */
export const pageDirection = (): 'rtl' | undefined => {
  const direction: string = languages[pageLanguage()].direction;
  return direction === 'rtl' ? direction : undefined;
};

type Values<Key extends AnyText> = Arguments[Key] extends undefined ? [] : [values: Arguments[Key]];

/** The text in the language of the page, with its values. */
export function t<Key extends AnyText>(text: Key, ...[values]: Values<Key>): string {
  const language = pageLanguage();
  return formatMessage(messageOf(catalogOf(language).texts, text) ?? text, values ?? {}, localeOf(language));
}

/** The message of an error in the language of the page. It has `{n}` for its first number, `{n2}` for the second one. */
export function translateMessage(message: string): string {
  const language = pageLanguage();
  if (language === 'en') return message;
  const found = messageOf(catalogOf(language).messages, message.replaceAll(/\d+/g, '{n}'));
  if (found === undefined) return message;
  const numbers = (message.match(/\d+/g) ?? []).map((digits, index) => [
    index === 0 ? 'n' : `n${index + 1}`,
    Number(digits),
  ]);
  return formatMessage(found, Object.fromEntries(numbers) as Readonly<Record<string, number>>, language);
}

/** For an attribute of a form: the texts of its client script as JSON. */
export const scriptTexts = (): string => JSON.stringify(catalogOf(pageLanguage()).scripts);

/** English dates are written as in Europe: `1 Dec 2026`. */
const localeOf = (language: Language): string => (language === 'en' ? 'en-GB' : language);

interface Formats {
  readonly number: Intl.NumberFormat;
  readonly separator: string;
  readonly moment: Intl.DateTimeFormat;
  readonly day: Intl.DateTimeFormat;
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
    day: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
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
/** `1 Dec 2026`, in UTC. */
export const formatDay = (at: number): string => currentFormats().day.format(at);
