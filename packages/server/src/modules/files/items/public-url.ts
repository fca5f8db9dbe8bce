import type { Ports } from '../../../platform/ports/ports.ts';
import type { ItemFields } from './item-row.ts';

export interface PublicUrlDeps extends Pick<Ports, 'baseUrl' | 'clock'> {
  readonly config: {
    /** DRIVE_CONTENT_URL, for content that browsers display. */
    readonly contentUrl: string | undefined;
  };
}

/** Characters of the SHA-256 that tell the contents of a public file apart. */
const versionCharacters = 12;

export const publicVersionOf = (sha256: string): string => sha256.slice(0, versionCharacters);

/** URLs of files that are open to everybody. They change with the name and with the content of the file only. */
export class PublicUrls {
  readonly #deps: PublicUrlDeps;
  readonly #isReleased: (file: ItemFields) => boolean;

  constructor(deps: PublicUrlDeps, isReleased: (file: ItemFields) => boolean) {
    this.#deps = deps;
    this.#isReleased = isReleased;
  }

  /** The rule of which items have a URL: a file that its own share opens to everybody. null for all others. */
  find(row: ItemFields): string | null {
    // The first condition suffices for most rows of a listing.
    if (row.publicUntil === null || row.publicUntil <= this.#deps.clock.now()) return null;
    if (row.isFolder || row.deletedAt !== null || !this.#isReleased(row)) return null;
    return this.of(row.shareToken, row);
  }

  /** The URL of a file to which the rule applies. null if its SHA-256 is not known yet. */
  of(shareToken: string | null, { name, sha256 }: Pick<ItemFields, 'name' | 'sha256'>): string | null {
    if (shareToken === null || sha256 === null) return null;
    const { baseUrl, config } = this.#deps;
    const origin = config.contentUrl ?? baseUrl.href;
    return `${origin}/files/public/${shareToken}/${encodeURIComponent(name)}?v=${publicVersionOf(sha256)}`;
  }
}
