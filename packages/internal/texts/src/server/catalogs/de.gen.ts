// Generated from languages/de.json by `pnpm run generate`.
import type { Catalog } from '../catalog.ts';

export const de: Catalog = {
 "texts": {
  "a file": "eine Datei",
  "{from} shared {name} with you": [
   [
    "from"
   ],
   " hat ",
   [
    "name"
   ],
   " mit dir geteilt"
  ],
  "{from} shared {name} with you.": [
   [
    "from"
   ],
   " hat ",
   [
    "name"
   ],
   " mit dir geteilt."
  ],
  "This link is personal: views and downloads through it count as yours.": "Dieser Link ist persönlich: Aufrufe und Downloads darüber werden dir zugerechnet.",
  "It is protected by a password. Ask {from} for it.": [
   "Er ist durch ein Passwort geschützt. Frag ",
   [
    "from"
   ],
   " danach."
  ],
  "It expires on {date}.": [
   "Er läuft am ",
   [
    "date"
   ],
   " ab."
  ],
  "{visitor} opened {name}": [
   [
    "visitor"
   ],
   " hat ",
   [
    "name"
   ],
   " geöffnet"
  ],
  "{visitor} downloaded a ZIP of {name}": [
   [
    "visitor"
   ],
   " hat ein ZIP von ",
   [
    "name"
   ],
   " heruntergeladen"
  ],
  "{visitor} downloaded {name}": [
   [
    "visitor"
   ],
   " hat ",
   [
    "name"
   ],
   " heruntergeladen"
  ],
  "{visitor} downloaded {file} from {name}": [
   [
    "visitor"
   ],
   " hat ",
   [
    "file"
   ],
   " aus ",
   [
    "name"
   ],
   " heruntergeladen"
  ],
  "{event} on {when} UTC.": [
   [
    "event"
   ],
   " (",
   [
    "when"
   ],
   " UTC)."
  ],
  "See the share": "Zur Freigabe",
  "You get this email because notifications are on for this share. You can turn them off in its settings.": "Du bekommst diese E-Mail, weil für diese Freigabe Benachrichtigungen eingeschaltet sind. Du kannst sie in ihren Einstellungen ausschalten.",
  "{count} files for {name}": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " Datei"
     ],
     "other": [
      [
       "count"
      ],
      " Dateien"
     ]
    }
   ],
   " für ",
   [
    "name"
   ]
  ],
  "{count} files were uploaded through your file request {name}:": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " Datei wurde"
     ],
     "other": [
      [
       "count"
      ],
      " Dateien wurden"
     ]
    }
   ],
   " über deine Dateianfrage ",
   [
    "name"
   ],
   " hochgeladen:"
  ],
  "{count} files were added through your link to {name}:": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " Datei wurde"
     ],
     "other": [
      [
       "count"
      ],
      " Dateien wurden"
     ]
    }
   ],
   " über deinen Link zu ",
   [
    "name"
   ],
   " hinzugefügt:"
  ],
  "Open the folder": "Ordner öffnen",
  "{file} ({size}) from {sender}": [
   [
    "file"
   ],
   " (",
   [
    "size"
   ],
   ") von ",
   [
    "sender"
   ]
  ],
  "… and {n} more.": [
   "… und ",
   [
    "n"
   ],
   " weitere."
  ],
  "{count} files chosen from {name}": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " Datei"
     ],
     "other": [
      [
       "count"
      ],
      " Dateien"
     ]
    }
   ],
   " aus ",
   [
    "name"
   ],
   " ausgewählt"
  ],
  "{sender} chose {count} files from {name} (round {round}):": [
   [
    "sender"
   ],
   " hat ",
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " Datei"
     ],
     "other": [
      [
       "count"
      ],
      " Dateien"
     ]
    }
   ],
   " aus ",
   [
    "name"
   ],
   " ausgewählt (Runde ",
   [
    "round"
   ],
   "):"
  ],
  "They say: {comment}": [
   "Nachricht dazu: ",
   [
    "comment"
   ]
  ],
  "You choose in your account when you get such emails, or none: {url}": [
   "In deinem Konto legst du fest, ob und wann du solche E-Mails bekommst: ",
   [
    "url"
   ]
  ],
  "several files": "Dateien",
  "{count} notifications on {service}": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " Benachrichtigung"
     ],
     "other": [
      [
       "count"
      ],
      " Benachrichtigungen"
     ]
    }
   ],
   " auf ",
   [
    "service"
   ]
  ],
  "{count} comments on {name}, the last by {user}": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " Kommentar"
     ],
     "other": [
      [
       "count"
      ],
      " Kommentare"
     ]
    }
   ],
   " zu ",
   [
    "name"
   ],
   ", zuletzt: ",
   [
    "user"
   ]
  ],
  "The link to {name} ends on {date}": [
   "Der Link zu ",
   [
    "name"
   ],
   " endet am ",
   [
    "date"
   ]
  ],
  "{used} of the {quota} of {name} are used": [
   [
    "used"
   ],
   " von den ",
   [
    "quota"
   ],
   " von ",
   [
    "name"
   ],
   " sind belegt"
  ],
  "{used} of your {quota} are used": [
   [
    "used"
   ],
   " von deinen ",
   [
    "quota"
   ],
   " sind belegt"
  ],
  "Your file was released": "Die Quarantäne deiner Datei ist aufgehoben",
  "{name} is no longer quarantined. Links to it work again.": [
   [
    "name"
   ],
   " ist nicht mehr in Quarantäne. Links darauf funktionieren wieder."
  ],
  "You can still download it; links to it are closed until an administrator releases it.": "Du kannst sie weiter herunterladen; Links darauf sind gesperrt, bis ein Administrator die Quarantäne aufhebt.",
  "A virus was found in your file": "In deiner Datei wurde ein Virus gefunden",
  "This server scanned {name} and found the virus {virus}.": [
   "Dieser Server hat ",
   [
    "name"
   ],
   " geprüft und den Virus ",
   [
    "virus"
   ],
   " gefunden."
  ],
  "Delete the file, or ask an administrator to release it if you know that it is harmless.": "Lösche die Datei oder bitte einen Administrator, die Quarantäne aufzuheben, wenn du weißt, dass sie harmlos ist.",
  "Your file was quarantined": "Deine Datei wurde unter Quarantäne gestellt",
  "An administrator of this server quarantined {name}.": [
   "Ein Administrator dieses Servers hat ",
   [
    "name"
   ],
   " unter Quarantäne gestellt."
  ],
  "Reason: {reason}": [
   "Grund: ",
   [
    "reason"
   ]
  ],
  "A virus was found in {name}": [
   "In ",
   [
    "name"
   ],
   " wurde ein Virus gefunden"
  ],
  "A scan found the virus {virus} in {name}, a file of {uploader}.": [
   "Eine Prüfung hat den Virus ",
   [
    "virus"
   ],
   " in ",
   [
    "name"
   ],
   " gefunden, einer Datei von ",
   [
    "uploader"
   ],
   "."
  ],
  "A scan found the virus {virus} in {name}, which was uploaded without an account.": [
   "Eine Prüfung hat den Virus ",
   [
    "virus"
   ],
   " in ",
   [
    "name"
   ],
   " gefunden. Die Datei wurde ohne Konto hochgeladen."
  ],
  "The file is in quarantine: all links to it are closed. Its owner was notified and can still download it.": "Die Datei ist in Quarantäne: Alle Links darauf sind gesperrt. Der Eigentümer wurde benachrichtigt und kann sie weiter herunterladen.",
  "To open the links again because the file is harmless, release it: its ID is {id}. The same content is then not quarantined again.": [
   "Wenn die Datei harmlos ist und die Links wieder funktionieren sollen, hebe die Quarantäne auf: Die ID der Datei ist ",
   [
    "id"
   ],
   ". Derselbe Inhalt kommt dann nicht wieder in Quarantäne."
  ],
  "Your webhook to {host} was disabled": [
   "Dein Webhook an ",
   [
    "host"
   ],
   " wurde ausgeschaltet"
  ],
  "{n} deliveries in a row to {url} failed, each after several attempts. {service} no longer sends events there, and deliveries that were waiting were cancelled.": [
   [
    "n"
   ],
   " Zustellungen an ",
   [
    "url"
   ],
   " sind hintereinander fehlgeschlagen, jede nach mehreren Versuchen. ",
   [
    "service"
   ],
   " sendet dorthin keine Ereignisse mehr, und wartende Zustellungen wurden abgebrochen."
  ],
  "Open {service}": [
   [
    "service"
   ],
   " öffnen"
  ],
  "The delivery log of the webhook shows the errors. Enable the webhook again when its receiver works; you can redeliver what it missed from the log.": "Das Zustellungsprotokoll des Webhooks zeigt die Fehler. Schalte den Webhook wieder ein, wenn der Empfänger funktioniert; aus dem Protokoll kannst du erneut senden, was er verpasst hat.",
  "{user} gave you access to {name}": [
   [
    "user"
   ],
   " hat dir Zugriff auf ",
   [
    "name"
   ],
   " gegeben"
  ],
  "{user} gave you access to “{name}” on {service}.": [
   [
    "user"
   ],
   " hat dir auf ",
   [
    "service"
   ],
   " Zugriff auf „",
   [
    "name"
   ],
   "“ gegeben."
  ],
  "{user} gives you access to {name}": [
   [
    "user"
   ],
   " gibt dir Zugriff auf ",
   [
    "name"
   ]
  ],
  "{user} gives you access to “{name}” on {service} at {host}.": [
   [
    "user"
   ],
   " gibt dir Zugriff auf „",
   [
    "name"
   ],
   "“ auf ",
   [
    "service"
   ],
   " (",
   [
    "host"
   ],
   ")."
  ],
  "You need an account with this email address, which the link creates if you have none. The link works once.": "Du brauchst ein Konto mit dieser E-Mail-Adresse; wenn du noch keines hast, wird es über den Link angelegt. Der Link funktioniert nur einmal.",
  "Open {name}": [
   [
    "name"
   ],
   " öffnen"
  ],
  "You are invited to {service}": [
   "Du bist zu ",
   [
    "service"
   ],
   " eingeladen"
  ],
  "An administrator of {service} at {host} invites you to create an account there with this email address.": [
   "Ein Administrator von ",
   [
    "service"
   ],
   " (",
   [
    "host"
   ],
   ") lädt dich ein, dort mit dieser E-Mail-Adresse ein Konto anzulegen."
  ],
  "The link works once.": "Der Link funktioniert nur einmal.",
  "If you did not expect this invitation, ignore this email.": "Wenn du diese Einladung nicht erwartet hast, ignoriere diese E-Mail.",
  "Set a new password for {service}": [
   "Neues Passwort für ",
   [
    "service"
   ]
  ],
  "Somebody requested a new password for your account {account}. If it was you, follow this link:": [
   "Jemand hat ein neues Passwort für dein Konto ",
   [
    "account"
   ],
   " angefordert. Wenn du es warst, folge diesem Link:"
  ],
  "The link works once, within the next hour.": "Der Link funktioniert nur einmal und nur in der nächsten Stunde.",
  "If it was not you, ignore this email: your password stays as it is.": "Wenn du es nicht warst, musst du nichts tun: Dein Passwort bleibt, wie es ist.",
  "Two-factor authentication is on": "Die Zwei-Faktor-Authentifizierung ist eingeschaltet",
  "Your account {account} has a new passkey. Signing in with the password now asks for a passkey or a code.": [
   "Dein Konto ",
   [
    "account"
   ],
   " hat einen neuen Passkey. Bei der Anmeldung mit Passwort wird ab jetzt nach einem Passkey oder einem Code gefragt."
  ],
  "A passkey was removed": "Ein Passkey wurde entfernt",
  "A passkey of your account {account} was removed.": [
   "Ein Passkey deines Kontos ",
   [
    "account"
   ],
   " wurde entfernt."
  ],
  "The address of your account is confirmed": "Die Adresse deines Kontos ist bestätigt",
  "{account} is now known to be your address. Whoever registered the account had not shown that, so everything that could sign in to it before has ended: the former password, second factor, passkeys, API keys and sessions. Its upload grants are revoked, and its webhooks are off.": [
   "Es steht jetzt fest, dass ",
   [
    "account"
   ],
   " deine Adresse ist. Wer das Konto registriert hat, hatte das nicht nachgewiesen. Deshalb gilt nichts mehr, womit man sich bisher darin anmelden konnte: das frühere Passwort, der zweite Faktor, Passkeys, API-Schlüssel und Sitzungen. Die Upload-Berechtigungen des Kontos sind widerrufen und seine Webhooks ausgeschaltet."
  ],
  "If you have no other way to sign in, request a new password on the sign-in page.": "Wenn du keinen anderen Weg hast, dich anzumelden, fordere auf der Anmeldeseite ein neues Passwort an.",
  "Files in the account have stayed. If you did not put them there, look at them, their links and who has access before you add your own.": "Die Dateien im Konto sind geblieben. Wenn sie nicht von dir sind, sieh sie, ihre Links und die Zugriffsrechte durch, bevor du eigene hinzufügst.",
  "You can sign in with {name}": [
   "Du kannst dich mit ",
   [
    "name"
   ],
   " anmelden"
  ],
  "{name} has verified that {account} is your address, and signs in to your account from now on.": [
   [
    "name"
   ],
   " hat bestätigt, dass ",
   [
    "account"
   ],
   " deine Adresse ist. Ab jetzt kannst du dich darüber in deinem Konto anmelden."
  ],
  "If it was not, unlink the identity on that page, set a new password, and tell the operator of this server.": "Wenn nicht, trenne die Verknüpfung auf dieser Seite, lege ein neues Passwort fest und sag dem Betreiber dieses Servers Bescheid.",
  "Two-factor authentication is off": "Die Zwei-Faktor-Authentifizierung ist ausgeschaltet",
  "Two-factor authentication was reset": "Die Zwei-Faktor-Authentifizierung wurde zurückgesetzt",
  "Two-factor authentication of your account {account} was turned on. Signing in now asks for a code after the password.": [
   "Die Zwei-Faktor-Authentifizierung deines Kontos ",
   [
    "account"
   ],
   " wurde eingeschaltet. Nach dem Passwort wird jetzt ein Code verlangt."
  ],
  "Two-factor authentication of your account {account} was turned off. Signing in now asks for the password only.": [
   "Die Zwei-Faktor-Authentifizierung deines Kontos ",
   [
    "account"
   ],
   " wurde ausgeschaltet. Zum Anmelden genügt jetzt das Passwort."
  ],
  "Two-factor authentication of your account {account} was turned off by an operator of this server. Signing in now asks for the password only.": [
   "Die Zwei-Faktor-Authentifizierung deines Kontos ",
   [
    "account"
   ],
   " wurde von einem Betreiber dieses Servers ausgeschaltet. Zum Anmelden genügt jetzt das Passwort."
  ],
  "Time of the change: {at}.": [
   "Zeitpunkt der Änderung: ",
   [
    "at"
   ],
   "."
  ],
  "Your account": "Dein Konto",
  "If it was you, ignore this email.": "Wenn du es warst, musst du nichts tun.",
  "If it was not, set a new password now, end the other sessions on that page, and tell the operator of this server.": "Wenn nicht, lege jetzt ein neues Passwort fest, beende auf dieser Seite die anderen Sitzungen und sag dem Betreiber dieses Servers Bescheid.",
  "More has happened on {service}": [
   "Auf ",
   [
    "service"
   ],
   " ist noch mehr geschehen"
  ],
  "There were more events on your shares, file requests, proofings or webhooks than this server sends emails about. Some emails were not sent.": "Bei deinen Freigaben, Dateianfragen, Auswahlgalerien oder Webhooks ist mehr geschehen, als dieser Server per E-Mail meldet. Einige E-Mails wurden nicht gesendet.",
  "Only emails are limited: nothing else was lost.": "Nur E-Mails sind begrenzt: Sonst ging nichts verloren.",
  "Test email of {service}": [
   "Test-E-Mail von ",
   [
    "service"
   ]
  ],
  "The Drive server at {url} can send emails.": [
   "Der Drive-Server auf ",
   [
    "url"
   ],
   " kann E-Mails senden."
  ],
  "Your account is deleted on {date}": [
   "Dein Konto wird am ",
   [
    "date"
   ],
   " gelöscht"
  ],
  "Your account {account} on {service} was deleted. Nobody can sign in, and its links and keys no longer work. On {date}, everything in it is deleted for good.": [
   "Dein Konto ",
   [
    "account"
   ],
   " auf ",
   [
    "service"
   ],
   " wurde gelöscht. Niemand kann sich anmelden, und seine Links und Schlüssel funktionieren nicht mehr. Am ",
   [
    "date"
   ],
   " wird alles darin endgültig gelöscht."
  ],
  "If you want to keep it, or if it was not you, keep the account before then, and set a new password.": "Wenn du es behalten willst oder wenn du es nicht warst, behalte das Konto vorher über den Link und lege ein neues Passwort fest.",
  "Your account was deleted": "Dein Konto wurde gelöscht",
  "Your account {account} on {service} and everything in it were deleted for good.": [
   "Dein Konto ",
   [
    "account"
   ],
   " auf ",
   [
    "service"
   ],
   " und alles darin wurden endgültig gelöscht."
  ],
  "A file drive that you host yourself: upload files, and share them with a link.": "Ein Dateispeicher, den du selbst betreibst: Lade Dateien hoch und teile sie mit einem Link.",
  "Sign in": "Anmelden",
  "Create an account": "Konto anlegen",
  "There is no account yet. Open the set-up link that the server printed when it started.": "Es gibt noch kein Konto. Öffne den Einrichtungslink, den der Server beim Start ausgegeben hat.",
  "A text with a link": "Ein Text mit einem Link",
  "Command line and SDK": "Kommandozeile und SDK",
  "From this server, in one line": "Von diesem Server, in einer Zeile",
  "API": "API",
  "Each call with an example": "Jeder Aufruf mit einem Beispiel",
  "Your new password is set. Sign in with it.": "Dein neues Passwort ist festgelegt. Melde dich damit an.",
  "That took too long. Start again.": "Das hat zu lange gedauert. Fang noch einmal an.",
  "Forgot your password?": "Passwort vergessen?",
  "Type your code": "Code eingeben",
  "Open your authenticator and type the six digits it shows for {name}.": [
   "Öffne deine Authenticator-App und gib die sechs Ziffern ein, die sie für ",
   [
    "name"
   ],
   " anzeigt."
  ],
  "No authenticator at hand? Type one of your recovery codes.": "App nicht zur Hand? Gib einen deiner Wiederherstellungscodes ein.",
  "Start again": "Noch einmal anfangen",
  "Sign in with {name}": [
   "Mit ",
   [
    "name"
   ],
   " anmelden"
  ],
  "Sign in with a passkey": "Mit einem Passkey anmelden",
  "Use a passkey": "Passkey verwenden",
  "No passkey at hand? Type one of your recovery codes.": "Passkey nicht zur Hand? Gib einen deiner Wiederherstellungscodes ein.",
  "This link signs you in as {email}, once.": [
   "Mit diesem Link meldest du dich einmalig als ",
   [
    "email"
   ],
   " an."
  ],
  "You are signed out": "Du bist abgemeldet",
  "Sign out of {name}, too": [
   "Auch bei ",
   [
    "name"
   ],
   " abmelden"
  ],
  "Back to your account": "Zurück zu deinem Konto",
  "Sign-in failed": "Anmeldung fehlgeschlagen",
  "Confirm with {name} who you are": [
   "Bestätige bei ",
   [
    "name"
   ],
   ", wer du bist"
  ],
  "Name (optional)": "Name (optional)",
  "Create the account": "Konto anlegen",
  "Set up {name}": [
   [
    "name"
   ],
   " einrichten"
  ],
  "Create the first account. It will be the administrator.": "Lege das erste Konto an. Es wird das Administratorkonto.",
  "Upload a file": "Lade eine Datei hoch",
  "Share it with a link": "Teile sie mit einem Link",
  "Accept": "Annehmen",
  "You get access with your account {account}.": [
   "Du bekommst Zugriff mit deinem Konto ",
   [
    "account"
   ],
   "."
  ],
  "Sign in as {account} to accept the invitation.": [
   "Melde dich als ",
   [
    "account"
   ],
   " an, um die Einladung anzunehmen."
  ],
  "This server is already set up": "Dieser Server ist schon eingerichtet",
  "Sign in with your account": "Melde dich mit deinem Konto an",
  "This link no longer works": "Dieser Link funktioniert nicht mehr",
  "The server prints a new set-up link each time it starts. Use the latest one.": "Der Server gibt bei jedem Start einen neuen Einrichtungslink aus. Verwende den neuesten.",
  "Create your account": "Dein Konto anlegen",
  "Do you have an account?": "Hast du schon ein Konto?",
  "This invitation no longer works": "Diese Einladung funktioniert nicht mehr",
  "It was used or has expired. Ask for a new one.": "Sie wurde benutzt oder ist abgelaufen. Bitte um eine neue.",
  "Registration is closed": "Die Registrierung ist geschlossen",
  "You need an invitation to create an account. Ask the operator of this server for one.": "Für ein Konto brauchst du eine Einladung. Bitte den Betreiber dieses Servers darum.",
  "Registration is disabled on this server. Ask its operator for an account.": "Die Registrierung ist auf diesem Server deaktiviert. Bitte den Betreiber um ein Konto.",
  "Back to sign-in": "Zurück zur Anmeldung",
  "Type the email address of your account.": "Gib die E-Mail-Adresse deines Kontos ein.",
  "We send a link to set a new password.": "Du bekommst einen Link, mit dem du ein neues Passwort festlegst.",
  "Send the link": "Link senden",
  "Create the link": "Link erstellen",
  "Ask your administrator": "Wende dich an deinen Administrator",
  "If there is an account with that address, there is now a link for it.": "Wenn es ein Konto mit dieser Adresse gibt, wurde dafür ein Link erstellt.",
  "The link works once, within an hour.": "Der Link funktioniert nur einmal und nur eine Stunde lang.",
  "Check your email": "Sieh in deinen E-Mails nach",
  "If there is an account with that address, we sent it an email with a link.": "Wenn es ein Konto mit dieser Adresse gibt, ist eine E-Mail mit einem Link unterwegs.",
  "No email? Check your spam folder, or try again.": "Keine E-Mail da? Sieh im Spam-Ordner nach oder versuche es noch einmal.",
  "A link works once and for one hour.": "Ein Link funktioniert nur einmal und nur eine Stunde lang.",
  "Request a new one": "Einen neuen anfordern",
  "Set a new password": "Neues Passwort festlegen",
  "Set the password": "Passwort festlegen",
  "Keep my API keys and the devices that use them signed in": "Meine API-Schlüssel und die damit angemeldeten Geräte behalten",
  "Leave this off if somebody else may know your password. All sessions end in either case.": "Lass das aus, wenn jemand anders dein Passwort kennen könnte. Alle Sitzungen enden in jedem Fall.",
  "This server sends no email: it writes the link to outbox/ in its data directory. Ask the administrator for it.": "Dieser Server versendet keine E-Mails: Er schreibt den Link nach outbox/ in seinem Datenverzeichnis. Bitte den Administrator darum.",
  "Email address": "E-Mail-Adresse",
  "At least {n} characters.": [
   "Mindestens ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " Zeichen"
     ],
     "other": [
      [
       "n"
      ],
      " Zeichen"
     ]
    }
   ],
   "."
  ],
  "Code": "Code",
  "Sign in a device": "Ein Gerät anmelden",
  "The device shows a code of eight letters. Type it here.": "Das Gerät zeigt einen Code aus acht Buchstaben. Gib ihn hier ein.",
  "No device is waiting with this code. Check the code: it works once, within ten minutes.": "Mit diesem Code wartet kein Gerät. Prüfe ihn: Er funktioniert nur einmal und nur zehn Minuten lang.",
  "No command line yet? Run": "Noch keine Kommandozeile? Führe das aus:",
  "Install": "Installieren",
  "Command line": "Kommandozeile",
  "On Linux, without Node:": "Unter Linux, ohne Node:",
  "It verifies the SHA-256 of the program and stores it in {folder}.": [
   "Das prüft die SHA-256 des Programms und speichert es in ",
   [
    "folder"
   ],
   "."
  ],
  "Show the script": "Skript anzeigen",
  "With npm and Node {version} or newer:": [
   "Mit npm und Node ",
   [
    "version"
   ],
   " oder neuer:"
  ],
  "The command line is not built on this server.": "Die Kommandozeile ist auf diesem Server nicht gebaut.",
  "Then sign in and send a file:": "Dann anmelden und eine Datei senden:",
  "The SDK is not built on this server.": "Das SDK ist auf diesem Server nicht gebaut.",
  "For Node {version} or newer, browsers and edge runtimes:": [
   "Für Node ",
   [
    "version"
   ],
   " oder neuer, Browser und Edge-Umgebungen:"
  ],
  "With components for pages that upload, for React or as a web component:": "Mit Komponenten für Seiten, die hochladen, für React oder als Web Component:",
  "Other programming languages use the API.": "Andere Programmiersprachen verwenden die API.",
  "Overview": "Überblick",
  "The API of this server": "Die API dieses Servers",
  "Version {version}": [
   "Version ",
   [
    "version"
   ]
  ],
  "The documentation is in English.": "Die Dokumentation ist auf Englisch.",
  "Allow this device?": "Dieses Gerät zulassen?",
  "You signed in some time ago. Type your password to approve it.": "Deine Anmeldung ist eine Weile her. Gib dein Passwort ein, um das Gerät zuzulassen.",
  "Code of your authenticator": "Code deiner Authenticator-App",
  "Allow it only if you started this yourself and the device in front of you shows the same code.": "Lass es nur zu, wenn du das selbst begonnen hast und das Gerät vor dir denselben Code zeigt.",
  "It gets an API key of your account, which can do everything you can do:": "Es bekommt einen API-Schlüssel deines Kontos, der alles darf, was du darfst:",
  "see, download, add, change and delete your files,": "deine Dateien sehen, herunterladen, hinzufügen, ändern und löschen,",
  "share them with others,": "sie mit anderen teilen,",
  "create and revoke API keys.": "API-Schlüssel anlegen und widerrufen.",
  "Approve": "Zulassen",
  "Refuse": "Ablehnen",
  "Device allowed": "Gerät zugelassen",
  "The device signs in by itself within a few seconds.": "Das Gerät meldet sich in wenigen Sekunden von selbst an.",
  "You can close this page. To sign the device out, revoke its API key.": "Du kannst diese Seite schließen. Um das Gerät abzumelden, widerrufe seinen API-Schlüssel.",
  "Device refused": "Gerät abgelehnt",
  "It gets no access to your account.": "Es bekommt keinen Zugriff auf dein Konto.",
  "Sign in to choose which emails you get.": "Melde dich an, um festzulegen, welche E-Mails du bekommst.",
  "Turn off emails": "E-Mails abschalten",
  "You get no more emails about what others do. Emails about your sign-in still come.": "Du bekommst keine E-Mails mehr darüber, was andere tun. E-Mails zu deiner Anmeldung kommen weiter.",
  "Emails are off": "E-Mails sind abgeschaltet",
  "You can turn them on again in your account.": "In deinem Konto kannst du sie wieder anschalten.",
  "See the received files": "Empfangene Dateien ansehen",
  "Senders chose these names themselves.": "Diese Namen haben die Absender selbst gewählt.",
  "See the selections": "Auswahlen ansehen",
  "Clients chose these names themselves.": "Diese Namen haben die Kunden selbst gewählt.",
  "Somebody": "Jemand",
  "Skip to the content": "Zum Inhalt springen",
  "Sign out": "Abmelden",
  "Your name": "Dein Name",
  "Your name (optional)": "Dein Name (optional)",
  "Your email address (optional)": "Deine E-Mail-Adresse (optional)",
  "Back to the shared items": "Zurück zur Freigabe",
  "Password needed": "Passwort nötig",
  "This link needs a password": "Dieser Link hat ein Passwort",
  "Ask the person who shared it with you for the password.": "Frag die Person, die ihn mit dir geteilt hat, nach dem Passwort.",
  "Password": "Passwort",
  "Open": "Öffnen",
  "Wrong password.": "Das Passwort ist falsch.",
  "Wrong password. {count} attempts left.": [
   [
    "count",
    {
     "=0": "Das Passwort ist falsch. Es bleibt kein Versuch mehr.",
     "one": [
      "Das Passwort ist falsch. Es bleibt ",
      [
       "count"
      ],
      " Versuch."
     ],
     "other": [
      "Das Passwort ist falsch. Es bleiben ",
      [
       "count"
      ],
      " Versuche."
     ]
    }
   ]
  ],
  "Too many attempts. Try again in {count} minutes.": [
   [
    "count",
    {
     "one": "Zu viele Versuche. Versuche es in einer Minute noch einmal.",
     "other": [
      "Zu viele Versuche. Versuche es in ",
      [
       "count"
      ],
      " Minuten noch einmal."
     ]
    }
   ]
  ],
  "Request": "Anfrage",
  "Go to the start page": "Zur Startseite",
  "Not found": "Nicht gefunden",
  "Gone": "Nicht mehr da",
  "Too many requests": "Zu viele Anfragen",
  "Something went wrong": "Etwas ist schiefgegangen",
  "This request was refused": "Diese Anfrage wurde abgelehnt",
  "The upload failed": "Hochladen fehlgeschlagen",
  "Pages": "Seiten",
  "Previous": "Zurück",
  "Next": "Weiter",
  "Page {page} of {total}": [
   "Seite ",
   [
    "page"
   ],
   " von ",
   [
    "total"
   ]
  ],
  "{name}, page {n}": [
   [
    "name"
   ],
   ", Seite ",
   [
    "n"
   ]
  ],
  "There is nothing on this page.": "Auf dieser Seite ist nichts.",
  "Continue": "Weiter",
  "Until": "Bis",
  "Files": "Dateien",
  "Choose files": "Dateien auswählen",
  "Choose a file": "Datei auswählen",
  "No file chosen": "Keine Datei ausgewählt",
  "Copy": "Kopieren",
  "Copied": "Kopiert",
  "Download": "Herunterladen",
  "Send more": "Weitere senden",
  "Your selection": "Deine Auswahl",
  "{count} files": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " Datei"
     ],
     "other": [
      [
       "count"
      ],
      " Dateien"
     ]
    }
   ]
  ],
  "{n} bytes": [
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " Byte"
     ],
     "other": [
      [
       "n"
      ],
      " Bytes"
     ]
    }
   ]
  ],
  "Folder": "Ordner",
  "Image": "Bild",
  "Video": "Video",
  "Audio": "Audio",
  "PDF document": "PDF-Dokument",
  "Text": "Text",
  "Archive": "Archiv",
  "File": "Datei",
  "Shared by": "Geteilt von",
  "shared by {name}": [
   "geteilt von ",
   [
    "name"
   ]
  ],
  "Available until": "Verfügbar bis",
  "Preview": "Vorschau",
  "{count} items": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " Element"
     ],
     "other": [
      [
       "count"
      ],
      " Elemente"
     ]
    }
   ]
  ],
  "Download all as ZIP": "Alles als ZIP herunterladen",
  "Download folder as ZIP": "Ordner als ZIP herunterladen",
  "Sort by": "Sortieren nach",
  "Name": "Name",
  "Date": "Datum",
  "Size": "Größe",
  "Grid": "Raster",
  "List": "Liste",
  "Select": "Auswählen",
  "Cancel": "Abbrechen",
  "Download as ZIP": "Als ZIP herunterladen",
  "Save to my drive": "In meinem Drive speichern",
  "It is in your drive now.": "Es ist jetzt in deinem Drive.",
  "It is being copied to your drive.": "Es wird gerade in dein Drive kopiert.",
  "{count} items could not be copied.": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " Element konnte"
     ],
     "other": [
      [
       "count"
      ],
      " Elemente konnten"
     ]
    }
   ],
   " nicht kopiert werden."
  ],
  "See your files": "Zu deinen Dateien",
  "This folder is empty.": "Dieser Ordner ist leer.",
  "Search this folder": "Ordner durchsuchen",
  "Search": "Suchen",
  "Nothing found.": "Nichts gefunden.",
  "Contents": "Inhalt",
  "Quarantined by the administrator": "Vom Administrator unter Quarantäne gestellt",
  "Contains a virus": "Enthält einen Virus",
  "Being checked for viruses": "Wird auf Viren geprüft",
  "Not checked for viruses": "Nicht auf Viren geprüft",
  "Folders above": "Übergeordnete Ordner",
  "This link does not exist": "Diesen Link gibt es nicht",
  "It may be mistyped, or its owner has revoked it.": "Vielleicht enthält er einen Tippfehler, oder der Eigentümer hat ihn widerrufen.",
  "This link has expired": "Dieser Link ist abgelaufen",
  "Ask the sender for a new one.": "Bitte den Absender um einen neuen.",
  "This link has no downloads left": "Dieser Link hat keine Downloads mehr",
  "Its owner limited the number of downloads. Ask the sender for a new link.": "Der Eigentümer hat die Zahl der Downloads begrenzt. Bitte den Absender um einen neuen Link.",
  "This file is not available": "Diese Datei ist nicht verfügbar",
  "This folder is not available": "Dieser Ordner ist nicht verfügbar",
  "It may have been moved, or is no longer shared.": "Vielleicht wurde das verschoben oder wird nicht mehr geteilt.",
  "This is not allowed here": "Das ist hier nicht erlaubt",
  "The owner disabled it, or it belongs to someone else.": "Der Eigentümer hat es ausgeschaltet, oder es gehört jemand anderem.",
  "This comment is not available": "Dieser Kommentar ist nicht verfügbar",
  "It may have been deleted.": "Vielleicht wurde er gelöscht.",
  "This is too large for one ZIP": "Das ist zu groß für ein ZIP",
  "Download the files one by one, or folder by folder.": "Lade die Dateien einzeln oder ordnerweise herunter.",
  "Likes": "Gefällt mir",
  "Like": "Gefällt mir",
  "Liked": "Gefällt dir",
  "Do you like it?": "Gefällt es dir?",
  "Likes and comments": "„Gefällt mir“ und Kommentare",
  "Comment": "Kommentieren",
  "Comments": "Kommentare",
  "{count} comments": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " Kommentar"
     ],
     "other": [
      [
       "count"
      ],
      " Kommentare"
     ]
    }
   ]
  ],
  "All comments": "Alle Kommentare",
  "All {count} comments": [
   [
    "count",
    {
     "one": "Alle Kommentare",
     "other": [
      "Alle ",
      [
       "count"
      ],
      " Kommentare"
     ]
    }
   ]
  ],
  "Comments ({n})": [
   "Kommentare (",
   [
    "n"
   ],
   ")"
  ],
  "Comments on {name}": [
   "Kommentare zu ",
   [
    "name"
   ]
  ],
  "Comment on {name}": [
   "Kommentar zu ",
   [
    "name"
   ]
  ],
  "Comment as {name}": [
   "Als ",
   [
    "name"
   ],
   " kommentieren"
  ],
  "No comments yet.": "Noch keine Kommentare.",
  "Back": "Zurück",
  "Comments are turned off. Only you can see the earlier ones.": "Kommentare sind ausgeschaltet. Nur du siehst die früheren.",
  "Your comment": "Dein Kommentar",
  "Owner": "Eigentümer",
  "Read on": "Weiterlesen",
  "Delete": "Löschen",
  "Report a problem": "Ein Problem melden",
  "Malware or phishing": "Schadsoftware oder Phishing",
  "Infringed copyright": "Verletztes Urheberrecht",
  "Illegal content": "Illegale Inhalte",
  "Private data": "Private Daten",
  "Something else": "Etwas anderes",
  "Thank you. The administrators of this server will look at it.": "Danke. Die Administratoren dieses Servers sehen es sich an.",
  "Tell the administrators of this server what is wrong with “{name}”. The owner is not told.": [
   "Teile den Administratoren dieses Servers mit, was mit „",
   [
    "name"
   ],
   "“ nicht stimmt. Der Eigentümer erfährt davon nichts."
  ],
  "What is it about?": "Worum geht es?",
  "Everything at this link": "Um alles hinter diesem Link",
  "What should they know? (optional)": "Was sollten sie wissen? (optional)",
  "Send the report": "Meldung senden",
  "What is wrong?": "Was stimmt nicht?",
  "Choose a reason": "Wähle einen Grund",
  "Send files": "Dateien senden",
  "This server does not accept uploads without an account. Sign in to upload to your drive.": "Dieser Server nimmt ohne Konto keine Uploads an. Melde dich an, um in dein Drive hochzuladen.",
  "One file of at most {size}.": [
   "Eine Datei von höchstens ",
   [
    "size"
   ],
   "."
  ],
  "Up to {n} files of at most {size} each.": [
   "Bis zu ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " Datei"
     ],
     "other": [
      [
       "n"
      ],
      " Dateien"
     ]
    }
   ],
   " von je höchstens ",
   [
    "size"
   ],
   "."
  ],
  "You need no account.": "Du brauchst kein Konto.",
  "They are stored in your drive.": "Sie werden in deinem Drive gespeichert.",
  "Each file gets a link; anyone with the link can download the file.": "Jede Datei bekommt einen Link; wer den Link hat, kann die Datei herunterladen.",
  "Files are deleted after {count} days.": [
   [
    "count",
    {
     "one": "Dateien werden nach einem Tag gelöscht.",
     "other": [
      "Dateien werden nach ",
      [
       "count"
      ],
      " Tagen gelöscht."
     ]
    }
   ]
  ],
  "This server checks for bots with JavaScript. Enable JavaScript for this page and reload it.": "Dieser Server prüft mit JavaScript, ob du ein Mensch bist. Erlaube JavaScript für diese Seite und lade sie neu.",
  "Or drop it anywhere on this page.": "Oder lege sie irgendwo auf dieser Seite ab.",
  "Or drop them anywhere on this page.": "Oder lege sie irgendwo auf dieser Seite ab.",
  "Make them public and allow search engines": "Öffentlich machen und Suchmaschinen erlauben",
  "Upload": "Hochladen",
  "Copy all links": "Alle Links kopieren",
  "Nothing there": "Hier ist nichts",
  "Your file is uploaded": "Deine Datei ist hochgeladen",
  "Your files are uploaded": "Deine Dateien sind hochgeladen",
  "There is no upload at this URL, or its files were deleted.": "Unter dieser Adresse gibt es keine Dateien, oder sie wurden gelöscht.",
  "Anyone with a link can download the file.": "Wer einen Link hat, kann die Datei herunterladen.",
  "Save the links: they cannot be looked up later.": "Bewahre die Links auf: Sie lassen sich später nicht mehr abrufen.",
  "Your drive lists the files that you sent while signed in.": "Dein Drive zeigt die Dateien, die du angemeldet gesendet hast.",
  "It may be mistyped, or the file request was closed.": "Vielleicht ist er falsch geschrieben, oder die Dateianfrage wurde geschlossen.",
  "This file request has ended": "Diese Dateianfrage ist beendet",
  "Ask the sender of the link for a new one.": "Bitte den Absender des Links um einen neuen.",
  "You are asked to send files.": "Du wirst um Dateien gebeten.",
  "asks you for files.": "bittet dich um Dateien.",
  "This is your file request.": "Das ist deine Dateianfrage.",
  "Your {count} files have arrived.": [
   [
    "count",
    {
     "one": "Deine Datei ist angekommen.",
     "other": [
      "Deine ",
      [
       "count"
      ],
      " Dateien sind angekommen."
     ]
    }
   ]
  ],
  "It accepts no more files.": "Sie nimmt keine Dateien mehr an.",
  "images": "Bilder",
  "videos": "Videos",
  "audio files": "Audiodateien",
  "text files": "Textdateien",
  "PDF": "PDF",
  "At most {size} a file": [
   "Höchstens ",
   [
    "size"
   ],
   " je Datei"
  ],
  "Only {types}": [
   "Nur ",
   [
    "types"
   ]
  ],
  "Room for {count} more files": [
   [
    "count",
    {
     "one": "Platz für noch eine Datei",
     "other": [
      "Platz für noch ",
      [
       "count"
      ],
      " Dateien"
     ]
    }
   ]
  ],
  "Up to {n} at once.": [
   "Bis zu ",
   [
    "n"
   ],
   " auf einmal."
  ],
  "Only the person who requested them can see them.": "Nur die Person, die darum gebeten hat, kann sie sehen.",
  "Add files": "Dateien hinzufügen",
  "Everyone with this link can see them.": "Alle, die diesen Link haben, können sie sehen.",
  "This folder accepts no more files.": "Dieser Ordner nimmt keine Dateien mehr an.",
  "Send": "Senden",
  "from": "von",
  "It may be mistyped, or the proofing was ended.": "Vielleicht ist er falsch geschrieben, oder die Auswahlgalerie wurde beendet.",
  "This proofing has ended": "Diese Auswahlgalerie ist beendet",
  "Select your files.": "Wähle deine Dateien aus.",
  "asks you to choose.": "bittet dich um eine Auswahl.",
  "choose at most {n}": [
   "höchstens ",
   [
    "n"
   ],
   " auswählen"
  ],
  "This is your proofing.": "Das ist deine Auswahlgalerie.",
  "Your selection has been sent. You may send another.": "Deine Auswahl ist gesendet. Du kannst noch eine senden.",
  "There are no files here at the moment.": "Hier sind im Augenblick keine Dateien.",
  "chosen": "ausgewählt",
  "of {n} chosen": [
   "von ",
   [
    "n"
   ],
   " ausgewählt"
  ],
  "Select your favorites": "Wähle deine Favoriten aus",
  "Enlarge": "Vergrößern",
  "Back to all": "Zurück zu allen",
  "Comment (optional)": "Kommentar (optional)",
  "Send the selection": "Auswahl senden",
  "Write a paste": "Text schreiben",
  "A text with a link: anyone with the link can read it.": "Ein Text mit Link: Wer den Link hat, kann ihn lesen.",
  "Save the link: without an account, it cannot be looked up or changed later.": "Bewahre den Link auf: Ohne Konto lässt er sich später nicht mehr abrufen oder ändern.",
  "Get a link": "Link erstellen",
  "Title (optional)": "Titel (optional)",
  "Language (optional)": "Sprache (optional)",
  "Keep for": "Aufbewahren",
  "No time limit": "Unbegrenzt",
  "A day": "Einen Tag",
  "A week": "Eine Woche",
  "A month": "Einen Monat",
  "A year": "Ein Jahr",
  "For": "Für",
  "Anyone with the link": "Alle mit dem Link",
  "Everyone, including search engines": "Alle, auch Suchmaschinen",
  "Only you": "Nur dich",
  "Password (optional)": "Passwort (optional)",
  "4 characters or more. Send it to readers separately from the link.": "Mindestens 4 Zeichen. Gib es getrennt vom Link weiter.",
  "Delete after it is read once": "Nach einmaligem Lesen löschen",
  "Pastes on this server need an account.": "Für Texte brauchst du auf diesem Server ein Konto.",
  "Your paste is saved": "Dein Text ist gespeichert",
  "Send this link to the people who should read it.": "Schicke diesen Link allen, die ihn lesen sollen.",
  "Write another": "Noch einen schreiben",
  "Deleted": "Gelöscht",
  "The paste and its link are deleted.": "Der Text und sein Link sind gelöscht.",
  "Paste": "Text",
  "to be read once": "einmal lesbar",
  "by {name}": [
   "von ",
   [
    "name"
   ]
  ],
  "By": "Von",
  "This text can be shown only once; the server has deleted it. Copy what you need before you leave this page.": "Dieser Text wird nur einmal angezeigt; der Server hat ihn gelöscht. Kopiere, was du brauchst, bevor du diese Seite verlässt.",
  "This text can be read only once. Opening it deletes it for everyone.": "Dieser Text kann nur einmal gelesen werden. Beim Öffnen wird er für alle gelöscht.",
  "Show and delete": "Anzeigen und löschen",
  "Raw text": "Reiner Text",
  "Save as a file": "Als Datei speichern",
  "Delete this paste": "Diesen Text löschen",
  "Delete it for good": "Endgültig löschen",
  "Untitled paste": "Text ohne Titel",
  "This text contains characters that change the direction of text: it may be displayed in a different order than it is stored.": "Dieser Text enthält Zeichen, die die Schreibrichtung ändern: Vielleicht wird er in anderer Reihenfolge angezeigt, als er gespeichert ist.",
  "These are the first {count} of {total} lines. The raw text has all of them.": [
   "Das sind die ersten ",
   [
    "count"
   ],
   " von ",
   [
    "total"
   ],
   " Zeilen. Der reine Text enthält alle."
  ],
  "Content": "Inhalt",
  "It may be mistyped, or the paste was deleted.": "Vielleicht ist er falsch geschrieben, oder der Text wurde gelöscht.",
  "This paste has expired": "Dieser Text ist abgelaufen",
  "This paste has been read": "Dieser Text wurde gelesen",
  "It could be read only once and is now deleted. If it was not you who read it, tell the sender of the link.": "Er konnte nur einmal gelesen werden und ist jetzt gelöscht. Wenn nicht du ihn gelesen hast, sag es der Person, die den Link geschickt hat.",
  "Too many attempts": "Zu viele Versuche",
  "Wait a minute, then try again.": "Warte eine Minute und versuche es dann noch einmal.",
  "Keep the account": "Konto behalten",
  "Everything in it is as it was: your files, your links and your keys work again.": "Alles darin ist, wie es war: Deine Dateien, deine Links und deine Schlüssel funktionieren wieder.",
  "Your account is kept": "Dein Konto bleibt bestehen",
  "Sign in again. If it was not you who deleted it, set a new password first.": "Melde dich wieder an. Wenn nicht du es gelöscht hast, lege zuerst ein neues Passwort fest.",
  "The account is kept already, or it is gone.": "Das Konto bleibt bereits bestehen, oder es existiert nicht mehr.",
  "Your account is deleted": "Dein Konto ist gelöscht",
  "Everything in it is deleted for good on {date}. Until then the link in the email to you keeps it, and so does an administrator.": [
   "Alles darin wird am ",
   [
    "date"
   ],
   " endgültig gelöscht. Bis dahin kannst du es mit dem Link in der E-Mail an dich behalten; auch ein Administrator kann das veranlassen."
  ],
  "You are signed out. Everything in it is being deleted.": "Du bist abgemeldet. Alles darin wird gerade gelöscht."
 },
 "scripts": {
  "Choose at least one file.": "Wähle mindestens eine Datei aus.",
  "{n} files chosen": [
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " Datei"
     ],
     "other": [
      [
       "n"
      ],
      " Dateien"
     ]
    }
   ],
   " ausgewählt"
  ],
  "At most {n} files can be uploaded at once.": [
   [
    "n",
    {
     "one": [
      "Höchstens ",
      [
       "n"
      ],
      " Datei lässt"
     ],
     "other": [
      "Höchstens ",
      [
       "n"
      ],
      " Dateien lassen"
     ]
    }
   ],
   " sich auf einmal hochladen."
  ],
  "There is room for {n} more. Remove some files.": [
   "Es ist nur noch Platz für ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " Datei"
     ],
     "other": [
      [
       "n"
      ],
      " Dateien"
     ]
    }
   ],
   ". Entferne einige."
  ],
  "“{name}” has more than {size}.": [
   "„",
   [
    "name"
   ],
   "“ ist größer als ",
   [
    "size"
   ],
   "."
  ],
  "“{name}” is empty. Empty files cannot be uploaded.": [
   "„",
   [
    "name"
   ],
   "“ ist leer. Leere Dateien lassen sich nicht hochladen."
  ],
  "“{name}” is a folder. Drop the files that are in it.": [
   "„",
   [
    "name"
   ],
   "“ ist ein Ordner. Lege die Dateien ab, die darin sind."
  ],
  "Drop the files to add them": "Dateien hier ablegen, um sie hinzuzufügen",
  "Reserving space …": "Platz wird reserviert…",
  "Checking that you are not a bot …": "Es wird geprüft, ob du ein Mensch bist…",
  "Complete the check that you are not a bot first.": "Schließe zuerst die Prüfung ab, ob du ein Mensch bist.",
  "The check failed. Try again.": "Die Prüfung ist fehlgeschlagen. Versuche es noch einmal.",
  "Failed: {problem}": [
   "Fehlgeschlagen: ",
   [
    "problem"
   ]
  ],
  "You are no longer signed in. Reload the page, sign in, and send the files again.": "Du bist nicht mehr angemeldet. Lade die Seite neu, melde dich an und sende die Dateien noch einmal.",
  "The server answered {status}.": [
   "Der Server hat mit ",
   [
    "status"
   ],
   " geantwortet."
  ],
  "Sending {n} of {total} …": [
   [
    "n"
   ],
   " von ",
   [
    "total"
   ],
   " wird gesendet…"
  ],
  "Progress of {name}": [
   "Fortschritt von ",
   [
    "name"
   ]
  ],
  "Uploaded {n} files.": [
   [
    "n",
    {
     "one": "Eine Datei ist hochgeladen.",
     "other": [
      [
       "n"
      ],
      " Dateien sind hochgeladen."
     ]
    }
   ]
  ],
  "{n} failed.": [
   [
    "n"
   ],
   " fehlgeschlagen."
  ],
  "Save the links: they cannot be looked up later.": "Bewahre die Links auf: Sie lassen sich später nicht mehr abrufen.",
  "It is in your drive.": "Sie ist in deinem Drive.",
  "They are in your drive.": "Sie sind in deinem Drive.",
  "Copy": "Kopieren",
  "Copy the link to {name}": [
   "Link zu ",
   [
    "name"
   ],
   " kopieren"
  ],
  "Copied the link to {name}.": [
   "Der Link zu ",
   [
    "name"
   ],
   " ist kopiert."
  ],
  "Remove": "Entfernen",
  "Remove {name}": [
   [
    "name"
   ],
   " entfernen"
  ],
  "{n} files, {size} together": [
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " Datei"
     ],
     "other": [
      [
       "n"
      ],
      " Dateien"
     ]
    }
   ],
   ", zusammen ",
   [
    "size"
   ]
  ],
  "Copied all links.": "Alle Links sind kopiert.",
  "Arrived": "Angekommen",
  "Your {n} files have arrived.": [
   [
    "n",
    {
     "one": "Deine Datei ist angekommen.",
     "other": [
      "Deine ",
      [
       "n"
      ],
      " Dateien sind angekommen."
     ]
    }
   ]
  ],
  "Nothing has arrived.": "Nichts ist angekommen."
 },
 "messages": {
  "Type your email address.": "Gib deine E-Mail-Adresse ein.",
  "Type your password.": "Gib dein Passwort ein.",
  "Type the code.": "Gib den Code ein.",
  "The email address or the password is wrong.": "Die E-Mail-Adresse oder das Passwort ist falsch.",
  "The password is wrong.": "Das Passwort ist falsch.",
  "This email address already has an account.": "Es gibt schon ein Konto mit dieser E-Mail-Adresse.",
  "Must be an email address.": "Das ist keine E-Mail-Adresse.",
  "Must have at least {n} characters.": [
   "Mindestens ",
   [
    "n"
   ],
   " Zeichen sind nötig."
  ],
  "Must have at most {n} characters.": [
   "Höchstens ",
   [
    "n"
   ],
   " Zeichen sind erlaubt."
  ],
  "Must have at most {n} bytes in UTF-{n}.": [
   "Höchstens ",
   [
    "n"
   ],
   " Bytes in UTF-",
   [
    "n2"
   ],
   " sind erlaubt."
  ],
  "Must not be one of the most common passwords.": "Das ist eines der häufigsten Passwörter. Wähle ein anderes.",
  "Must not be part of the email address.": "Das steht in deiner E-Mail-Adresse. Wähle ein anderes.",
  "Must not be the name of this server.": "So heißt dieser Server. Wähle ein anderes.",
  "Your sign-in is older than {n} minutes. Confirm who you are, then try again.": [
   "Deine Anmeldung ist älter als ",
   [
    "n"
   ],
   " Minuten. Bestätige, wer du bist, und versuche es noch einmal."
  ],
  "Must not be blank.": "Das darf nicht leer sein.",
  "Too many calls. Try again in {n} seconds.": [
   "Zu viele Aufrufe. Versuche es in ",
   [
    "n"
   ],
   " Sekunden noch einmal."
  ],
  "Too many requests. Try again in {n} seconds.": [
   "Zu viele Anfragen. Versuche es in ",
   [
    "n"
   ],
   " Sekunden noch einmal."
  ],
  "Too many wrong codes. Try again in {n} minutes.": [
   "Zu viele falsche Codes. Versuche es in ",
   [
    "n"
   ],
   " Minuten noch einmal."
  ],
  "This invitation is not valid: it was used, has expired, or is meant for another email address.": "Diese Einladung ist ungültig: Sie wurde benutzt, ist abgelaufen oder für eine andere E-Mail-Adresse bestimmt.",
  "This link is not valid: it was used already or has expired. Request a new one.": "Dieser Link ist ungültig: Er wurde schon benutzt oder ist abgelaufen. Fordere einen neuen an.",
  "This set-up link is no longer valid. Look for a newer one in the output of the server.": "Dieser Einrichtungslink ist nicht mehr gültig. Suche in der Ausgabe des Servers nach einem neueren.",
  "The captcha can’t be checked right now. Try again in a moment.": "Das Captcha kann gerade nicht geprüft werden. Versuche es gleich noch einmal.",
  "There is nothing at this URL.": "Unter dieser Adresse gibt es nichts.",
  "This form is out of date. Go back, reload the page, and try again.": "Dieses Formular ist veraltet. Geh zurück, lade die Seite neu und versuche es noch einmal.",
  "This form came from another site. Open the page here and try again.": "Dieses Formular kam von einer anderen Website. Öffne die Seite hier und versuche es noch einmal.",
  "You are no longer signed in. Sign in and send it again.": "Du bist nicht mehr angemeldet. Melde dich an und sende es noch einmal.",
  "You are no longer signed in. Sign in and try again.": "Du bist nicht mehr angemeldet. Melde dich an und versuche es noch einmal.",
  "Choose at least one file.": "Wähle mindestens eine Datei aus.",
  "Choose at most {n} files at once.": [
   "Wähle höchstens ",
   [
    "n"
   ],
   " Dateien auf einmal aus."
  ],
  "At most {n} files can be uploaded at once.": [
   "Höchstens ",
   [
    "n"
   ],
   " Dateien lassen sich auf einmal hochladen."
  ],
  "You selected {n} files; the maximum is {n}.": [
   "Du hast ",
   [
    "n"
   ],
   " Dateien ausgewählt; höchstens ",
   [
    "n2"
   ],
   " sind erlaubt."
  ],
  "One of these files is no longer part of this proofing.": "Eine dieser Dateien gehört nicht mehr zu dieser Auswahlgalerie.",
  "Enter your name: this file request requires it.": "Gib deinen Namen ein: Diese Dateianfrage verlangt ihn.",
  "This is not an email address.": "Das ist keine E-Mail-Adresse.",
  "This file request accepts no more files.": "Diese Dateianfrage nimmt keine Dateien mehr an.",
  "This link accepts no more files.": "Dieser Link nimmt keine Dateien mehr an.",
  "Fewer files than these are accepted. Remove some.": "So viele Dateien werden nicht mehr angenommen. Entferne einige.",
  "This link accepts no files.": "Dieser Link nimmt keine Dateien an.",
  "There is not enough storage for these files. Tell the person who requested them.": "Für diese Dateien reicht der Speicher nicht. Sag es der Person, die darum gebeten hat.",
  "This link needs a password. Open its page and try again.": "Dieser Link hat ein Passwort. Öffne seine Seite und versuche es noch einmal.",
  "A file may have at most {n} bytes here.": [
   "Eine Datei darf hier höchstens ",
   [
    "n"
   ],
   " Bytes groß sein."
  ],
  "All files together may have at most {n} bytes.": [
   "Alle Dateien zusammen dürfen höchstens ",
   [
    "n"
   ],
   " Bytes groß sein."
  ],
  "A paste can have at most {n} bytes in UTF-{n}.": [
   "Ein Text darf höchstens ",
   [
    "n"
   ],
   " Bytes in UTF-",
   [
    "n2"
   ],
   " lang sein."
  ],
  "The password must have at least {n} characters.": [
   "Das Passwort braucht mindestens ",
   [
    "n"
   ],
   " Zeichen."
  ],
  "The text must not be blank.": "Der Text darf nicht leer sein.",
  "The comment must not be blank.": "Der Kommentar darf nicht leer sein.",
  "The storage for uploads without an account is full. Try again later.": "Der Speicher für Uploads ohne Konto ist voll. Versuche es später noch einmal.",
  "Not enough storage is left. Delete something first.": "Der Speicher reicht nicht. Lösche zuerst etwas.",
  "The server is busy. Try again in a moment.": "Der Server ist ausgelastet. Versuche es gleich noch einmal.",
  "Something went wrong on the server.": "Auf dem Server ist etwas schiefgegangen.",
  "This file contains a virus.": "Diese Datei enthält einen Virus.",
  "This file is quarantined by the administrator.": "Ein Administrator hat diese Datei unter Quarantäne gestellt.",
  "This file is being checked for viruses. Try again in a few minutes.": "Diese Datei wird gerade auf Viren geprüft. Versuche es in ein paar Minuten noch einmal.",
  "This file could not be checked for viruses, which this server requires.": "Diese Datei konnte nicht auf Viren geprüft werden, was dieser Server verlangt.",
  "Choose a reason.": "Wähle einen Grund.",
  "The text may have at most {n} characters.": [
   "Der Text darf höchstens ",
   [
    "n"
   ],
   " Zeichen haben."
  ],
  "Sign in to create a private paste.": "Melde dich an, um einen Text nur für dich zu speichern."
 }
};
