import { pluralsOf } from './plural.ts';

const plural = pluralsOf('en');
const items = (count: number): string => plural(count, { one: '1 item', other: '# items' });
const files = (count: number): string => plural(count, { one: '1 file', other: '# files' });

/** Texts of what opens on the list of files, and of the trash. */
export const enFiles = {
  dialogs: {
    newFolder: 'New folder',
    folderName: 'Name of the folder',
    rename: (name: string) => `Rename “${name}”`,
    newName: 'New name',
    nameNeeded: 'Type a name.',
    nameSlash: 'A name has no slash.',
    nameLong: 'A name has at most 255 characters.',
    moveTitle: (count: number) => `Move ${items(count)}`,
    moveHere: (name: string) => `Move to “${name}”`,
    moveInto: 'Open a folder to choose the destination.',
    noFolders: 'There are no folders in here.',
    moveUp: (name: string) => `Up to “${name}”`,
    link: 'Link',
    linkHint: 'This browser does not let the page copy. Copy the link from here.',
    failedTitle: 'Some items could not be changed',
    failedDone: (count: number) => `${items(count)} succeeded.`,
    shortcuts: 'Keyboard shortcuts',
  },
  shortcuts: {
    arrows: 'Select another item',
    enter: 'Open the item',
    ctrl: 'Move the focus, keep the selection',
    space: 'Select or deselect the item',
    letters: 'Go to the item of that name',
    shift: 'Extend the selection',
    all: 'Select everything in the folder',
    clipboard: 'Copy, cut and paste',
    f2: 'Rename',
    delete: 'Move to the trash',
    backspace: 'Go to the folder above',
    escape: 'Clear the selection',
    slash: 'Search',
    help: 'Show this list',
  },
  viewer: {
    next: 'Next file',
    previous: 'Previous file',
    place: (number: number, total: number) => `${number} of ${total}`,
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    zoomReset: 'Fit to the window',
    source: 'Show source',
    cut: (size: string) => `Only the first ${size} are shown. Download the file to read on.`,
    openPdf: 'Open PDF',
    noPreview: 'No preview',
    noPreviewHint: 'Browsers do not show files of this type. Download it to open it.',
    tooLarge: 'The file is too large to be shown here. Download it to open it.',
    unsupported: 'This browser cannot show the file: it may be damaged, or in a format that the browser does not know.',
    notFound: 'This file does not exist',
    notFoundHint: 'It may have been deleted or moved to the trash, or the link is wrong.',
  },
  trash: {
    title: 'Trash',
    retention: (days: number) =>
      plural(days, { one: 'Items are deleted forever after 1 day.', other: 'Items are deleted forever after # days.' }),
    empty: 'The trash is empty',
    emptyHint: 'Deleted files and folders wait here, where you can restore them.',
    restore: 'Restore',
    purge: 'Delete forever',
    emptyTrash: 'Empty the trash',
    deleted: 'Deleted',
    daysLeft: (days: number) => plural(days, { one: '1 day left', other: '# days left' }),
    purgeTitle: (count: number) => `Delete ${items(count)} forever?`,
    purgeText: 'Nobody can restore them afterwards.',
    emptyTitle: 'Empty the trash?',
    emptyText: 'All items in the trash are deleted forever. Nobody can restore them afterwards.',
  },
  sharedFiles: {
    title: (count: number) => `Upload ${files(count)}?`,
    text: 'They were shared with this app. If you did not share anything, do not upload them: a website may have sent them.',
    names: 'Shared files',
    refuse: 'Do not upload',
  },
  conflict: {
    title: (name: string) => `“${name}” exists already`,
    text: 'The folder contains an item of this name.',
    keepBoth: 'Keep both',
    replace: 'Replace',
    skip: 'Skip',
    forAll: (count: number) =>
      plural(count, { one: 'Do this for the other conflict, too', other: 'Do this for # more conflicts, too' }),
  },
};

export type FilesMessages = typeof enFiles;
