import { useEffect } from 'react';

/** A command that the palette offers while its screen is shown. */
export interface ScreenCommand {
  readonly name: string;
  readonly run: () => void;
}

const current = new Map<symbol, readonly ScreenCommand[]>();

/** The commands of the screen that is shown. */
export const screenCommands = (): ScreenCommand[] => [...current.values()].flat();

/** Offers commands as long as the component is shown. */
export function useScreenCommands(commands: readonly ScreenCommand[]): void {
  useEffect(() => {
    const key = Symbol('screen');
    current.set(key, commands);
    return () => void current.delete(key);
  });
}
