import { useState } from 'react';
import { readStored, writeStored } from '../browser/stored.ts';
import type { Layout } from './list/item-list-view.tsx';

const storageKey = 'drive-layout';

/** List or grid, as the user chose last. */
export function useLayoutChoice(): readonly [Layout, (layout: Layout) => void] {
  const [layout, setLayout] = useState<Layout>(() => (readStored(storageKey) === 'grid' ? 'grid' : 'list'));
  return [
    layout,
    (chosen) => {
      writeStored(storageKey, chosen);
      setLayout(chosen);
    },
  ];
}
