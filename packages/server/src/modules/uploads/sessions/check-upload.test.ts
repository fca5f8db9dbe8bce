import { describe, expect, it } from 'vitest';
import { putByPath } from '../../../../test/api/by-path-requests.ts';
import { startDrive } from '../../../../test/drive.ts';
import { driveForAllTests, drive, user } from '../../../../test/use-drive.ts';
import { checkUpload, type UploadStanding } from './check-upload.ts';

const file = { fileName: 'a.PDF', contentType: 'Application/PDF; x=y', sizeBytes: 10 };
const codeOf = (standing: UploadStanding, upload: Partial<typeof file> = {}): string | undefined => {
  try {
    checkUpload([{ ...file, ...upload }], standing);
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
};
const rules = (allowedTypes: readonly string[] | null, maxFileBytes = 10): UploadStanding => ({
  rules: { maxFileBytes, allowedTypes },
});

describe('the check of an upload', () => {
  it('refuses for the first reason', () => {
    const all = { isOwnerEnabled: false, isFolderWritable: false, ...rules(['.png'], 9), room: 'no bytes' } as const;
    expect(codeOf(all)).toBe('upload_session_not_found');
    expect(codeOf({ ...all, isOwnerEnabled: true })).toBe('folder_not_found');
    const here = { ...all, isOwnerEnabled: true, isFolderWritable: true };
    expect(codeOf(here)).toBe('file_type_not_allowed');
    expect(codeOf({ ...here, ...rules(null, 9) })).toBe('payload_too_large');
    expect(codeOf({ ...here, ...rules(null) })).toBe('storage_quota_exceeded');
    expect(codeOf({ ...here, ...rules(null), room: 'taken' })).toBeUndefined();
    expect(codeOf({})).toBeUndefined();
  });

  it.each([
    [['.pdf'], true],
    [['application/pdf'], true],
    [['application/*'], true],
    [['.png', 'image/*', '.pdf'], true],
    [['.df'], false],
    [['image/*'], false],
    [['application'], false],
    [[], false],
  ])('compares name and declared type with %j', (allowed, isAllowed) => {
    expect(codeOf(rules(allowed)) === undefined).toBe(isAllowed);
  });

  it('accepts a size that is not known yet', () => {
    const unknown = { ...file, sizeBytes: undefined };
    expect(() => checkUpload([unknown], rules(null, 1))).not.toThrow();
  });
});

describe('a file over the limit', () => {
  driveForAllTests(() =>
    startDrive({
      settings: {
        FREE_USER_MAX_BYTES: '10',
        ANONYMOUS_UPLOADS: 'on',
        ANONYMOUS_MAX_BYTES: '10',
        FEATURE_LIMITS: 'off',
      },
    }),
  );

  it('is refused in the same words by every endpoint', async () => {
    const ask = async (path: string, json: object, key?: string): Promise<unknown> => {
      const response = await drive.fetch(path, { method: 'POST', json, ...(key === undefined ? {} : { key }) });
      return response.json();
    };
    const { key } = user;
    const folder = (await ask('/api/files/folders', { name: 'in' }, key)) as { id: string };
    const request = (await ask('/api/collections', { name: 'c', folderId: folder.id }, key)) as { token: string };
    const sized = { fileName: 'a', contentType: 'text/plain', sizeBytes: 11 };
    const form = new FormData();
    form.append('files', new File(['x'.repeat(11)], 'a'));
    const forms = ['/files/upload-form', `/files/collect-form/${request.token}`].map(async (path) => {
      const response = await drive.fetch(path, { method: 'POST', body: form });
      return { status: response.status, message: /A file may have[^<]*/.exec(await response.text())?.[0] };
    });
    const tus = await drive.fetch('/files/tus', {
      method: 'POST',
      key,
      headers: { 'tus-resumable': '1.0.0', 'upload-length': '11', 'upload-metadata': `filename ${btoa('a')}` },
    });
    const chunked = await drive.fetch('/files/by-path/a', {
      method: 'PUT',
      key,
      body: new Blob(['x'.repeat(11)]).stream(),
      duplex: 'half',
    });
    const answers = [
      await ask('/api/uploads', { fileName: 'a', contentType: 'text/plain', fileSizeBytes: 11 }, key),
      (await putByPath(drive, user, 'a', 'x'.repeat(11))).json,
      await chunked.json(),
      await (await drive.fetch('/dav/a', { method: 'PUT', key, body: 'x'.repeat(11) })).json(),
      await tus.json(),
      await ask('/api/public/uploads', sized),
      await ask('/api/public/uploads/batch', { files: [sized] }),
      await ask(`/api/public/collect/${request.token}/uploads`, sized),
      ...(await Promise.all(forms)),
    ] as { status: number; message: string }[];
    for (const { status, message } of answers)
      expect({ status, message }).toEqual({ status: 413, message: 'A file may have at most 10 bytes here.' });
  });
});
