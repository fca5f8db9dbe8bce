import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../../browser/stored.ts';

const rowHeights = { compact: 36, normal: 40, large: 52 } as const;
export type Density = keyof typeof rowHeights;
export const densities = Object.keys(rowHeights) as Density[];

const storageKey = 'drive-density';
const listeners = new Set<() => void>();

/** As the user chose last; large for fingers, normal for a mouse. */
function readDensity(): Density {
  const stored = readStored(storageKey);
  return densities.find((each) => each === stored) ?? (matchMedia('(pointer: coarse)').matches ? 'large' : 'normal');
}

export function chooseDensity(density: Density): void {
  writeStored(storageKey, density);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useDensity = (): Density => useSyncExternalStore(subscribe, readDensity);

/** Narrower lists show size and date below the name: `@xl` of the style sheet. */
const narrowPx = 576;

/** Height of a row in pixels, in a list of this width. */
export function useRowHeight(width: number): number {
  const height = rowHeights[useDensity()];
  return width > 0 && width < narrowPx ? Math.max(height, rowHeights.large) : height;
}
