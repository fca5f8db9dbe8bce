import type { Random } from '@drive/base';
import { expect, it } from 'vitest';
import { createLinkToken } from './link-token.ts';

it.each([
  ['-2bC4', '_2bC4'],
  ['a-2b-', 'a-2b-'],
])('a link whose random part is %s gets the token %s, which no command takes for a flag', (random, token) => {
  expect(createLinkToken({ token: () => random } as unknown as Random)).toBe(token);
});
