import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../browser/stored.ts';

export type Theme = 'system' | 'light' | 'dark';
export const themes: readonly Theme[] = ['system', 'light', 'dark'];

const storageKey = 'drive-theme';
const listeners = new Set<() => void>();

export function readTheme(): Theme {
  const stored = readStored(storageKey);
  return themes.find((theme) => theme === stored) ?? 'system';
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  writeStored(storageKey, theme);
  for (const listener of listeners) listener();
}

/** The chosen theme. */
export const useTheme = (): Theme =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readTheme);
