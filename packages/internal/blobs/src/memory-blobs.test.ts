import { systemClock, systemRandom } from '@drive/base';
import { describe } from 'vitest';
import { blobStoreContract } from './blob-store.contract.ts';
import { MemoryBlobs } from './memory-blobs.ts';

describe('blobs in memory', () => {
  blobStoreContract(async () => new MemoryBlobs({ clock: systemClock, random: systemRandom }));
});
