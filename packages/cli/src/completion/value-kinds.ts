/** Kind of an argument or flag value, for completion. */
export type ValueKind =
  | 'local-file'
  | 'local-folder'
  /** Files and folders on the server. */
  | 'remote'
  | 'remote-folder'
  | 'profile'
  /** Ids of resources of the account, or of the server for administrators. */
  | 'key'
  | 'session'
  | 'webhook'
  | 'request'
  | 'proofing'
  | 'paste'
  | 'user'
  | 'group'
  | 'team-drive'
  | 'invite'
  | 'job'
  | 'admin-file'
  /** Versions of the file, and deliveries of the webhook, that the argument before names. */
  | 'version'
  | 'delivery'
  /** Tags of the account. */
  | 'tag'
  /** No proposals. */
  | 'anything';

/** By command. The last kind applies to all further arguments. Other commands have no proposals. */
export const argumentKinds: Readonly<Record<string, readonly ValueKind[]>> = {
  upload: ['local-file'],
  'uploads cancel': ['local-file'],
  sync: ['local-folder'],
  'sync pause': ['local-folder'],
  'sync resume': ['local-folder'],
  'sync log': ['local-folder'],
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
  cp: ['remote'],
  rm: ['remote'],
  'tag add': ['tag', 'remote'],
  'tag rm': ['tag', 'remote'],
  star: ['remote'],
  unstar: ['remote'],
  'meta get': ['remote', 'anything'],
  'meta set': ['remote', 'anything'],
  'meta rm': ['remote', 'anything'],
  'versions list': ['remote'],
  'versions download': ['remote', 'version'],
  'versions restore': ['remote', 'version'],
  'versions rm': ['remote', 'version'],
  open: ['remote'],
  share: ['remote'],
  save: ['anything', 'remote-folder'],
  send: ['remote', 'anything'],
  activity: ['remote'],
  'access list': ['remote'],
  'access add': ['remote', 'anything'],
  'access set': ['remote', 'anything'],
  'access rm': ['remote', 'anything'],
  'drives show': ['team-drive'],
  'drives set': ['team-drive'],
  'drives rm': ['team-drive'],
  'shares show': ['remote'],
  'shares set': ['remote'],
  'shares rm': ['remote'],
  'shares add': ['remote'],
  'shares links': ['remote'],
  'shares uploads': ['remote'],
  'shares events': ['remote'],
  'shares visibility': ['anything', 'remote'],
  'proof create': ['anything', 'remote'],
  'keys revoke': ['key'],
  'sessions revoke': ['session'],
  'webhooks update': ['webhook'],
  'webhooks rm': ['webhook'],
  'webhooks rotate': ['webhook'],
  'webhooks test': ['webhook'],
  'webhooks deliveries': ['webhook', 'delivery'],
  'webhooks redeliver': ['webhook', 'delivery'],
  'collect show': ['request'],
  'collect set': ['request'],
  'collect rm': ['request'],
  'collect uploads': ['request'],
  'proof show': ['proofing'],
  'proof set': ['proofing'],
  'proof rm': ['proofing'],
  'proof submissions': ['proofing'],
  'pastes show': ['paste'],
  'pastes rm': ['paste'],
  'admin users show': ['user'],
  'admin users set': ['user'],
  'admin users rm': ['user'],
  'admin users transfer': ['user'],
  'admin groups show': ['group'],
  'admin groups set': ['group'],
  'admin groups rm': ['group'],
  'admin groups members': ['group'],
  'admin groups add-member': ['group', 'user'],
  'admin groups remove-member': ['group', 'user'],
  'admin invites revoke': ['invite'],
  'admin jobs retry': ['job'],
  'admin files quarantine': ['admin-file'],
  'admin files release': ['admin-file'],
  'admin files rm': ['admin-file'],
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
  '--cover': 'remote',
  '--to': 'remote-folder',
  '--tag': 'tag',
  '--user': 'user',
  '--owner': 'user',
};
