import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { createTestTree, readTallies, type TestTree } from '../../../test/tree.ts';
import { isDomainError } from '../../platform/errors.ts';
import { numberedName } from './free-name.ts';

interface ModelFolder {
  /** null: the root. */
  readonly id: string | null;
  readonly names: Set<string>;
}

interface Model {
  readonly folders: ModelFolder[];
  readonly quota: number;
  used: number;
}

const names = ['a.txt', 'A.txt', 'a (1).txt', 'a (2).txt', 'b', 'b (1)', '.x', 'é', 'Ω.tar.gz'];
const name = fc.constantFrom(...names);
const place = fc.nat({ max: 20 });
const bytes = fc.integer({ min: 1, max: 50 });

const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('upload' as const), name, place, bytes }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('folder' as const), name, place }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('giveUp' as const), bytes }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('rush' as const), name, place, count: fc.integer({ min: 2, max: 6 }) }),
    },
  ),
  { maxLength: 25 },
);
type Step = typeof steps extends fc.Arbitrary<(infer S)[]> ? S : never;

/** What the name given must be: the one asked for, or a number whose predecessor is taken. */
function expectFairName(wanted: string, given: string, taken: ReadonlySet<string>): void {
  expect(taken.has(given)).toBe(false);
  if (!taken.has(wanted)) return expect(given).toBe(wanted);
  let n = 1;
  while (numberedName(wanted, n) !== given) {
    n += 1;
    expect(n).toBeLessThan(100);
  }
  expect(n === 1 || taken.has(numberedName(wanted, n - 1))).toBe(true);
}

async function upload(tree: TestTree, owner: number, folder: ModelFolder, wanted: string, size: number, quota: number) {
  const { files } = tree;
  return tree.database.write(async (tx) => {
    const root = await files.ensureRoot(tx, owner);
    const rowId = folder.id === null ? root : (await files.findFolder(tx, owner, folder.id))!.rowId;
    if (!(await files.reserveBytes(tx, owner, size, quota))) return undefined;
    const id = crypto.randomUUID();
    return files.addFile(tx, {
      id,
      ownerId: owner,
      folderRowId: rowId,
      name: wanted,
      sizeBytes: size,
      mimeType: 'text/plain',
      sha256: '0'.repeat(64),
      blobKey: id,
    });
  });
}

async function perform(tree: TestTree, owner: number, model: Model, step: Step): Promise<void> {
  const folder = model.folders['place' in step ? step.place % model.folders.length : 0]!;
  switch (step.kind) {
    case 'upload': {
      const added = await upload(tree, owner, folder, step.name, step.bytes, model.quota);
      expect(added !== undefined).toBe(model.used + step.bytes <= model.quota);
      if (added === undefined) return;
      expectFairName(step.name, added.name, folder.names);
      folder.names.add(added.name);
      model.used += step.bytes;
      return;
    }
    case 'rush': {
      const added = await Promise.all(
        Array.from({ length: step.count }, () => upload(tree, owner, folder, step.name, 1, model.quota)),
      );
      const given = added.flatMap((file) => (file === undefined ? [] : [file.name]));
      expect(given).toHaveLength(Math.min(step.count, model.quota - model.used));
      expect(new Set([...given, ...folder.names]).size).toBe(given.length + folder.names.size);
      for (const each of given) folder.names.add(each);
      model.used += given.length;
      return;
    }
    case 'folder': {
      const made = await tree.makeFolder(owner, step.name, folder.id).catch((error: unknown) => {
        expect(isDomainError(error, 'name_conflict')).toBe(true);
      });
      expect(made === undefined).toBe(folder.names.has(step.name));
      if (made === undefined) return;
      folder.names.add(step.name);
      model.folders.push({ id: made, names: new Set() });
      return;
    }
    case 'giveUp': {
      const reserved = await tree.database.write((tx) => tree.files.reserveBytes(tx, owner, step.bytes, model.quota));
      expect(reserved).toBe(model.used + step.bytes <= model.quota);
      if (reserved) await tree.database.write((tx) => tree.files.releaseBytes(tx, owner, step.bytes));
    }
  }
}

test('whatever is put in, names stay apart, sums and counts stay true and the quota holds', async () => {
  const tree = await createTestTree();
  try {
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 0, max: 300 }), async (todo, quota) => {
        const owner = await tree.addUser();
        const model: Model = { folders: [{ id: null, names: new Set() }], quota, used: 0 };
        for (const step of todo) await perform(tree, owner, model, step);
        const { kept, counted } = await readTallies(tree.database, owner);
        expect(kept).toEqual(counted);
      }),
      { numRuns: inject('databaseKind') === 'postgres' ? 40 : 150 },
    );
  } finally {
    await tree.close();
  }
}, 60_000);
