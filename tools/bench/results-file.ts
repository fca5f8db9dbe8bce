import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(import.meta.dirname, 'RESULTS.md');

/** Replaces the part after `<!-- name -->` in RESULTS.md, up to the next such line or the next heading of its level. */
export function writeResults(
  name: 'figures' | 'latency' | 'beside' | 'tree' | 'webhooks' | 'peers' | 'object-storage' | 'cluster',
  text: string,
): void {
  const marker = `<!-- ${name} -->\n`;
  const content = readFileSync(file, 'utf8');
  const start = content.indexOf(marker);
  if (start < 0) throw new Error(`RESULTS.md has no ${marker.trim()}`);
  const from = start + marker.length;
  const length = content.slice(from).search(/^(?:## |<!-- )/m);
  const rest = length < 0 ? '' : content.slice(from + length);
  writeFileSync(file, `${content.slice(0, from)}\n${text.trim()}\n${rest === '' ? '' : `\n${rest}`}`);
}
