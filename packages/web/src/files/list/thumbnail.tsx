import type { Item } from '@drive/sdk';
import { useState } from 'react';
import { reachableUrl } from '../../api/client.ts';
import { KindTile } from '../../ui/kind-icon.tsx';

/** The item's image, or an icon of its kind while there is none. */
export function Thumbnail({ item, size }: { readonly item: Item; readonly size: 'row' | 'tile' | 'panel' }) {
  const [failed, setFailed] = useState<string>();
  const iconSize = { row: 18, tile: 44, panel: 56 }[size];
  if (item.previewUrl === null || item.previewUrl === failed)
    return <KindTile kind={item.contentKind} name={item.name} size={iconSize} />;
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
