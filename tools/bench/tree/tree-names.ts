import type { SeededRandom } from './seeded-random.ts';

/** Searches by the share of names that contain them; each with 1, 2, 5 and 30 characters. */
export const searches = {
  /** In at least a twentieth of the names. */
  common: ['e', 're', 'photo', 'notes of the weekly meeting 20'],
  /** In one name of a hundred thousand. */
  rare: ['№', 'yx', 'qwyxz', 'rare specimen of the yellow ax'],
  /** In no name, although the longest nearly matches. */
  absent: ['§', 'xj', 'xjxjx', 'notes of the weekly meeting 19'],
} as const;

/** One file of this many has a name with all rare texts. */
const filesToARareName = 100_000;

const nouns =
  'budget report contract invoice letter plan proposal summary agenda offer protocol manual review estimate schedule survey analysis receipt statement certificate application reference handbook checklist'.split(
    ' ',
  );
const qualities =
  'annual final signed draft internal updated old new short detailed corrected preliminary quarterly monthly public private shared original revised approved'.split(
    ' ',
  );
const subjects =
  'garden kitchen Lisbon Berlin harbour school orchestra insurance roof heating car bicycle wedding holiday tax office server network research marketing sales warehouse customer supplier Müller Ångström Łódź 東京 статья'.split(
    ' ',
  );
const parts =
  'user order cart session token cache index router schema store parser worker stream buffer client server test config layout button form table'.split(
    ' ',
  );
const folderWords =
  'Archive Projects Photos Documents Customers Invoices Backup Drafts Music Scans Old Private Travel Contracts Material Exports Reports Sources'.split(
    ' ',
  );

const two = (value: number): string => String(value).padStart(2, '0');
const day = (random: SeededRandom): string =>
  `${2009 + random.below(16)}-${two(1 + random.below(12))}-${two(1 + random.below(28))}`;
const time = (random: SeededRandom, between: string): string =>
  [random.below(24), random.below(60), random.below(60)].map(two).join(between);
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const kinds: readonly { readonly share: number; readonly name: (random: SeededRandom) => string }[] = [
  { share: 25, name: (r) => `IMG_${day(r).replaceAll('-', '')}_${time(r, '')}.jpg` },
  { share: 12, name: (r) => `Photo ${day(r)} ${time(r, '.')}.${r.pick(['jpg', 'heic', 'png'])}` },
  { share: 5, name: (r) => `DSC${String(r.below(100_000)).padStart(5, '0')}.JPG` },
  {
    share: 18,
    name: (r) =>
      `${capital(r.pick(qualities))} ${r.pick(nouns)} ${r.pick(subjects)} ${day(r)}.${r.pick(['pdf', 'docx', 'xlsx', 'odt'])}`,
  },
  { share: 10, name: (r) => `${r.pick(nouns)}_${r.pick(subjects)}_v${1 + r.below(30)}.${r.pick(['docx', 'pptx'])}` },
  { share: 8, name: (r) => `Invoice ${2009 + r.below(16)}-${String(r.below(1_000_000)).padStart(6, '0')}.pdf` },
  { share: 5, name: (r) => `Notes of the weekly meeting ${day(r)}.md` },
  {
    share: 10,
    name: (r) => `${r.pick(parts)}-${r.pick(parts)}${r.pick(['', '.test'])}.${r.pick(['ts', 'css', 'json'])}`,
  },
  {
    share: 4,
    name: (r) => `${String(1 + r.below(24)).padStart(2, '0')} ${capital(r.pick(subjects))}.${r.pick(['mp3', 'flac'])}`,
  },
  { share: 3, name: (r) => `backup-${day(r)}-${r.hex(1)}.tar.gz` },
];
const kindByPercent = kinds.flatMap(({ share, name }) => Array.from({ length: share }, () => name));

/** `index` counts the files of an owner from 0. */
export function fileName(random: SeededRandom, index: number): string {
  if (index % filesToARareName === 0) return `Rare specimen of the yellow axolotl qwyxz №${index}.pdf`;
  return random.pick(kindByPercent)(random);
}

export function folderName(random: SeededRandom): string {
  const word = random.pick(folderWords);
  const kind = random.below(3);
  if (kind === 0) return `${word} ${2009 + random.below(16)}`;
  return kind === 1 ? `${word} ${random.pick(subjects)}` : `${capital(random.pick(subjects))} ${random.pick(nouns)}`;
}

/** `report.pdf`, 2 → `report (2).pdf` */
export function numbered(name: string, number: number): string {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? `${name} (${number})` : `${name.slice(0, dot)} (${number})${name.slice(dot)}`;
}

const mimeTypes: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  heic: 'image/heic',
  png: 'image/png',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  md: 'text/markdown',
  css: 'text/css',
  json: 'application/json',
  mp3: 'audio/mpeg',
  flac: 'audio/flac',
  gz: 'application/gzip',
};

export const mimeTypeOf = (name: string): string =>
  mimeTypes[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';
