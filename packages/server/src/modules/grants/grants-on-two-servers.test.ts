import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { grantApi } from '../../../test/api/grant-api.ts';
import { startDriveInMemory } from '../../../test/api/interrupted-uploads.ts';
import { readStatus, refusalOf } from '../../../test/api/uploads.ts';
import type { Drive, TestUser } from '../../../test/drive.ts';
import { openRequest } from '../../../test/network/raw-request.ts';

describe.runIf(inject('databaseKind') === 'postgres')('an upload grant with two servers', () => {
  let a: Drive;
  let b: Drive;
  let user: TestUser;
  beforeAll(async () => {
    a = await startDriveInMemory();
    b = await a.startAnother();
    user = await a.createUser();
  });
  afterAll(() => a.close());
  const onA = grantApi(() => a);
  const onB = grantApi(() => b);

  it('[P-911] that is revoked on one ends its uploads on the other', async () => {
    const { id, token } = await onA.create(user);
    const reservation = await onA.reserve(token, { sizeBytes: 600_000 });
    const url = a.url + new URL(reservation.uploadUrl).pathname;
    const request = await openRequest(url, 'PUT', { 'content-length': 600_000 });
    await request.send(Buffer.alloc(300_000, 1));
    await expect.poll(() => readStatus(b, user, reservation.sessionId)).toMatchObject({ status: 'UPLOADING' });
    await onB.revoke(user, id);
    expect(await refusalOf(await onA.ask(token))).toEqual([401, 'grant_invalid']);
    await b.jobs.drain();
    expect(await request.answer).toMatchObject({ status: 410 });
    request.cut();
    expect(await onA.get(user, id)).toMatchObject({ usedFiles: 0, usedBytes: 0 });
  });

  it('takes exactly as many files as it allows', async () => {
    const { token, id } = await onA.create(user, { maxFiles: 5 });
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) => (index % 2 === 0 ? onA : onB).ask(token)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(await onB.get(user, id)).toMatchObject({ usedFiles: 5, usedBytes: 25 });
  });
});
