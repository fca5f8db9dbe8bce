/** Texts of emails. */
export const mailTexts = {
  // Links
  'a file': 'eine Datei',
  '{from} shared {name} with you': '{from} hat {name} mit dir geteilt',
  '{from} shared {name} with you.': '{from} hat {name} mit dir geteilt.',
  'This link is personal: views and downloads through it count as yours.':
    'Dieser Link ist persönlich: Was darüber angesehen und heruntergeladen wird, zählt als von dir.',
  'It is protected by a password. Ask {from} for it.': 'Er ist durch ein Passwort geschützt. Frag {from} danach.',
  'It expires on {date}.': 'Er läuft am {date} ab.',
  '{visitor} opened {name}': '{visitor} hat {name} geöffnet',
  '{visitor} downloaded a ZIP of {name}': '{visitor} hat ein ZIP von {name} heruntergeladen',
  '{visitor} downloaded {name}': '{visitor} hat {name} heruntergeladen',
  '{visitor} downloaded {file} from {name}': '{visitor} hat {file} aus {name} heruntergeladen',
  '{event} on {when} UTC.': '{event} ({when} UTC).',
  'See the share': 'Zur Freigabe',
  'You get this email because notifications are on for this share. You can turn them off in its settings.':
    'Du bekommst diese E-Mail, weil für diese Freigabe Benachrichtigungen an sind. Du kannst sie in ihren Einstellungen abschalten.',

  // File requests and selections
  '{count} for {name}': '{count} für {name}',
  '{count} were uploaded through your file request {name}:': '{count} kamen über deine Dateianfrage {name}:',
  '{count} were added through your link to {name}:': '{count} kamen über deinen Link zu {name}:',
  'Open the folder': 'Ordner öffnen',
  '{file} ({size}) from {sender}': '{file} ({size}) von {sender}',
  '… and {n} more.': '… und {n} weitere.',
  'See the received files': 'Zu den empfangenen Dateien',
  'Senders chose these names themselves.': 'Diese Namen haben die Absender selbst gewählt.',
  '{count} chosen from {name}': '{count} aus {name} ausgewählt',
  '{sender} chose {count} from {name} (round {round}):': '{sender} hat {count} aus {name} ausgewählt (Runde {round}):',
  'They say: {comment}': 'Dazu die Nachricht: {comment}',
  'See the selections': 'Zur Auswahl',
  'Clients chose these names themselves.': 'Diese Namen haben die Kunden selbst gewählt.',

  // Notifications
  'You choose in your account when you get such emails, or none: {url}':
    'In deinem Konto legst du fest, wann du solche E-Mails bekommst, oder dass keine kommen: {url}',
  Somebody: 'Jemand',
  'several files': 'mehreren Dateien',
  '{count} on {service}': '{count} auf {service}',
  '1 notification': '1 Mitteilung',
  '# notifications': '# Mitteilungen',
  '{count} on {name}, the last by {user}': '{count} zu {name}, zuletzt von {user}',
  'The link to {name} ends on {date}': 'Der Link zu {name} endet am {date}',
  '{used} of your {quota} are used': '{used} von deinen {quota} sind belegt',

  // Quarantine
  'Your file was released': 'Deine Datei wurde freigegeben',
  '{name} is no longer quarantined. Links to it work again.':
    '{name} ist nicht mehr in Quarantäne. Links darauf gelten wieder.',
  'You can still download it; links to it are closed until an administrator releases it.':
    'Du kannst sie weiter herunterladen; Links darauf sind geschlossen, bis die Administration sie freigibt.',
  'A virus was found in your file': 'In deiner Datei wurde ein Virus gefunden',
  'This server scanned {name} and found the virus {virus}.':
    'Dieser Server hat {name} geprüft und den Virus {virus} gefunden.',
  'Delete the file, or ask an administrator to release it if you know that it is harmless.':
    'Lösche die Datei, oder bitte die Administration, sie freizugeben, wenn du weißt, dass sie harmlos ist.',
  'Your file was quarantined': 'Deine Datei ist in Quarantäne',
  'An administrator of this server quarantined {name}.':
    'Die Administration dieses Servers hat {name} in Quarantäne genommen.',
  'Reason: {reason}': 'Grund: {reason}',
  'A virus was found in {name}': 'In {name} wurde ein Virus gefunden',
  'A scan found the virus {virus} in {name}, a file of {uploader}.':
    'Eine Prüfung hat den Virus {virus} in {name} gefunden, einer Datei von {uploader}.',
  'A scan found the virus {virus} in {name}, which was uploaded without an account.':
    'Eine Prüfung hat den Virus {virus} in {name} gefunden, das ohne Konto hochgeladen wurde.',
  'The file is in quarantine: all links to it are closed. Its owner was notified and can still download it.':
    'Die Datei ist in Quarantäne: Alle Links darauf sind geschlossen. Wem sie gehört, hat eine E-Mail bekommen und kann sie weiter herunterladen.',
  'To open the links again because the file is harmless, release it: its ID is {id}. The same content is then not quarantined again.':
    'Ist die Datei harmlos, dann gib sie frei, damit die Links wieder gelten: Ihre ID ist {id}. Derselbe Inhalt kommt dann nicht wieder in Quarantäne.',

  // Webhooks
  'Your webhook to {host} was disabled': 'Dein Webhook an {host} wurde abgeschaltet',
  '{n} deliveries in a row to {url} failed, each after several attempts. {service} no longer sends events there, and deliveries that were waiting were cancelled.':
    '{n} Zustellungen an {url} sind hintereinander gescheitert, jede nach mehreren Versuchen. {service} sendet dorthin keine Ereignisse mehr, und wartende Zustellungen sind abgebrochen.',
  'Open {service}': '{service} öffnen',
  'The delivery log of the webhook shows the errors. Enable the webhook again when its receiver works; you can redeliver what it missed from the log.':
    'Das Protokoll der Zustellungen zeigt die Fehler. Schalte den Webhook wieder ein, wenn der Empfänger funktioniert; aus dem Protokoll kannst du erneut zustellen, was fehlt.',

  // Accounts
  '{user} gave you access to {name}': '{user} hat dir Zugriff auf {name} gegeben',
  '{user} gave you access to “{name}” on {service}.': '{user} hat dir auf {service} Zugriff auf „{name}“ gegeben.',
  '{user} gives you access to {name}': '{user} gibt dir Zugriff auf {name}',
  '{user} gives you access to “{name}” on {service} at {host}.':
    '{user} gibt dir Zugriff auf „{name}“ bei {service} auf {host}.',
  'You need an account with this email address, which the link creates if you have none. The link works once.':
    'Du brauchst ein Konto mit dieser E-Mail-Adresse; hast du keins, dann legst du es mit dem Link an. Der Link gilt einmal.',
  'Open {name}': '{name} öffnen',
  'You are invited to {service}': 'Du bist zu {service} eingeladen',
  'An administrator of {service} at {host} invites you to create an account there with this email address.':
    'Die Administration von {service} auf {host} lädt dich ein, dort mit dieser E-Mail-Adresse ein Konto anzulegen.',
  'The link works once.': 'Der Link gilt einmal.',
  'If you did not expect this invitation, ignore this email.':
    'Wenn du diese Einladung nicht erwartet hast, musst du nichts tun.',
  'Set a new password for {service}': 'Neues Passwort für {service}',
  'Somebody requested a new password for your account {account}. If it was you, follow this link:':
    'Jemand hat ein neues Passwort für dein Konto {account} angefordert. Wenn du es warst, folge diesem Link:',
  'The link works once, within the next hour.': 'Der Link gilt einmal, in der nächsten Stunde.',
  'If it was not you, ignore this email: your password stays as it is.':
    'Wenn du es nicht warst, musst du nichts tun: Dein Passwort bleibt, wie es ist.',
  'Two-factor authentication is on': 'Die Zwei-Faktor-Anmeldung ist eingeschaltet',
  'Your account {account} has a new passkey. Signing in with the password now asks for a passkey or a code.':
    'Dein Konto {account} hat einen neuen Passkey. Bei der Anmeldung mit Passwort wird ab jetzt nach einem Passkey oder einem Code gefragt.',
  'A passkey was removed': 'Ein Passkey wurde entfernt',
  'A passkey of your account {account} was removed.': 'Ein Passkey deines Kontos {account} wurde entfernt.',
  'You can sign in with {name}': 'Du kannst dich mit {name} anmelden',
  '{name} has verified that {account} is your address, and signs in to your account from now on.':
    '{name} hat bestätigt, dass {account} deine Adresse ist, und meldet dich ab jetzt in deinem Konto an.',
  'If it was not, unlink the identity on that page, set a new password, and tell the operator of this server.':
    'Wenn nicht, trenne die Verknüpfung auf dieser Seite, lege ein neues Passwort fest und sag dem Betreiber dieses Servers Bescheid.',
  'Two-factor authentication is off': 'Die Zwei-Faktor-Anmeldung ist ausgeschaltet',
  'Two-factor authentication was reset': 'Die Zwei-Faktor-Anmeldung wurde zurückgesetzt',
  'Two-factor authentication of your account {account} was turned on. Signing in now asks for a code after the password.':
    'Die Zwei-Faktor-Anmeldung deines Kontos {account} wurde eingeschaltet. Nach dem Passwort wird jetzt ein Code verlangt.',
  'Two-factor authentication of your account {account} was turned off. Signing in now asks for the password only.':
    'Die Zwei-Faktor-Anmeldung deines Kontos {account} wurde ausgeschaltet. Zum Anmelden genügt jetzt das Passwort.',
  'Two-factor authentication of your account {account} was turned off by an operator of this server. Signing in now asks for the password only.':
    'Die Zwei-Faktor-Anmeldung deines Kontos {account} wurde vom Betreiber dieses Servers ausgeschaltet. Zum Anmelden genügt jetzt das Passwort.',
  'Time of the change: {at}.': 'Zeit der Änderung: {at}.',
  'Your account': 'Dein Konto',
  'If it was you, ignore this email.': 'Wenn du es warst, musst du nichts tun.',
  'If it was not, set a new password now, end the other sessions on that page, and tell the operator of this server.':
    'Wenn nicht, lege jetzt ein neues Passwort fest, beende auf dieser Seite die anderen Sitzungen und sag dem Betreiber dieses Servers Bescheid.',

  // The server
  'More has happened on {service}': 'Auf {service} ist noch mehr geschehen',
  'There were more events on your shares, file requests, proofings or webhooks than this server sends emails about. Some emails were not sent.':
    'Auf deinen Freigaben, Dateianfragen, Auswahlen oder Webhooks ist mehr geschehen, als dieser Server E-Mails verschickt. Einige E-Mails wurden nicht gesendet.',
  'Only emails are limited: nothing else was lost.': 'Nur E-Mails sind begrenzt: Sonst ging nichts verloren.',
  'Test email of {service}': 'Test-E-Mail von {service}',
  'The Drive server at {url} can send emails.': 'Der Drive-Server auf {url} kann E-Mails senden.',
} as const;
