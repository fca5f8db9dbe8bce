import { readIsland, type Asset } from './assets.ts';

/** What the scripts of pages send files with. They are told its address, because what a page runs imports nothing. */
export const readSendingScript = (): Asset => readIsland('sending', import.meta.url);
