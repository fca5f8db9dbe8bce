import { DomainError } from '../../platform/errors.ts';
import { OutboundBlockedError, type TargetCheck } from '../../platform/outbound/index.ts';

export interface TargetDeps {
  readonly checkTarget: TargetCheck;
  /** Under which this server is reached: it sends nothing to itself. */
  readonly ownHost: string;
}

/**
 * Refuses an address that events may not be sent to, as far as that is known before: at delivery every address that the
 * name then has is checked again.
 */
export async function requireTarget({ checkTarget, ownHost }: TargetDeps, url: string): Promise<void> {
  // A URL parser would drop or translate these, so that another address is called than was typed.
  if (/[\u0000-\u0020\u007f\\]/.test(url)) throw invalid('must not hold spaces, control characters or backslashes');
  const target = URL.parse(url);
  if (target === null) throw invalid('must be a URL');
  if (target.protocol !== 'https:' && target.protocol !== 'http:') throw invalid('must begin with https://');
  if (target.username !== '' || target.password !== '') throw invalid('must not hold a user name or a password');
  try {
    await checkTarget(url);
  } catch (error) {
    if (!(error instanceof OutboundBlockedError)) throw error;
    if (error.reason === 'url') throw invalid('must begin with https://');
    throw blocked();
  }
  const isOwn = target.hostname.replace(/\.$/, '') === ownHost && !/^[\d.]+$|^\[/.test(ownHost);
  if (isOwn) throw blocked();
}

const invalid = (message: string): DomainError =>
  new DomainError('validation_failed', `The url ${message}.`, { issues: [{ field: 'url', message, code: 'invalid' }] });

const blocked = (): DomainError =>
  new DomainError('webhook_url_blocked', 'Webhooks are sent to public addresses only; this one is internal.');
