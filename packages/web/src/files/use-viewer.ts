import type { Item } from '@drive/sdk';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useRef } from 'react';
import { positionOf, type ItemList } from '../api/items.ts';
import type { ViewerState } from '../viewer/viewer.tsx';

const isFile = (item: Item | undefined): item is Item => item?.type === 'file';
/** Files on both sides of the shown one whose URLs are asked for together with it. */
const nearFiles = 10;

/** The file that the address names with `?view=`, and the way to its neighbors in the list. */
export function useViewer(list: ItemList): ViewerState {
  const navigate = useNavigate();
  const { history } = useRouter();
  const { view: id } = useSearch({ strict: false });
  /** Whether the entry of the history before this one is the list. */
  const isAboveList = useRef(false);
  /** Position of the shown file; its page of the list may not be loaded any more. */
  const shown = useRef<{ readonly id: string; readonly index: number }>(undefined);

  const open = useCallback(
    (item: Item) => {
      isAboveList.current = true;
      void navigate({ to: '.', search: (current) => ({ ...current, view: item.id }) });
    },
    [navigate],
  );

  const close = useCallback(() => {
    if (isAboveList.current) history.back();
    else void navigate({ to: '.', search: (current) => ({ ...current, view: undefined }), replace: true });
    isAboveList.current = false;
  }, [history, navigate]);

  return useMemo((): ViewerState => {
    const total = list.total ?? 0;
    const state = {
      id,
      item: undefined,
      near: [],
      place: undefined,
      open,
      next: undefined,
      previous: undefined,
      close,
    };
    if (id === undefined) return state;
    const last = shown.current?.id === id ? shown.current.index : -1;
    // An item whose page is not loaded any more is taken to be where it was.
    const index = positionOf(id, list, last) ?? (list.at(last) === undefined ? last : -1);
    if (index < 0) return state;
    shown.current = { id, index };

    const step = async (direction: 1 | -1): Promise<void> => {
      for (let each = index + direction; each >= 0 && each < total; each += direction) {
        const item = list.at(each) ?? (await read(each));
        if (!isFile(item)) continue;
        shown.current = { id: item.id, index: each };
        await navigate({ to: '.', search: (current) => ({ ...current, view: item.id }), replace: true });
        return;
      }
    };
    const read = async (each: number): Promise<Item | undefined> => {
      const items = await list.read(Math.floor(each / list.pageSize) + 1);
      return items[each % list.pageSize];
    };
    /** An item that is not loaded may be a file. */
    const has = (direction: 1 | -1): boolean => {
      for (let each = index + direction; each >= 0 && each < total; each += direction) {
        const item = list.at(each);
        if (item === undefined || isFile(item)) return true;
      }
      return false;
    };
    const near: Item[] = [];
    for (let each = Math.max(0, index - nearFiles); each <= Math.min(total - 1, index + nearFiles); each += 1) {
      const item = list.at(each);
      if (isFile(item)) near.push(item);
    }
    const isComplete = total <= list.pageSize;
    const files = isComplete ? Array.from({ length: total }, (_, each) => list.at(each)).filter(isFile) : [];
    const number = files.findIndex((file) => file.id === id) + 1;
    return {
      ...state,
      item: list.at(index),
      near,
      place: number > 0 ? { number, total: files.length } : undefined,
      next: has(1) ? () => void step(1) : undefined,
      previous: has(-1) ? () => void step(-1) : undefined,
    };
  }, [close, id, list, navigate, open]);
}
