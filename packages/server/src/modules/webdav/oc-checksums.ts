import { ownCloudNamespace, wrapXml, type XmlElement } from '@drive/webdav-protocol';
import type { Checksums } from '../files/index.ts';
import type { DavDeps } from './dav-request.ts';
import { isFile, type Resource } from './resources.ts';

/** By which clients of ownCloud, and rclone as one of them, compare contents; read by name only. */
export const isOcChecksums = ({ namespace, name }: Pick<XmlElement, 'namespace' | 'name'>): boolean =>
  namespace === ownCloudNamespace && name === 'checksums';

/** Unknown sums that are asked for with one transaction. */
const wantedAtOnce = 1000;

/** The property `checksums` of the resources of one answer. rclone compares MD5, or SHA-1 with `vendor=nextcloud`. */
export class OcChecksums {
  readonly #deps: Pick<DavDeps, 'database' | 'files' | 'log'>;
  #sums: ReadonlyMap<string, Checksums | null> = new Map();
  #unknown: string[] = [];

  constructor(deps: Pick<DavDeps, 'database' | 'files' | 'log'>) {
    this.#deps = deps;
  }

  /** Reads the sums of the resources that are rendered next. */
  async read(resources: readonly Resource[]): Promise<void> {
    const { database, files } = this.#deps;
    const keys = resources.filter(isFile).flatMap(({ row }) => row.blobKey ?? []);
    this.#sums = await files.checksums.list(database.reader, keys);
    this.#unknown.push(...keys.filter((key) => !this.#sums.has(key)));
    if (this.#unknown.length >= wantedAtOnce) await this.want();
  }

  /** Content of the property as XML; undefined without a sum. */
  contentOf(resource: Resource): string | undefined {
    if (!isFile(resource)) return undefined;
    const { blobKey, sha256 } = resource.row;
    const known = this.#sums.get(blobKey ?? '');
    const sums = [
      ...(known ? [`SHA1:${known.sha1}`, `MD5:${known.md5}`] : []),
      ...(sha256 === null ? [] : [`SHA256:${sha256}`]),
    ];
    return sums.length === 0 ? undefined : wrapXml(ownCloudNamespace, 'checksum', sums.join(' '));
  }

  /** Has the unknown sums computed for the next request. Call it after the last resource. */
  async want(): Promise<void> {
    const { database, files, log } = this.#deps;
    const keys = this.#unknown;
    this.#unknown = [];
    if (keys.length === 0) return;
    await database
      .write((tx) => files.checksums.want(tx, keys))
      .catch((error: unknown) => log.warn('checksums not requested', { error }));
  }
}
