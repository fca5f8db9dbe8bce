/** Kind of an argument or flag value, for completion. */
export type ValueKind =
  | 'local-file'
  | 'local-folder'
  /** Files and folders on the server. */
  | 'remote'
  | 'remote-folder'
  | 'profile'
  /** No proposals. */
  | 'anything';

/** By command. The last kind applies to all further arguments. Other commands have no proposals. */
export const argumentKinds: Readonly<Record<string, readonly ValueKind[]>> = {
  upload: ['local-file'],
  'uploads cancel': ['local-file'],
  sync: ['local-folder'],
  paste: ['local-file'],
  download: ['remote'],
  cat: ['remote'],
  archive: ['remote'],
  ls: ['remote'],
  tree: ['remote-folder'],
  find: ['remote'],
  url: ['remote'],
  mkdir: ['remote-folder'],
  mv: ['remote'],
  rm: ['remote'],
  'versions list': ['remote', 'anything'],
  'versions download': ['remote', 'anything'],
  'versions restore': ['remote', 'anything'],
  'versions rm': ['remote', 'anything'],
  open: ['remote'],
  share: ['remote'],
  send: ['remote', 'anything'],
  'shares show': ['remote'],
  'shares set': ['remote'],
  'shares rm': ['remote'],
  'shares events': ['remote'],
  'shares visibility': ['anything', 'remote'],
  'proof create': ['anything', 'remote'],
  'profile use': ['profile'],
  'profile remove': ['profile'],
};

/** By flag, for all commands. */
export const flagKinds: Readonly<Record<string, ValueKind>> = {
  '--profile': 'profile',
  '--api-key-file': 'local-file',
  '--password-file': 'local-file',
  '--secret-file': 'local-file',
  '--input': 'local-file',
  '--output': 'local-file',
  '--to': 'remote-folder',
};
