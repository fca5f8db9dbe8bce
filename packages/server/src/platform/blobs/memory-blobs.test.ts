import { describe } from 'vitest';
import { systemClock } from '../clock.ts';
import { systemRandom } from '../random.ts';
import { blobStoreContract } from './blob-store.contract.ts';
import { createMemoryBlobs } from './memory-blobs.ts';

describe('blobs in memory', () => {
  blobStoreContract(async () => createMemoryBlobs({ clock: systemClock, random: systemRandom }));
});
