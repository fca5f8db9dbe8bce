import { expect, test } from 'vitest';
import * as z from 'zod';
import { createQueryParser } from './validation.ts';

const schema = z.strictObject({ limit: z.string().transform(Number).default(20), name: z.string().max(5).optional() });

test('a repeated query gives equal parameters, which a handler may change without an effect on later requests', () => {
  const parse = createQueryParser(schema, 50);
  const first = parse('/list?limit=100&name=a') as { limit: number };
  expect(first).toEqual({ limit: 50, name: 'a' });
  first.limit = 1;
  expect(parse('/list?limit=100&name=a')).toEqual({ limit: 50, name: 'a' });
  expect(parse('/list')).toEqual({ limit: 20 });
  expect(parse('/list?')).toEqual({ limit: 20 });
});

test('an invalid query is refused each time', () => {
  const parse = createQueryParser(schema, 50);
  for (const query of ['name=abcdef', 'name=abcdef', 'limit=1&limit=2', 'limit=1&limit=2'])
    expect(() => parse(`/list?${query}`)).toThrow();
  expect(parse('/list?name=abc')).toEqual({ limit: 20, name: 'abc' });
});
