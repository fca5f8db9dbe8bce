import { expect, it } from 'vitest';
import { notifyOf } from '../commands/shares/shares.ts';
import { parseNotify } from './share-options.ts';

it.each(['none', 'view', 'download', 'every-download', 'view,download', 'view,every-download'])(
  '%s is displayed as it is given',
  (text) => {
    const { notifyOnDownload: notifyOwnerOnDownload, ...rest } = parseNotify(text);
    expect(notifyOf({ notifyOwnerOnDownload, ...rest } as Parameters<typeof notifyOf>[0])).toBe(text);
  },
);

it('enables notifications of every download only together with those of downloads', () => {
  expect(parseNotify('every-download')).toEqual({
    notifyOnDownload: true,
    notifyOnView: false,
    notifyPerRecipient: true,
  });
});

it.each(['', 'all', 'view,', 'none,view', 'VIEW'])('%j is a usage error', (text) =>
  expect(() => parseNotify(text)).toThrow(expect.objectContaining({ exitCode: 2 }) as Error),
);
