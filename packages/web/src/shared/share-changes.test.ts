import { expect, test } from 'vitest';
import { Refusal, server } from '../../test/components/fake-server.ts';
import { shareOf } from '../../test/components/things.ts';
import { setModeOfShares } from './share-changes.ts';

test('making links public changes the chosen ones, and no other links of their files', async () => {
  const [further, ended] = [shareOf({ shareToken: 'further' }), shareOf({ shareToken: 'ended' })];
  server.answer('PATCH /api/shares/further', { ...further, shareMode: 'PUBLIC' });
  server.answer('PATCH /api/shares/ended', new Refusal(404, 'share_not_found'));
  server.answer('PATCH /api/files/visibility', { updated: [], failed: [] });
  const { done, failed } = await setModeOfShares([further, ended], 'PUBLIC');
  expect(server.changes).toEqual([
    'PATCH /api/shares/further {"shareMode":"PUBLIC"}',
    'PATCH /api/shares/ended {"shareMode":"PUBLIC"}',
  ]);
  expect(done).toEqual([further]);
  expect(failed).toMatchObject([{ id: 'ended', code: 'share_not_found' }]);
});
