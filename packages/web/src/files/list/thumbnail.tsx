import type { Item } from '@drive/sdk';
import { useState } from 'react';
import { reachableUrl } from '../../api/content.ts';
import { KindIcon } from '../../ui/kind-icon.tsx';

/** The item's image, or an icon of its kind while there is none. */
export function Thumbnail({ item, size }: { readonly item: Item; readonly size: 'row' | 'tile' | 'panel' }) {
  const [failed, setFailed] = useState<string>();
  const iconSize = { row: 20, tile: 56, panel: 72 }[size];
  if (item.previewUrl === null || item.previewUrl === failed)
    return (
      <span className="grid size-full place-items-center">
        <KindIcon kind={item.contentKind} size={iconSize} />
      </span>
    );
  return (
    <img
      src={reachableUrl(item.previewUrl)}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      className={`size-full ${size === 'panel' ? 'object-contain' : 'object-cover'}`}
      onError={() => setFailed(item.previewUrl ?? undefined)}
    />
  );
}
