import { DriveError } from '../../error.ts';
import type { RequestOptions } from '../../request-options.ts';

/**
 * How to open the link of a file request, a proofing or a paste.
 *
 * @example
 * ```ts
 * import { DriveClient, type VisitOptions } from '@drive/sdk';
 *
 * const options: VisitOptions = { password: 'open sesame' };
 * await new DriveClient().public.openCollection('https://drive.example.com/collect/q3J8mZ0sT1vW5xY7zA2bC4', options);
 * ```
 */
export interface VisitOptions extends RequestOptions {
  /** Password to unlock the link with if it is locked. */
  readonly password?: string | undefined;
}

/**
 * A parsed link of a file request, a proofing or a paste.
 *
 * @example
 * ```ts
 * import { DriveClient, type VisitLink } from '@drive/sdk';
 *
 * const { link } = await new DriveClient().public.openCollection('https://drive.example.com/collect/q3J8mZ0sT1vW5xY7zA2bC4');
 * const { baseUrl, token }: VisitLink = link;
 * console.log(baseUrl, token);
 * ```
 */
export interface VisitLink {
  /** URL of the server, without a trailing slash. */
  readonly baseUrl: string;
  /** Token of the link. */
  readonly token: string;
}

const pages = { collect: 'a file request', proof: 'a proofing', p: 'a paste' } as const;

/** Parses a link. A bare token belongs to `ownServer`. */
export function parseVisitLink(ownServer: string, page: keyof typeof pages, link: string): VisitLink {
  const named = link.trim();
  if (/^[\w-]+$/.test(named)) return { baseUrl: ownServer, token: named };
  const url = URL.canParse(named) ? new URL(named) : undefined;
  const [, prefix = '', found, token] = /^(.*)\/(collect|proof|p)\/([\w-]+)\/?$/.exec(url?.pathname ?? '') ?? [];
  const isSafe = url !== undefined && /^https?:$/.test(url.protocol) && url.username + url.password === '';
  if (isSafe && found === page && token !== undefined) return { baseUrl: url.origin + prefix, token };
  throw new DriveError(
    'invalid_argument',
    `This is not a link of ${pages[page]}. Give a token, or a URL with /${page}/.`,
  );
}
