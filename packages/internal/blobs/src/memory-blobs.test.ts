import { systemClock, systemRandom } from '@drive/base';
import { describe } from 'vitest';
import { blobStoreContract } from './blob-store.contract.ts';
import { createMemoryBlobs } from './memory-blobs.ts';

describe('blobs in memory', () => {
  blobStoreContract(async () => createMemoryBlobs({ clock: systemClock, random: systemRandom }));
});
