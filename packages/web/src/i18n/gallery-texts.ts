const en = {
  close: 'Close',
  previous: 'Previous file',
  next: 'Next file',
  download: 'Download',
  place: (index: number, count: number): string => `${index} of ${count}`,
  failed: 'This browser cannot show the file. Download it to open it.',
};

const languages: Readonly<Record<string, typeof en>> = {
  de: {
    close: 'Schließen',
    previous: 'Vorige Datei',
    next: 'Nächste Datei',
    download: 'Herunterladen',
    place: (index, count) => `${index} von ${count}`,
    failed: 'Dieser Browser kann die Datei nicht anzeigen. Lade sie herunter, um sie zu öffnen.',
  },
};

/** Texts of the gallery on share pages, whose script loads no other texts. */
export const galleryTexts = (language: string): typeof en => languages[language] ?? en;
