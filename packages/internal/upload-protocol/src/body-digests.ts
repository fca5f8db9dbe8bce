import { createHash, type Hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { DomainError } from '@drive/access';
import { findHeader } from '@drive/http-api';

/** A sum that a client declares for the bytes it sends. */
export interface DeclaredDigest {
  readonly algorithm: 'sha256' | 'sha1' | 'md5';
  /** Lower-case hex. */
  readonly hex: string;
}

/** Lower-case hex. */
export interface BodyChecksums {
  readonly sha1: string;
  readonly md5: string;
}

const names = { sha256: 'SHA-256', sha1: 'SHA-1', md5: 'MD5' } as const;
const base64Digits = { sha256: 44, md5: 24 } as const;
const hexDigits = { sha256: 64, sha1: 40, md5: 32 } as const;

/**
 * The digests of `Repr-Digest` and `Content-Digest` (RFC 9530), which are the same for a body without a coding, `Content-MD5`
 * (RFC 1864) and `OC-Checksum`, which clients of ownCloud send. Throws `bad_request` if one is malformed.
 */
export function readDigests(request: IncomingMessage): readonly DeclaredDigest[] {
  const digests: DeclaredDigest[] = [];
  for (const name of ['Repr-Digest', 'Content-Digest']) {
    const header = findHeader(request, name.toLowerCase());
    if (header !== undefined) digests.push(...parseDigestFields(name, header));
  }
  const md5 = findHeader(request, 'content-md5');
  if (md5 !== undefined)
    digests.push(fromBase64('md5', md5.trim()) ?? refuse('Content-MD5 must be the base64 of 16 bytes.'));
  const checksums = findHeader(request, 'oc-checksum');
  if (checksums !== undefined) for (const text of checksums.trim().split(/[\s,]+/)) digests.push(parseChecksum(text));
  return digests;
}

/** Algorithms besides SHA-256 are ignored, as RFC 9530, 2 allows. */
function* parseDigestFields(name: string, header: string): Generator<DeclaredDigest> {
  for (const member of header.split(',')) {
    const equals = member.indexOf('=');
    if (member.slice(0, Math.max(equals, 0)).trim().toLowerCase() !== 'sha-256') continue;
    const [, base64 = ''] = /^:([^:]*):$/.exec(member.slice(equals + 1).trim()) ?? [];
    yield fromBase64('sha256', base64) ?? refuse(`${name} must be sha-256=:<base64 of 32 bytes>:.`);
  }
}

/** An unknown algorithm is refused, as by ownCloud: the client would take its bytes for checked. */
function parseChecksum(text: string): DeclaredDigest {
  const [name = '', hex = '', ...rest] = text.split(':');
  const algorithm = (['sha256', 'sha1', 'md5'] as const).find((each) => each === name.toLowerCase());
  const isHex = /^[0-9a-f]+$/i.test(hex) && rest.length === 0;
  if (algorithm !== undefined && isHex && hex.length === hexDigits[algorithm])
    return { algorithm, hex: hex.toLowerCase() };
  return refuse('OC-Checksum must be SHA1:, MD5: or SHA256: and the sum in hex.');
}

function fromBase64(algorithm: 'sha256' | 'md5', text: string): DeclaredDigest | undefined {
  const bytes = Buffer.from(text, 'base64');
  if (text.length !== base64Digits[algorithm] || bytes.toString('base64') !== text) return undefined;
  return { algorithm, hex: bytes.toString('hex') };
}

function refuse(message: string): never {
  throw new DomainError('bad_request', message);
}

export interface DigestOptions {
  /** For bytes whose SHA-256 nobody else computes. */
  readonly hashesSha256?: boolean;
  /** Computes SHA-1 and MD5 in any case. */
  readonly keepsChecksums?: boolean;
}

/** Compares a body with its declared digests. Storing computes the SHA-256; others are computed only if they are declared. */
export class DigestCheck {
  readonly #declared: readonly DeclaredDigest[];
  readonly #hashes = new Map<DeclaredDigest['algorithm'], Hash>();
  readonly #sums = new Map<DeclaredDigest['algorithm'], string>();

  constructor(
    declared: readonly DeclaredDigest[],
    { hashesSha256 = false, keepsChecksums = false }: DigestOptions = {},
  ) {
    this.#declared = declared;
    const kept = keepsChecksums ? (['sha1', 'md5'] as const) : [];
    for (const algorithm of [...declared.map((digest) => digest.algorithm), ...kept])
      if (hashesSha256 || algorithm !== 'sha256') this.#hashes.set(algorithm, createHash(algorithm));
  }

  get isDeclared(): boolean {
    return this.#declared.length > 0;
  }

  /** Call with every chunk, in order. */
  update(chunk: Uint8Array): void {
    for (const hash of this.#hashes.values()) hash.update(chunk);
  }

  /** Call after the last chunk. Returns what the first wrong digest is instead; undefined if all are right. */
  findMismatch(sha256?: string): string | undefined {
    if (sha256 !== undefined) this.#sums.set('sha256', sha256);
    for (const [algorithm, hash] of this.#hashes) this.#sums.set(algorithm, hash.digest('hex'));
    this.#hashes.clear();
    const wrong = this.#declared.find(({ algorithm, hex }) => this.#sums.get(algorithm) !== hex);
    return wrong && `${names[wrong.algorithm]} ${this.#sums.get(wrong.algorithm)}`;
  }

  /** Throws `digest_mismatch`. */
  require({ sha256 }: { readonly sha256: string }): void {
    const found = this.findMismatch(sha256);
    if (found !== undefined) throw new DomainError('digest_mismatch', `The received bytes have the ${found}.`);
  }

  /** Call after `require`. null unless both were computed. */
  get checksums(): BodyChecksums | null {
    const [sha1, md5] = [this.#sums.get('sha1'), this.#sums.get('md5')];
    return sha1 === undefined || md5 === undefined ? null : { sha1, md5 };
  }
}
