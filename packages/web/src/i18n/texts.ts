import { withoutTurns } from '@drive/contract/text-direction';
import { textsOf, type AppTexts, type Section } from '@drive/texts';
import { inAdvance, loadEarly } from '../browser/load-early.ts';
import { lazyTexts } from './lazy-texts.ts';

type LateSections = Exclude<keyof AppTexts, 'first'>;

/** What the build makes of the file of a language: the texts of the first screen, and functions that load the others. */
export interface LanguageTexts {
  readonly first: Section;
  readonly load: Readonly<Record<LateSections, () => Promise<{ readonly default: Section }>>>;
}

type First = AppTexts['first'];
/** Texts of what opens on the list of files, which stand beside those of the first screen. */
type Files = AppTexts['files'];
type ByCode = Readonly<Record<string, string>>;

export interface Messages
  extends
    Omit<First, 'list' | 'errors'>,
    Omit<Files, 'densities' | 'sorts'>,
    Omit<AppTexts, 'first' | 'files' | 'errors' | 'gallery' | 'offline'> {
  readonly list: First['list'] & Pick<Files, 'densities' | 'sorts'>;
  readonly errors: First['errors'] & {
    /** By code of an error; empty until `loadReasons`. */
    readonly codes: ByCode;
    /** By code of an invalid field; as `codes`. Empty in English, in which the message of the server is more precise. */
    readonly issues: ByCode;
  };
}

/** Loads the texts of errors, in the language whose texts were made last. */
export let loadReasons = async (): Promise<void> => {};

/**
 * The texts of the app in a language. A component that reads those of a later section waits until they are loaded. No
 * value of a text brings marks that change the direction of text, which would show the rest of it backwards.
 */
export function messagesOf(language: string, { first, load }: LanguageTexts): Messages {
  const section =
    <Name extends LateSections>(name: Name) =>
    async () =>
      textsOf((await load[name]()).default, language, withoutTurns) as unknown as AppTexts[Name];
  const files = lazyTexts(loadEarly(section('files'), 0));
  const access = lazyTexts(loadEarly(section('access')));
  let codes: ByCode = {};
  let issues: ByCode = {};
  loadReasons = inAdvance(async () => {
    const { issues: ofFields, ...ofErrors } = await section('errors')();
    codes = ofErrors;
    if (language !== 'en') issues = ofFields;
  }, 0);
  const drives = lazyTexts(loadEarly(section('drives')));
  const texts = textsOf(first, language, withoutTurns) as unknown as First;
  const later: Readonly<Record<string, () => object>> = {
    access,
    drives,
    ...Object.fromEntries(
      (['account', 'activity', 'admin', 'guide', 'sharing'] as const).map((name) => [name, lazyTexts(section(name))]),
    ),
    ...Object.fromEntries(filesParts.map((name) => [name, () => files()[name]])),
  };
  return withLater(later, {
    ...texts,
    list: withLater({ densities: () => files().densities, sorts: () => files().sorts }, { ...texts.list }),
    errors: withLater({ codes: () => codes, issues: () => issues }, { ...texts.errors }),
  }) as Messages;
}

const filesParts = [
  'conflict',
  'details',
  'dialogs',
  'marks',
  'operations',
  'palette',
  'search',
  'sharedFiles',
  'shortcuts',
  'signIn',
  'trash',
  'uploads',
  'user',
  'versions',
  'viewer',
] as const satisfies readonly (keyof Files)[];

/** Adds texts that are read when they are needed. */
const withLater = (later: Readonly<Record<string, () => object>>, texts: object): object =>
  Object.defineProperties(
    texts,
    Object.fromEntries(Object.entries(later).map(([name, get]) => [name, { get, enumerable: true }])),
  );
