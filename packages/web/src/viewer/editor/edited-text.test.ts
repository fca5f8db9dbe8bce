import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textOf } from './code-mirror.ts';
import { decodeEditedText, encodeEditedText } from './edited-text.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

test('a text that is edited keeps its line breaks, also of different kinds, and its mark', () => {
  const edited = decodeEditedText(bytesOf('\uFEFFa\r\nb\r\n'));
  expect(edited).toEqual({ text: 'a\nb\n', lineBreak: '\r\n', hasMark: true });
  expect(encodeEditedText({ ...edited!, text: 'a\nb\nc\n' })).toBe('\uFEFFa\r\nb\r\nc\r\n');
  const piece = fc.constantFrom('a', 'ü', '\r', '\n', '\r\n', '\uFEFF', '\u2028', '');
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('');
      const decoded = decodeEditedText(bytesOf(text))!;
      expect(encodeEditedText({ ...decoded, text: textOf(decoded.text).toString() })).toBe(text);
    }),
  );
});

test('a text in another encoding than UTF-8 is not edited', () => {
  expect(decodeEditedText(new Uint8Array([0x47, 0x72, 0xfc, 0xdf, 0x65]))).toBeUndefined();
});
