import { pluralsOf } from './plural.ts';

const plural = pluralsOf('en');

/** Texts of team drives. Loaded with the first part that shows them. */
export const enDrives = {
  title: 'Team drives',
  description: 'Their files belong to the team, not to a person. Members have a role in the whole drive.',
  none: 'There is no team drive',
  noneHint: 'A team drive that others open to you is listed here.',
  noneCreate: 'Create one, and add colleagues as its members.',
  create: 'New team drive',
  createText: 'You become its manager, and add the others then.',
  created: (name: string) => `The team drive “${name}” is created.`,
  name: 'Name',
  nameHint: 'At least two characters, without : and /',
  nameNeeded: 'Type a name.',
  quota: 'Quota in GiB',
  quotaHint: 'Empty: no limit.',
  quotaDefault: 'Empty: the usual quota of this server.',
  quotaNumber: 'Type a number of GiB, such as 50, or nothing.',
  members: (count: number) => plural(count, { one: '1 member', other: '# members' }),
  showMembers: 'Members',
  membersOf: (name: string) => `Members of “${name}”`,
  membersButton: (name: string) => `Members of ${name}`,
  settings: 'Settings',
  settingsOf: (name: string) => `Settings of ${name}`,
  settingsTitle: (name: string) => `Settings of “${name}”`,
  saved: 'The settings are saved.',
  linkRole: 'Who makes links',
  linkRoles: { manager: 'Managers', editor: 'Managers and editors' },
  delete: 'Delete the drive',
  deleteTitle: (name: string) => `Delete the team drive “${name}”?`,
  deleteText:
    'Nobody reaches it any more, and its links do not work. Administrators can restore it as long as the trash is kept.',
  deleted: (name: string) => `The team drive “${name}” is deleted.`,
  activity: 'Activity',
  activityOf: (name: string) => `Activity in “${name}”`,
  links: 'Links',
  moreOf: (name: string) => `More for ${name}`,
};

export type DrivesMessages = typeof enDrives;
