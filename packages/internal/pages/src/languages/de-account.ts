/** Texts of the start page, of signing in, and of signing in a device. */
export const accountTexts = {
  // Start page, sign-in and registration
  'A file drive that you host yourself: upload files, and share them with a link.':
    'Ein Dateispeicher, den du selbst betreibst: Lade Dateien hoch und teile sie mit einem Link.',
  'Sign in': 'Anmelden',
  'Create an account': 'Konto anlegen',
  'There is no account yet. Open the set-up link that the server printed when it started.':
    'Es gibt noch kein Konto. Öffne den Einrichtungslink, den der Server beim Start ausgegeben hat.',
  'Without an account:': 'Ohne Konto:',
  'send files': 'Dateien senden',
  'write a paste': 'Text teilen',
  'For developers:': 'Zum Entwickeln:',
  'command line and SDK': 'Kommandozeile und SDK',
  'Your new password is set. Sign in with it.': 'Dein neues Passwort gilt. Melde dich damit an.',
  'That took too long. Start again.': 'Das hat zu lange gedauert. Fang noch einmal an.',
  'Forgot your password?': 'Passwort vergessen?',
  'Type your code': 'Code eingeben',
  'Open your authenticator and type the six digits it shows for {name}.':
    'Öffne deine Authenticator-App und gib die sechs Ziffern ein, die sie für {name} anzeigt.',
  'No authenticator at hand? Type one of your recovery codes.':
    'App nicht zur Hand? Gib einen deiner Wiederherstellungscodes ein.',
  'Start again': 'Noch einmal anfangen',
  'Sign in with {name}': 'Mit {name} anmelden',
  'Sign in with a passkey': 'Mit einem Passkey anmelden',
  'Use a passkey': 'Passkey verwenden',
  'No passkey at hand? Type one of your recovery codes.':
    'Passkey nicht zur Hand? Gib einen deiner Wiederherstellungscodes ein.',
  'This link signs you in as {email}, once.': 'Dieser Link meldet dich einmal als {email} an.',
  'You are signed out': 'Du bist abgemeldet',
  'Sign out of {name}, too': 'Auch bei {name} abmelden',
  'Back to your account': 'Zurück zu deinem Konto',
  'Sign-in failed': 'Die Anmeldung ist gescheitert',
  'Confirm with {name} who you are': 'Bestätige bei {name}, wer du bist',
  'Name (optional)': 'Name (freiwillig)',
  'Create the account': 'Konto anlegen',
  'Set up {name}': '{name} einrichten',
  'Create the first account. It will be the administrator.':
    'Lege das erste Konto an. Es bekommt die Administrationsrechte.',
  Accept: 'Annehmen',
  'You get access with your account {account}.': 'Du bekommst Zugriff mit deinem Konto {account}.',
  'Sign in as {account} to accept the invitation.': 'Melde dich als {account} an, um die Einladung anzunehmen.',
  'This server is already set up': 'Dieser Server ist schon eingerichtet',
  'Sign in with your account': 'Melde dich mit deinem Konto an',
  'This link no longer works': 'Dieser Link gilt nicht mehr',
  'The server prints a new set-up link each time it starts. Use the latest one.':
    'Der Server gibt bei jedem Start einen neuen Einrichtungslink aus. Nimm den neuesten.',
  'Create your account': 'Dein Konto anlegen',
  'Do you have an account?': 'Hast du schon ein Konto?',
  'This invitation no longer works': 'Diese Einladung gilt nicht mehr',
  'It was used or has expired. Ask for a new one.': 'Sie wurde benutzt oder ist abgelaufen. Bitte um eine neue.',
  'Registration is closed': 'Die Registrierung ist geschlossen',
  'You need an invitation to create an account. Ask the operator of this server for one.':
    'Für ein Konto brauchst du eine Einladung. Bitte den Betreiber dieses Servers darum.',
  'Registration is disabled on this server. Ask its operator for an account.':
    'Auf diesem Server kann sich niemand selbst registrieren. Bitte den Betreiber um ein Konto.',
  'Back to sign-in': 'Zurück zur Anmeldung',
  'Type the email address of your account.': 'Gib die E-Mail-Adresse deines Kontos ein.',
  'We send a link to set a new password.': 'Du bekommst einen Link, mit dem du ein neues Passwort festlegst.',
  'Send the link': 'Link senden',
  'Create the link': 'Link erstellen',
  'Ask your administrator': 'Wende dich an die Administration',
  'If there is an account with that address, there is now a link for it.':
    'Wenn es ein Konto mit dieser Adresse gibt, gibt es jetzt einen Link dafür.',
  'The link works once, within an hour.': 'Der Link gilt einmal und eine Stunde lang.',
  'Check your email': 'Sieh in deine E-Mails',
  'If there is an account with that address, we sent it an email with a link.':
    'Wenn es ein Konto mit dieser Adresse gibt, ist eine E-Mail mit einem Link unterwegs.',
  'No email? Check your spam folder, or try again.':
    'Keine E-Mail da? Sieh im Spam-Ordner nach oder versuche es noch einmal.',
  'A link works once and for one hour.': 'Ein Link gilt einmal und eine Stunde lang.',
  'Request a new one': 'Einen neuen anfordern',
  'Set a new password': 'Neues Passwort festlegen',
  'Set the password': 'Passwort festlegen',
  'Keep my API keys and the devices that use them signed in':
    'Meine API-Schlüssel und die damit angemeldeten Geräte behalten',
  'Leave this off if somebody else may know your password. All sessions end in either case.':
    'Lass das aus, wenn jemand anders dein Passwort kennen könnte. Alle Sitzungen enden in jedem Fall.',
  'This server sends no email: it writes the link to outbox/ in its data directory. Ask the administrator for it.':
    'Dieser Server versendet keine E-Mails: Er schreibt den Link nach outbox/ in seinem Datenverzeichnis. Bitte die Administration darum.',
  'Email address': 'E-Mail-Adresse',
  'At least {n} characters.': 'Mindestens {n} Zeichen.',
  Code: 'Code',

  // Devices
  'Sign in a device': 'Ein Gerät anmelden',
  'The device shows a code of eight letters. Type it here.':
    'Das Gerät zeigt einen Code aus acht Buchstaben. Gib ihn hier ein.',
  'No device is waiting with this code. Check the code: it works once, within ten minutes.':
    'Mit diesem Code wartet kein Gerät. Prüfe ihn: Er gilt einmal und zehn Minuten lang.',
  'No command line yet? Run': 'Noch keine Kommandozeile? Führe das aus:',
  Install: 'Installieren',
  'Allow this device?': 'Dieses Gerät zulassen?',
  'You signed in some time ago. Type your password to approve it.':
    'Deine Anmeldung ist eine Weile her. Gib dein Passwort ein, um das Gerät zuzulassen.',
  'Code of your authenticator': 'Code deiner Authenticator-App',
  'Allow it only if you started this yourself and the device in front of you shows the same code.':
    'Lass es nur zu, wenn du das selbst begonnen hast und das Gerät vor dir denselben Code zeigt.',
  'It gets an API key of your account, which can do everything you can do:':
    'Es bekommt einen API-Schlüssel deines Kontos, der alles darf, was du darfst:',
  'see, download, add, change and delete your files,':
    'deine Dateien sehen, herunterladen, hinzufügen, ändern und löschen,',
  'share them with others,': 'sie mit anderen teilen,',
  'create and revoke API keys.': 'API-Schlüssel anlegen und widerrufen.',
  Approve: 'Zulassen',
  Refuse: 'Ablehnen',
  'Device allowed': 'Gerät zugelassen',
  'The device signs in by itself within a few seconds.': 'Das Gerät meldet sich in wenigen Sekunden von selbst an.',
  'You can close this page. To sign the device out, revoke its API key.':
    'Du kannst diese Seite schließen. Um das Gerät abzumelden, widerrufe seinen API-Schlüssel.',
  'Device refused': 'Gerät abgelehnt',
  'It gets no access to your account.': 'Es bekommt keinen Zugriff auf dein Konto.',

  // Emails
  'Sign in to choose which emails you get.': 'Melde dich an, um festzulegen, welche E-Mails du bekommst.',
  'Turn off emails': 'E-Mails abschalten',
  'You get no more emails about what others do. Emails about your sign-in still come.':
    'Du bekommst keine E-Mails mehr darüber, was andere tun. E-Mails zu deiner Anmeldung kommen weiter.',
  'Emails are off': 'E-Mails sind abgeschaltet',
  'You can turn them on again in your account.': 'In deinem Konto kannst du sie wieder anschalten.',
} as const;
