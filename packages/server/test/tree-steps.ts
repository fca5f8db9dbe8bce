import { listSorts } from '@drive/contract';
import fc from 'fast-check';

/** Few names, so that they meet; some differ only in case, some are what a number makes of another. */
const names = ['a', 'A', 'a (1)', 'b', 'c.txt', 'c (1).txt', 'é'];
const name = fc.constantFrom(...names);
/** Counted round among what there is by then; one of them is an id that nobody has. */
const item = fc.nat({ max: 11 });
const place = fc.nat({ max: 7 });
const bytes = fc.integer({ min: 1, max: 9 });

const kinds = {
  folder: { weight: 4, ...step({ name, place }) },
  upload: { weight: 5, ...step({ name, place, bytes }) },
  reserve: { weight: 2, ...step({ name, place, bytes }) },
  finish: { weight: 2, ...step({ item }) },
  cancel: { weight: 1, ...step({ item }) },
  rename: { weight: 3, ...step({ item, name }) },
  move: { weight: 5, ...step({ item, place }) },
  moveAndRename: { weight: 3, ...step({ item, place, name }) },
  moveMany: { weight: 3, ...step({ items: fc.array(item, { minLength: 1, maxLength: 4 }), place }) },
  trash: { weight: 8, ...step({ item }) },
  restore: { weight: 7, ...step({ item }) },
  purge: { weight: 4, ...step({ item }) },
  empty: { weight: 1, ...step({}) },
  wait: { weight: 2, ...step({ days: fc.constantFrom(1, 11, 31) }) },
  drain: { weight: 1, ...step({}) },
  restart: { weight: 1, ...step({}) },
  dieIn: {
    weight: 3,
    ...step({ work: fc.constantFrom('purge', 'empty', 'sweep', 'drain'), item, after: fc.nat({ max: 6 }) }),
  },
};

function step<T extends object>(shape: { [K in keyof T]: fc.Arbitrary<T[K]> }) {
  return { shape };
}
