import { lazy, useRef } from 'react';
import FileText from 'virtual:lucide/file-text';
import FolderPlus from 'virtual:lucide/folder-plus';
import FolderUp from 'virtual:lucide/folder-up';
import Plus from 'virtual:lucide/plus';
import Upload from 'virtual:lucide/upload';
import { loadEarly } from '../browser/load-early.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { useScreenCommands } from '../screen/screen-commands.ts';
import { Button } from '../ui/button.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import { placedFiles } from './read-files.ts';
import type { Destination } from './upload.ts';
import { uploads } from './uploads.ts';

const AddMenuPopup = lazy(loadEarly(() => import('./add-menu-popup.tsx')));

interface UploadButtonsProps {
  readonly destination: Destination;
  readonly onNewFolder: () => void;
  /** undefined: the user may change no file here. */
  readonly onNewText: (() => void) | undefined;
}

/**
 * Buttons that choose files, or a folder with its files, and make a folder or a text. On phones one button above the list offers all of
 * that, in reach of a thumb.
 */
export function UploadButtons({ destination, onNewFolder, onNewText }: UploadButtonsProps) {
  const { list } = useMessages();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const chooseFiles = (): void => files.current?.click();
  const chooseFolder = (): void => folder.current?.click();
  useScreenCommands([
    { name: list.upload, run: chooseFiles },
    { name: list.uploadFolder, run: chooseFolder },
    { name: list.newFolder, run: onNewFolder },
    ...(onNewText === undefined ? [] : [{ name: list.newText, run: onNewText }]),
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
      <Button kind="primary" className="max-md:hidden" onClick={chooseFiles}>
        <Upload size={16} aria-hidden />
        {list.upload}
      </Button>
      <Button className="max-md:hidden" title={list.uploadFolder} aria-label={list.uploadFolder} onClick={chooseFolder}>
        <FolderUp size={16} aria-hidden />
        <span className="hidden @4xl:inline">{list.uploadFolder}</span>
      </Button>
      <Button className="max-md:hidden" title={list.newFolder} aria-label={list.newFolder} onClick={onNewFolder}>
        <FolderPlus size={16} aria-hidden />
        <span className="hidden @4xl:inline">{list.newFolder}</span>
      </Button>
      {onNewText !== undefined && (
        <Button className="max-md:hidden" title={list.newText} aria-label={list.newText} onClick={onNewText}>
          <FileText size={16} aria-hidden />
          <span className="hidden @6xl:group-not-data-crowded/tools:inline">{list.newText}</span>
        </Button>
      )}
      <MenuButton
        popup={AddMenuPopup}
        content={{ chooseFiles, chooseFolder, onNewFolder, onNewText }}
        aria-label={list.add}
        title={list.add}
        className="fixed end-4 bottom-[calc(4.5rem+env(safe-area-inset-bottom)+var(--covered,0px))] z-20 grid size-14 place-items-center rounded-2xl bg-accent text-accent-text shadow-pop active:bg-accent-strong md:hidden"
      >
        <Plus size={24} aria-hidden />
      </MenuButton>
    </>
  );
}
