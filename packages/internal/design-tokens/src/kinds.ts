import type { kindColors } from './colors.ts';

type Kind = keyof typeof kindColors | 'folder' | 'other';

const sheets = /\.(?:csv|tsv|xlsx?|xlsm|ods|numbers)$/i;
const documents = /\.(?:docx?|odt|rtf|pages|pptx?|odp|key)$/i;
const code =
  /\.(?:[cm]?[jt]sx?|json|ya?ml|toml|xml|html?|css|scss|py|rb|go|rs|java|kt|swift|c|h|cc|cpp|hpp|cs|php|sh|sql|vue|svelte)$/i;

/** The kind that is shown: finer than that of the server, by the ending of the name. */
export function shownKind(kind: Kind, name: string): Kind {
  if (kind !== 'text' && kind !== 'other') return kind;
  return sheets.test(name) ? 'sheet' : code.test(name) ? 'code' : documents.test(name) ? 'text' : kind;
}
