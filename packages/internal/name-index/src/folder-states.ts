/** The folders of one tree that contain items, and which of them are hidden, by themselves or by a folder above. */
export interface FolderStates {
  readonly byteLength: number;
  /**
   * Position of the folder, which never changes. An unknown folder gets one and is returned by `takeUnknown` from then
   * on.
   */
  positionOf(rowId: number): number;
  isKnown(rowId: number): boolean;
  /** Row ids of the folders that have a position and have not been described. */
  takeUnknown(): number[];
  /** `parentRowId` null: the root. */
  describe(rowId: number, folder: { readonly parentRowId: number | null; readonly isVisible: boolean }): void;
  /** 1 for each hidden position; the same array until a change. */
  hidden(): Uint8Array;
  /** 1 for the folder's position and each one below it. */
  within(rowId: number): Uint8Array;
}

/** Position of no folder, always hidden: for items that are removed. */
export const nowhere = 0;
const noParent = -1;
/** States of folders while they are computed. */
const undecided = 2;
const visited = 3;
/** Measured: an entry in a map and in three arrays. */
const bytesOfFolder = 100;

export function createFolderStates(): FolderStates {
  const positions = new Map<number, number>();
  const parents: number[] = [noParent];
  const isVisible: boolean[] = [false];
  const unknown = new Set<number>();
  let hidden: Uint8Array | undefined;

  function positionOf(rowId: number): number {
    const known = positions.get(rowId);
    if (known !== undefined) return known;
    const position = parents.push(nowhere) - 1;
    isVisible.push(false);
    positions.set(rowId, position);
    unknown.add(rowId);
    hidden = undefined;
    return position;
  }

  /** Visits each folder once: a walk upward ends at a decided folder and decides all that it passed. */
  function computeHidden(): Uint8Array {
    const states = new Uint8Array(parents.length).fill(undecided);
    const path: number[] = [];
    for (let start = 0; start < states.length; start += 1) {
      let at = start;
      while (at !== noParent && states[at] === undecided && isVisible[at] === true) {
        states[at] = visited;
        path.push(at);
        at = parents[at]!;
      }
      if (at !== noParent && states[at] === undecided) states[at] = 1;
      // Folders read before and after a move may form a cycle until the change is read. Such a walk ends at a visited one.
      const isHidden = at !== noParent && states[at] === 1 ? 1 : 0;
      for (const passed of path.splice(0)) states[passed] = isHidden;
    }
    return states;
  }

  function computeWithin(rowId: number): Uint8Array {
    const states = new Uint8Array(parents.length).fill(undecided);
    const top = positions.get(rowId);
    if (top !== undefined) states[top] = 1;
    const path: number[] = [];
    for (let start = 0; start < states.length; start += 1) {
      let at = start;
      for (; at !== noParent && states[at] === undecided; at = parents[at]!) {
        states[at] = visited;
        path.push(at);
      }
      const isWithin = at !== noParent && states[at] === 1 ? 1 : 0;
      for (const passed of path.splice(0)) states[passed] = isWithin;
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
      isVisible[position] = folder.isVisible;
      hidden = undefined;
    },
    hidden: () => (hidden ??= computeHidden()),
    within: computeWithin,
  };
}
