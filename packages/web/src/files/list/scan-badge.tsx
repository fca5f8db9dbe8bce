import type { Item } from '@drive/sdk';
import { useMessages } from '../../i18n/i18n-provider.tsx';
import { Badge } from '../../ui/card.tsx';

/** Marks a file that is in quarantine, infected, or still being scanned. */
export function ScanBadge({ item: { quarantined, scan, virus } }: { readonly item: Item }) {
  const { list } = useMessages();
  if (virus !== null)
    return (
      <span className="shrink-0" title={list.virusOf(virus)}>
        <Badge kind="bad">{list.virus}</Badge>
      </span>
    );
  if (quarantined) return <Badge kind="bad">{list.quarantined}</Badge>;
  return scan === 'pending' ? <Badge>{list.scanning}</Badge> : null;
}
