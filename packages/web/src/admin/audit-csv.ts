import type { AuditEntry } from '@drive/sdk';

const columns: readonly (readonly [string, (entry: AuditEntry) => string])[] = [
  ['time', ({ at }) => at],
  ['action', ({ action }) => action],
  ['actor', ({ actor }) => actor.email ?? actor.id ?? actor.kind],
  ['actor_kind', ({ actor }) => actor.kind],
  ['via', ({ actor }) => actor.via ?? ''],
  ['user', ({ user }) => user?.email ?? user?.id ?? ''],
  ['target_kind', ({ target }) => target?.kind ?? ''],
  ['target_id', ({ target }) => target?.id ?? ''],
  ['details', ({ details }) => (Object.keys(details).length === 0 ? '' : JSON.stringify(details))],
  ['id', ({ id }) => id],
];

/** A cell of CSV (RFC 4180). A spreadsheet would run a text that begins like a formula. */
function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The entries as CSV with a line of column names. */
export const auditCsv = (entries: readonly AuditEntry[]): string =>
  [columns.map(([name]) => name), ...entries.map((entry) => columns.map(([, read]) => cellOf(read(entry))))]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');
