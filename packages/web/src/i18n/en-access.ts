import { pluralsOf } from './texts/plural.ts';

const plural = pluralsOf('en');

/** Texts of the roles of users and groups. Loaded with the first dialog that shows them. */
export const enAccess = {
  title: (name: string) => `Access to “${name}”`,
  roles: { owner: 'Owner', manager: 'Manager', editor: 'Editor', contributor: 'Contributor', viewer: 'Viewer' },
  mayDo: {
    viewer: 'May see, download and copy.',
    contributor: 'May also add files and folders, and within a day rename and delete what they added.',
    editor: 'May also change and delete everything.',
    manager: 'May also make links, delete forever and give roles.',
  },
  isOwner: 'You are the owner and may do everything.',
  yourRole: (role: string) => `You have the role ${role}.`,
  give: 'Give access',
  field: 'Name or email',
  found: 'Users and groups',
  nobody: 'Nobody is found. Type the complete email address.',
  byEmail: (email: string) => `Give access to ${email}`,
  without: (name: string) => `Do not add ${name}`,
  role: 'Role',
  notify: 'Tell them by email',
  message: 'Message (optional)',
  given: (count: number) => plural(count, { one: 'Access given', other: 'Access given to #' }),
  invited: (count: number) => plural(count, { one: 'Invitation sent', other: '# invitations sent' }),
  isInvited: (role: string) => `Invited · ${role}`,
  uninvite: (email: string) => `Revoke the invitation of ${email}`,
  uninvited: (email: string) => `${email} is not invited any more.`,
  unknownAccount: 'Nobody here has this address. Ask an administrator to invite them first.',
  list: 'Who has access',
  onlyOwn: 'You see only what you were given yourself.',
  nobodyElse: 'Nobody else has a role here.',
  group: 'Group',
  you: 'You',
  from: (folder: string) => `from the folder “${folder}”`,
  fromAbove: 'from a folder above',
  roleOf: (name: string) => `Role of ${name}`,
  changed: (name: string, role: string) => `${name} has the role ${role} now.`,
  remove: (name: string) => `Take access away from ${name}`,
  removed: (name: string) => `${name} has no access any more.`,
  leave: 'Give up access',
  leaveTitle: (name: string) => `Give up your access to “${name}”?`,
  leaveText: 'You cannot take it back yourself. Ask the owner to get it again.',
  left: (name: string) => `You have no access to “${name}” any more.`,
  givenList: {
    none: 'Nobody has shared anything with you',
    noneHint: 'Files and folders to which others give you access are listed here.',
  },
  details: {
    owner: 'Owner',
    role: 'Your role',
    tidyUntil: (moment: string) => `you may rename and delete it until ${moment}`,
    addedBy: 'Added by',
    changedBy: 'Last changed by',
    unnamed: 'A user without a name',
  },
};

export type AccessMessages = typeof enAccess;
