import { loadEarly } from '../browser/load-early.ts';
import { lazyTexts } from './lazy-texts.ts';
import { pluralsOf } from './texts/plural.ts';

const plural = pluralsOf('en');
const account = lazyTexts(async () => (await import('./en-account.ts')).enAccount);
const guide = lazyTexts(async () => (await import('./en-guide.ts')).enGuide);
const onFiles = lazyTexts(loadEarly(async () => (await import('./en-files.ts')).enFiles, 0));
const admin = lazyTexts(async () => (await import('./en-admin.ts')).enAdmin);
const sharing = lazyTexts(async () => (await import('./en-sharing.ts')).enSharing);
const access = lazyTexts(loadEarly(async () => (await import('./en-access.ts')).enAccess));
let codes: Readonly<Record<string, string>> = {};
loadEarly(async () => {
  codes = (await import('./en-errors.ts')).errorCodes;
});
const drives = lazyTexts(loadEarly(async () => (await import('./texts/en-drives.ts')).enDrives));
const items = (count: number): string => plural(count, { one: '1 item', other: '# items' });
const files = (count: number): string => plural(count, { one: '1 file', other: '# files' });

/** The texts of the app. Every other language has the same shape (`Messages`). */
export const en = {
  items,
  files,
  app: {
    skip: 'Skip to the content',
    account: 'Your account',
    navigation: 'Main navigation',
    files: 'Files',
    shared: 'Shared',
    sharedWithMe: 'Shared with me',
    drives: 'Team drives',
    allDrives: 'All team drives',
    newDrive: 'New team drive',
    folders: 'Folders',
    tags: 'Tags',
    subfoldersOf: (name: string) => `Folders in ${name}`,
    recent: 'Recent',
    starred: 'Starred',
    trash: 'Trash',
    close: 'Close',
    cancel: 'Cancel',
    retry: 'Try again',
    loading: 'Loading…',
    search: 'Search all files',
    searchClear: 'Clear the search',
    notifications: 'Notifications',
    dismiss: 'Dismiss',
    copy: 'Copy',
    copied: 'Copied',
    copyRefused: (text: string) => `This browser does not let the page copy. Copy it yourself: ${text}`,
    done: 'Done',
    showPassword: 'Show the password',
    hidePassword: 'Hide the password',
    more: 'More',
    shown: (count: number, total: number) => `${count} of ${total}`,
  },
  get user() {
    return onFiles().user;
  },
  storage: {
    title: 'Storage',
    used: (used: string, quota: string) => `${used} of ${quota} used`,
    usedWithoutQuota: (used: string) => `${used} used`,
    inTrash: (size: string) => `${size} in the trash`,
  },
  list: {
    root: 'Files',
    path: 'Folders above',
    name: 'Name',
    size: 'Size',
    added: 'Added',
    place: 'Folder',
    owner: 'Owner',
    type: 'Type',
    modified: 'Modified',
    starred: 'Starred',
    density: 'Rows',
    get densities() {
      return onFiles().densities;
    },
    select: (name: string) => `Select ${name}`,
    selectAll: 'Select all',
    actionsOf: (name: string) => `Actions for ${name}`,
    table: (name: string) => `Contents of ${name}`,
    folder: 'Folder',
    shared: 'Shared',
    scanning: 'Being checked for viruses',
    virus: 'Virus found',
    virusOf: (virus: string) => `Virus found: ${virus}`,
    quarantined: 'In quarantine',
    sort: 'Sort',
    get sorts() {
      return onFiles().sorts;
    },
    asList: 'Show as list',
    asGrid: 'Show as grid',
    upload: 'Upload',
    uploadFolder: 'Upload a folder',
    newFolder: 'New folder',
    paste: (count: number) => `Paste ${items(count)}`,
    empty: 'This folder is empty',
    emptyHint: 'Drop files or folders here, paste them, or choose them from this device.',
    trash: 'Trash of this folder',
    readOnly: 'You may look at this folder, and not add to it.',
    drop: (name: string) => `Drop to upload to ${name}`,
    selected: (count: number) => plural(count, { one: '1 selected', other: '# selected' }),
    clear: 'Clear the selection',
    tooMany: (count: string) => `Only the first ${count} items are selected.`,
    unreadable: 'The browser could not read these files. Check that you may open them, then add them again.',
    details: 'Details',
    kinds: {
      folder: 'Folder',
      image: 'Image',
      video: 'Video',
      audio: 'Audio',
      pdf: 'PDF',
      text: 'Text',
      archive: 'Archive',
      other: 'File',
    },
    keys: 'Keyboard shortcuts',
  },
  get search() {
    return onFiles().search;
  },
  get palette() {
    return onFiles().palette;
  },
  actions: {
    open: 'Open',
    download: 'Download',
    downloadZip: 'Download as ZIP',
    proof: 'Create a proofing',
    share: 'Share',
    access: 'Access',
    copyLink: 'Copy link',
    rename: 'Rename',
    move: 'Move',
    cut: 'Cut',
    copy: 'Copy',
    duplicate: 'Duplicate',
    versions: 'Versions',
    star: 'Star',
    unstar: 'Remove the star',
    tags: 'Tags',
    details: 'Details',
    showFolder: 'Show in its folder',
    trash: 'Move to trash',
    undo: 'Undo',
    create: 'Create',
    save: 'Save',
  },
  done: {
    created: (name: string) => `Folder “${name}” created`,
    renamed: (name: string) => `Renamed to “${name}”`,
    moved: (count: number, folder: string) => `${items(count)} moved to “${folder}”`,
    movedBack: (count: number) => `${items(count)} moved back`,
    copied: (count: number, folder: string) => `${items(count)} copied to “${folder}”`,
    starred: (count: number) => `${items(count)} starred`,
    unstarred: (count: number) => plural(count, { one: 'Star removed', other: '# stars removed' }),
    duplicated: (count: number) => `${items(count)} duplicated`,
    trashed: (count: number) => `${items(count)} moved to the trash`,
    trashedShared: (count: number) => `${items(count)} moved to the trash. Links to what was shared do not work there.`,
    accessChanged: 'Others have access there than before.',
    restored: (count: number) => `${items(count)} restored`,
    purged: (count: number) => `${items(count)} deleted forever`,
    linkCopied: 'Link copied. Anyone who has it can open it.',
  },
  get details() {
    return onFiles().details;
  },
  get operations() {
    return onFiles().operations;
  },
  get uploads() {
    return onFiles().uploads;
  },
  get signIn() {
    return onFiles().signIn;
  },
  get dialogs() {
    return onFiles().dialogs;
  },
  get shortcuts() {
    return onFiles().shortcuts;
  },
  get viewer() {
    return onFiles().viewer;
  },
  get trash() {
    return onFiles().trash;
  },
  get sharedFiles() {
    return onFiles().sharedFiles;
  },
  get conflict() {
    return onFiles().conflict;
  },
  get marks() {
    return onFiles().marks;
  },
  get versions() {
    return onFiles().versions;
  },
  get account() {
    return account();
  },
  get guide() {
    return guide();
  },
  get sharing() {
    return sharing();
  },
  get access() {
    return access();
  },
  get drives() {
    return drives();
  },
  get admin() {
    return admin();
  },
  errors: {
    title: 'Something went wrong',
    offline: 'You are offline. Uploads wait and go on by themselves, and so do renaming, moving, deleting and marking.',
    unreachable: (seconds: number) => `The server cannot be reached. Trying again in ${seconds} s.`,
    retryNow: 'Try now',
    signedOutText: 'Sign in to go on. What you typed stays, and what you did last is done then.',
    busy: (seconds: number) => `The server is busy. It goes on in ${seconds} s.`,
    waiting: 'The server cannot be reached. The change is made as soon as it answers.',
    notFound: 'This folder does not exist',
    notFoundHint: 'It may have been deleted or moved to the trash, or the link is wrong.',
    pageNotFound: 'This page does not exist',
    toRoot: 'Go to all files',
    roleTooSmall: 'Your role does not allow this here. Ask the owner for a higher one.',
    forbidden: 'You have no access to this',
    forbiddenHint: 'Ask its owner for access, or sign in with another account.',
    areaForbiddenHint:
      'This part of the app is for administrators. Ask one of them for access, or sign in with another account.',
    gone: 'This file has been deleted forever.',
    conflict: 'An item of this name exists there already. Choose another name.',
    archiveTooLarge: (actual: string, cap: string) =>
      `The ZIP would have ${actual}, and at most ${cap} are allowed. Download fewer files at once.`,
    archiveTooMany: (most: string) => `Select at most ${most} files and folders for one ZIP.`,
    rateLimited: (seconds: number) => `Too many requests at once. Try again in ${seconds} s.`,
    storage: 'The server cannot reach its storage. Try again in a minute.',
    network: 'The server did not answer. Check the connection and try again.',
    quota: 'Your storage is full. Delete something, and empty the trash.',
    items: 'You have as many files and folders as you may have. Delete some, and empty the trash.',
    /** By code of an error; empty until they are loaded, soon after the first screen. */
    get codes() {
      return codes;
    },
    /** By code of an invalid field. The server's message, which is in English, stands in for a missing one. */
    issues: {} as Readonly<Record<string, string>>,
  },
};

export type Messages = typeof en;
