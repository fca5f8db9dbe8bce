import { parseClamdAddress } from '@drive/clamd';
import { cleanLine, Email } from '@drive/contract';
import { parseCidr } from '@drive/node-http';

/** Parses a setting's text; throws a SettingError that states the valid values. */
export interface Parse<T> {
  (text: string): T;
  /** The texts that are valid, if there are few. */
  readonly options?: readonly string[];
}

export class SettingError extends Error {
  override readonly name = 'SettingError';
}

const fail = (what: string): never => {
  throw new SettingError(what);
};

export const text: Parse<string> = (value) => value;

/** Letters, digits and some marks, as names of storage classes, keys and regions have. */
export const identifier: Parse<string> = (value) =>
  /^[\w:/.-]{1,2048}$/.test(value) ? value : fail('must have letters, digits and the characters _ : / . - only');

export const wholeNumber =
  (min: number, max: number): Parse<number> =>
  (value) =>
    /^(0|[1-9]\d{0,15})$/.test(value) && Number(value) >= min && Number(value) <= max
      ? Number(value)
      : fail(`must be a whole number from ${min} to ${max}`);

const units: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  ...Object.fromEntries(['k', 'm', 'g', 't', 'p'].map((letter, index) => [`${letter}b`, 1000 ** (index + 1)])),
  ...Object.fromEntries(['k', 'm', 'g', 't', 'p'].map((letter, index) => [`${letter}ib`, 1024 ** (index + 1)])),
};

/** `1048576`, `500 MB` or `10GiB`. */
export const byteCount =
  (min = 0): Parse<number> =>
  (value) => {
    const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(value) ?? [];
    const bytes = Number(amount) * (units[unit.toLowerCase()] ?? Number.NaN);
    return amount !== '' && Number.isSafeInteger(bytes) && bytes >= min
      ? bytes
      : fail(`must be a number of bytes${min > 0 ? ` from ${min}` : ''}, such as 1048576 or 10GiB`);
  };

export const oneOf = <const T extends string>(...values: readonly T[]): Parse<T> =>
  Object.assign((value: string) => values.find((each) => each === value) ?? fail(`must be ${values.join(' or ')}`), {
    options: values,
  });

const onOrOff = oneOf('on', 'off');
export const onOff: Parse<boolean> = Object.assign((value: string) => onOrOff(value) === 'on', {
  options: ['on', 'off'],
});

const list = (value: string): string[] =>
  value
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

export const cidrs: Parse<readonly string[]> = (value) =>
  list(value).map((each) => {
    try {
      parseCidr(each);
      return each;
    } catch {
      return fail(`must be addresses or networks such as 10.0.0.0/8, separated by commas; "${each}" is none`);
    }
  });

export const secondsList: Parse<readonly number[]> = (value) =>
  list(value).map((each) => {
    try {
      return wholeNumber(1, 604_800)(each);
    } catch {
      return fail('must be whole seconds, separated by commas');
    }
  });

export const ports: Parse<readonly number[]> = (value) =>
  list(value).map((each) => {
    try {
      return wholeNumber(1, 65_535)(each);
    } catch {
      return fail(`must be ports from 1 to 65535, separated by commas; "${each}" is none`);
    }
  });

function parseUrl(value: string): URL {
  return URL.parse(value) ?? fail('must be a URL');
}

/** http or https, with a path if need be that begins with none of `ownPaths`; without a slash at the end. */
export const outsideUrl =
  (ownPaths: ReadonlySet<string>): Parse<string> =>
  (value) => {
    const url = parseUrl(value);
    if (!/^https?:$/.test(url.protocol)) return fail('must begin with http:// or https://');
    if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '' || value.endsWith('?'))
      return fail('must have no user, query or fragment');
    if (ownPaths.has(url.pathname.split('/')[1] ?? ''))
      return fail(`must not have a path that begins with ${url.pathname}`);
    return url.href.replace(/(?<!\/)\/+$/, '');
  };

/** Whether only this machine answers at the host of a URL. */
export const isLoopbackHost = (hostname: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\]|::1)$/.test(hostname) || hostname.endsWith('.localhost');

/** The issuer of OpenID Connect exactly as it names itself, which may end with a slash. */
export const issuerUrl: Parse<string> = (value) => {
  const url = parseUrl(value);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopbackHost(url.hostname)))
    return fail('must begin with https:// (http:// for this machine only)');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return fail('must have no user, query or fragment');
  return value;
};

/** Names that may have spaces, separated by commas. */
export const names: Parse<readonly string[]> = list;

export const domains: Parse<readonly string[]> = (value) =>
  list(value).map((each) =>
    /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*$/u.test(each)
      ? each.toLowerCase()
      : fail(`must be domains such as example.com, separated by commas; "${each}" is none`),
  );

export const origins: Parse<readonly string[]> = (value) =>
  list(value).map((each) => {
    const url = URL.parse(each);
    return url !== null && /^https?:$/.test(url.protocol) && url.origin === each
      ? each
      : fail(`must be origins such as https://app.example.org, separated by commas; "${each}" is none`);
  });

export const urlWith =
  (...protocols: readonly string[]): Parse<string> =>
  (value) => {
    const url = parseUrl(value);
    return protocols.includes(url.protocol)
      ? value
      : fail(`must begin with ${protocols.map((each) => `${each}//`).join(' or ')}`);
  };

/** Parameters of a Postgres URL. Any other would be ignored, or replace what the server needs. */
const postgresParameters: Readonly<Record<string, RegExp>> = {
  prepare: /^(true|false)$/,
  host: /^.+$/,
  sslmode: /^(disable|prefer|require|verify-ca|verify-full|no-verify)$/,
  sslrootcert: /^.+$/,
  sslcert: /^.+$/,
  sslkey: /^.+$/,
  sslnegotiation: /^(postgres|direct)$/,
  uselibpqcompat: /^(true|false)$/,
};

export const postgresUrl: Parse<string> = (value) => {
  // Several hosts, as libpq takes them, are no URL.
  const authority = value.split(/[/?#]/, 3)[2] ?? '';
  if (authority.slice(authority.lastIndexOf('@') + 1).includes(','))
    return fail('must have one host: a name or an address that leads to the primary');
  const { searchParams } = parseUrl(urlWith('postgres:', 'postgresql:')(value));
  for (const [name, given] of searchParams) {
    const values = Object.hasOwn(postgresParameters, name) ? postgresParameters[name] : undefined;
    if (values === undefined)
      return fail(`must have no parameter ${name}, only ${Object.keys(postgresParameters).join(', ')}`);
    if (given === '') return fail(`must have a value of the parameter ${name}`);
    if (!values.test(given)) {
      const accepted = values.source.replace(/^\^\(|\)\$$/g, '').replaceAll('|', ', ');
      return fail(`must have one of these as the parameter ${name}: ${accepted}; "${given}" is none`);
    }
  }
  return value;
};

export const storageUrl: Parse<string> = (value) => {
  const url = parseUrl(value);
  if (url.protocol !== 's3:') return urlWith('file:', 's3:')(value);
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname))
    return fail('must name a bucket, as s3://bucket/prefix');
  if (!/^[\w./-]*$/.test(url.pathname))
    return fail('must have a prefix of letters, digits, ".", "_", "-" and "/" only');
  if (url.username !== '' || url.port !== '' || url.search !== '' || url.hash !== '')
    return fail('must be s3://bucket/prefix; endpoint, region and credentials have settings of their own (DRIVE_S3_…)');
  return value;
};

export const clamd: Parse<string> = (value) =>
  parseClamdAddress(value) !== undefined
    ? value
    : fail('must be host:port, such as 127.0.0.1:3310, or the path of a socket, such as /run/clamav/clamd.ctl');

export const email: Parse<string> = (value) => Email.safeParse(value).data ?? fail('must be an email address');

/** An email address, as `mailto:`, or a URL. */
export const contact: Parse<string> = (value) => {
  if (!/^[a-z]+:/i.test(value)) return `mailto:${email(value)}`;
  const url = parseUrl(value);
  if (!['https:', 'mailto:', 'tel:'].includes(url.protocol))
    return fail('must be an email address, or a URL that begins with https:, mailto: or tel:');
  return url.href;
};

export const secret: Parse<string> = (value) =>
  value.length >= 32 ? value : fail('must have at least 32 characters; leave it out to have one generated');

/** The secret that signs and encrypts. One of an example may be a previous one, so that it can be replaced. */
export const newSecret: Parse<string> = (value) =>
  /random-text/.test(value)
    ? fail('must not be the placeholder of an example, which everybody knows; make one with: openssl rand -base64 32')
    : secret(value);

const tokenAdvice = 'make one with: openssl rand -hex 24';

/** A token that programs send, which nobody can guess. */
export const bearerToken: Parse<string> = (value) => {
  if (/long-random-text/.test(value)) return fail(`is still the placeholder of an example; ${tokenAdvice}`);
  return value.length >= 24 ? value : fail(`must have at least 24 characters; ${tokenAdvice}`);
};

/** `#rrggbb`, in lower case. */
export const color: Parse<string> = (value) =>
  /^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : fail('must be a color such as #0a5bb0');

/** A line that fits into a header and into the subject of an email. */
export const shortName: Parse<string> = (value) => {
  const name = cleanLine(value).trim();
  return name !== '' && [...name].length <= 60 ? name : fail('must have 1 to 60 characters');
};
