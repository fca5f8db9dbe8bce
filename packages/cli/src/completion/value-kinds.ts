/** What an argument or a flag's value is, so that a shell can propose one. */
export type ValueKind =
  | 'local-file'
  | 'local-folder'
  /** Files and folders on the server. */
  | 'remote'
  | 'remote-folder'
  | 'profile'
  /** Nothing that anybody could know. */
  | 'anything';

/** By command; the last kind is that of all arguments that follow. Commands that are not here take none that is known. */
export const argumentKinds: Readonly<Record<string, readonly ValueKind[]>> = {
  upload: ['local-file'],
  paste: ['local-file'],
  download: ['remote'],
  archive: ['remote'],
  ls: ['remote'],
  tree: ['remote-folder'],
  find: ['remote'],
  mkdir: ['remote-folder'],
  mv: ['remote'],
  rm: ['remote'],
  open: ['remote'],
  share: ['remote'],
  send: ['remote', 'anything'],
  'shares show': ['remote'],
  'shares set': ['remote'],
  'shares rm': ['remote'],
  'shares events': ['remote'],
  'proof create': ['anything', 'remote'],
  'profile use': ['profile'],
  'profile remove': ['profile'],
};

/** By flag: all commands mean the same by one, unless the second list says otherwise. */
export const flagKinds: Readonly<Record<string, ValueKind>> = {
  '--profile': 'profile',
  '--api-key-file': 'local-file',
  '--password-file': 'local-file',
  '--secret-file': 'local-file',
  '--input': 'local-file',
  '--output': 'local-file',
  '--to': 'remote-folder',
};
