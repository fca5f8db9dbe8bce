// Generated from languages/it.json by `pnpm run generate`.
import type { Catalog } from '../catalog.ts';

export const it: Catalog = {
 "texts": {
  "a file": "un file",
  "{from} shared {name} with you": [
   [
    "from"
   ],
   " ha condiviso ",
   [
    "name"
   ],
   " con te"
  ],
  "{from} shared {name} with you.": [
   [
    "from"
   ],
   " ha condiviso ",
   [
    "name"
   ],
   " con te."
  ],
  "This link is personal: views and downloads through it count as yours.": "Questo link è personale: le visualizzazioni e i download effettuati con esso contano come tuoi.",
  "It is protected by a password. Ask {from} for it.": [
   "È protetto da una password. Chiedila a ",
   [
    "from"
   ],
   "."
  ],
  "It expires on {date}.": [
   "Scadenza: ",
   [
    "date"
   ],
   "."
  ],
  "{visitor} opened {name}": [
   [
    "visitor"
   ],
   " ha aperto ",
   [
    "name"
   ]
  ],
  "{visitor} downloaded a ZIP of {name}": [
   [
    "visitor"
   ],
   " ha scaricato uno ZIP di ",
   [
    "name"
   ]
  ],
  "{visitor} downloaded {name}": [
   [
    "visitor"
   ],
   " ha scaricato ",
   [
    "name"
   ]
  ],
  "{visitor} downloaded {file} from {name}": [
   [
    "visitor"
   ],
   " ha scaricato ",
   [
    "file"
   ],
   " da ",
   [
    "name"
   ]
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
  "See the share": "Vedi la condivisione",
  "You get this email because notifications are on for this share. You can turn them off in its settings.": "Ricevi questa email perché le notifiche sono attive per questa condivisione. Puoi disattivarle nelle sue impostazioni.",
  "{count} files for {name}": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " file"
     ],
     "many": [
      [
       "count"
      ],
      " di file"
     ],
     "other": [
      [
       "count"
      ],
      " file"
     ]
    }
   ],
   " per ",
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
      " file è stato caricato"
     ],
     "many": [
      [
       "count"
      ],
      " di file sono stati caricati"
     ],
     "other": [
      [
       "count"
      ],
      " file sono stati caricati"
     ]
    }
   ],
   " tramite la tua richiesta di file ",
   [
    "name"
   ],
   ":"
  ],
  "{count} files were added through your link to {name}:": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " file è stato aggiunto"
     ],
     "many": [
      [
       "count"
      ],
      " di file sono stati aggiunti"
     ],
     "other": [
      [
       "count"
      ],
      " file sono stati aggiunti"
     ]
    }
   ],
   " tramite il tuo link a ",
   [
    "name"
   ],
   ":"
  ],
  "Open the folder": "Apri la cartella",
  "{file} ({size}) from {sender}": [
   [
    "file"
   ],
   " (",
   [
    "size"
   ],
   ") da ",
   [
    "sender"
   ]
  ],
  "… and {n} more.": [
   [
    "n",
    {
     "one": "… e un altro.",
     "many": [
      "… e altri ",
      [
       "n"
      ],
      "."
     ],
     "other": [
      "… e altri ",
      [
       "n"
      ],
      "."
     ]
    }
   ]
  ],
  "{count} files chosen from {name}": [
   [
    "name"
   ],
   ": ",
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " file scelto"
     ],
     "many": [
      [
       "count"
      ],
      " di file scelti"
     ],
     "other": [
      [
       "count"
      ],
      " file scelti"
     ]
    }
   ]
  ],
  "{sender} chose {count} files from {name} (round {round}):": [
   [
    "sender"
   ],
   " ha scelto ",
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " file"
     ],
     "many": [
      [
       "count"
      ],
      " di file"
     ],
     "other": [
      [
       "count"
      ],
      " file"
     ]
    }
   ],
   " da ",
   [
    "name"
   ],
   " (turno ",
   [
    "round"
   ],
   "):"
  ],
  "They say: {comment}": [
   "Commento: ",
   [
    "comment"
   ]
  ],
  "You choose in your account when you get such emails, or none: {url}": [
   "Nel tuo account puoi scegliere quando ricevere queste email, o non riceverle affatto: ",
   [
    "url"
   ]
  ],
  "several files": "più file",
  "{count} notifications on {service}": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " notifica"
     ],
     "many": [
      [
       "count"
      ],
      " di notifiche"
     ],
     "other": [
      [
       "count"
      ],
      " notifiche"
     ]
    }
   ],
   " su ",
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
      " commento"
     ],
     "many": [
      [
       "count"
      ],
      " di commenti"
     ],
     "other": [
      [
       "count"
      ],
      " commenti"
     ]
    }
   ],
   " su ",
   [
    "name"
   ],
   ", l’ultimo di ",
   [
    "user"
   ]
  ],
  "The link to {name} ends on {date}": [
   "Il link a ",
   [
    "name"
   ],
   " sta per scadere: ",
   [
    "date"
   ]
  ],
  "{used} of the {quota} of {name} are used": [
   [
    "used"
   ],
   " usati su ",
   [
    "quota"
   ],
   " di ",
   [
    "name"
   ]
  ],
  "{used} of your {quota} are used": [
   [
    "used"
   ],
   " usati su ",
   [
    "quota"
   ]
  ],
  "Your file was released": "Il tuo file è stato rilasciato",
  "{name} is no longer quarantined. Links to it work again.": [
   [
    "name"
   ],
   " non è più in quarantena. I suoi link funzionano di nuovo."
  ],
  "You can still download it; links to it are closed until an administrator releases it.": "Puoi ancora scaricarlo; i suoi link restano chiusi finché un amministratore non lo rilascia.",
  "A virus was found in your file": "È stato trovato un virus nel tuo file",
  "This server scanned {name} and found the virus {virus}.": [
   "Questo server ha analizzato ",
   [
    "name"
   ],
   " e ha trovato il virus ",
   [
    "virus"
   ],
   "."
  ],
  "Delete the file, or ask an administrator to release it if you know that it is harmless.": "Elimina il file, oppure chiedi a un amministratore di rilasciarlo se sai che è innocuo.",
  "Your file was quarantined": "Il tuo file è stato messo in quarantena",
  "An administrator of this server quarantined {name}.": [
   "Un amministratore di questo server ha messo in quarantena ",
   [
    "name"
   ],
   "."
  ],
  "Reason: {reason}": [
   "Motivo: ",
   [
    "reason"
   ]
  ],
  "A virus was found in {name}": [
   "È stato trovato un virus in ",
   [
    "name"
   ]
  ],
  "A scan found the virus {virus} in {name}, a file of {uploader}.": [
   "Una scansione ha trovato il virus ",
   [
    "virus"
   ],
   " in ",
   [
    "name"
   ],
   ", un file di ",
   [
    "uploader"
   ],
   "."
  ],
  "A scan found the virus {virus} in {name}, which was uploaded without an account.": [
   "Una scansione ha trovato il virus ",
   [
    "virus"
   ],
   " in ",
   [
    "name"
   ],
   ", caricato senza account."
  ],
  "The file is in quarantine: all links to it are closed. Its owner was notified and can still download it.": "Il file è in quarantena: tutti i suoi link sono chiusi. Il proprietario è stato avvisato e può ancora scaricarlo.",
  "To open the links again because the file is harmless, release it: its ID is {id}. The same content is then not quarantined again.": [
   "Per riaprire i link perché il file è innocuo, rilascialo: il suo ID è ",
   [
    "id"
   ],
   ". Lo stesso contenuto non verrà più messo in quarantena."
  ],
  "Your webhook to {host} was disabled": [
   "Il tuo webhook verso ",
   [
    "host"
   ],
   " è stato disattivato"
  ],
  "{n} deliveries in a row to {url} failed, each after several attempts. {service} no longer sends events there, and deliveries that were waiting were cancelled.": [
   [
    "n"
   ],
   " consegne consecutive a ",
   [
    "url"
   ],
   " non sono riuscite, ciascuna dopo più tentativi. ",
   [
    "service"
   ],
   " non vi invia più eventi e le consegne in attesa sono state annullate."
  ],
  "Open {service}": [
   "Apri ",
   [
    "service"
   ]
  ],
  "The delivery log of the webhook shows the errors. Enable the webhook again when its receiver works; you can redeliver what it missed from the log.": "Il registro delle consegne del webhook mostra gli errori. Riattiva il webhook quando il ricevitore funziona; dal registro puoi inviare di nuovo ciò che ha perso.",
  "{user} gave you access to {name}": [
   [
    "user"
   ],
   " ti ha dato accesso a ",
   [
    "name"
   ]
  ],
  "{user} gave you access to “{name}” on {service}.": [
   [
    "user"
   ],
   " ti ha dato accesso a “",
   [
    "name"
   ],
   "” su ",
   [
    "service"
   ],
   "."
  ],
  "{user} gives you access to {name}": [
   [
    "user"
   ],
   " ti dà accesso a ",
   [
    "name"
   ]
  ],
  "{user} gives you access to “{name}” on {service} at {host}.": [
   [
    "user"
   ],
   " ti dà accesso a “",
   [
    "name"
   ],
   "” su ",
   [
    "service"
   ],
   " (",
   [
    "host"
   ],
   ")."
  ],
  "You need an account with this email address, which the link creates if you have none. The link works once.": "Ti serve un account con questo indirizzo email; se non ce l’hai, puoi crearlo con il link. Il link funziona una volta.",
  "Open {name}": [
   "Apri ",
   [
    "name"
   ]
  ],
  "You are invited to {service}": [
   "Hai ricevuto un invito a ",
   [
    "service"
   ]
  ],
  "An administrator of {service} at {host} invites you to create an account there with this email address.": [
   "Un amministratore di ",
   [
    "service"
   ],
   " (",
   [
    "host"
   ],
   ") ti invita a creare un account con questo indirizzo email."
  ],
  "The link works once.": "Il link funziona una volta.",
  "If you did not expect this invitation, ignore this email.": "Se non ti aspettavi questo invito, ignora questa email.",
  "Set a new password for {service}": [
   "Imposta una nuova password per ",
   [
    "service"
   ]
  ],
  "Somebody requested a new password for your account {account}. If it was you, follow this link:": [
   "Qualcuno ha richiesto una nuova password per il tuo account ",
   [
    "account"
   ],
   ". Se l’hai richiesta tu, segui questo link:"
  ],
  "The link works once, within the next hour.": "Il link funziona una volta, entro la prossima ora.",
  "If it was not you, ignore this email: your password stays as it is.": "Se non l’hai richiesta tu, ignora questa email: la password resta com’è.",
  "Two-factor authentication is on": "L’autenticazione a due fattori è attiva",
  "Your account {account} has a new passkey. Signing in with the password now asks for a passkey or a code.": [
   "Il tuo account ",
   [
    "account"
   ],
   " ha una nuova passkey. Ora l’accesso con la password richiede una passkey o un codice."
  ],
  "A passkey was removed": "Una passkey è stata rimossa",
  "A passkey of your account {account} was removed.": [
   "Una passkey del tuo account ",
   [
    "account"
   ],
   " è stata rimossa."
  ],
  "The address of your account is confirmed": "L’indirizzo del tuo account è confermato",
  "{account} is now known to be your address. Whoever registered the account had not shown that, so everything that could sign in to it before has ended: the former password, second factor, passkeys, API keys and sessions. Its upload grants are revoked, and its webhooks are off.": [
   "Ora è certo che ",
   [
    "account"
   ],
   " è il tuo indirizzo. Chi ha registrato l’account non lo aveva dimostrato, quindi non vale più nulla di ciò che prima permetteva di accedervi: la password precedente, il secondo fattore, le passkey, le chiavi API e le sessioni. Le sue autorizzazioni di caricamento sono revocate e i suoi webhook disattivati."
  ],
  "If you have no other way to sign in, request a new password on the sign-in page.": "Se non hai un altro modo per accedere, richiedi una nuova password nella pagina di accesso.",
  "Files in the account have stayed. If you did not put them there, look at them, their links and who has access before you add your own.": "I file nell’account sono rimasti. Se non li hai messi tu, controllali insieme ai loro link e a chi vi ha accesso prima di aggiungere i tuoi.",
  "You can sign in with {name}": [
   "Puoi accedere con ",
   [
    "name"
   ]
  ],
  "{name} has verified that {account} is your address, and signs in to your account from now on.": [
   [
    "name"
   ],
   " ha verificato che ",
   [
    "account"
   ],
   " è il tuo indirizzo e d’ora in poi ti fa accedere al tuo account."
  ],
  "If it was not, unlink the identity on that page, set a new password, and tell the operator of this server.": "Se non la riconosci, scollega l’identità in quella pagina, imposta una nuova password e avvisa chi gestisce questo server.",
  "Two-factor authentication is off": "L’autenticazione a due fattori è disattivata",
  "Two-factor authentication was reset": "L’autenticazione a due fattori è stata reimpostata",
  "Two-factor authentication of your account {account} was turned on. Signing in now asks for a code after the password.": [
   "L’autenticazione a due fattori del tuo account ",
   [
    "account"
   ],
   " è stata attivata. Ora l’accesso richiede un codice dopo la password."
  ],
  "Two-factor authentication of your account {account} was turned off. Signing in now asks for the password only.": [
   "L’autenticazione a due fattori del tuo account ",
   [
    "account"
   ],
   " è stata disattivata. Ora l’accesso richiede solo la password."
  ],
  "Two-factor authentication of your account {account} was turned off by an operator of this server. Signing in now asks for the password only.": [
   "L’autenticazione a due fattori del tuo account ",
   [
    "account"
   ],
   " è stata disattivata da chi gestisce questo server. Ora l’accesso richiede solo la password."
  ],
  "Time of the change: {at}.": [
   "Ora della modifica: ",
   [
    "at"
   ],
   "."
  ],
  "Your account": "Il tuo account",
  "If it was you, ignore this email.": "Se riconosci questa modifica, ignora questa email.",
  "If it was not, set a new password now, end the other sessions on that page, and tell the operator of this server.": "Se non la riconosci, imposta subito una nuova password, termina le altre sessioni in quella pagina e avvisa chi gestisce questo server.",
  "More has happened on {service}": [
   "È successo altro su ",
   [
    "service"
   ]
  ],
  "There were more events on your shares, file requests, proofings or webhooks than this server sends emails about. Some emails were not sent.": "Ci sono stati più eventi sulle tue condivisioni, richieste di file, gallerie di selezione o webhook di quanti questo server ne segnali per email. Alcune email non sono state inviate.",
  "Only emails are limited: nothing else was lost.": "Solo le email sono limitate: non si è perso nient’altro.",
  "Test email of {service}": [
   "Email di prova di ",
   [
    "service"
   ]
  ],
  "The Drive server at {url} can send emails.": [
   "Il server Drive su ",
   [
    "url"
   ],
   " può inviare email."
  ],
  "Your account is deleted on {date}": [
   "Eliminazione del tuo account: ",
   [
    "date"
   ]
  ],
  "Your account {account} on {service} was deleted. Nobody can sign in, and its links and keys no longer work. On {date}, everything in it is deleted for good.": [
   "Il tuo account ",
   [
    "account"
   ],
   " su ",
   [
    "service"
   ],
   " è stato eliminato. Nessuno può accedere, e i suoi link e le sue chiavi non funzionano più. Tutto il suo contenuto verrà eliminato definitivamente in data ",
   [
    "date"
   ],
   "."
  ],
  "If you want to keep it, or if it was not you, keep the account before then, and set a new password.": "Se vuoi mantenere l’account, o se non l’hai eliminato tu, mantienilo prima di quella data e imposta una nuova password.",
  "Your account was deleted": "Il tuo account è stato eliminato",
  "Your account {account} on {service} and everything in it were deleted for good.": [
   "Il tuo account ",
   [
    "account"
   ],
   " su ",
   [
    "service"
   ],
   " e tutto il suo contenuto sono stati eliminati definitivamente."
  ],
  "A file drive that you host yourself: upload files, and share them with a link.": "Un drive per file che ospiti tu: carica file e condividili con un link.",
  "Sign in": "Accedi",
  "Create an account": "Crea un account",
  "There is no account yet. Open the set-up link that the server printed when it started.": "Non c’è ancora nessun account. Apri il link di configurazione che il server ha mostrato all’avvio.",
  "A text with a link": "Un testo con un link",
  "Command line and SDK": "Riga di comando e SDK",
  "From this server, in one line": "Da questo server, in una riga",
  "API": "API",
  "Each call with an example": "Ogni chiamata con un esempio",
  "Your new password is set. Sign in with it.": "La nuova password è impostata. Usala per accedere.",
  "That took too long. Start again.": "È passato troppo tempo. Ricomincia.",
  "Forgot your password?": "Password dimenticata?",
  "Type your code": "Inserisci il codice",
  "Open your authenticator and type the six digits it shows for {name}.": [
   "Apri la tua app di autenticazione e inserisci le sei cifre che mostra per ",
   [
    "name"
   ],
   "."
  ],
  "No authenticator at hand? Type one of your recovery codes.": "Non hai l’app di autenticazione a portata di mano? Inserisci uno dei tuoi codici di recupero.",
  "Start again": "Ricomincia",
  "Sign in with {name}": [
   "Accedi con ",
   [
    "name"
   ]
  ],
  "Sign in with a passkey": "Accedi con una passkey",
  "Use a passkey": "Usa una passkey",
  "No passkey at hand? Type one of your recovery codes.": "Non hai una passkey a portata di mano? Inserisci uno dei tuoi codici di recupero.",
  "This link signs you in as {email}, once.": [
   "Questo link ti fa accedere come ",
   [
    "email"
   ],
   ", una volta."
  ],
  "You are signed out": "Disconnessione completata",
  "Sign out of {name}, too": [
   "Esci anche da ",
   [
    "name"
   ]
  ],
  "Back to your account": "Torna al tuo account",
  "Sign-in failed": "Accesso non riuscito",
  "Confirm with {name} who you are": [
   "Conferma con ",
   [
    "name"
   ],
   " chi sei"
  ],
  "Name (optional)": "Nome (facoltativo)",
  "Create the account": "Crea l’account",
  "Set up {name}": [
   "Configura ",
   [
    "name"
   ]
  ],
  "Create the first account. It will be the administrator.": "Crea il primo account. Sarà l’amministratore.",
  "Upload a file": "Carica un file",
  "Share it with a link": "Condividilo con un link",
  "Accept": "Accetta",
  "You get access with your account {account}.": [
   "Ottieni l’accesso con il tuo account ",
   [
    "account"
   ],
   "."
  ],
  "Sign in as {account} to accept the invitation.": [
   "Accedi come ",
   [
    "account"
   ],
   " per accettare l’invito."
  ],
  "This server is already set up": "Questo server è già configurato",
  "Sign in with your account": "Accedi con il tuo account",
  "This link no longer works": "Questo link non funziona più",
  "The server prints a new set-up link each time it starts. Use the latest one.": "A ogni avvio il server mostra un nuovo link di configurazione. Usa l’ultimo.",
  "Create your account": "Crea il tuo account",
  "Do you have an account?": "Hai un account?",
  "This invitation no longer works": "Questo invito non funziona più",
  "It was used or has expired. Ask for a new one.": "È stato usato o è scaduto. Chiedine uno nuovo.",
  "Registration is closed": "La registrazione è chiusa",
  "You need an invitation to create an account. Ask the operator of this server for one.": "Per creare un account serve un invito. Chiedilo a chi gestisce questo server.",
  "Registration is disabled on this server. Ask its operator for an account.": "La registrazione è disattivata su questo server. Chiedi un account a chi lo gestisce.",
  "Back to sign-in": "Torna all’accesso",
  "Type the email address of your account.": "Inserisci l’indirizzo email del tuo account.",
  "We send a link to set a new password.": "Ti inviamo un link per impostare una nuova password.",
  "Send the link": "Invia il link",
  "Create the link": "Crea il link",
  "Ask your administrator": "Chiedi al tuo amministratore",
  "If there is an account with that address, there is now a link for it.": "Se esiste un account con quell’indirizzo, ora c’è un link per impostarne la password.",
  "The link works once, within an hour.": "Il link funziona una volta, entro un’ora.",
  "Check your email": "Controlla la tua email",
  "If there is an account with that address, we sent it an email with a link.": "Se esiste un account con quell’indirizzo, abbiamo inviato un’email con un link.",
  "No email? Check your spam folder, or try again.": "Nessuna email? Controlla la cartella dello spam o riprova.",
  "A link works once and for one hour.": "Un link funziona una volta e per un’ora.",
  "Request a new one": "Richiedine uno nuovo",
  "Set a new password": "Imposta una nuova password",
  "Set the password": "Imposta la password",
  "Keep my API keys and the devices that use them signed in": "Mantieni attive le mie chiavi API e connessi i dispositivi che le usano",
  "Leave this off if somebody else may know your password. All sessions end in either case.": "Lascia disattivato se qualcun altro potrebbe conoscere la tua password. Tutte le sessioni terminano in ogni caso.",
  "This server sends no email: it writes the link to outbox/ in its data directory. Ask the administrator for it.": "Questo server non invia email: scrive il link in outbox/ nella sua directory dei dati. Chiedilo all’amministratore.",
  "Email address": "Indirizzo email",
  "At least {n} characters.": [
   "Almeno ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " carattere"
     ],
     "many": [
      [
       "n"
      ],
      " di caratteri"
     ],
     "other": [
      [
       "n"
      ],
      " caratteri"
     ]
    }
   ],
   "."
  ],
  "Code": "Codice",
  "Sign in a device": "Accedi su un dispositivo",
  "The device shows a code of eight letters. Type it here.": "Il dispositivo mostra un codice di otto lettere. Inseriscilo qui.",
  "No device is waiting with this code. Check the code: it works once, within ten minutes.": "Nessun dispositivo è in attesa con questo codice. Controlla il codice: funziona una volta, entro dieci minuti.",
  "No command line yet? Run": "Non hai ancora la riga di comando? Esegui",
  "Install": "Installa",
  "Command line": "Riga di comando",
  "On Linux, without Node:": "Su Linux, senza Node:",
  "It verifies the SHA-256 of the program and stores it in {folder}.": [
   "Verifica lo SHA-256 del programma e lo salva in ",
   [
    "folder"
   ],
   "."
  ],
  "Show the script": "Mostra lo script",
  "With npm and Node {version} or newer:": [
   "Con npm e Node ",
   [
    "version"
   ],
   " o successivo:"
  ],
  "The command line is not built on this server.": "La riga di comando non è compilata su questo server.",
  "Then sign in and send a file:": "Poi accedi e invia un file:",
  "The SDK is not built on this server.": "L’SDK non è compilato su questo server.",
  "For Node {version} or newer, browsers and edge runtimes:": [
   "Per Node ",
   [
    "version"
   ],
   " o successivo, browser e ambienti edge:"
  ],
  "With components for pages that upload, for React or as a web component:": "Con componenti per pagine che caricano file, per React o come web component:",
  "Other programming languages use the API.": "Gli altri linguaggi di programmazione usano l’API.",
  "Overview": "Panoramica",
  "The API of this server": "L’API di questo server",
  "Version {version}": [
   "Versione ",
   [
    "version"
   ]
  ],
  "The documentation is in English.": "La documentazione è in inglese.",
  "Allow this device?": "Consentire questo dispositivo?",
  "You signed in some time ago. Type your password to approve it.": "Hai fatto l’accesso tempo fa. Inserisci la password per approvare.",
  "Code of your authenticator": "Codice della tua app di autenticazione",
  "Allow it only if you started this yourself and the device in front of you shows the same code.": "Consentilo solo se hai avviato tu l’operazione e il dispositivo davanti a te mostra lo stesso codice.",
  "It gets an API key of your account, which can do everything you can do:": "Riceve una chiave API del tuo account, che può fare tutto ciò che puoi fare tu:",
  "see, download, add, change and delete your files,": "vedere, scaricare, aggiungere, modificare ed eliminare i tuoi file,",
  "share them with others,": "condividerli con altri,",
  "create and revoke API keys.": "creare e revocare chiavi API.",
  "Approve": "Approva",
  "Refuse": "Rifiuta",
  "Device allowed": "Dispositivo consentito",
  "The device signs in by itself within a few seconds.": "Il dispositivo accede da solo entro pochi secondi.",
  "You can close this page. To sign the device out, revoke its API key.": "Puoi chiudere questa pagina. Per disconnettere il dispositivo, revoca la sua chiave API.",
  "Device refused": "Dispositivo rifiutato",
  "It gets no access to your account.": "Non ottiene accesso al tuo account.",
  "Sign in to choose which emails you get.": "Accedi per scegliere quali email ricevere.",
  "Turn off emails": "Disattiva le email",
  "You get no more emails about what others do. Emails about your sign-in still come.": "Non riceverai più email su ciò che fanno gli altri. Le email sui tuoi accessi continueranno ad arrivare.",
  "Emails are off": "Le email sono disattivate",
  "You can turn them on again in your account.": "Puoi riattivarle nel tuo account.",
  "See the received files": "Vedi i file ricevuti",
  "Senders chose these names themselves.": "I mittenti hanno scelto questi nomi da sé.",
  "See the selections": "Vedi le selezioni",
  "Clients chose these names themselves.": "I clienti hanno scelto questi nomi da sé.",
  "Somebody": "Qualcuno",
  "Skip to the content": "Vai al contenuto",
  "Sign out": "Esci",
  "Your name": "Il tuo nome",
  "Your name (optional)": "Il tuo nome (facoltativo)",
  "Your email address (optional)": "Il tuo indirizzo email (facoltativo)",
  "Back to the shared items": "Torna agli elementi condivisi",
  "Password needed": "Password necessaria",
  "This link needs a password": "Questo link richiede una password",
  "Ask the person who shared it with you for the password.": "Chiedi la password alla persona che lo ha condiviso con te.",
  "Password": "Password",
  "Open": "Apri",
  "Wrong password.": "Password errata.",
  "Wrong password. {count} attempts left.": [
   [
    "count",
    {
     "=0": "Password errata. Non restano tentativi.",
     "one": [
      "Password errata. Resta ",
      [
       "count"
      ],
      " tentativo."
     ],
     "many": [
      "Password errata. Restano ",
      [
       "count"
      ],
      " di tentativi."
     ],
     "other": [
      "Password errata. Restano ",
      [
       "count"
      ],
      " tentativi."
     ]
    }
   ]
  ],
  "Too many attempts. Try again in {count} minutes.": [
   [
    "count",
    {
     "one": "Troppi tentativi. Riprova tra un minuto.",
     "many": [
      "Troppi tentativi. Riprova tra ",
      [
       "count"
      ],
      " di minuti."
     ],
     "other": [
      "Troppi tentativi. Riprova tra ",
      [
       "count"
      ],
      " minuti."
     ]
    }
   ]
  ],
  "Request": "Richiesta",
  "Go to the start page": "Vai alla pagina iniziale",
  "Not found": "Non trovato",
  "Gone": "Non più disponibile",
  "Too many requests": "Troppe richieste",
  "Something went wrong": "Qualcosa è andato storto",
  "This request was refused": "Questa richiesta è stata rifiutata",
  "The upload failed": "Il caricamento non è riuscito",
  "Pages": "Pagine",
  "Previous": "Precedente",
  "Next": "Successiva",
  "Page {page} of {total}": [
   "Pagina ",
   [
    "page"
   ],
   " di ",
   [
    "total"
   ]
  ],
  "{name}, page {n}": [
   [
    "name"
   ],
   ", pagina ",
   [
    "n"
   ]
  ],
  "There is nothing on this page.": "In questa pagina non c’è nulla.",
  "Continue": "Continua",
  "Until": "Scadenza:",
  "Files": "File",
  "Choose files": "Scegli i file",
  "Choose a file": "Scegli un file",
  "No file chosen": "Nessun file scelto",
  "Copy": "Copia",
  "Copied": "Copiato",
  "Download": "Scarica",
  "Send more": "Invia altri",
  "Your selection": "La tua selezione",
  "{count} files": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " file"
     ],
     "many": [
      [
       "count"
      ],
      " di file"
     ],
     "other": [
      [
       "count"
      ],
      " file"
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
      " byte"
     ],
     "many": [
      [
       "n"
      ],
      " di byte"
     ],
     "other": [
      [
       "n"
      ],
      " byte"
     ]
    }
   ]
  ],
  "Folder": "Cartella",
  "Image": "Immagine",
  "Video": "Video",
  "Audio": "Audio",
  "PDF document": "Documento PDF",
  "Text": "Testo",
  "Archive": "Archivio",
  "File": "File",
  "Shared by": "Condiviso da",
  "shared by {name}": [
   "condiviso da ",
   [
    "name"
   ]
  ],
  "Available until": "Disponibile fino a:",
  "Preview": "Anteprima",
  "{count} items": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " elemento"
     ],
     "many": [
      [
       "count"
      ],
      " di elementi"
     ],
     "other": [
      [
       "count"
      ],
      " elementi"
     ]
    }
   ]
  ],
  "Download all as ZIP": "Scarica tutto come ZIP",
  "Download folder as ZIP": "Scarica la cartella come ZIP",
  "Sort by": "Ordina per",
  "Name": "Nome",
  "Date": "Data",
  "Size": "Dimensione",
  "Grid": "Griglia",
  "List": "Elenco",
  "Select": "Seleziona",
  "Cancel": "Annulla",
  "Download as ZIP": "Scarica come ZIP",
  "Save to my drive": "Salva nel mio drive",
  "It is in your drive now.": "Ora è nel tuo drive.",
  "It is being copied to your drive.": "Copia nel tuo drive in corso.",
  "{count} items could not be copied.": [
   [
    "count",
    {
     "one": [
      "Impossibile copiare ",
      [
       "count"
      ],
      " elemento."
     ],
     "many": [
      "Impossibile copiare ",
      [
       "count"
      ],
      " di elementi."
     ],
     "other": [
      "Impossibile copiare ",
      [
       "count"
      ],
      " elementi."
     ]
    }
   ]
  ],
  "See your files": "Vedi i tuoi file",
  "This folder is empty.": "Questa cartella è vuota.",
  "Search this folder": "Cerca in questa cartella",
  "Search": "Cerca",
  "Nothing found.": "Nessun risultato.",
  "Contents": "Contenuto",
  "Quarantined by the administrator": "In quarantena per decisione dell’amministratore",
  "Contains a virus": "Contiene un virus",
  "Being checked for viruses": "Controllo antivirus in corso",
  "Not checked for viruses": "Non controllato con l’antivirus",
  "Folders above": "Cartelle superiori",
  "This link does not exist": "Questo link non esiste",
  "It may be mistyped, or its owner has revoked it.": "Forse contiene un errore di battitura, oppure il proprietario lo ha revocato.",
  "This link has expired": "Questo link è scaduto",
  "Ask the sender for a new one.": "Chiedine uno nuovo al mittente.",
  "This link has no downloads left": "Questo link non ha più download disponibili",
  "Its owner limited the number of downloads. Ask the sender for a new link.": "Il proprietario ha limitato il numero di download. Chiedi al mittente un nuovo link.",
  "This file is not available": "Questo file non è disponibile",
  "This folder is not available": "Questa cartella non è disponibile",
  "It may have been moved, or is no longer shared.": "Potrebbe essere stato spostato o non essere più condiviso.",
  "This is not allowed here": "Qui non è consentito",
  "The owner disabled it, or it belongs to someone else.": "Il proprietario lo ha disattivato, oppure appartiene a qualcun altro.",
  "This comment is not available": "Questo commento non è disponibile",
  "It may have been deleted.": "Potrebbe essere stato eliminato.",
  "This is too large for one ZIP": "È troppo grande per un solo ZIP",
  "Download the files one by one, or folder by folder.": "Scarica i file uno a uno, o una cartella alla volta.",
  "Likes": "Mi piace",
  "Like": "Mi piace",
  "Liked": "Ti piace",
  "Do you like it?": "Ti piace?",
  "Likes and comments": "Mi piace e commenti",
  "Comment": "Commenta",
  "Comments": "Commenti",
  "{count} comments": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " commento"
     ],
     "many": [
      [
       "count"
      ],
      " di commenti"
     ],
     "other": [
      [
       "count"
      ],
      " commenti"
     ]
    }
   ]
  ],
  "All comments": "Tutti i commenti",
  "All {count} comments": [
   [
    "count",
    {
     "one": "Tutti i commenti",
     "many": [
      "Tutti i ",
      [
       "count"
      ],
      " di commenti"
     ],
     "other": [
      "Tutti i ",
      [
       "count"
      ],
      " commenti"
     ]
    }
   ]
  ],
  "Comments ({n})": [
   "Commenti (",
   [
    "n"
   ],
   ")"
  ],
  "Comments on {name}": [
   "Commenti su ",
   [
    "name"
   ]
  ],
  "Comment on {name}": [
   "Commento su ",
   [
    "name"
   ]
  ],
  "Comment as {name}": [
   "Commenta come ",
   [
    "name"
   ]
  ],
  "No comments yet.": "Ancora nessun commento.",
  "Back": "Indietro",
  "Comments are turned off. Only you can see the earlier ones.": "I commenti sono disattivati. Solo tu puoi vedere quelli precedenti.",
  "Your comment": "Il tuo commento",
  "Owner": "Proprietario",
  "Read on": "Continua a leggere",
  "Delete": "Elimina",
  "Report a problem": "Segnala un problema",
  "Malware or phishing": "Malware o phishing",
  "Infringed copyright": "Violazione del diritto d’autore",
  "Illegal content": "Contenuto illegale",
  "Private data": "Dati privati",
  "Something else": "Altro",
  "Thank you. The administrators of this server will look at it.": "Grazie. Gli amministratori di questo server esamineranno la segnalazione.",
  "Tell the administrators of this server what is wrong with “{name}”. The owner is not told.": [
   "Spiega agli amministratori di questo server cosa non va in “",
   [
    "name"
   ],
   "”. Il proprietario non viene avvisato."
  ],
  "What is it about?": "Di cosa si tratta?",
  "Everything at this link": "Tutto ciò che è in questo link",
  "What should they know? (optional)": "Cosa dovrebbero sapere? (facoltativo)",
  "Send the report": "Invia la segnalazione",
  "What is wrong?": "Cosa non va?",
  "Choose a reason": "Scegli un motivo",
  "Send files": "Invia file",
  "This server does not accept uploads without an account. Sign in to upload to your drive.": "Questo server non accetta caricamenti senza account. Accedi per caricare nel tuo drive.",
  "One file of at most {size}.": [
   "Un file di al massimo ",
   [
    "size"
   ],
   "."
  ],
  "Up to {n} files of at most {size} each.": [
   "Fino a ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " file"
     ],
     "many": [
      [
       "n"
      ],
      " di file"
     ],
     "other": [
      [
       "n"
      ],
      " file"
     ]
    }
   ],
   " di al massimo ",
   [
    "size"
   ],
   " ciascuno."
  ],
  "You need no account.": "Non serve un account.",
  "They are stored in your drive.": "Vengono conservati nel tuo drive.",
  "Each file gets a link; anyone with the link can download the file.": "Ogni file riceve un link; chiunque abbia il link può scaricare il file.",
  "Files are deleted after {count} days.": [
   [
    "count",
    {
     "one": "I file vengono eliminati dopo un giorno.",
     "many": [
      "I file vengono eliminati dopo ",
      [
       "count"
      ],
      " di giorni."
     ],
     "other": [
      "I file vengono eliminati dopo ",
      [
       "count"
      ],
      " giorni."
     ]
    }
   ]
  ],
  "This server checks for bots with JavaScript. Enable JavaScript for this page and reload it.": "Questo server verifica la presenza di bot con JavaScript. Attiva JavaScript per questa pagina e ricaricala.",
  "Or drop it anywhere on this page.": "Oppure trascinalo in qualsiasi punto di questa pagina.",
  "Or drop them anywhere on this page.": "Oppure trascinali in qualsiasi punto di questa pagina.",
  "Make them public and allow search engines": "Rendili pubblici e consenti i motori di ricerca",
  "Upload": "Carica",
  "Copy all links": "Copia tutti i link",
  "Nothing there": "Qui non c’è nulla",
  "Your file is uploaded": "Il tuo file è stato caricato",
  "Your files are uploaded": "I tuoi file sono stati caricati",
  "There is no upload at this URL, or its files were deleted.": "A questo URL non c’è nessun caricamento, oppure i suoi file sono stati eliminati.",
  "Anyone with a link can download the file.": "Chiunque abbia un link può scaricare il file.",
  "Save the links: they cannot be looked up later.": "Salva i link: non potranno essere ritrovati in seguito.",
  "Your drive lists the files that you sent while signed in.": "Il tuo drive elenca i file che hai inviato dopo l’accesso.",
  "It may be mistyped, or the file request was closed.": "Forse contiene un errore di battitura, oppure la richiesta di file è stata chiusa.",
  "This file request has ended": "Questa richiesta di file è terminata",
  "Ask the sender of the link for a new one.": "Chiedine uno nuovo a chi ti ha inviato il link.",
  "You are asked to send files.": "Ti viene chiesto di inviare file.",
  "asks you for files.": "ti chiede dei file.",
  "This is your file request.": "Questa è la tua richiesta di file.",
  "Your {count} files have arrived.": [
   [
    "count",
    {
     "one": "Il tuo file è arrivato.",
     "many": [
      "I tuoi ",
      [
       "count"
      ],
      " di file sono arrivati."
     ],
     "other": [
      "I tuoi ",
      [
       "count"
      ],
      " file sono arrivati."
     ]
    }
   ]
  ],
  "It accepts no more files.": "Non accetta altri file.",
  "images": "immagini",
  "videos": "video",
  "audio files": "file audio",
  "text files": "file di testo",
  "PDF": "PDF",
  "At most {size} a file": [
   "Al massimo ",
   [
    "size"
   ],
   " per file"
  ],
  "Only {types}": [
   "Solo ",
   [
    "types"
   ]
  ],
  "Room for {count} more files": [
   [
    "count",
    {
     "one": "C’è posto per un altro file",
     "many": [
      "C’è posto per altri ",
      [
       "count"
      ],
      " di file"
     ],
     "other": [
      "C’è posto per altri ",
      [
       "count"
      ],
      " file"
     ]
    }
   ]
  ],
  "Up to {n} at once.": [
   "Fino a ",
   [
    "n"
   ],
   " alla volta."
  ],
  "Only the person who requested them can see them.": "Solo la persona che li ha richiesti può vederli.",
  "Add files": "Aggiungi file",
  "Everyone with this link can see them.": "Chiunque abbia questo link può vederli.",
  "This folder accepts no more files.": "Questa cartella non accetta altri file.",
  "Send": "Invia",
  "from": "da",
  "It may be mistyped, or the proofing was ended.": "Forse contiene un errore di battitura, oppure la galleria di selezione è stata chiusa.",
  "This proofing has ended": "Questa galleria di selezione è terminata",
  "Select your files.": "Seleziona i tuoi file.",
  "asks you to choose.": "ti chiede di scegliere.",
  "choose at most {n}": [
   "scegline al massimo ",
   [
    "n"
   ]
  ],
  "This is your proofing.": "Questa è la tua galleria di selezione.",
  "Your selection has been sent. You may send another.": "La tua selezione è stata inviata. Puoi inviarne un’altra.",
  "There are no files here at the moment.": "Al momento qui non ci sono file.",
  "chosen": "scelti",
  "of {n} chosen": [
   "su ",
   [
    "n"
   ],
   " scelti"
  ],
  "Select your favorites": "Seleziona i tuoi preferiti",
  "Enlarge": "Ingrandisci",
  "Back to all": "Torna a tutti",
  "Comment (optional)": "Commento (facoltativo)",
  "Send the selection": "Invia la selezione",
  "Write a paste": "Scrivi un testo",
  "A text with a link: anyone with the link can read it.": "Un testo con un link: chiunque abbia il link può leggerlo.",
  "Save the link: without an account, it cannot be looked up or changed later.": "Salva il link: senza account, non potrà essere ritrovato o modificato in seguito.",
  "Get a link": "Ottieni un link",
  "Title (optional)": "Titolo (facoltativo)",
  "Language (optional)": "Linguaggio (facoltativo)",
  "Keep for": "Conservazione",
  "No time limit": "Senza limiti di tempo",
  "A day": "Un giorno",
  "A week": "Una settimana",
  "A month": "Un mese",
  "A year": "Un anno",
  "For": "Leggibile da",
  "Anyone with the link": "Chiunque abbia il link",
  "Everyone, including search engines": "Tutti, compresi i motori di ricerca",
  "Only you": "Solo tu",
  "Password (optional)": "Password (facoltativa)",
  "4 characters or more. Send it to readers separately from the link.": "Almeno 4 caratteri. Inviala ai lettori separatamente dal link.",
  "Delete after it is read once": "Elimina dopo una lettura",
  "Pastes on this server need an account.": "Su questo server i testi richiedono un account.",
  "Your paste is saved": "Il tuo testo è stato salvato",
  "Send this link to the people who should read it.": "Invia questo link alle persone che devono leggerlo.",
  "Write another": "Scrivine un altro",
  "Deleted": "Eliminato",
  "The paste and its link are deleted.": "Il testo e il suo link sono stati eliminati.",
  "Paste": "Testo",
  "to be read once": "da leggere una volta",
  "by {name}": [
   "di ",
   [
    "name"
   ]
  ],
  "By": "Di",
  "This text can be shown only once; the server has deleted it. Copy what you need before you leave this page.": "Questo testo può essere mostrato una sola volta; il server lo ha eliminato. Copia ciò che ti serve prima di lasciare questa pagina.",
  "This text can be read only once. Opening it deletes it for everyone.": "Questo testo può essere letto una sola volta. Aprendolo, viene eliminato per tutti.",
  "Show and delete": "Mostra ed elimina",
  "Raw text": "Testo grezzo",
  "Save as a file": "Salva come file",
  "Delete this paste": "Elimina questo testo",
  "Delete it for good": "Elimina definitivamente",
  "Untitled paste": "Testo senza titolo",
  "This text contains characters that change the direction of text: it may be displayed in a different order than it is stored.": "Questo testo contiene caratteri che cambiano la direzione del testo: potrebbe essere mostrato in un ordine diverso da quello in cui è salvato.",
  "These are the first {count} of {total} lines. The raw text has all of them.": [
   "Queste sono le prime ",
   [
    "count"
   ],
   " di ",
   [
    "total"
   ],
   " righe. Il testo grezzo le contiene tutte."
  ],
  "Content": "Contenuto",
  "It may be mistyped, or the paste was deleted.": "Forse contiene un errore di battitura, oppure il testo è stato eliminato.",
  "This paste has expired": "Questo testo è scaduto",
  "This paste has been read": "Questo testo è stato letto",
  "It could be read only once and is now deleted. If it was not you who read it, tell the sender of the link.": "Poteva essere letto una sola volta e ora è stato eliminato. Se non lo hai letto tu, dillo a chi ti ha inviato il link.",
  "Too many attempts": "Troppi tentativi",
  "Wait a minute, then try again.": "Attendi un minuto, poi riprova.",
  "Keep the account": "Mantieni l’account",
  "Everything in it is as it was: your files, your links and your keys work again.": "Tutto è come prima: i tuoi file, i tuoi link e le tue chiavi funzionano di nuovo.",
  "Your account is kept": "Il tuo account è stato mantenuto",
  "Sign in again. If it was not you who deleted it, set a new password first.": "Accedi di nuovo. Se non l’hai eliminato tu, imposta prima una nuova password.",
  "The account is kept already, or it is gone.": "L’account è già stato mantenuto, oppure non esiste più.",
  "Your account is deleted": "Il tuo account è eliminato",
  "Everything in it is deleted for good on {date}. Until then the link in the email to you keeps it, and so does an administrator.": [
   "Tutto il suo contenuto verrà eliminato definitivamente in data ",
   [
    "date"
   ],
   ". Fino ad allora puoi mantenere l’account con il link nell’email che hai ricevuto; può farlo anche un amministratore."
  ],
  "You are signed out. Everything in it is being deleted.": "La tua sessione è terminata. Tutto il contenuto dell’account viene eliminato."
 },
 "scripts": {
  "Choose at least one file.": "Scegli almeno un file.",
  "{n} files chosen": [
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " file scelto"
     ],
     "many": [
      [
       "n"
      ],
      " di file scelti"
     ],
     "other": [
      [
       "n"
      ],
      " file scelti"
     ]
    }
   ]
  ],
  "At most {n} files can be uploaded at once.": [
   [
    "n",
    {
     "one": [
      "Si può caricare al massimo ",
      [
       "n"
      ],
      " file alla volta."
     ],
     "many": [
      "Si possono caricare al massimo ",
      [
       "n"
      ],
      " di file alla volta."
     ],
     "other": [
      "Si possono caricare al massimo ",
      [
       "n"
      ],
      " file alla volta."
     ]
    }
   ]
  ],
  "There is room for {n} more. Remove some files.": [
   "C’è posto per ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " altro file"
     ],
     "many": [
      "altri ",
      [
       "n"
      ],
      " di file"
     ],
     "other": [
      "altri ",
      [
       "n"
      ],
      " file"
     ]
    }
   ],
   ". Rimuovine alcuni."
  ],
  "“{name}” has more than {size}.": [
   "“",
   [
    "name"
   ],
   "” supera ",
   [
    "size"
   ],
   "."
  ],
  "“{name}” is empty. Empty files cannot be uploaded.": [
   "“",
   [
    "name"
   ],
   "” è vuoto. I file vuoti non possono essere caricati."
  ],
  "“{name}” is a folder. Drop the files that are in it.": [
   "“",
   [
    "name"
   ],
   "” è una cartella. Trascina i file che contiene."
  ],
  "Drop the files to add them": "Rilascia i file per aggiungerli",
  "Reserving space …": "Prenotazione dello spazio…",
  "Checking that you are not a bot …": "Verifica che tu non sia un bot…",
  "Complete the check that you are not a bot first.": "Completa prima la verifica che non sei un bot.",
  "The check failed. Try again.": "La verifica non è riuscita. Riprova.",
  "Failed: {problem}": [
   "Non riuscito: ",
   [
    "problem"
   ]
  ],
  "You are no longer signed in. Reload the page, sign in, and send the files again.": "La tua sessione è terminata. Ricarica la pagina, accedi e invia di nuovo i file.",
  "The server answered {status}.": [
   "Il server ha risposto ",
   [
    "status"
   ],
   "."
  ],
  "Sending {n} of {total} …": [
   "Invio di ",
   [
    "n"
   ],
   " di ",
   [
    "total"
   ],
   "…"
  ],
  "Progress of {name}": [
   "Avanzamento di ",
   [
    "name"
   ]
  ],
  "Uploaded {n} files.": [
   [
    "n",
    {
     "one": "Un file caricato.",
     "many": [
      [
       "n"
      ],
      " di file caricati."
     ],
     "other": [
      [
       "n"
      ],
      " file caricati."
     ]
    }
   ]
  ],
  "{n} failed.": [
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " non riuscito."
     ],
     "many": [
      [
       "n"
      ],
      " non riusciti."
     ],
     "other": [
      [
       "n"
      ],
      " non riusciti."
     ]
    }
   ]
  ],
  "Save the links: they cannot be looked up later.": "Salva i link: non potranno essere ritrovati in seguito.",
  "It is in your drive.": "È nel tuo drive.",
  "They are in your drive.": "Sono nel tuo drive.",
  "Copy": "Copia",
  "Copy the link to {name}": [
   "Copia il link a ",
   [
    "name"
   ]
  ],
  "Copied the link to {name}.": [
   "Link a ",
   [
    "name"
   ],
   " copiato."
  ],
  "Remove": "Rimuovi",
  "Remove {name}": [
   "Rimuovi ",
   [
    "name"
   ]
  ],
  "{n} files, {size} together": [
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " file"
     ],
     "many": [
      [
       "n"
      ],
      " di file"
     ],
     "other": [
      [
       "n"
      ],
      " file"
     ]
    }
   ],
   ", ",
   [
    "size"
   ],
   " in totale"
  ],
  "Copied all links.": "Tutti i link copiati.",
  "Arrived": "Arrivato",
  "Your {n} files have arrived.": [
   [
    "n",
    {
     "one": "Il tuo file è arrivato.",
     "many": [
      "I tuoi ",
      [
       "n"
      ],
      " di file sono arrivati."
     ],
     "other": [
      "I tuoi ",
      [
       "n"
      ],
      " file sono arrivati."
     ]
    }
   ]
  ],
  "Nothing has arrived.": "Non è arrivato nulla."
 },
 "messages": {
  "Type your email address.": "Inserisci il tuo indirizzo email.",
  "Type your password.": "Inserisci la tua password.",
  "Type the code.": "Inserisci il codice.",
  "The email address or the password is wrong.": "L’indirizzo email o la password sono errati.",
  "The password is wrong.": "La password è errata.",
  "This email address already has an account.": "Questo indirizzo email ha già un account.",
  "Must be an email address.": "Deve essere un indirizzo email.",
  "Must have at least {n} characters.": [
   "Deve avere almeno ",
   [
    "n"
   ],
   " caratteri."
  ],
  "Must have at most {n} characters.": [
   "Deve avere al massimo ",
   [
    "n"
   ],
   " caratteri."
  ],
  "Must have at most {n} bytes in UTF-{n}.": [
   "Deve avere al massimo ",
   [
    "n"
   ],
   " byte in UTF-",
   [
    "n2"
   ],
   "."
  ],
  "Must not be one of the most common passwords.": "Non deve essere una delle password più comuni.",
  "Must not be part of the email address.": "Non deve far parte dell’indirizzo email.",
  "Must not be the name of this server.": "Non deve essere il nome di questo server.",
  "Your sign-in is older than {n} minutes. Confirm who you are, then try again.": [
   "Hai fatto l’accesso più di ",
   [
    "n"
   ],
   " minuti fa. Conferma chi sei, poi riprova."
  ],
  "Must not be blank.": "Non deve essere vuoto.",
  "Too many calls. Try again in {n} seconds.": [
   "Troppe chiamate. Riprova tra ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " secondo"
     ],
     "many": [
      [
       "n"
      ],
      " di secondi"
     ],
     "other": [
      [
       "n"
      ],
      " secondi"
     ]
    }
   ],
   "."
  ],
  "Too many requests. Try again in {n} seconds.": [
   "Troppe richieste. Riprova tra ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " secondo"
     ],
     "many": [
      [
       "n"
      ],
      " di secondi"
     ],
     "other": [
      [
       "n"
      ],
      " secondi"
     ]
    }
   ],
   "."
  ],
  "Too many wrong codes. Try again in {n} minutes.": [
   "Troppi codici errati. Riprova tra ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " minuto"
     ],
     "many": [
      [
       "n"
      ],
      " di minuti"
     ],
     "other": [
      [
       "n"
      ],
      " minuti"
     ]
    }
   ],
   "."
  ],
  "This invitation is not valid: it was used, has expired, or is meant for another email address.": "Questo invito non è valido: è stato usato, è scaduto o è destinato a un altro indirizzo email.",
  "This link is not valid: it was used already or has expired. Request a new one.": "Questo link non è valido: è già stato usato o è scaduto. Richiedine uno nuovo.",
  "This set-up link is no longer valid. Look for a newer one in the output of the server.": "Questo link di configurazione non è più valido. Cercane uno più recente nell’output del server.",
  "The captcha can’t be checked right now. Try again in a moment.": "Al momento non è possibile verificare il captcha. Riprova tra un momento.",
  "There is nothing at this URL.": "A questo URL non c’è nulla.",
  "This form is out of date. Go back, reload the page, and try again.": "Questo modulo non è aggiornato. Torna indietro, ricarica la pagina e riprova.",
  "This form came from another site. Open the page here and try again.": "Questo modulo proviene da un altro sito. Apri la pagina qui e riprova.",
  "You are no longer signed in. Sign in and send it again.": "La tua sessione è terminata. Accedi e invia di nuovo.",
  "You are no longer signed in. Sign in and try again.": "La tua sessione è terminata. Accedi e riprova.",
  "Choose at least one file.": "Scegli almeno un file.",
  "Choose at most {n} files at once.": [
   "Scegli al massimo ",
   [
    "n"
   ],
   " file alla volta."
  ],
  "At most {n} files can be uploaded at once.": [
   [
    "n",
    {
     "one": [
      "Si può caricare al massimo ",
      [
       "n"
      ],
      " file alla volta."
     ],
     "many": [
      "Si possono caricare al massimo ",
      [
       "n"
      ],
      " di file alla volta."
     ],
     "other": [
      "Si possono caricare al massimo ",
      [
       "n"
      ],
      " file alla volta."
     ]
    }
   ]
  ],
  "You selected {n} files; the maximum is {n}.": [
   "Hai selezionato ",
   [
    "n"
   ],
   " file; il massimo è ",
   [
    "n2"
   ],
   "."
  ],
  "One of these files is no longer part of this proofing.": "Uno di questi file non fa più parte di questa galleria di selezione.",
  "Enter your name: this file request requires it.": "Inserisci il tuo nome: questa richiesta di file lo richiede.",
  "This is not an email address.": "Questo non è un indirizzo email.",
  "This file request accepts no more files.": "Questa richiesta di file non accetta altri file.",
  "This link accepts no more files.": "Questo link non accetta altri file.",
  "Fewer files than these are accepted. Remove some.": "Sono accettati meno file di questi. Rimuovine alcuni.",
  "This link accepts no files.": "Questo link non accetta file.",
  "There is not enough storage for these files. Tell the person who requested them.": "Non c’è spazio sufficiente per questi file. Avvisa la persona che li ha richiesti.",
  "This link needs a password. Open its page and try again.": "Questo link richiede una password. Apri la sua pagina e riprova.",
  "A file may have at most {n} bytes here.": [
   "Qui un file può avere al massimo ",
   [
    "n"
   ],
   " byte."
  ],
  "All files together may have at most {n} bytes.": [
   "Tutti i file insieme possono avere al massimo ",
   [
    "n"
   ],
   " byte."
  ],
  "A paste can have at most {n} bytes in UTF-{n}.": [
   "Un testo può avere al massimo ",
   [
    "n"
   ],
   " byte in UTF-",
   [
    "n2"
   ],
   "."
  ],
  "The password must have at least {n} characters.": [
   "La password deve avere almeno ",
   [
    "n"
   ],
   " caratteri."
  ],
  "The text must not be blank.": "Il testo non deve essere vuoto.",
  "The comment must not be blank.": "Il commento non deve essere vuoto.",
  "The storage for uploads without an account is full. Try again later.": "Lo spazio per i caricamenti senza account è esaurito. Riprova più tardi.",
  "Not enough storage is left. Delete something first.": "Non c’è spazio sufficiente. Prima elimina qualcosa.",
  "The server is busy. Try again in a moment.": "Il server è occupato. Riprova tra un momento.",
  "Something went wrong on the server.": "Qualcosa è andato storto sul server.",
  "This file contains a virus.": "Questo file contiene un virus.",
  "This file is quarantined by the administrator.": "Questo file è stato messo in quarantena dall’amministratore.",
  "This file is being checked for viruses. Try again in a few minutes.": "È in corso il controllo antivirus di questo file. Riprova tra qualche minuto.",
  "This file could not be checked for viruses, which this server requires.": "Non è stato possibile controllare questo file con l’antivirus, ma questo server lo richiede.",
  "Choose a reason.": "Scegli un motivo.",
  "The text may have at most {n} characters.": [
   "Il testo può avere al massimo ",
   [
    "n"
   ],
   " caratteri."
  ],
  "Sign in to create a private paste.": "Accedi per creare un testo privato."
 }
};
