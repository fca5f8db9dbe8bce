import { client } from '../api/client.ts';
import { refreshItems } from '../api/item-changes.ts';
import { drawThumbnail } from './draw-thumbnail.ts';

/** Long, because each takes two requests, which count in the rate limit of the user. */
const pauseMs = 6000;

interface Stored {
  readonly id: string;
  readonly file: File;
}

/** What the thumbnails need of the server and the browser. */
export interface ThumbnailPorts {
  readonly files: Pick<typeof client.files, 'get' | 'setThumbnail'>;
  draw(file: File): Promise<Blob | undefined>;
  wait(ms: number): Promise<void>;
  refresh(): Promise<unknown>;
}

/**
 * Makes thumbnails of what the server makes none of, out of the files that this browser has uploaded: one after the other, and without
 * a word if that fails.
 */
export class OwnThumbnails {
  readonly #ports: ThumbnailPorts;
  readonly #waiting: Stored[] = [];
  #isAtWork = false;

  constructor(ports: ThumbnailPorts) {
    this.#ports = ports;
  }

  add(id: string, file: File): void {
    this.#waiting.push({ id, file });
    if (!this.#isAtWork) void this.#work();
  }

  async #work(): Promise<void> {
    this.#isAtWork = true;
    let isChanged = false;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      isChanged = (await this.#make(next).catch(() => false)) || isChanged;
      if (this.#waiting.length > 0) await this.#ports.wait(pauseMs);
    }
    this.#isAtWork = false;
    if (isChanged) await this.#ports.refresh().catch(() => {});
  }

  /** Whether the file has got a thumbnail. */
  async #make({ id, file }: Stored): Promise<boolean> {
    const { files, draw } = this.#ports;
    const image = await draw(file);
    if (image === undefined) return false;
    const item = await files.get(id);
    // Another content may have taken the place of this one, or somebody else was faster.
    if (item.type !== 'file' || item.size !== file.size || item.previewUrl !== null) return false;
    await files.setThumbnail(id, image, { ifMatch: item.changeTag });
    return true;
  }
}

export const ownThumbnails = new OwnThumbnails({
  files: client.files,
  draw: drawThumbnail,
  wait: (ms) => new Promise((resolve) => window.setTimeout(resolve, ms)),
  refresh: refreshItems,
});
