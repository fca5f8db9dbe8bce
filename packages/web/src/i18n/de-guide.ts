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
  mail: 'E-Mails',
  mailOn: 'Werden verschickt',
  mailOff: 'Werden nicht verschickt',
  mailSent:
    'Dieser Server verschickt E-Mails über einen Mailserver. Probiere es aus: Dieser Befehl auf dem Server schickt dir eine und zeigt, was der Mailserver antwortet.',
  mailFiles:
    'Dieser Server verschickt keine E-Mails: Er schreibt sie nur als Dateien in den Ordner outbox seines Datenverzeichnisses. Einladungen, neue Passwörter und Benachrichtigungen erreichen niemanden, bis du DRIVE_SMTP_URL und DRIVE_MAIL_FROM setzt und ihn neu startest.',
  mailCommand: 'Eine Test-E-Mail schicken',
  invite: 'Lade dein Team ein',
  inviteText: 'Erstelle einen Link, mit dem jemand ein Passwort wählt.',
  inviteClosed:
    'Setze zuerst DRIVE_REGISTRATION=invite und starte den Server neu: Jetzt kann sich niemand registrieren.',
  toInvites: 'Einladungen',
  again: 'Diese Schritte findest du im Menü deines Kontos wieder.',
};
