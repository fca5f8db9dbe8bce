import fc from 'fast-check';
import { test } from 'vitest';
import { UploadModel } from '../../test/uploads/upload-model.ts';
import { step } from '../../test/uploads/upload-steps.ts';

const lives = 2000;

test(`${lives} random histories of uploads end as the user wants, whatever the server, the network and other tabs do`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 80, size: 'max' }), (steps) => new UploadModel().live(steps)),
    { numRuns: lives },
  );
});
