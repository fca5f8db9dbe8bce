import { errorStatus } from '@drive/contract';
import { expect, test } from 'vitest';
import { errorCodes as german } from './de-errors.ts';
import { errorCodes as english } from './en-errors.ts';

/** Codes of the SDK that only a browser meets. */
const ofBrowsers = ['unexpected_answer', 'source_changed', 'source_unreadable'];

test.each([
  ['English', english],
  ['German', german],
])('every error code has a text in %s', (_, texts) => {
  expect(Object.keys(texts).toSorted()).toEqual([...Object.keys(errorStatus), ...ofBrowsers].toSorted());
});
