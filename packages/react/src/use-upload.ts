import { useEffect, useState, useSyncExternalStore } from 'react';
import { UploadController, type UploadControllerOptions, type UploadItem } from './upload-controller.ts';

/**
 * The uploads of a component, and what can be done with them.
 *
 * @example
 * ```tsx
 * import { useUpload, type Uploads } from '@drive/react';
 *
 * const isBusy = ({ items }: Uploads): boolean => items.some(({ status }) => status === 'uploading');
 * export const Busy = () => <p>{isBusy(useUpload({ endpoint: '/api/upload' })) ? 'Uploading …' : 'Nothing to do'}</p>;
 * ```
 */
export interface Uploads {
  /** The files, in the order in which they were added. */
  readonly items: readonly UploadItem[];
  /** Adds files and begins to upload them. */
  readonly add: (files: Iterable<File>) => void;
  /** Stops an upload; it can be continued where it stopped if the file has more than 8 MiB. */
  readonly pause: (id: string) => void;
  /** Continues a paused upload, or tries a failed one again. */
  readonly resume: (id: string) => void;
  /** Ends an upload, also on the server, and removes it from the list. */
  readonly cancel: (id: string) => void;
}

const none: readonly UploadItem[] = [];
const getServerItems = (): readonly UploadItem[] => none;

/**
 * Uploads files through a route of your application. For an interface of your own; {@link UploadButton} and {@link UploadDropzone}
 * have one. Uploads are paused when the component goes away.
 *
 * @example
 * ```tsx
 * import { useUpload } from '@drive/react';
 *
 * export function Avatar() {
 *   const { items, add } = useUpload({ endpoint: '/api/upload', accept: ['image/*'] });
 *   return (
 *     <label>
 *       Picture <input type="file" accept="image/*" onChange={({ target }) => add(target.files ?? [])} />
 *       {items.map(({ id, bytes, total }) => <progress key={id} value={bytes} max={total} />)}
 *     </label>
 *   );
 * }
 * ```
 */
export function useUpload(options: UploadControllerOptions): Uploads {
  const [controller] = useState(() => new UploadController(options));
  const [actions] = useState(() => ({
    add: (files: Iterable<File>) => controller.add(files),
    pause: (id: string) => controller.pause(id),
    resume: (id: string) => controller.resume(id),
    cancel: (id: string) => controller.cancel(id),
  }));
  useEffect(() => controller.configure(options));
  useEffect(() => () => controller.pauseAll(), [controller]);
  const items = useSyncExternalStore(controller.subscribe, controller.getItems, getServerItems);
  return { ...actions, items };
}
