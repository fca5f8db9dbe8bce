import { auditActions, errorStatus } from '@drive/contract';
import { expect, test } from 'vitest';
import { readLanguage } from '../../../internal/texts/src/build/index.ts';

/** Codes of the SDK that only a browser meets, and the text of an error that has no code. */
const ofBrowsers = ['unexpected_answer', 'source_changed', 'source_unreadable', 'unexpected'];

test('every error code has a text', () => {
  const { issues: _, ...texts } = readLanguage('en').app['errors'] ?? {};
  expect(Object.keys(texts).toSorted()).toEqual([...Object.keys(errorStatus), ...ofBrowsers].toSorted());
});

test('every action of the audit log has a text', () => {
  const texts = readLanguage('en').app['admin']?.['audit'] as { readonly actionTexts?: object } | undefined;
  expect(Object.keys(texts?.actionTexts ?? {}).toSorted()).toEqual([...auditActions].toSorted());
});
