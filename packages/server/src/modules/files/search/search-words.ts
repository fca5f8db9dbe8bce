import { foldName, limits } from '@drive/contract';
import { DomainError } from '../../../platform/errors.ts';

/**
 * The folded words of what a user has typed, each once: texts between spaces, and phrases between quotes. The last quote may be
 * missing. Throws `validation_failed` if there are too many.
 */
export function parseWords(q: string): string[] {
  const words = foldName(q)
    .split('"')
    // Every second part is in quotes.
    .flatMap((part, at) => (at % 2 === 1 ? [part.trim()] : part.split(/\s+/)))
    .filter((word) => word !== '');
  const distinct = [...new Set(words)];
  if (distinct.length > limits.searchWords) throw badWords(`must have at most ${limits.searchWords} words`);
  return distinct;
}

export const badWords = (message: string): DomainError =>
  new DomainError('validation_failed', `q ${message}`, { issues: [{ field: 'q', message, code: 'invalid' }] });
