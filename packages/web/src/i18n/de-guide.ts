import type { Messages } from './en.ts';
import { pluralsOf } from './texts/plural.ts';

const plural = pluralsOf('de');

export const deGuide: Messages['guide'] = {
  title: 'Willkommen in deinem Drive',
  text: 'Ein paar Schritte, in beliebiger Reihenfolge. Du kannst sie alle überspringen.',
  upload: 'Lade eine Datei hoch',
  uploadText:
    'Lege Dateien oder Ordner irgendwo auf der Liste ab oder wähle sie auf diesem Gerät aus. Uploads laufen weiter, während du arbeitest.',
  toFiles: 'Zu meinen Dateien',
  share: 'Teile sie mit einem Link',
  shareText:
    'Öffne das Menü einer Datei und kopiere ihren Link. Wer ihn hat, kann die Datei ohne Konto herunterladen. Ein Link kann ein Passwort und ein Ende haben.',
  install: 'Installiere die Kommandozeile',
  installText: 'Für Skripte, für Ordner, die gleich bleiben sollen, und für Server ohne Browser.',
  installCommand: 'Unter Linux oder macOS installieren',
  loginCommand: 'Danach anmelden',
  otherWays: 'Andere Wege und das SDK',
  invite: 'Lade dein Team ein',
  inviteText: 'Erstelle einen Link, mit dem jemand ein Passwort wählt.',
  inviteClosed: 'Lass zuerst in den Einstellungen Eingeladene zu: Jetzt kann sich niemand registrieren.',
  toInvites: 'Einladungen',
  secondAdmin: 'Bestimme eine zweite Person zur Verwaltung',
  secondAdminText:
    'Wenn du dein Passwort verlierst, kann sonst niemand diesen Server verwalten. Lade jemanden ein und mache das Konto danach in der Liste der Konten zum Administrator.',
  secondAdminDone: (count) =>
    plural(count, { one: '1 Konto ist Administrator.', other: '# Konten sind Administratoren.' }),
  toUsers: 'Konten',
  backup: 'Sichere auf einen anderen Datenträger',
  backupMissing:
    'Dieser Server schreibt keine Backups. Setze DRIVE_BACKUP_DIR auf einen vorhandenen Ordner eines anderen Datenträgers und starte ihn neu: Dann schreibt er jeden Tag eines.',
  backupOn: (hours, kept) =>
    `Der Server schreibt ${plural(hours, { one: 'jede Stunde', other: 'alle # Stunden' })} ein Backup und behält die neuesten ${kept}.`,
  lastBackup: (when) => `Das letzte ist von ${when}.`,
  done: 'Erledigt',
  open: 'Noch nicht',
  again: 'Diese Schritte findest du im Menü deines Kontos wieder.',
};
