import type { FilesMessages } from './en-files.ts';
import { pluralsOf } from './plural.ts';

const plural = pluralsOf('de');
const items = (count: number): string => plural(count, { one: '1 Element', other: '# Elemente' });
const files = (count: number): string => plural(count, { one: '1 Datei', other: '# Dateien' });

export const deFiles: FilesMessages = {
  dialogs: {
    newFolder: 'Neuer Ordner',
    folderName: 'Name des Ordners',
    rename: (name) => `„${name}“ umbenennen`,
    newName: 'Neuer Name',
    nameNeeded: 'Gib einen Namen ein.',
    nameSlash: 'Ein Name enthält keinen Schrägstrich.',
    nameLong: 'Ein Name hat höchstens 255 Zeichen.',
    moveTitle: (count) => `${items(count)} verschieben`,
    moveHere: (name) => `Nach „${name}“ verschieben`,
    moveInto: 'Öffne einen Ordner, um das Ziel zu wählen.',
    noFolders: 'Hier gibt es keine Ordner.',
    moveUp: (name) => `Zurück zu „${name}“`,
    link: 'Link',
    linkHint: 'Dieser Browser lässt die Seite nicht kopieren. Kopiere den Link hier.',
    failedTitle: 'Einige Elemente konnten nicht geändert werden',
    failedDone: (count) => `${items(count)} erledigt.`,
    shortcuts: 'Tastenkürzel',
  },
  shortcuts: {
    arrows: 'Zwischen Elementen wechseln',
    enter: 'Element öffnen',
    space: 'Element aus- oder abwählen',
    shift: 'Auswahl erweitern',
    all: 'Alles im Ordner auswählen',
    share: 'Teilen',
    f2: 'Umbenennen',
    delete: 'In den Papierkorb',
    backspace: 'Zum übergeordneten Ordner',
    escape: 'Auswahl aufheben',
    slash: 'Suchen',
    help: 'Diese Liste anzeigen',
  },
  viewer: {
    next: 'Nächste Datei',
    previous: 'Vorige Datei',
    place: (number, total) => `${number} von ${total}`,
    zoomIn: 'Vergrößern',
    zoomOut: 'Verkleinern',
    zoomReset: 'An das Fenster anpassen',
    source: 'Quelltext anzeigen',
    cut: (size) => `Nur die ersten ${size} werden angezeigt. Lade die Datei herunter, um weiterzulesen.`,
    openPdf: 'PDF öffnen',
    noPreview: 'Keine Vorschau',
    noPreviewHint: 'Browser zeigen Dateien dieser Art nicht an. Lade sie herunter, um sie zu öffnen.',
    tooLarge: 'Die Datei ist zu groß, um sie hier anzuzeigen. Lade sie herunter, um sie zu öffnen.',
    unsupported:
      'Dieser Browser kann die Datei nicht anzeigen: Sie ist beschädigt oder hat ein Format, das er nicht kennt.',
    notFound: 'Diese Datei gibt es nicht',
    notFoundHint: 'Sie wurde gelöscht oder liegt im Papierkorb, oder der Link ist falsch.',
  },
  trash: {
    title: 'Papierkorb',
    retention: (days) =>
      plural(days, {
        one: 'Elemente werden nach 1 Tag endgültig gelöscht.',
        other: 'Elemente werden nach # Tagen endgültig gelöscht.',
      }),
    empty: 'Der Papierkorb ist leer',
    emptyHint: 'Gelöschte Dateien und Ordner liegen hier und lassen sich wiederherstellen.',
    restore: 'Wiederherstellen',
    purge: 'Endgültig löschen',
    emptyTrash: 'Papierkorb leeren',
    deleted: 'Gelöscht',
    daysLeft: (days) => plural(days, { one: 'noch 1 Tag', other: 'noch # Tage' }),
    purgeTitle: (count) => `${items(count)} endgültig löschen?`,
    purgeText: 'Danach kann sie niemand wiederherstellen.',
    emptyTitle: 'Papierkorb leeren?',
    emptyText: 'Alle Elemente im Papierkorb werden endgültig gelöscht. Danach kann sie niemand wiederherstellen.',
  },
  sharedFiles: {
    title: (count) => `${files(count)} hochladen?`,
    text: 'Sie wurden mit dieser App geteilt. Wenn du nichts geteilt hast, lade sie nicht hoch: Eine Website kann sie geschickt haben.',
    names: 'Geteilte Dateien',
    refuse: 'Nicht hochladen',
  },
  conflict: {
    title: (name) => `„${name}“ gibt es schon`,
    text: 'Der Ordner enthält ein Element mit diesem Namen.',
    keepBoth: 'Beide behalten',
    replace: 'Ersetzen',
    skip: 'Überspringen',
    forAll: (count) => plural(count, { one: 'Auch für den anderen Konflikt', other: 'Auch für # weitere Konflikte' }),
  },
};
