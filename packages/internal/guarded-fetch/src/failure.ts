import { OutboundError, type OutboundStage } from './outbound-fetch.ts';

type Failure = readonly [stage: OutboundStage, message: string];

const untrusted = "the receiver's certificate is not trusted";
const unreachable: Failure = ['connection', 'the network of the receiver cannot be reached'];
const closed: Failure = ['connection', 'the receiver closed the connection without an answer'];
const late: Failure = ['connection', 'no connection in time'];
const unknownAuthority: Failure = [
  'certificate',
  `${untrusted} (its authority is unknown, or the receiver does not send its intermediate certificates)`,
];

/** Codes of Node, OpenSSL and undici. */
const failures = new Map<string, Failure>([
  ['ECONNREFUSED', ['connection', 'the connection was refused']],
  ['ECONNRESET', closed],
  ['EPIPE', closed],
  ['UND_ERR_SOCKET', closed],
  ['EHOSTUNREACH', unreachable],
  ['ENETUNREACH', unreachable],
  ['EADDRNOTAVAIL', unreachable],
  ['ETIMEDOUT', late],
  ['UND_ERR_CONNECT_TIMEOUT', late],
  ['UND_ERR_HEADERS_OVERFLOW', ['connection', 'the headers of the answer are too large']],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', ['certificate', `${untrusted} (self-signed)`]],
  ['SELF_SIGNED_CERT_IN_CHAIN', ['certificate', `${untrusted} (its authority is unknown)`]],
  ['UNABLE_TO_GET_ISSUER_CERT', unknownAuthority],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', unknownAuthority],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', unknownAuthority],
  ['CERT_UNTRUSTED', unknownAuthority],
  ['CERT_HAS_EXPIRED', ['certificate', "the receiver's certificate has expired"]],
  ['CERT_NOT_YET_VALID', ['certificate', "the receiver's certificate is not valid yet"]],
  ['CERT_REVOKED', ['certificate', "the receiver's certificate was revoked"]],
  ['ERR_TLS_CERT_ALTNAME_INVALID', ['certificate', "the receiver's certificate is for another host name"]],
  ['HOSTNAME_MISMATCH', ['certificate', "the receiver's certificate is for another host name"]],
]);

/** Families of codes, for those that are not in the map. */
const families: readonly (readonly [code: RegExp, failure: Failure])[] = [
  [/^HPE_|^HTTPParserError$/, ['connection', 'the answer is not HTTP']],
  [/PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/, ['connection', 'the receiver speaks no version of TLS from 1.2 on']],
  [/^EPROTO$|WRONG_VERSION|PACKET_LENGTH|RECORD|HTTP_REQUEST/, ['connection', 'the receiver does not speak TLS']],
  [/HANDSHAKE|^ERR_SSL_|^ERR_TLS_/, ['connection', 'the TLS handshake failed']],
  [/^CERT_|^CRL_|^INVALID_|_CERT(?:_|$)|^PATH_LENGTH/, ['certificate', "the receiver's certificate is not valid"]],
];

/** The stage and words of a failure by its code. An unknown code is not shown to users. */
export function describeCode(code: string): Failure {
  const family = failures.get(code) ?? families.find(([pattern]) => pattern.test(code))?.[1];
  return family ?? ['connection', 'the connection failed'];
}

/** The failure of a library in words. `isProven`: the receiver has answered a TLS handshake with a valid certificate. */
export function toOutboundError(error: unknown, { isProven }: { readonly isProven: boolean }): OutboundError {
  if (error instanceof OutboundError) return error;
  const { code, name } = error as { code?: unknown; name?: unknown };
  const [stage, message] = describeCode(typeof code === 'string' ? code : String(name));
  return new OutboundError(message, { stage: isProven ? 'answer' : stage, cause: error });
}

const nameServerFailures: Readonly<Record<string, string>> = {
  ESERVFAIL: 'the name servers of the host name failed',
  EREFUSED: 'the name server refused to answer',
  ECONNREFUSED: 'the name server cannot be reached',
  ETIMEOUT: 'the name server did not answer in time',
  ECANCELLED: 'the name server did not answer in time',
  EBADNAME: 'the host name is malformed',
};

export const nameServerFailed = (code: string, cause: unknown): OutboundError =>
  new OutboundError(nameServerFailures[code] ?? 'the host name cannot be resolved', { stage: 'name', cause });
