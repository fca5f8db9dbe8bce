import { useRef } from 'react';
import FolderUp from 'virtual:lucide/folder-up';
import Upload from 'virtual:lucide/upload';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { useScreenCommands } from '../screen/screen-commands.ts';
import { Button } from '../ui/button.tsx';
import { placedFiles } from './read-files.ts';
import type { Destination } from './upload.ts';
import { uploads } from './uploads.ts';

/** Buttons that choose files, or a folder with its files. */
export function UploadButtons({ destination }: { readonly destination: Destination }) {
  const { list } = useMessages();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  useScreenCommands([
    { name: list.upload, run: () => files.current?.click() },
    { name: list.uploadFolder, run: () => folder.current?.click() },
  ]);
  const add = ({ target }: { readonly target: HTMLInputElement }): void => {
    uploads.add(placedFiles(target.files ?? []), destination);
    // An emptied field lets the user choose the files again.
    target.value = '';
  };
  return (
    <>
      <input ref={files} type="file" multiple hidden data-upload="files" onChange={add} />
      <input ref={folder} type="file" webkitdirectory="" hidden data-upload="folder" onChange={add} />
      <Button type="button" kind="primary" onClick={() => files.current?.click()}>
        <Upload size={18} aria-hidden />
        {list.upload}
      </Button>
      <Button
        type="button"
        title={list.uploadFolder}
        aria-label={list.uploadFolder}
        onClick={() => folder.current?.click()}
      >
        <FolderUp size={18} aria-hidden />
        <span className="max-lg:hidden">{list.uploadFolder}</span>
      </Button>
    </>
  );
}
