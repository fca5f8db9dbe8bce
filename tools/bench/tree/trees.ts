import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { execute } from '../processes.ts';
import { seedTree, type SeededTree } from './seed-tree.ts';
import type { Shape } from './shape.ts';

export interface TreeOrder {
  readonly shape: Shape;
  readonly items: number;
  readonly withBytes?: boolean;
}

export interface TreeCopy {
  readonly dataDirectory: string;
  readonly tree: SeededTree;
  remove(): void;
}

/** Trees to measure at. Each is made once and handed out as a copy, because measuring takes it apart. */
export interface Trees {
  copy(order: TreeOrder): Promise<TreeCopy>;
}

export function keepTrees(directory: string): Trees {
  return {
    copy: async ({ shape, items, withBytes = false }) => {
      const original = join(directory, `${shape}-${items}${withBytes ? '-bytes' : ''}`);
      if (!existsSync(join(original, 'tree.json'))) {
        rmSync(original, { recursive: true, force: true });
        await seedTree({ dataDirectory: original, shape, items, seed: 1, withBytes });
      }
      const dataDirectory = mkdtempSync(join(directory, 'copy-'));
      cpSync(original, dataDirectory, { recursive: true });
      // Otherwise the first fsync of the server would wait for all of it.
      await execute('sync', ['--file-system', dataDirectory]);
      return {
        dataDirectory,
        tree: JSON.parse(readFileSync(join(original, 'tree.json'), 'utf8')) as SeededTree,
        remove: () => rmSync(dataDirectory, { recursive: true, force: true }),
      };
    },
  };
}
