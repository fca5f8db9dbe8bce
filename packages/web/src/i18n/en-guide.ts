import { pluralsOf } from './texts/plural.ts';

const plural = pluralsOf('en');

/** Texts of the first steps. */
export const enGuide = {
  title: 'Welcome to your drive',
  text: 'A few steps, in any order. You can skip them all.',
  upload: 'Upload a file',
  uploadText:
    'Drop files or folders anywhere on the list, or choose them from this device. Uploads go on while you work.',
  toFiles: 'Go to my files',
  share: 'Share it with a link',
  shareText:
    'Open the menu of a file and copy its link. Whoever has the link can download the file, without an account. It can have a password and an end.',
  install: 'Install the command line',
  installText: 'For scripts, for folders that stay in sync, and for servers without a browser.',
  installCommand: 'Install on Linux or macOS',
  loginCommand: 'Then sign in',
  otherWays: 'Other ways, and the SDK',
  invite: 'Invite your team',
  inviteText: 'Create a link with which a colleague chooses a password.',
  inviteClosed: 'Let invited people register in the settings first: now nobody can.',
  toInvites: 'Invitations',
  secondAdmin: 'Appoint a second administrator',
  secondAdminText:
    'If you lose your password, nobody else can manage this server. Invite a colleague, and then make the account an administrator in the list of users.',
  secondAdminDone: (count: number) =>
    plural(count, { one: '1 account is an administrator.', other: '# accounts are administrators.' }),
  toUsers: 'Users',
  backup: 'Back up to another disk',
  backupMissing:
    'This server writes no backups. Set DRIVE_BACKUP_DIR to an existing folder on another disk and restart it: then it writes one every day.',
  backupOn: (hours: number, kept: number) =>
    `The server writes a backup ${plural(hours, { one: 'every hour', other: 'every # hours' })} and keeps the newest ${kept}.`,
  lastBackup: (when: string) => `The last one is of ${when}.`,
  done: 'Done',
  open: 'Not yet',
  again: 'You find these steps again in the menu of your account.',
};
