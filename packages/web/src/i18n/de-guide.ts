import type { Messages } from './en.ts';

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
  inviteClosed:
    'Setze zuerst DRIVE_REGISTRATION=invite und starte den Server neu: Jetzt kann sich niemand registrieren.',
  toInvites: 'Einladungen',
  again: 'Diese Schritte findest du im Menü deines Kontos wieder.',
};
