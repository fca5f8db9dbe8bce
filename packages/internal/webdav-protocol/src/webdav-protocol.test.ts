import { createBaseUrl } from '@drive/base';
import { describe, expect, it } from 'vitest';
import { hrefOf, parseIfHeader, parsePath, parseResourceUrl, parseXml, submittedTokens } from './index.ts';

const refused = expect.objectContaining({ code: 'bad_request' }) as unknown;
const errorOf = (parse: () => unknown): unknown => {
  try {
    return parse();
  } catch (error) {
    return error;
  }
};

describe('the header If', () => {
  it('has lists of conditions, each about the URL before it or that of the request', () => {
    expect(parseIfHeader('(<urn:a> ["e1"]) (Not <urn:b>)')).toEqual([
      {
        tag: undefined,
        conditions: [
          { kind: 'token', token: 'urn:a', isNegated: false },
          { kind: 'etag', etag: '"e1"', isNegated: false },
        ],
      },
      { tag: undefined, conditions: [{ kind: 'token', token: 'urn:b', isNegated: true }] },
    ]);
    expect(parseIfHeader('</dav/a> (<urn:a>) </dav/b> (<urn:b>)').map(({ tag }) => tag)).toEqual(['/dav/a', '/dav/b']);
  });

  it('submits every token in it, also a negated one', () => {
    expect([...submittedTokens(parseIfHeader('(<urn:a> ["e"]) (Not <urn:b>)'))]).toEqual(['urn:a', 'urn:b']);
  });

  it.each(['', '()', '(<urn:a>', '<urn:a>', '(urn:a)', '(<urn:a>) </dav> (<urn:b>)'])('is refused as %j', (text) => {
    expect(errorOf(() => parseIfHeader(text))).toEqual(refused);
  });
});

describe('a path', () => {
  it('is split into decoded names and written back', () => {
    const names = parsePath('/dav/a%20b/%C3%A9.txt');
    expect(names).toEqual(['a b', 'é.txt']);
    expect(hrefOf('/x/dav', names, false)).toBe('/x/dav/a%20b/%C3%A9.txt');
  });

  it.each(['/dav/..', '/dav/%2e%2e/a', '/dav/a//b', '/dav/a%2Fb', '/dav/%ff', '/dav/a%00'])(
    'is refused as %s',
    (path) => {
      expect(errorOf(() => parsePath(path))).toEqual(refused);
    },
  );

  it('of another server gets 502', () => {
    const baseUrl = createBaseUrl('https://drive.example.com');
    expect(parseResourceUrl('https://drive.example.com/dav/a', baseUrl, undefined)).toEqual(['a']);
    expect(errorOf(() => parseResourceUrl('https://other.example/dav/a', baseUrl, undefined))).toMatchObject({
      status: 502,
    });
  });
});

describe('an XML document', () => {
  it('has its namespaces resolved', () => {
    expect(parseXml('<x:propfind xmlns:x="DAV:"><x:allprop/></x:propfind>')).toMatchObject({
      namespace: 'DAV:',
      name: 'propfind',
      children: [{ namespace: 'DAV:', name: 'allprop' }],
    });
  });

  it.each([
    '<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>',
    '<a><b></a>',
    `${'<a>'.repeat(1000)}${'</a>'.repeat(1000)}`,
    'no document',
  ])('is refused with a document type, faults or too deep nesting', (text) => {
    expect(errorOf(() => parseXml(text))).toEqual(refused);
  });
});
