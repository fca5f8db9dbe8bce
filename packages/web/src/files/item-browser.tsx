import type { ListSort, SearchSort } from '@drive/contract/sorts';
import type { Item } from '@drive/sdk';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, type ComponentProps, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useAttempt } from '../api/actions.ts';
import type { ItemList } from '../api/items.ts';
import { isStatus } from '../api/query-client.ts';
import { isForScreen } from '../browser/is-typing.ts';
import { loadEarly, noteScreenShown } from '../browser/load-early.ts';
import { useLate } from '../browser/use-late.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { Waiting } from '../screen/waiting.tsx';
import { lastPosition, useEmptyFocus } from './actions/focus-return.ts';
import { useItemClipboard } from './actions/item-clipboard.ts';
import type { Folder } from './actions/item-drag.ts';
import { useItemHandlers, type OpenMenu } from './actions/item-handlers.ts';
import { useSelection, type Selection } from './actions/selection.ts';
import { type FileDialog, useItemActions, type ItemActions } from './actions/use-item-actions.ts';
import { ItemListView } from './list/item-list-view.tsx';
import { useViewer } from './use-viewer.ts';
import { useLayoutChoice, ViewControls } from './view-controls.tsx';

const ListError = lazy(loadEarly(async () => ({ default: (await import('./list/list-error.tsx')).ListError }), 0));
// Loaded when they are opened for the first time.
const DetailsPanel = lazy(loadEarly(() => import('./details-panel.tsx'), 0));
const ItemMenu = lazy(loadEarly(() => import('./item-menu.tsx'), 0));
const SelectionBar = lazy(loadEarly(() => import('./selection-bar.tsx'), 0));
const Viewer = lazy(loadEarly(() => import('../viewer/viewer.tsx'), 0));
const loadClipboardKeys = async () => (await import('./actions/clipboard-keys.ts')).ClipboardKeys;
const FileDialogs = lazy(loadEarly(() => import('./dialogs/file-dialogs.tsx'), 0));

interface ItemBrowserProps {
  readonly list: ItemList;
  /** Names the list among all others: the keyboard returns to its last position. */
  readonly listKey: string;
  readonly sort: ListSort | SearchSort;
  readonly sorts: readonly (ListSort | SearchSort)[];
  readonly label: string;
  /** The folder into which items are pasted. */
  readonly destination?: Folder;
  /** Opens the folder above. */
  readonly goUp?: (() => void) | undefined;
  readonly heading: (state: { readonly actions: ItemActions; readonly list: ItemList }) => ReactNode;
  /** Buttons of the list itself. */
  readonly tools?: (state: {
    readonly setDialog: (dialog: FileDialog) => void;
    readonly actions: ItemActions;
  }) => ReactNode;
  readonly empty: ReactNode;
}

/** A list of items with everything that can be done with them: that of a folder and that of a search. */
export function ItemBrowser(props: ItemBrowserProps) {
  const { list, listKey, sort, sorts, label, destination, goUp, heading, tools, empty } = props;
  const section = useRef<HTMLElement>(null);
  const navigate = useNavigate();
  const selection = useSelection(list, lastPosition(listKey));
  const viewer = useViewer(list);
  const { actions, dialog, setDialog, renaming, setRenaming } = useItemActions(viewer.open);
  const [menu, setMenu] = useState<OpenMenu>();
  const [layout, setLayout] = useLayoutChoice();
  const [showsDetails, setShowsDetails] = useState(false);
  const endRename = (): void => setRenaming(undefined);
  const handlers = useItemHandlers({ list, selection, actions, openMenu: setMenu, endRename });

  const cutIds = useCutIds();
  const ClipboardKeys = useLate(loadClipboardKeys);
  useShownList(list);
  useHelpKey(setDialog);
  const selectAll = useSelectAll(list, selection);
  const onSort = (chosen: ListSort | SearchSort): void =>
    void navigate({ to: '.', search: (current) => ({ ...current, sort: chosen }), replace: true });

  const selected = [...selection.selected.values()];
  const hasFailed = list.error !== null && (list.total === undefined || isStatus(list.error, 404));
  const panels = (
    <ItemPanels
      viewer={viewer}
      actions={actions}
      selection={selection}
      focused={list.at(selection.focus)}
      isSearch={list.placeOf !== undefined}
      details={[showsDetails && !hasFailed, setShowsDetails]}
      menu={[menu, setMenu]}
      dialog={[dialog, setDialog]}
    />
  );
  // A folder that was deleted elsewhere is not shown any longer. What is typed above it stays: panels are the second child in both.
  if (hasFailed)
    return (
      <div>
        <ListFailure error={list.error} onRetry={list.refetch} />
        {panels}
      </div>
    );
  return (
    <div className="flex min-h-0 flex-1">
      <section ref={section} className="flex min-h-0 min-w-0 flex-1 flex-col" aria-label={label}>
        <div className="@container px-3 py-1.5 sm:px-4">
          <div className="flex min-h-11 min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
            {heading({ actions, list })}
            {selected.length > 0 ? (
              <Suspense>
                <SelectionBar list={list} selection={selection} actions={actions} />
              </Suspense>
            ) : (
              tools?.({ setDialog, actions })
            )}
            <ViewControls
              sort={[sort, sorts, onSort]}
              layout={layout}
              onLayout={setLayout}
              showsDetails={showsDetails}
              onDetails={setShowsDetails}
            />
          </div>
        </div>
        {list.total === 0 ? (
          <div className="min-h-0 flex-1 overflow-y-auto">{empty}</div>
        ) : (
          <div className="flex min-h-0 flex-1 border-t border-line">
            <ItemListView
              label={label}
              layout={layout}
              section={section}
              cutIds={cutIds}
              renaming={renaming}
              listKey={listKey}
              list={list}
              selection={selection}
              handlers={handlers}
              actions={actions}
              selectAll={selectAll}
              goUp={goUp}
              header={{
                sort,
                sorts,
                hasPlace: list.placeOf !== undefined,
                hasOwner: list.ownerOf !== undefined,
                onSort,
                selected: selected.length === 0 ? 'none' : selected.length === list.total ? 'all' : 'some',
                onSelectAll: (all) => (all ? selectAll() : selection.clear()),
              }}
            />
          </div>
        )}
      </section>
      {panels}
      {ClipboardKeys !== undefined && <ClipboardKeys {...{ section, list, selection, actions, destination }} />}
    </div>
  );
}

const ListFailure = (props: ComponentProps<typeof ListError>) => (
  <Suspense fallback={<Waiting />}>
    <ListError {...props} />
  </Suspense>
);

/** State of one panel, as `useState` returns it. */
type PanelState<T> = readonly [T, (next: T) => void];

interface ItemPanelsProps {
  readonly viewer: ReturnType<typeof useViewer>;
  readonly actions: ItemActions;
  readonly selection: Selection;
  readonly focused: Item | undefined;
  readonly isSearch: boolean;
  readonly details: PanelState<boolean>;
  readonly menu: PanelState<OpenMenu | undefined>;
  readonly dialog: PanelState<FileDialog | undefined>;
}

/** What is open beside or above the list. */
function ItemPanels({ viewer, actions, selection, focused, isSearch, ...panels }: ItemPanelsProps) {
  const [showsDetails, setShowsDetails] = panels.details;
  const [menu, setMenu] = panels.menu;
  const [dialog, setDialog] = panels.dialog;
  const selected = [...selection.selected.values()];
  const fileDialog = dialog !== undefined && (
    <FileDialogs dialog={dialog} actions={actions} onClose={() => setDialog(undefined)} />
  );
  return (
    <Suspense>
      {showsDetails && (
        <DetailsPanel
          items={selected.length === 0 && focused !== undefined ? [focused] : selected}
          actions={actions}
          onClose={() => setShowsDetails(false)}
        />
      )}
      {menu !== undefined && (
        <ItemMenu
          menu={menu}
          actions={actions}
          hasShowFolder={isSearch}
          onDetails={() => {
            selection.all(menu.items);
            setShowsDetails(true);
          }}
          onClose={() => setMenu(undefined)}
        />
      )}
      {viewer.id === undefined ? (
        fileDialog
      ) : (
        <Viewer
          viewer={{ ...viewer, id: viewer.id }}
          actions={actions}
          details={(item, onClose) => (
            <Suspense>
              <DetailsPanel items={[item]} actions={actions} onClose={onClose} />
            </Suspense>
          )}
        >
          <Suspense>{fileDialog}</Suspense>
        </Viewer>
      )}
    </Suspense>
  );
}

const noIds: ReadonlySet<string> = new Set();

/** Ids of the items that were cut and not pasted yet. */
function useCutIds(): ReadonlySet<string> {
  const content = useItemClipboard();
  return useMemo(() => (content?.isCut === true ? new Set(content.items.map(({ id }) => id)) : noIds), [content]);
}

function useShownList({ total, error }: ItemList): void {
  useEmptyFocus(total);
  const isSettled = total !== undefined || error !== null;
  useEffect(() => {
    if (isSettled) noteScreenShown();
  }, [isSettled]);
}

function useHelpKey(setDialog: (dialog: FileDialog) => void): void {
  useEffect(() => {
    const help = (event: KeyboardEvent): void => {
      if (event.key === '?' && isForScreen(event)) setDialog({ kind: 'shortcuts' });
    };
    window.addEventListener('keydown', help);
    return () => window.removeEventListener('keydown', help);
  }, [setDialog]);
}

function useSelectAll(list: ItemList, selection: Selection): () => void {
  const texts = { messages: useMessages(), formats: useFormats() };
  const attempt = useAttempt();
  return () => {
    // A short list is here already.
    const shown = Array.from({ length: Math.min(list.total ?? 0, list.pageSize) }, (_, at) => list.at(at) ?? []).flat();
    if (shown.length === list.total && !list.hasMore) selection.all(shown);
    else void attempt(async () => (await import('./selection-bar.tsx')).selectAll({ list, selection, ...texts }));
  };
}
