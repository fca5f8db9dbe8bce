import { describe, expect, it } from 'vitest';
import { requireAllowedContent } from './content-types.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const hex = (text: string): Uint8Array => Buffer.from(text.replaceAll(' ', ''), 'hex');

const contents: Readonly<Record<string, Uint8Array>> = {
  png: hex('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489'),
  jpeg: hex('ffd8ffe000104a46494600010100000100010000'),
  pdf: bytes('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj'),
  zip: hex('504b0304140000000800000021000000000000000000000000000500000061'),
  exe: hex('4d5a90000300000004000000ffff0000b800000000000000'),
  office: hex('d0cf11e0a1b11ae1000000000000000000000000000000003e000300feff0900'),
  mp4: hex('000000206674797069736f6d0000020069736f6d69736f32617663316d703431'),
  svg: bytes('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
  html: bytes('<!doctype html><script>alert(1)</script>'),
  csv: bytes('BM,name\n1,M\xfcller\n'),
  utf16: hex('fffe41002c0042000a00'),
  noise: hex('00010203040506070800'),
};

const isAllowed = async (content: string, name: string, type: string, allowed: readonly string[]): Promise<boolean> => {
  const file = { fileName: name, contentType: type, sizeBytes: undefined };
  return requireAllowedContent(contents[content] ?? bytes(''), file, allowed).then(
    () => true,
    () => false,
  );
};

describe('the first bytes of a content', () => {
  it.each([
    ['png', 'a.png', 'image/png', ['image/*']],
    ['jpeg', 'a.png', 'image/png', ['image/*']],
    ['jpeg', 'a.jpg', 'image/jpeg', ['.jpg']],
    ['jpeg', 'a.jpeg', 'application/octet-stream', ['.jpeg', '.png']],
    ['pdf', 'a.pdf', 'application/pdf', ['application/pdf']],
    ['zip', 'a.docx', 'application/octet-stream', ['.docx']],
    ['zip', 'a.zip', 'application/x-zip-compressed', ['.zip']],
    ['office', 'a.doc', 'application/msword', ['.doc']],
    ['mp4', 'a.m4a', 'audio/mp4', ['audio/*']],
    ['svg', 'a.svg', 'image/svg+xml', ['image/*']],
    ['csv', 'a.csv', 'text/csv', ['.csv']],
    ['utf16', 'a.csv', 'application/vnd.ms-excel', ['.csv']],
    ['html', 'a.html', 'text/html', ['text/*']],
  ])('%s as %s of type %s is accepted by %j', async (content, name, type, allowed) => {
    expect(await isAllowed(content, name, type, allowed)).toBe(true);
  });

  it.each([
    ['html', 'a.png', 'image/png', ['image/*']],
    ['html', 'a.tga', 'image/x-tga', ['image/*']],
    ['noise', 'a.png', 'image/png', ['image/*']],
    ['exe', 'a.png', 'image/png', ['image/*', '.png']],
    ['exe', 'a.csv', 'text/csv', ['.csv']],
    ['noise', 'a.csv', 'text/csv', ['.csv']],
    ['pdf', 'a.docx', 'application/octet-stream', ['.docx']],
    ['zip', 'a.pdf', 'application/pdf', ['application/pdf']],
    ['html', 'a.pdf', 'application/pdf', ['application/pdf']],
    ['png', 'a.mp4', 'video/mp4', ['video/*']],
  ])('%s as %s of type %s is refused by %j', async (content, name, type, allowed) => {
    expect(await isAllowed(content, name, type, allowed)).toBe(false);
  });
});
