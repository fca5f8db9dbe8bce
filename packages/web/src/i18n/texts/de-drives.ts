import type { DrivesMessages } from './en-drives.ts';
import { pluralsOf } from './plural.ts';

const plural = pluralsOf('de');

export const deDrives: DrivesMessages = {
  title: 'Team-Laufwerke',
  description: 'Ihre Dateien gehören dem Team und keiner Person. Mitglieder haben eine Rolle im ganzen Laufwerk.',
  none: 'Es gibt kein Team-Laufwerk',
  noneHint: 'Ein Team-Laufwerk, das andere für dich öffnen, steht hier.',
  noneCreate: 'Lege eines an und füge dann die anderen als Mitglieder hinzu.',
  create: 'Neues Team-Laufwerk',
  createText: 'Du verwaltest es dann und fügst die anderen hinzu.',
  created: (name) => `Das Team-Laufwerk „${name}“ ist angelegt.`,
  name: 'Name',
  nameHint: 'Mindestens zwei Zeichen, ohne : und /',
  nameNeeded: 'Gib einen Namen ein.',
  quota: 'Speicherplatz in GiB',
  quotaHint: 'Leer: ohne Grenze.',
  quotaDefault: 'Leer: wie auf diesem Server üblich.',
  quotaNumber: 'Gib eine Zahl von GiB ein, zum Beispiel 50, oder nichts.',
  members: (count) => plural(count, { one: '1 Mitglied', other: '# Mitglieder' }),
  showMembers: 'Mitglieder',
  membersOf: (name) => `Mitglieder von „${name}“`,
  membersButton: (name) => `Mitglieder von ${name}`,
  settings: 'Einstellungen',
  settingsOf: (name) => `Einstellungen von ${name}`,
  settingsTitle: (name) => `Einstellungen von „${name}“`,
  saved: 'Die Einstellungen sind gespeichert.',
  linkRole: 'Wer Links anlegt',
  linkRoles: { manager: 'Wer verwaltet', editor: 'Wer verwaltet oder bearbeitet' },
  delete: 'Laufwerk löschen',
  deleteTitle: (name) => `Das Team-Laufwerk „${name}“ löschen?`,
  deleteText:
    'Niemand erreicht es mehr, und seine Links funktionieren nicht. Die Verwaltung des Servers kann es wiederherstellen, solange der Papierkorb aufbewahrt wird.',
  deleted: (name) => `Das Team-Laufwerk „${name}“ ist gelöscht.`,
  activity: 'Aktivität',
  activityOf: (name) => `Aktivität in „${name}“`,
  links: 'Links',
  moreOf: (name) => `Mehr zu ${name}`,
};
