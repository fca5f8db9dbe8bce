import { type Asset, readClientScript } from '@drive/pages';

/** Sends files to reserved uploads. Other client scripts import it by its URL. */
export const readSendingScript = (): Asset => readClientScript('sending', import.meta.url);
