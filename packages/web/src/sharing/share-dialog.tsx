import type { Item } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ensureShare, refreshShares } from '../api/shares.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ItemLinks } from './item-links.tsx';
import { LoadedEditor, Waiting } from './loaded-editor.tsx';
import { ManyLinks } from './many-links.tsx';

interface ShareDialogProps {
  /** Items to share, or a share to change. */
  readonly subject: { readonly items: readonly Item[] } | { readonly token: string; readonly name: string };
  readonly onClose: () => void;
}

/** Shows the link of an item at once, with everything that can be set for it. */
export default function ShareDialog({ subject, onClose }: ShareDialogProps) {
  const { share } = useMessages().sharing;
  const items = 'items' in subject ? subject.items : [];
  const [item] = items;
  const title =
    'token' in subject
      ? share.title({ name: subject.name })
      : items.length === 1 && item !== undefined
        ? share.title({ name: item.name })
        : share.titleMany({ count: items.length });
  // Lists show who has a link; they are loaded again when it is known what changed.
  useEffect(() => () => void refreshShares(), []);
  return (
    <Dialog wide title={title} onClose={onClose}>
      {'token' in subject ? (
        <LoadedEditor token={subject.token} onClose={onClose} />
      ) : items.length === 1 && item !== undefined ? (
        <ItemShare item={item} onClose={onClose} />
      ) : (
        <ManyLinks items={items} onClose={onClose} />
      )}
    </Dialog>
  );
}

function ItemShare({ item, onClose }: { readonly item: Item; readonly onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['item-share', item.id],
    queryFn: async () => {
      const { shareToken } = await ensureShare(item);
      if (shareToken !== item.shareToken) void refreshShares();
      return shareToken;
    },
    // Each opening asks again: the share may have been ended meanwhile.
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  if (data !== undefined) return <ItemLinks itemId={item.id} firstToken={data} onClose={onClose} />;
  return <Waiting error={error} onRetry={() => void refetch()} onClose={onClose} />;
}
