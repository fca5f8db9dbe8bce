import { hostileString } from './hostile-values.ts';
import type { Pool } from './pool.ts';
import type { Random } from './seeded-random.ts';

/** WebDAV (RFC 4918): methods, paths, headers, properties, locks and XML of requests below /dav. */

type Header = [name: string, value: string];
type Odd = (probability: number) => boolean;
interface DavBody {
  readonly contentType: string | undefined;
  readonly bytes: Buffer;
}

export const DAV_METHODS = [
  'OPTIONS',
  'GET',
  'HEAD',
  'PUT',
  'DELETE',
  'MKCOL',
  'COPY',
  'MOVE',
  'PROPFIND',
  'PROPPATCH',
  'LOCK',
  'UNLOCK',
] as const;

/** Few names, so that requests meet what others have made. */
const NAMES = ['a', 'b', 'c.txt', 'd', 'e.bin', '%C3%BC', 'x%20y', '%F0%9F%A6%86', 'A', '._c.txt'];
/** Items of the world, which other requests need: the calm ones only read them. */
const WORLD_PATHS = ['', 'Photos/', 'Photos/sea%200.png', 'Notes/', 'Notes/note%200.txt', 'large.bin', 'page.svg'];
const ODD_PATHS = ['..', '.', '%2e%2e', '%2f', '%5c', '%00', '%', '%ff', 'a//b', 'a;b=c', '%0d%0a', '~', '%e2%80%ae'];
const PROPERTIES = [
  '<D:getetag/>',
  '<D:lockdiscovery/>',
  '<D:supportedlock/>',
  '<D:resourcetype/>',
  '<D:getlastmodified/>',
  '<D:quota-available-bytes/>',
  '<D:nothing/>',
  '<x xmlns="urn:x"/>',
  '<y xmlns="urn:y"/>',
  '<Z:Win32LastModifiedTime xmlns:Z="urn:schemas-microsoft-com:"/>',
  '<z xmlns=""/>',
  '<__proto__ xmlns="urn:x"/>',
];

export function davPath(method: string, random: Random, odd: Odd): string {
  const reads = ['OPTIONS', 'GET', 'HEAD', 'PROPFIND'].includes(method);
  if (random.chance(reads ? 0.4 : 0.05)) return `/dav/${random.pick(WORLD_PATHS)}`;
  const depth = 1 + random.below(3);
  const names = Array.from({ length: depth }, () => random.pick(NAMES));
  if (odd(0.15)) names.splice(random.below(names.length + 1), 0, random.pick(ODD_PATHS));
  if (odd(0.03)) names.push(...Array.from({ length: 120 }, () => 'n'));
  if (odd(0.03)) names.push(encodeURIComponent(hostileString(random, 2_000).toWellFormed()));
  return `/dav/${names.join('/')}${random.chance(0.15) ? '/' : ''}`;
}

export function davHeaders(method: string, pool: Pool, random: Random, odd: Odd): Header[] {
  const headers: Header[] = [];
  const path = (): string => davPath('MOVE', random, odd);
  if (method === 'COPY' || method === 'MOVE') {
    const other = [
      'http://evil.example/dav/a',
      '/other/a',
      '/dav/../api',
      'dav/a',
      '',
      'http://[',
      `/dav/${'n/'.repeat(300)}`,
    ];
    headers.push([
      'destination',
      odd(0.2) ? random.pick(other) : `${random.chance(0.5) ? `http://${pool.host}` : ''}${path()}`,
    ]);
    if (random.chance(0.5)) headers.push(['overwrite', odd(0.1) ? 'x' : random.pick(['T', 'F', 'f'])]);
  }
  if (random.chance(0.7))
    headers.push(['depth', odd(0.1) ? random.pick(['2', 'x', '', '-1']) : random.pick(['0', '1', '0', 'infinity'])]);
  if (method === 'LOCK' && random.chance(0.5))
    headers.push([
      'timeout',
      random.pick(['Second-60', 'Infinite, Second-4100000000', 'Second-1', 'Second-x', `Second-${'9'.repeat(300)}`]),
    ]);
  if (method === 'UNLOCK')
    headers.push(['lock-token', odd(0.2) ? random.pick(['x', '<>', '<a', '']) : `<${pool.pick('lockToken', random)}>`]);
  if (random.chance(0.3)) headers.push(['if', ifHeader(pool, random, odd)]);
  if (method === 'PUT' && random.chance(0.3))
    headers.push(
      random.pick<Header>([
        ['x-oc-mtime', '1445412480'],
        ['x-oc-mtime', '-5'],
        ['x-expected-entity-length', '5'],
        ['content-range', 'bytes 0-1/2'],
      ]),
    );
  if (odd(0.15))
    headers.push(
      random.pick<Header>([
        ['if-match', '"x"'],
        ['if-none-match', '*'],
        ['if-unmodified-since', 'Thu, 01 Jan 2015 10:00:00 GMT'],
        ['if-modified-since', 'Thu, 01 Jan 2035 10:00:00 GMT'],
        ['accept-encoding', 'gzip'],
      ]),
    );
  return headers;
}

function ifHeader(pool: Pool, random: Random, odd: Odd): string {
  const token = `<${pool.pick('lockToken', random)}>`;
  if (odd(0.2))
    return random.pick([
      '',
      '()',
      '(',
      '<x>',
      '(Not)',
      '('.repeat(3_000),
      `(${token} `.repeat(200),
      '(["x")',
      `<${'/'.repeat(5_000)}> (${token})`,
    ]);
  const condition = (): string =>
    `${random.chance(0.2) ? 'Not ' : ''}${random.pick([token, '["x"]', '<DAV:no-lock>', '[W/"y"]'])}`;
  const list = (): string => `(${Array.from({ length: 1 + random.below(3) }, condition).join(' ')})`;
  if (random.chance(0.7)) return random.chance(0.6) ? `(${token})` : `${list()} ${list()}`;
  const count = odd(0.1) ? 40 : 1 + random.below(4);
  return Array.from({ length: count }, () => `<${davPath('PUT', random, odd)}> ${list()}`).join(' ');
}

export function davBody(method: string, random: Random, isCalm: boolean): DavBody | undefined {
  if (method === 'PUT')
    return { contentType: random.pick(['text/plain', undefined]), bytes: random.bytes(random.below(300)) };
  const xml = xmlOf(method, random);
  if (xml === undefined) return undefined;
  const text = isCalm || random.chance(0.6) ? xml : breakXml(xml, random);
  return { contentType: random.pick(['application/xml', 'text/xml; charset=utf-8']), bytes: Buffer.from(text) };
}

function xmlOf(method: string, random: Random): string | undefined {
  const properties = (): string => Array.from({ length: 1 + random.below(5) }, () => random.pick(PROPERTIES)).join('');
  switch (method) {
    case 'PROPFIND':
      if (random.chance(0.2)) return undefined;
      return `<?xml version="1.0"?><D:propfind xmlns:D="DAV:">${random.pick([`<D:prop>${properties()}</D:prop>`, '<D:allprop/>', '<D:propname/>', `<D:allprop/><D:include>${properties()}</D:include>`])}</D:propfind>`;
    case 'PROPPATCH':
      return `<D:propertyupdate xmlns:D="DAV:">${Array.from({ length: 1 + random.below(4) }, () => change(random)).join('')}</D:propertyupdate>`;
    case 'LOCK':
      if (random.chance(0.15)) return undefined;
      return `<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:${random.pick(['shared', 'shared', 'exclusive'])}/></D:lockscope><D:locktype><D:write/></D:locktype><D:owner>${owner(random)}</D:owner></D:lockinfo>`;
    default:
      return undefined;
  }
}

function change(random: Random): string {
  if (random.chance(0.3)) return `<D:remove><D:prop>${random.pick(PROPERTIES)}</D:prop></D:remove>`;
  const value = random.pick([
    '1',
    'x'.repeat(300),
    'x'.repeat(16_000),
    '&lt;&amp;',
    '\u{1f986}',
    '<a xmlns="urn:n" b="c"/>',
  ]);
  const property = random.pick([
    `<x xmlns="urn:x">${value}</x>`,
    `<y xmlns="urn:y" xml:lang="de">${value}</y>`,
    element(`p${random.below(300)}`, value),
    `<Z:Win32LastModifiedTime xmlns:Z="urn:schemas-microsoft-com:">${random.pick(['Wed, 21 Oct 2015 07:28:00 GMT', 'Sat, 01 Jan 1955 10:00:00 GMT', 'never', ''])}</Z:Win32LastModifiedTime>`,
    `<D:lastmodified>${random.pick(['1445412480', '-86400', 'x', '999999999999999'])}</D:lastmodified>`,
    '<D:getetag>"z"</D:getetag>',
  ]);
  return `<D:set><D:prop>${property}</D:prop></D:set>`;
}

const element = (name: string, value: string): string => `<${name} xmlns="urn:x">${value}</${name}>`;

const owner = (random: Random): string =>
  random.pick([
    'me',
    '<D:href>mailto:a@example.com</D:href>',
    'o'.repeat(1_024),
    'o'.repeat(4_000),
    '',
    '&lt;'.repeat(300),
  ]);

/** XML that is malformed, or of a size or shape that no client sends. */
function breakXml(xml: string, random: Random): string {
  const inside = (text: string): string => xml.replace('>', `>${text}`);
  switch (random.below(12)) {
    case 0:
      return `<!DOCTYPE a [<!ENTITY e "${'x'.repeat(500)}">]>${xml.replace(/<\?xml[^>]*>/, '')}`;
    case 1:
      return xml.slice(0, random.below(xml.length));
    case 2:
      return inside('<a>'.repeat(500));
    case 3:
      return inside('<b/>'.repeat(3_000));
    case 4:
      return xml.replace(
        'xmlns:D="DAV:"',
        `xmlns:D="DAV:" ${Array.from({ length: 3_000 }, (_, n) => `a${n}="v"`).join(' ')}`,
      );
    case 5:
      return xml.replace('xmlns:D="DAV:"', `xmlns:D="DAV:" xmlns:l="${'n'.repeat(2_000)}"`);
    case 6:
      return inside(`<![CDATA[${'x'.repeat(20_000)}]]>`);
    case 7:
      return inside(`<?pi ${'x'.repeat(5_000)}?><!--${'-'.repeat(100)}-->`);
    case 8:
      return inside('&nothing;&#0;&#xFFFF;');
    case 9:
      return xml.replaceAll('DAV:', random.pick(['dav:', 'urn:x', '']));
    case 10:
      return hostileString(random, 4_000);
    default:
      return `${xml}${'x'.repeat(random.pick([1, 200_000]))}`;
  }
}
