import { type BaseUrl, type Clock, dayMs, isoTime } from '@drive/base';
import type { Router } from '@drive/http-api';
import { appScreens } from '@drive/pages';
import { DomainError } from '../../platform/errors.ts';

/** RFC 9116 wants less than a year, so that nobody relies on a stale contact. */
const validMs = 180 * dayMs;

export interface WellKnownDeps {
  readonly clock: Clock;
  readonly baseUrl: BaseUrl;
  /** DRIVE_SECURITY_CONTACT as a URI; undefined: there is no security.txt. */
  readonly securityContact: string | undefined;
}

/** `security.txt` (RFC 9116), and where password managers find the page that changes the password. */
export function mountWellKnown(router: Router, { clock, baseUrl, securityContact }: WellKnownDeps): void {
  router.page('GET', '/.well-known/security.txt', async (context) => {
    if (securityContact === undefined) throw new DomainError('not_found', 'There is nothing at this URL.');
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${isoTime(clock.now() + validMs)}`,
      'Preferred-Languages: en, de',
      `Canonical: ${baseUrl.link('/.well-known/security.txt')}`,
      '',
    ];
    return context.text(lines.join('\n'), 200, { 'Content-Type': 'text/plain; charset=utf-8' });
  });

  router.page('GET', '/.well-known/change-password', async (context) =>
    context.redirect(`${baseUrl.path}${appScreens.account}`, 302),
  );
}
