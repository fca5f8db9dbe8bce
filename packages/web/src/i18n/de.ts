import { loadEarly } from '../browser/load-early.ts';
import { errorCodes } from './de-errors.ts';
import type { Messages } from './en.ts';
import { lazyTexts } from './lazy-texts.ts';
import { pluralsOf } from './texts/plural.ts';

const plural = pluralsOf('de');
const account = lazyTexts(async () => (await import('./de-account.ts')).deAccount);
const guide = lazyTexts(async () => (await import('./de-guide.ts')).deGuide);
const onFiles = lazyTexts(loadEarly(async () => (await import('./de-files.ts')).deFiles, 0));
const admin = lazyTexts(async () => (await import('./de-admin.ts')).deAdmin);
const sharing = lazyTexts(async () => (await import('./de-sharing.ts')).deSharing);
const access = lazyTexts(loadEarly(async () => (await import('./de-access.ts')).deAccess));
const drives = lazyTexts(loadEarly(async () => (await import('./texts/de-drives.ts')).deDrives));
const items = (count: number): string => plural(count, { one: '1 Element', other: '# Elemente' });
const files = (count: number): string => plural(count, { one: '1 Datei', other: '# Dateien' });

export const de: Messages = {
  items,
  files,
  app: {
    skip: 'Zum Inhalt springen',
    account: 'Dein Konto',
    navigation: 'Hauptnavigation',
    files: 'Dateien',
    shared: 'Geteilt',
    sharedWithMe: 'Mit mir geteilt',
    drives: 'Team-Laufwerke',
    allDrives: 'Alle Team-Laufwerke',
    newDrive: 'Neues Team-Laufwerk',
    folders: 'Ordner',
    tags: 'Schlagwörter',
    subfoldersOf: (name) => `Ordner in ${name}`,
    recent: 'Zuletzt',
    starred: 'Markiert',
    trash: 'Papierkorb',
    close: 'Schließen',
    cancel: 'Abbrechen',
    retry: 'Erneut versuchen',
    loading: 'Lädt…',
    search: 'Alle Dateien durchsuchen',
    searchClear: 'Suche leeren',
    notifications: 'Benachrichtigungen',
    dismiss: 'Ausblenden',
    copy: 'Kopieren',
    copied: 'Kopiert',
    copyRefused: (text: string) => `Dieser Browser lässt die Seite nicht kopieren. Bitte selbst kopieren: ${text}`,
    done: 'Fertig',
    showPassword: 'Passwort anzeigen',
    hidePassword: 'Passwort verbergen',
    more: 'Mehr',
    shown: (count, total) => `${count} von ${total}`,
  },
  get user() {
    return onFiles().user;
  },
  storage: {
    title: 'Speicher',
    used: (used, quota) => `${used} von ${quota} belegt`,
    usedWithoutQuota: (used) => `${used} belegt`,
    inTrash: (size) => `${size} im Papierkorb`,
  },
  list: {
    root: 'Dateien',
    path: 'Übergeordnete Ordner',
    name: 'Name',
    size: 'Größe',
    added: 'Hinzugefügt',
    place: 'Ordner',
    owner: 'Eigentümer',
    type: 'Art',
    modified: 'Geändert',
    starred: 'Markiert',
    density: 'Zeilen',
    get densities() {
      return onFiles().densities;
    },
    select: (name) => `${name} auswählen`,
    selectAll: 'Alles auswählen',
    actionsOf: (name) => `Aktionen für ${name}`,
    table: (name) => `Inhalt von ${name}`,
    folder: 'Ordner',
    shared: 'Geteilt',
    scanning: 'Wird auf Viren geprüft',
    virus: 'Virus gefunden',
    virusOf: (virus) => `Virus gefunden: ${virus}`,
    quarantined: 'In Quarantäne',
    sort: 'Sortierung',
    get sorts() {
      return onFiles().sorts;
    },
    asList: 'Als Liste anzeigen',
    asGrid: 'Als Raster anzeigen',
    upload: 'Hochladen',
    uploadFolder: 'Ordner hochladen',
    newFolder: 'Neuer Ordner',
    paste: (count) => `${items(count)} einfügen`,
    empty: 'Dieser Ordner ist leer',
    emptyHint: 'Lege Dateien oder Ordner hier ab, füge sie ein oder wähle sie auf diesem Gerät aus.',
    trash: 'Papierkorb dieses Ordners',
    readOnly: 'Du darfst diesen Ordner ansehen und nichts hinzufügen.',
    drop: (name) => `Ablegen, um in ${name} hochzuladen`,
    selected: (count) => plural(count, { one: '1 ausgewählt', other: '# ausgewählt' }),
    clear: 'Auswahl aufheben',
    tooMany: (count) => `Nur die ersten ${count} Elemente sind ausgewählt.`,
    unreadable:
      'Der Browser konnte diese Dateien nicht lesen. Prüfe, ob du sie öffnen darfst, und füge sie noch einmal hinzu.',
    details: 'Details',
    kinds: {
      folder: 'Ordner',
      image: 'Bild',
      video: 'Video',
      audio: 'Audio',
      pdf: 'PDF',
      text: 'Text',
      archive: 'Archiv',
      other: 'Datei',
    },
    keys: 'Tastenkürzel',
  },
  get search() {
    return onFiles().search;
  },
  get palette() {
    return onFiles().palette;
  },
  actions: {
    open: 'Öffnen',
    download: 'Herunterladen',
    downloadZip: 'Als ZIP herunterladen',
    proof: 'Auswahlgalerie anlegen',
    share: 'Teilen',
    access: 'Zugriff',
    copyLink: 'Link kopieren',
    rename: 'Umbenennen',
    move: 'Verschieben',
    cut: 'Ausschneiden',
    copy: 'Kopieren',
    duplicate: 'Duplizieren',
    versions: 'Versionen',
    star: 'Markieren',
    unstar: 'Markierung entfernen',
    tags: 'Schlagwörter',
    details: 'Details',
    showFolder: 'Im Ordner anzeigen',
    trash: 'In den Papierkorb',
    undo: 'Rückgängig',
    create: 'Erstellen',
    save: 'Speichern',
  },
  done: {
    created: (name) => `Ordner „${name}“ erstellt`,
    renamed: (name) => `In „${name}“ umbenannt`,
    moved: (count, folder) => `${items(count)} nach „${folder}“ verschoben`,
    movedBack: (count) => `${items(count)} zurückverschoben`,
    copied: (count, folder) => `${items(count)} nach „${folder}“ kopiert`,
    starred: (count) => `${items(count)} markiert`,
    unstarred: (count) => plural(count, { one: 'Markierung entfernt', other: '# Markierungen entfernt' }),
    duplicated: (count) => `${items(count)} dupliziert`,
    trashed: (count) => `${items(count)} in den Papierkorb verschoben`,
    trashedShared: (count) =>
      `${items(count)} in den Papierkorb verschoben. Links auf Geteiltes funktionieren dort nicht.`,
    accessChanged: 'Dort haben andere Zugriff als vorher.',
    restored: (count) => `${items(count)} wiederhergestellt`,
    purged: (count) => `${items(count)} endgültig gelöscht`,
    linkCopied: 'Link kopiert. Wer ihn hat, kann ihn öffnen.',
  },
  get details() {
    return onFiles().details;
  },
  get operations() {
    return onFiles().operations;
  },
  get uploads() {
    return onFiles().uploads;
  },
  get signIn() {
    return onFiles().signIn;
  },
  get dialogs() {
    return onFiles().dialogs;
  },
  get shortcuts() {
    return onFiles().shortcuts;
  },
  get viewer() {
    return onFiles().viewer;
  },
  get trash() {
    return onFiles().trash;
  },
  get sharedFiles() {
    return onFiles().sharedFiles;
  },
  get conflict() {
    return onFiles().conflict;
  },
  get marks() {
    return onFiles().marks;
  },
  get versions() {
    return onFiles().versions;
  },
  get account() {
    return account();
  },
  get guide() {
    return guide();
  },
  get sharing() {
    return sharing();
  },
  get access() {
    return access();
  },
  get drives() {
    return drives();
  },
  get admin() {
    return admin();
  },
  errors: {
    title: 'Etwas ist schiefgegangen',
    offline:
      'Du bist offline. Uploads warten und gehen von selbst weiter, auch Umbenennen, Verschieben, Löschen und Markieren.',
    unreachable: (seconds) => `Der Server ist nicht erreichbar. Nächster Versuch in ${seconds} s.`,
    retryNow: 'Jetzt versuchen',
    signedOutText:
      'Melde dich an, um weiterzumachen. Was du getippt hast, bleibt, und was du zuletzt getan hast, geschieht dann.',
    busy: (seconds) => `Der Server ist ausgelastet. In ${seconds} s geht es weiter.`,
    waiting: 'Der Server ist nicht erreichbar. Die Änderung geschieht, sobald er antwortet.',
    notFound: 'Diesen Ordner gibt es nicht',
    notFoundHint: 'Er wurde gelöscht oder liegt im Papierkorb, oder der Link ist falsch.',
    pageNotFound: 'Diese Seite gibt es nicht',
    toRoot: 'Zu allen Dateien',
    roleTooSmall: 'Deine Rolle erlaubt das hier nicht. Bitte um eine höhere.',
    forbidden: 'Darauf hast du keinen Zugriff',
    forbiddenHint: 'Bitte den Eigentümer um Zugriff oder melde dich mit einem anderen Konto an.',
    areaForbiddenHint:
      'Dieser Teil der App ist für Administratoren. Bitte einen von ihnen um Zugriff oder melde dich mit einem anderen Konto an.',
    gone: 'Diese Datei wurde endgültig gelöscht.',
    conflict: 'Dort gibt es schon ein Element mit diesem Namen. Wähle einen anderen Namen.',
    archiveTooLarge: (actual, cap) =>
      `Das ZIP hätte ${actual}, erlaubt sind höchstens ${cap}. Lade weniger Dateien auf einmal herunter.`,
    archiveTooMany: (most) => `Wähle höchstens ${most} Dateien und Ordner für ein ZIP aus.`,
    rateLimited: (seconds) => `Zu viele Anfragen auf einmal. Versuche es in ${seconds} s noch einmal.`,
    storage: 'Der Server erreicht seinen Speicher nicht. Versuche es in einer Minute noch einmal.',
    network: 'Der Server hat nicht geantwortet. Prüfe die Verbindung und versuche es noch einmal.',
    quota: 'Dein Speicher ist voll. Lösche etwas und leere den Papierkorb.',
    items: 'Du hast so viele Dateien und Ordner, wie du haben darfst. Lösche welche und leere den Papierkorb.',
    codes: errorCodes,
    issues: {
      too_small: 'Der Wert ist zu kurz oder zu klein.',
      too_big: 'Der Wert ist zu lang oder zu groß.',
      invalid_type: 'Dieser Wert passt hier nicht.',
      invalid_value: 'Dieser Wert ist hier nicht erlaubt.',
      required: 'Hier fehlt etwas.',
      unknown_field: 'Der Server kennt diese Angabe nicht. Lade die Seite neu.',
      invalid: 'Dieser Wert hat nicht die richtige Form.',
      password_too_common:
        'Dieses Passwort würden andere zuerst versuchen: Es ist häufig oder steht in der E-Mail-Adresse oder im Namen des Servers. Wähle ein anderes.',
    },
  },
};
