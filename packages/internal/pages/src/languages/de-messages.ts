/** Texts of client scripts. `{name}` stands for a value. */
export const scripts = {
  'Choose at least one file.': 'Wähle mindestens eine Datei aus.',
  'At most {n} files can be uploaded at once.': 'Höchstens {n} Dateien lassen sich auf einmal hochladen.',
  '“{name}” has more than {size}.': '„{name}“ hat mehr als {size}.',
  '“{name}” is empty. Empty files cannot be uploaded.': '„{name}“ ist leer. Leere Dateien lassen sich nicht hochladen.',
  '“{name}” is a folder. Drop the files that are in it.':
    '„{name}“ ist ein Ordner. Lege die Dateien ab, die darin sind.',
  'Reserving space …': 'Platz wird reserviert …',
  'Checking that you are not a bot …': 'Es wird geprüft, ob du ein Mensch bist …',
  'Complete the check that you are not a bot first.': 'Schließe zuerst die Prüfung ab, ob du ein Mensch bist.',
  'The check failed. Try again.': 'Die Prüfung ist gescheitert. Versuche es noch einmal.',
  'Failed: {problem}': 'Gescheitert: {problem}',
  'You are no longer signed in. Reload the page, sign in, and send the files again.':
    'Du bist nicht mehr angemeldet. Lade die Seite neu, melde dich an und sende die Dateien noch einmal.',
  'The server answered {status}.': 'Der Server hat mit {status} geantwortet.',
  'Sending {n} of {total} …': '{n} von {total} wird gesendet …',
  'Progress of {name}': 'Fortschritt von {name}',
  'Uploaded one file.': 'Eine Datei ist hochgeladen.',
  'Uploaded {n} files.': '{n} Dateien sind hochgeladen.',
  '{n} failed.': '{n} gescheitert.',
  'Save the links: they cannot be looked up later.': 'Sichere die Links: Sie lassen sich später nicht nachschlagen.',
  'It is in your drive.': 'Sie ist in deinem Speicher.',
  'They are in your drive.': 'Sie sind in deinem Speicher.',
  Copy: 'Kopieren',
  'Copy the link to {name}': 'Link zu {name} kopieren',
  'Copied the link to {name}.': 'Der Link zu {name} ist kopiert.',
  Remove: 'Entfernen',
  'Remove {name}': '{name} entfernen',
  '{n} files, {size} together': '{n} Dateien, zusammen {size}',
  'Copied all links.': 'Alle Links sind kopiert.',
  Arrived: 'Angekommen',
  'Your file has arrived.': 'Deine Datei ist angekommen.',
  'Your {n} files have arrived.': 'Deine {n} Dateien sind angekommen.',
  'Nothing has arrived.': 'Nichts ist angekommen.',
} as const;

/** Messages of errors that pages show. `{n}` stands for a number of the message. */
export const messages: Readonly<Record<string, string>> = {
  'Type your email address.': 'Gib deine E-Mail-Adresse ein.',
  'Type your password.': 'Gib dein Passwort ein.',
  'Type the code.': 'Gib den Code ein.',
  'The email address or the password is wrong.': 'Die E-Mail-Adresse oder das Passwort ist falsch.',
  'The password is wrong.': 'Das Passwort ist falsch.',
  'This email address already has an account.': 'Es gibt schon ein Konto mit dieser E-Mail-Adresse.',
  'Must be an email address.': 'Das ist keine E-Mail-Adresse.',
  'Must have at least {n} characters.': 'Mindestens {n} Zeichen sind nötig.',
  'Must have at most {n} characters.': 'Höchstens {n} Zeichen sind erlaubt.',
  'Must have at most {n} bytes in UTF-{n}.': 'Höchstens {n} Bytes sind erlaubt; Umlaute zählen doppelt.',
  'Must not be one of the most common passwords.': 'Das ist eines der häufigsten Passwörter. Wähle ein anderes.',
  'Must not be part of the email address.': 'Das steht in deiner E-Mail-Adresse. Wähle ein anderes.',
  'Must not be the name of this server.': 'So heißt dieser Server. Wähle ein anderes.',
  'Your sign-in is older than {n} minutes. Confirm who you are, then try again.':
    'Deine Anmeldung ist älter als {n} Minuten. Bestätige, wer du bist, und versuche es noch einmal.',
  'Must not be blank.': 'Das darf nicht leer sein.',
  'Too many calls. Try again in {n} seconds.': 'Zu viele Versuche. Versuche es in {n} Sekunden noch einmal.',
  'Too many requests. Try again in {n} seconds.': 'Zu viele Anfragen. Versuche es in {n} Sekunden noch einmal.',
  'Too many wrong codes. Try again in {n} minutes.': 'Zu viele falsche Codes. Versuche es in {n} Minuten noch einmal.',
  'This invitation is not valid: it was used, has expired, or is meant for another email address.':
    'Diese Einladung gilt nicht: Sie wurde benutzt, ist abgelaufen oder gilt für eine andere E-Mail-Adresse.',
  'This link is not valid: it was used already or has expired. Request a new one.':
    'Dieser Link gilt nicht: Er wurde schon benutzt oder ist abgelaufen. Fordere einen neuen an.',
  'This set-up link is no longer valid. Look for a newer one in the output of the server.':
    'Dieser Einrichtungslink gilt nicht mehr. Der Server hat einen neueren ausgegeben.',
  'The captcha can’t be checked right now. Try again in a moment.':
    'Die Prüfung geht gerade nicht. Versuche es gleich noch einmal.',
  'There is nothing at this URL.': 'Unter dieser Adresse gibt es nichts.',
  'This form is out of date. Go back, reload the page, and try again.':
    'Dieses Formular ist veraltet. Geh zurück, lade die Seite neu und versuche es noch einmal.',
  'This form came from another site. Open the page here and try again.':
    'Dieses Formular kam von einer anderen Website. Öffne die Seite hier und versuche es noch einmal.',
  'You are no longer signed in. Sign in and send it again.':
    'Du bist nicht mehr angemeldet. Melde dich an und sende es noch einmal.',
  'You are no longer signed in. Sign in and try again.':
    'Du bist nicht mehr angemeldet. Melde dich an und versuche es noch einmal.',
  'Choose at least one file.': 'Wähle mindestens eine Datei aus.',
  'Choose at most {n} files at once.': 'Wähle höchstens {n} Dateien auf einmal aus.',
  'At most {n} files can be uploaded at once.': 'Höchstens {n} Dateien lassen sich auf einmal hochladen.',
  'You selected {n} files; the maximum is {n}.': 'Du hast {n} Dateien ausgewählt; höchstens {n} sind erlaubt.',
  'One of these files is no longer part of this proofing.':
    'Eine dieser Dateien gehört nicht mehr zu dieser Auswahlgalerie.',
  'Enter your name: this file request requires it.': 'Gib deinen Namen ein: Diese Dateianfrage verlangt ihn.',
  'This is not an email address.': 'Das ist keine E-Mail-Adresse.',
  'This file request accepts no more files.': 'Diese Dateianfrage nimmt keine Dateien mehr an.',
  'This link accepts no more files.': 'Dieser Link nimmt keine Dateien mehr an.',
  'This link accepts no files.': 'Dieser Link nimmt keine Dateien an.',
  'There is not enough storage for these files. Tell the person who requested them.':
    'Für diese Dateien reicht der Speicher nicht. Sag es der Person, die darum gebeten hat.',
  'This link needs a password. Open its page and try again.':
    'Dieser Link hat ein Passwort. Öffne seine Seite und versuche es noch einmal.',
  'A file may have at most {n} bytes here.': 'Eine Datei darf hier höchstens {n} Bytes haben.',
  'All files together may have at most {n} bytes.': 'Alle Dateien zusammen dürfen höchstens {n} Bytes haben.',
  'A paste can have at most {n} bytes in UTF-{n}.': 'Ein Text darf höchstens {n} Bytes haben.',
  'The password must have at least {n} characters.': 'Das Passwort braucht mindestens {n} Zeichen.',
  'The text must not be blank.': 'Der Text darf nicht leer sein.',
  'The comment must not be blank.': 'Der Kommentar darf nicht leer sein.',
  'The storage for uploads without an account is full. Try again later.':
    'Der Speicher für Dateien ohne Konto ist voll. Versuche es später noch einmal.',
  'Not enough storage is left. Delete something first.': 'Der Speicher reicht nicht. Lösche zuerst etwas.',
  'The server is busy. Try again in a moment.': 'Der Server ist ausgelastet. Versuche es gleich noch einmal.',
  'Something went wrong on the server.': 'Auf dem Server ist etwas schiefgegangen.',
  'This file contains a virus.': 'Diese Datei enthält einen Virus.',
  'This file is quarantined by the administrator.': 'Die Administration dieses Servers hat diese Datei gesperrt.',
  'This file is being checked for viruses. Try again in a few minutes.':
    'Diese Datei wird gerade auf Viren geprüft. Versuche es in ein paar Minuten noch einmal.',
  'This file could not be checked for viruses, which this server requires.':
    'Diese Datei konnte nicht auf Viren geprüft werden, was dieser Server verlangt.',
  'Choose a reason.': 'Wähle einen Grund.',
  'The text may have at most {n} characters.': 'Der Text darf höchstens {n} Zeichen haben.',
  'Sign in to create a private paste.': 'Melde dich an, um einen Text nur für dich zu speichern.',
};
