import type { Item } from '@drive/sdk';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { useFormats, useMessages } from '../../i18n/i18n-provider.tsx';
import { shownName } from '../../ui/shown-name.ts';
import { ItemCheckbox, ItemMenuButton, ItemMarks, useItemCell, type ItemCellProps } from './item-cell.tsx';
import { ItemName } from './item-name.tsx';
import { Thumbnail } from './thumbnail.tsx';

/** Columns of a folder: name, type, modified, added, size. Items of several folders have their place or owner instead of type and modified. */
export const columnsOf = (hasSource: boolean): string =>
  `columns ${hasSource ? 'has-source' : ''} items-center gap-x-2 px-2 sm:px-3`;

export const ItemRow = memo(function ItemRow(props: ItemCellProps) {
  const { index, isSelected, isCut, place, owner, ...facts } = props;
  const { isOver, cell } = useItemCell(props);
  return (
    <div
      {...cell}
      role="row"
      aria-rowindex={index + 2}
      className={`item ${columnsOf((owner ?? place) !== undefined)} h-(--row) border-b border-line ${isCut ? 'opacity-60' : ''} ${isOver ? 'bg-accent-page outline-2 -outline-offset-2 outline-accent' : isSelected ? 'bg-accent-page forced-colors:outline-2 forced-colors:-outline-offset-2' : 'hover:bg-page'}`}
    >
      <div role="gridcell">
        <ItemCheckbox {...props} />
      </div>
      <RowFacts {...facts} place={place} owner={owner} />
      <div role="gridcell">
        <ItemMenuButton item={props.item} index={index} handlers={props.handlers} />
      </div>
    </div>
  );
});

type RowFactsProps = Pick<ItemCellProps, 'item' | 'draft' | 'place' | 'owner' | 'handlers'>;

/** The cells that stay as they are when the item is selected. */
const RowFacts = memo(function RowFacts({ item, draft, place, owner, handlers }: RowFactsProps) {
  const { list } = useMessages();
  const formats = useFormats();
  const size = item.size === null ? '' : formats.size(item.size);
  const added = formats.relative(item.uploadedAt);
  const modified = item.modifiedAt === null ? '' : formats.relative(item.modifiedAt);
  const source =
    owner ?? (place === undefined ? undefined : shownName(place.slice(place.lastIndexOf('/') + 1) || list.root));
  return (
    <>
      <div role="gridcell" aria-hidden className="size-8 cursor-pointer overflow-hidden rounded-md" data-opens>
        <Thumbnail item={item} size="row" />
      </div>
      <div role="gridcell" className="min-w-0">
        <div className="flex min-w-0 items-center gap-2">
          <ItemName
            item={item}
            draft={draft}
            className="flex min-h-6 min-w-0 items-center text-start text-body font-medium hover:underline [&]:block [&]:truncate"
            onOpen={handlers.onOpen}
            onRenameEnd={handlers.onRenameEnd}
          />
          <ItemMarks item={item} />
        </div>
        <p className="truncate text-caption text-muted @xl:hidden">
          {[size, source === undefined ? modified || added : added, source].filter(Boolean).join(' · ')}
        </p>
      </div>
      {source !== undefined ? (
        <div role="gridcell" className="hidden min-w-0 truncate text-small text-muted @xl:block">
          {place === undefined ? source : <PlaceLink item={item} place={place} />}
        </div>
      ) : (
        <>
          <div role="gridcell" className="hidden truncate text-small text-muted @4xl:block">
            {list.kinds[item.contentKind]}
          </div>
          <div role="gridcell" className="hidden truncate text-small text-muted @4xl:block">
            {item.modifiedAt !== null && (
              <time dateTime={item.modifiedAt} title={formats.moment(item.modifiedAt)}>
                {modified}
              </time>
            )}
          </div>
        </>
      )}
      <div role="gridcell" className="hidden truncate text-small text-muted @xl:block">
        <time dateTime={item.uploadedAt} title={formats.moment(item.uploadedAt)}>
          {added}
        </time>
      </div>
      <div role="gridcell" className="hidden text-end text-small text-muted tabular-nums @xl:block">
        {size}
      </div>
    </>
  );
});

/** Leads to the folder of a found item. `place` is its path, empty for the root: its end stays in view, which tells folders apart. */
function PlaceLink({ item: { parentId, role }, place }: { readonly item: Item; readonly place: string }) {
  const { list } = useMessages();
  const text = shownName(place === '' ? list.root : place.slice(1).replaceAll('/', ' / '));
  const end = text.lastIndexOf(' / ') + 1;
  const link =
    parentId === null
      ? ({ to: role === 'owner' ? '/files' : '/shared-with-me' } as const)
      : ({ to: '/files/$folderId', params: { folderId: parentId } } as const);
  return (
    <Link
      {...link}
      tabIndex={-1}
      title={text}
      aria-label={text}
      className="inline-flex min-h-6 max-w-full items-center text-muted hover:text-text hover:underline"
    >
      <span className="truncate whitespace-pre">{text.slice(0, end)}</span>
      <span className="max-w-full shrink-0 truncate whitespace-pre">{text.slice(end)}</span>
    </Link>
  );
}
