/** An owner's folders as far as files lie in them: which of them are hidden, by themselves or by a folder above. */
export interface FolderStates {
  readonly byteLength: number;
  /** A number for the folder, the same every time; where it is not known yet, it is among `unknown` from now on. */
  positionOf(rowId: number): number;
  isKnown(rowId: number): boolean;
  /** items.row_id of folders that something lies in and nobody has described. */
  takeUnknown(): number[];
  /** `parentRowId` null: the root. */
  describe(rowId: number, folder: { readonly parentRowId: number | null; readonly isAlive: boolean }): void;
  /** 1 for each position that is hidden; the same array as long as nothing has changed. */
  hidden(): Uint8Array;
}

/** The position of no folder, always hidden: where files go that are no longer there. */
export const nowhere = 0;
const noParent = -1;
/** Measured: a number in a map and its places in three arrays. */
const bytesOfFolder = 100;

export function createFolderStates(): FolderStates {
  const positions = new Map<number, number>();
  const parents: number[] = [noParent];
  const isAlive: boolean[] = [false];
  const unknown = new Set<number>();
  let hidden: Uint8Array | undefined;

  function positionOf(rowId: number): number {
    const known = positions.get(rowId);
    if (known !== undefined) return known;
    const position = parents.push(nowhere) - 1;
    isAlive.push(false);
    positions.set(rowId, position);
    unknown.add(rowId);
    hidden = undefined;
    return position;
  }

  /** Each folder is looked at once: a way up ends at one that is decided, and decides all that it passed. */
  function computeHidden(): Uint8Array {
    const undecided = 2;
    const onTheWay = 3;
    const states = new Uint8Array(parents.length).fill(undecided);
    const way: number[] = [];
    for (let start = 0; start < states.length; start += 1) {
      let at = start;
      while (at !== noParent && states[at] === undecided && isAlive[at] === true) {
        states[at] = onTheWay;
        way.push(at);
        at = parents[at]!;
      }
      if (at !== noParent && states[at] === undecided) states[at] = 1;
      // Two folders that were read before and after a move may each seem to lie in the other, until the news is heard.
      const isHidden = at !== noParent && states[at] === 1 ? 1 : 0;
      for (const passed of way.splice(0)) states[passed] = isHidden;
    }
    return states;
  }

  return {
    get byteLength() {
      return parents.length * bytesOfFolder;
    },
    positionOf,
    isKnown: (rowId) => positions.has(rowId),
    takeUnknown: () => {
      const rowIds = [...unknown];
      unknown.clear();
      return rowIds;
    },
    describe: (rowId, folder) => {
      const position = positionOf(rowId);
      unknown.delete(rowId);
      parents[position] = folder.parentRowId === null ? noParent : positionOf(folder.parentRowId);
      isAlive[position] = folder.isAlive;
      hidden = undefined;
    },
    hidden: () => (hidden ??= computeHidden()),
  };
}
