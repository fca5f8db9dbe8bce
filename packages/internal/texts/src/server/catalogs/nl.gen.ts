// Generated from languages/nl.json by `pnpm run generate`.
import type { Catalog } from '../catalog.ts';

export const nl: Catalog = {
 "texts": {
  "a file": "een bestand",
  "{from} shared {name} with you": [
   [
    "from"
   ],
   " heeft ",
   [
    "name"
   ],
   " met je gedeeld"
  ],
  "{from} shared {name} with you.": [
   [
    "from"
   ],
   " heeft ",
   [
    "name"
   ],
   " met je gedeeld."
  ],
  "This link is personal: views and downloads through it count as yours.": "Deze link is persoonlijk: weergaven en downloads ermee tellen als die van jou.",
  "It is protected by a password. Ask {from} for it.": [
   "Er is een wachtwoord voor nodig. Vraag ",
   [
    "from"
   ],
   " erom."
  ],
  "It expires on {date}.": [
   "De link verloopt op ",
   [
    "date"
   ],
   "."
  ],
  "{visitor} opened {name}": [
   [
    "visitor"
   ],
   " heeft ",
   [
    "name"
   ],
   " geopend"
  ],
  "{visitor} downloaded a ZIP of {name}": [
   [
    "visitor"
   ],
   " heeft een ZIP van ",
   [
    "name"
   ],
   " gedownload"
  ],
  "{visitor} downloaded {name}": [
   [
    "visitor"
   ],
   " heeft ",
   [
    "name"
   ],
   " gedownload"
  ],
  "{visitor} downloaded {file} from {name}": [
   [
    "visitor"
   ],
   " heeft ",
   [
    "file"
   ],
   " uit ",
   [
    "name"
   ],
   " gedownload"
  ],
  "{event} on {when} UTC.": [
   [
    "event"
   ],
   " op ",
   [
    "when"
   ],
   " UTC."
  ],
  "See the share": "Gedeelde link bekijken",
  "You get this email because notifications are on for this share. You can turn them off in its settings.": "Je krijgt deze e-mail omdat meldingen voor deze link aanstaan. Je kunt ze in de instellingen ervan uitschakelen.",
  "{count} files for {name}": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " bestand"
     ],
     "other": [
      [
       "count"
      ],
      " bestanden"
     ]
    }
   ],
   " voor ",
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
      " bestand is"
     ],
     "other": [
      [
       "count"
      ],
      " bestanden zijn"
     ]
    }
   ],
   " geüpload via je bestandsverzoek ",
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
      " bestand is"
     ],
     "other": [
      [
       "count"
      ],
      " bestanden zijn"
     ]
    }
   ],
   " toegevoegd via je link naar ",
   [
    "name"
   ],
   ":"
  ],
  "Open the folder": "Map openen",
  "{file} ({size}) from {sender}": [
   [
    "file"
   ],
   " (",
   [
    "size"
   ],
   ") van ",
   [
    "sender"
   ]
  ],
  "… and {n} more.": [
   "… en nog ",
   [
    "n"
   ],
   "."
  ],
  "{count} files chosen from {name}": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " bestand"
     ],
     "other": [
      [
       "count"
      ],
      " bestanden"
     ]
    }
   ],
   " gekozen uit ",
   [
    "name"
   ]
  ],
  "{sender} chose {count} files from {name} (round {round}):": [
   [
    "sender"
   ],
   " heeft ",
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " bestand"
     ],
     "other": [
      [
       "count"
      ],
      " bestanden"
     ]
    }
   ],
   " uit ",
   [
    "name"
   ],
   " gekozen (ronde ",
   [
    "round"
   ],
   "):"
  ],
  "They say: {comment}": [
   "Opmerking: ",
   [
    "comment"
   ]
  ],
  "You choose in your account when you get such emails, or none: {url}": [
   "In je account kies je wanneer je zulke e-mails krijgt, of helemaal niet: ",
   [
    "url"
   ]
  ],
  "several files": "meerdere bestanden",
  "{count} notifications on {service}": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " melding"
     ],
     "other": [
      [
       "count"
      ],
      " meldingen"
     ]
    }
   ],
   " op ",
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
      " reactie"
     ],
     "other": [
      [
       "count"
      ],
      " reacties"
     ]
    }
   ],
   " op ",
   [
    "name"
   ],
   ", de laatste van ",
   [
    "user"
   ]
  ],
  "The link to {name} ends on {date}": [
   "De link naar ",
   [
    "name"
   ],
   " verloopt op ",
   [
    "date"
   ]
  ],
  "{used} of the {quota} of {name} are used": [
   [
    "used"
   ],
   " van de ",
   [
    "quota"
   ],
   " van ",
   [
    "name"
   ],
   " is gebruikt"
  ],
  "{used} of your {quota} are used": [
   [
    "used"
   ],
   " van je ",
   [
    "quota"
   ],
   " is gebruikt"
  ],
  "Your file was released": "Je bestand is vrijgegeven",
  "{name} is no longer quarantined. Links to it work again.": [
   [
    "name"
   ],
   " staat niet meer in quarantaine. Links ernaar werken weer."
  ],
  "You can still download it; links to it are closed until an administrator releases it.": "Je kunt het nog downloaden; links ernaar zijn gesloten tot een beheerder het vrijgeeft.",
  "A virus was found in your file": "Er is een virus in je bestand gevonden",
  "This server scanned {name} and found the virus {virus}.": [
   "Deze server heeft ",
   [
    "name"
   ],
   " gescand en het virus ",
   [
    "virus"
   ],
   " gevonden."
  ],
  "Delete the file, or ask an administrator to release it if you know that it is harmless.": "Verwijder het bestand of vraag een beheerder het vrij te geven als je weet dat het onschadelijk is.",
  "Your file was quarantined": "Je bestand is in quarantaine geplaatst",
  "An administrator of this server quarantined {name}.": [
   "Een beheerder van deze server heeft ",
   [
    "name"
   ],
   " in quarantaine geplaatst."
  ],
  "Reason: {reason}": [
   "Reden: ",
   [
    "reason"
   ]
  ],
  "A virus was found in {name}": [
   "Er is een virus in ",
   [
    "name"
   ],
   " gevonden"
  ],
  "A scan found the virus {virus} in {name}, a file of {uploader}.": [
   "Bij een scan is het virus ",
   [
    "virus"
   ],
   " gevonden in ",
   [
    "name"
   ],
   ", een bestand van ",
   [
    "uploader"
   ],
   "."
  ],
  "A scan found the virus {virus} in {name}, which was uploaded without an account.": [
   "Bij een scan is het virus ",
   [
    "virus"
   ],
   " gevonden in ",
   [
    "name"
   ],
   ", dat zonder account is geüpload."
  ],
  "The file is in quarantine: all links to it are closed. Its owner was notified and can still download it.": "Het bestand staat in quarantaine: alle links ernaar zijn gesloten. De eigenaar is op de hoogte en kan het nog downloaden.",
  "To open the links again because the file is harmless, release it: its ID is {id}. The same content is then not quarantined again.": [
   "Is het bestand onschadelijk en wil je de links weer openen, geef het dan vrij: de ID is ",
   [
    "id"
   ],
   ". Dezelfde inhoud gaat daarna niet opnieuw in quarantaine."
  ],
  "Your webhook to {host} was disabled": [
   "Je webhook naar ",
   [
    "host"
   ],
   " is uitgeschakeld"
  ],
  "{n} deliveries in a row to {url} failed, each after several attempts. {service} no longer sends events there, and deliveries that were waiting were cancelled.": [
   [
    "n"
   ],
   " bezorgingen achter elkaar aan ",
   [
    "url"
   ],
   " zijn mislukt, elk na meerdere pogingen. ",
   [
    "service"
   ],
   " stuurt er geen gebeurtenissen meer heen en wachtende bezorgingen zijn geannuleerd."
  ],
  "Open {service}": [
   [
    "service"
   ],
   " openen"
  ],
  "The delivery log of the webhook shows the errors. Enable the webhook again when its receiver works; you can redeliver what it missed from the log.": "Het bezorglogboek van de webhook toont de fouten. Schakel de webhook weer in als de ontvanger werkt; wat is gemist, kun je vanuit het logboek opnieuw versturen.",
  "{user} gave you access to {name}": [
   [
    "user"
   ],
   " heeft je toegang gegeven tot ",
   [
    "name"
   ]
  ],
  "{user} gave you access to “{name}” on {service}.": [
   [
    "user"
   ],
   " heeft je toegang gegeven tot “",
   [
    "name"
   ],
   "” op ",
   [
    "service"
   ],
   "."
  ],
  "{user} gives you access to {name}": [
   [
    "user"
   ],
   " geeft je toegang tot ",
   [
    "name"
   ]
  ],
  "{user} gives you access to “{name}” on {service} at {host}.": [
   [
    "user"
   ],
   " geeft je toegang tot “",
   [
    "name"
   ],
   "” op ",
   [
    "service"
   ],
   " (",
   [
    "host"
   ],
   ")."
  ],
  "You need an account with this email address, which the link creates if you have none. The link works once.": "Je hebt een account met dit e-mailadres nodig. Als je er geen hebt, maak je het met de link. De link werkt één keer.",
  "Open {name}": [
   [
    "name"
   ],
   " openen"
  ],
  "You are invited to {service}": [
   "Je bent uitgenodigd voor ",
   [
    "service"
   ]
  ],
  "An administrator of {service} at {host} invites you to create an account there with this email address.": [
   "Een beheerder van ",
   [
    "service"
   ],
   " (",
   [
    "host"
   ],
   ") nodigt je uit om daar een account te maken met dit e-mailadres."
  ],
  "The link works once.": "De link werkt één keer.",
  "If you did not expect this invitation, ignore this email.": "Verwachtte je deze uitnodiging niet, negeer deze e-mail dan.",
  "Set a new password for {service}": [
   "Stel een nieuw wachtwoord in voor ",
   [
    "service"
   ]
  ],
  "Somebody requested a new password for your account {account}. If it was you, follow this link:": [
   "Iemand heeft een nieuw wachtwoord aangevraagd voor je account ",
   [
    "account"
   ],
   ". Was jij dat, volg dan deze link:"
  ],
  "The link works once, within the next hour.": "De link werkt één keer, binnen een uur.",
  "If it was not you, ignore this email: your password stays as it is.": "Was jij het niet, negeer deze e-mail dan: je wachtwoord blijft zoals het is.",
  "Two-factor authentication is on": "Tweefactorauthenticatie is ingeschakeld",
  "Your account {account} has a new passkey. Signing in with the password now asks for a passkey or a code.": [
   "Je account ",
   [
    "account"
   ],
   " heeft een nieuwe passkey. Bij inloggen met het wachtwoord wordt nu om een passkey of een code gevraagd."
  ],
  "A passkey was removed": "Er is een passkey verwijderd",
  "A passkey of your account {account} was removed.": [
   "Een passkey van je account ",
   [
    "account"
   ],
   " is verwijderd."
  ],
  "The address of your account is confirmed": "Het adres van je account is bevestigd",
  "{account} is now known to be your address. Whoever registered the account had not shown that, so everything that could sign in to it before has ended: the former password, second factor, passkeys, API keys and sessions. Its upload grants are revoked, and its webhooks are off.": [
   "Het staat nu vast dat ",
   [
    "account"
   ],
   " jouw adres is. Wie het account heeft geregistreerd, had dat niet aangetoond. Daarom geldt niets meer waarmee iemand eerder op het account kon inloggen: het vorige wachtwoord, de tweede factor, passkeys, API-sleutels en sessies. De uploadmachtigingen van het account zijn ingetrokken en de webhooks uitgeschakeld."
  ],
  "If you have no other way to sign in, request a new password on the sign-in page.": "Heb je geen andere manier om in te loggen, vraag dan op de inlogpagina een nieuw wachtwoord aan.",
  "Files in the account have stayed. If you did not put them there, look at them, their links and who has access before you add your own.": "De bestanden in het account zijn gebleven. Heb jij ze er niet in gezet, bekijk dan de bestanden, hun links en wie toegang heeft voordat je eigen bestanden toevoegt.",
  "You can sign in with {name}": [
   "Je kunt inloggen met ",
   [
    "name"
   ]
  ],
  "{name} has verified that {account} is your address, and signs in to your account from now on.": [
   [
    "name"
   ],
   " heeft geverifieerd dat ",
   [
    "account"
   ],
   " je adres is. Vanaf nu kun je met ",
   [
    "name"
   ],
   " inloggen op je account."
  ],
  "If it was not, unlink the identity on that page, set a new password, and tell the operator of this server.": "Was jij het niet, ontkoppel dan de identiteit op die pagina, stel een nieuw wachtwoord in en laat het de beheerder van deze server weten.",
  "Two-factor authentication is off": "Tweefactorauthenticatie is uitgeschakeld",
  "Two-factor authentication was reset": "Tweefactorauthenticatie is gereset",
  "Two-factor authentication of your account {account} was turned on. Signing in now asks for a code after the password.": [
   "Tweefactorauthenticatie is ingeschakeld voor je account ",
   [
    "account"
   ],
   ". Bij het inloggen wordt nu na het wachtwoord om een code gevraagd."
  ],
  "Two-factor authentication of your account {account} was turned off. Signing in now asks for the password only.": [
   "Tweefactorauthenticatie is uitgeschakeld voor je account ",
   [
    "account"
   ],
   ". Bij het inloggen wordt nu alleen om het wachtwoord gevraagd."
  ],
  "Two-factor authentication of your account {account} was turned off by an operator of this server. Signing in now asks for the password only.": [
   "Tweefactorauthenticatie voor je account ",
   [
    "account"
   ],
   " is uitgeschakeld door een beheerder van deze server. Bij het inloggen wordt nu alleen om het wachtwoord gevraagd."
  ],
  "Time of the change: {at}.": [
   "Tijdstip van de wijziging: ",
   [
    "at"
   ],
   "."
  ],
  "Your account": "Je account",
  "If it was you, ignore this email.": "Was jij het, dan kun je deze e-mail negeren.",
  "If it was not, set a new password now, end the other sessions on that page, and tell the operator of this server.": "Was jij het niet, stel dan nu een nieuw wachtwoord in, beëindig de andere sessies op die pagina en laat het de beheerder van deze server weten.",
  "More has happened on {service}": [
   "Er is meer gebeurd op ",
   [
    "service"
   ]
  ],
  "There were more events on your shares, file requests, proofings or webhooks than this server sends emails about. Some emails were not sent.": "Er waren meer gebeurtenissen bij je links, bestandsverzoeken, keuzegalerijen of webhooks dan waarover deze server e-mails verstuurt. Sommige e-mails zijn niet verstuurd.",
  "Only emails are limited: nothing else was lost.": "Alleen e-mails zijn beperkt: verder is er niets verloren gegaan.",
  "Test email of {service}": [
   "Testmail van ",
   [
    "service"
   ]
  ],
  "The Drive server at {url} can send emails.": [
   "De Drive-server op ",
   [
    "url"
   ],
   " kan e-mails versturen."
  ],
  "Your account is deleted on {date}": [
   "Je account wordt op ",
   [
    "date"
   ],
   " verwijderd"
  ],
  "Your account {account} on {service} was deleted. Nobody can sign in, and its links and keys no longer work. On {date}, everything in it is deleted for good.": [
   "Je account ",
   [
    "account"
   ],
   " op ",
   [
    "service"
   ],
   " is verwijderd. Niemand kan inloggen, en de links en sleutels ervan werken niet meer. Op ",
   [
    "date"
   ],
   " wordt alles erin definitief verwijderd."
  ],
  "If you want to keep it, or if it was not you, keep the account before then, and set a new password.": "Wil je het account houden of heb jij het niet verwijderd, behoud het dan vóór die datum en stel een nieuw wachtwoord in.",
  "Your account was deleted": "Je account is verwijderd",
  "Your account {account} on {service} and everything in it were deleted for good.": [
   "Je account ",
   [
    "account"
   ],
   " op ",
   [
    "service"
   ],
   " en alles erin zijn definitief verwijderd."
  ],
  "A file drive that you host yourself: upload files, and share them with a link.": "Een drive die je zelf host: upload bestanden en deel ze met een link.",
  "Sign in": "Inloggen",
  "Create an account": "Account maken",
  "There is no account yet. Open the set-up link that the server printed when it started.": "Er is nog geen account. Open de installatielink die de server bij het starten heeft getoond.",
  "A text with a link": "Een tekst met een link",
  "Command line and SDK": "Opdrachtregel en SDK",
  "From this server, in one line": "Van deze server, in één regel",
  "API": "API",
  "Each call with an example": "Elke aanroep met een voorbeeld",
  "Your new password is set. Sign in with it.": "Je nieuwe wachtwoord is ingesteld. Log ermee in.",
  "That took too long. Start again.": "Dat duurde te lang. Begin opnieuw.",
  "Forgot your password?": "Wachtwoord vergeten?",
  "Type your code": "Typ je code",
  "Open your authenticator and type the six digits it shows for {name}.": [
   "Open je authenticator en typ de zes cijfers die hij voor ",
   [
    "name"
   ],
   " toont."
  ],
  "No authenticator at hand? Type one of your recovery codes.": "Geen authenticator bij de hand? Typ een van je herstelcodes.",
  "Start again": "Opnieuw beginnen",
  "Sign in with {name}": [
   "Inloggen met ",
   [
    "name"
   ]
  ],
  "Sign in with a passkey": "Inloggen met een passkey",
  "Use a passkey": "Passkey gebruiken",
  "No passkey at hand? Type one of your recovery codes.": "Geen passkey bij de hand? Typ een van je herstelcodes.",
  "This link signs you in as {email}, once.": [
   "Met deze link log je één keer in als ",
   [
    "email"
   ],
   "."
  ],
  "You are signed out": "Je bent uitgelogd",
  "Sign out of {name}, too": [
   "Ook uitloggen bij ",
   [
    "name"
   ]
  ],
  "Back to your account": "Terug naar je account",
  "Sign-in failed": "Inloggen mislukt",
  "Confirm with {name} who you are": [
   "Bevestig met ",
   [
    "name"
   ],
   " wie je bent"
  ],
  "Name (optional)": "Naam (optioneel)",
  "Create the account": "Account maken",
  "Set up {name}": [
   [
    "name"
   ],
   " instellen"
  ],
  "Create the first account. It will be the administrator.": "Maak het eerste account. Dit wordt de beheerder.",
  "Upload a file": "Upload een bestand",
  "Share it with a link": "Deel het met een link",
  "Accept": "Accepteren",
  "You get access with your account {account}.": [
   "Je krijgt toegang met je account ",
   [
    "account"
   ],
   "."
  ],
  "Sign in as {account} to accept the invitation.": [
   "Log in als ",
   [
    "account"
   ],
   " om de uitnodiging te accepteren."
  ],
  "This server is already set up": "Deze server is al ingesteld",
  "Sign in with your account": "Log in met je account",
  "This link no longer works": "Deze link werkt niet meer",
  "The server prints a new set-up link each time it starts. Use the latest one.": "De server toont bij elke start een nieuwe installatielink. Gebruik de laatste.",
  "Create your account": "Maak je account",
  "Do you have an account?": "Heb je een account?",
  "This invitation no longer works": "Deze uitnodiging werkt niet meer",
  "It was used or has expired. Ask for a new one.": "Deze is gebruikt of verlopen. Vraag om een nieuwe.",
  "Registration is closed": "Registratie is gesloten",
  "You need an invitation to create an account. Ask the operator of this server for one.": "Je hebt een uitnodiging nodig om een account te maken. Vraag de beheerder van deze server erom.",
  "Registration is disabled on this server. Ask its operator for an account.": "Registratie is op deze server uitgeschakeld. Vraag de beheerder om een account.",
  "Back to sign-in": "Terug naar inloggen",
  "Type the email address of your account.": "Typ het e-mailadres van je account.",
  "We send a link to set a new password.": "We sturen een link om een nieuw wachtwoord in te stellen.",
  "Send the link": "Link sturen",
  "Create the link": "Link maken",
  "Ask your administrator": "Vraag je beheerder",
  "If there is an account with that address, there is now a link for it.": "Als er een account met dat adres is, is er nu een link voor.",
  "The link works once, within an hour.": "De link werkt één keer, binnen een uur.",
  "Check your email": "Controleer je e-mail",
  "If there is an account with that address, we sent it an email with a link.": "Als er een account met dat adres is, hebben we een e-mail met een link gestuurd.",
  "No email? Check your spam folder, or try again.": "Geen e-mail? Kijk in je spammap of probeer het opnieuw.",
  "A link works once and for one hour.": "Een link werkt één keer en één uur lang.",
  "Request a new one": "Nieuwe aanvragen",
  "Set a new password": "Nieuw wachtwoord instellen",
  "Set the password": "Wachtwoord instellen",
  "Keep my API keys and the devices that use them signed in": "Mijn API-sleutels en de apparaten die ze gebruiken ingelogd houden",
  "Leave this off if somebody else may know your password. All sessions end in either case.": "Laat dit uit als iemand anders je wachtwoord zou kunnen kennen. Alle sessies worden in beide gevallen beëindigd.",
  "This server sends no email: it writes the link to outbox/ in its data directory. Ask the administrator for it.": "Deze server verstuurt geen e-mail: hij schrijft de link naar outbox/ in zijn gegevensmap. Vraag de beheerder erom.",
  "Email address": "E-mailadres",
  "At least {n} characters.": [
   "Minimaal ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " teken"
     ],
     "other": [
      [
       "n"
      ],
      " tekens"
     ]
    }
   ],
   "."
  ],
  "Code": "Code",
  "Sign in a device": "Apparaat inloggen",
  "The device shows a code of eight letters. Type it here.": "Het apparaat toont een code van acht letters. Typ die hier.",
  "No device is waiting with this code. Check the code: it works once, within ten minutes.": "Er wacht geen apparaat met deze code. Controleer de code: hij werkt één keer, binnen tien minuten.",
  "No command line yet? Run": "Nog geen opdrachtregel? Voer uit:",
  "Install": "Installeren",
  "Command line": "Opdrachtregel",
  "On Linux, without Node:": "Op Linux, zonder Node:",
  "It verifies the SHA-256 of the program and stores it in {folder}.": [
   "Dit controleert de SHA-256 van het programma en slaat het op in ",
   [
    "folder"
   ],
   "."
  ],
  "Show the script": "Script tonen",
  "With npm and Node {version} or newer:": [
   "Met npm en Node ",
   [
    "version"
   ],
   " of nieuwer:"
  ],
  "The command line is not built on this server.": "De opdrachtregel is niet gebouwd op deze server.",
  "Then sign in and send a file:": "Meld je daarna aan en verstuur een bestand:",
  "The SDK is not built on this server.": "De SDK is niet gebouwd op deze server.",
  "For Node {version} or newer, browsers and edge runtimes:": [
   "Voor Node ",
   [
    "version"
   ],
   " of nieuwer, browsers en edge-omgevingen:"
  ],
  "With components for pages that upload, for React or as a web component:": "Met componenten voor pagina’s die uploaden, voor React of als webcomponent:",
  "Other programming languages use the API.": "Andere programmeertalen gebruiken de API.",
  "Overview": "Overzicht",
  "The API of this server": "De API van deze server",
  "Version {version}": [
   "Versie ",
   [
    "version"
   ]
  ],
  "The documentation is in English.": "De documentatie is in het Engels.",
  "Allow this device?": "Dit apparaat toestaan?",
  "You signed in some time ago. Type your password to approve it.": "Je bent al een tijd geleden ingelogd. Typ je wachtwoord om het goed te keuren.",
  "Code of your authenticator": "Code van je authenticator",
  "Allow it only if you started this yourself and the device in front of you shows the same code.": "Sta het alleen toe als je dit zelf bent begonnen en het apparaat voor je dezelfde code toont.",
  "It gets an API key of your account, which can do everything you can do:": "Het krijgt een API-sleutel van je account, die alles kan wat jij kunt:",
  "see, download, add, change and delete your files,": "je bestanden bekijken, downloaden, toevoegen, wijzigen en verwijderen,",
  "share them with others,": "ze met anderen delen,",
  "create and revoke API keys.": "API-sleutels maken en intrekken.",
  "Approve": "Goedkeuren",
  "Refuse": "Weigeren",
  "Device allowed": "Apparaat toegestaan",
  "The device signs in by itself within a few seconds.": "Het apparaat logt binnen een paar seconden vanzelf in.",
  "You can close this page. To sign the device out, revoke its API key.": "Je kunt deze pagina sluiten. Trek de API-sleutel in om het apparaat uit te loggen.",
  "Device refused": "Apparaat geweigerd",
  "It gets no access to your account.": "Het krijgt geen toegang tot je account.",
  "Sign in to choose which emails you get.": "Log in om te kiezen welke e-mails je krijgt.",
  "Turn off emails": "E-mails uitschakelen",
  "You get no more emails about what others do. Emails about your sign-in still come.": "Je krijgt geen e-mails meer over wat anderen doen. E-mails over het inloggen krijg je nog wel.",
  "Emails are off": "E-mails zijn uitgeschakeld",
  "You can turn them on again in your account.": "Je kunt ze in je account weer inschakelen.",
  "See the received files": "Ontvangen bestanden bekijken",
  "Senders chose these names themselves.": "Afzenders hebben deze namen zelf gekozen.",
  "See the selections": "Selecties bekijken",
  "Clients chose these names themselves.": "Klanten hebben deze namen zelf gekozen.",
  "Somebody": "Iemand",
  "Skip to the content": "Naar de inhoud",
  "Sign out": "Uitloggen",
  "Your name": "Je naam",
  "Your name (optional)": "Je naam (optioneel)",
  "Your email address (optional)": "Je e-mailadres (optioneel)",
  "Back to the shared items": "Terug naar de gedeelde items",
  "Password needed": "Wachtwoord nodig",
  "This link needs a password": "Voor deze link is een wachtwoord nodig",
  "Ask the person who shared it with you for the password.": "Vraag het wachtwoord aan de persoon die dit met je heeft gedeeld.",
  "Password": "Wachtwoord",
  "Open": "Openen",
  "Wrong password.": "Onjuist wachtwoord.",
  "Wrong password. {count} attempts left.": [
   [
    "count",
    {
     "=0": "Onjuist wachtwoord. Er zijn geen pogingen meer over.",
     "one": [
      "Onjuist wachtwoord. Er is nog ",
      [
       "count"
      ],
      " poging over."
     ],
     "other": [
      "Onjuist wachtwoord. Er zijn nog ",
      [
       "count"
      ],
      " pogingen over."
     ]
    }
   ]
  ],
  "Too many attempts. Try again in {count} minutes.": [
   [
    "count",
    {
     "one": "Te veel pogingen. Probeer het over een minuut opnieuw.",
     "other": [
      "Te veel pogingen. Probeer het over ",
      [
       "count"
      ],
      " minuten opnieuw."
     ]
    }
   ]
  ],
  "Request": "Verzoek",
  "Go to the start page": "Naar de startpagina",
  "Not found": "Niet gevonden",
  "Gone": "Niet meer beschikbaar",
  "Too many requests": "Te veel verzoeken",
  "Something went wrong": "Er is iets misgegaan",
  "This request was refused": "Dit verzoek is geweigerd",
  "The upload failed": "Het uploaden is mislukt",
  "Pages": "Pagina’s",
  "Previous": "Vorige",
  "Next": "Volgende",
  "Page {page} of {total}": [
   "Pagina ",
   [
    "page"
   ],
   " van ",
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
  "There is nothing on this page.": "Er staat niets op deze pagina.",
  "Continue": "Doorgaan",
  "Until": "Tot",
  "Files": "Bestanden",
  "Choose files": "Bestanden kiezen",
  "Choose a file": "Bestand kiezen",
  "No file chosen": "Geen bestand gekozen",
  "Copy": "Kopiëren",
  "Copied": "Gekopieerd",
  "Download": "Downloaden",
  "Send more": "Meer sturen",
  "Your selection": "Je selectie",
  "{count} files": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " bestand"
     ],
     "other": [
      [
       "count"
      ],
      " bestanden"
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
     "other": [
      [
       "n"
      ],
      " bytes"
     ]
    }
   ]
  ],
  "Folder": "Map",
  "Image": "Afbeelding",
  "Video": "Video",
  "Audio": "Audio",
  "PDF document": "PDF-document",
  "Text": "Tekst",
  "Archive": "Archief",
  "File": "Bestand",
  "Shared by": "Gedeeld door",
  "shared by {name}": [
   "gedeeld door ",
   [
    "name"
   ]
  ],
  "Available until": "Beschikbaar tot",
  "Preview": "Voorbeeld",
  "{count} items": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " item"
     ],
     "other": [
      [
       "count"
      ],
      " items"
     ]
    }
   ]
  ],
  "Download all as ZIP": "Alles als ZIP downloaden",
  "Download folder as ZIP": "Map als ZIP downloaden",
  "Sort by": "Sorteren op",
  "Name": "Naam",
  "Date": "Datum",
  "Size": "Grootte",
  "Grid": "Raster",
  "List": "Lijst",
  "Select": "Selecteren",
  "Cancel": "Annuleren",
  "Download as ZIP": "Downloaden als ZIP",
  "Save to my drive": "Opslaan in mijn drive",
  "It is in your drive now.": "Het staat nu in je drive.",
  "It is being copied to your drive.": "Het wordt naar je drive gekopieerd.",
  "{count} items could not be copied.": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " item kon niet worden gekopieerd."
     ],
     "other": [
      [
       "count"
      ],
      " items konden niet worden gekopieerd."
     ]
    }
   ]
  ],
  "See your files": "Je bestanden bekijken",
  "This folder is empty.": "Deze map is leeg.",
  "Search this folder": "Zoeken in deze map",
  "Search": "Zoeken",
  "Nothing found.": "Niets gevonden.",
  "Contents": "Inhoud",
  "Quarantined by the administrator": "Door de beheerder in quarantaine geplaatst",
  "Contains a virus": "Bevat een virus",
  "Being checked for viruses": "Wordt op virussen gecontroleerd",
  "Not checked for viruses": "Niet op virussen gecontroleerd",
  "Folders above": "Bovenliggende mappen",
  "This link does not exist": "Deze link bestaat niet",
  "It may be mistyped, or its owner has revoked it.": "Er zit misschien een typefout in of de eigenaar heeft de link ingetrokken.",
  "This link has expired": "Deze link is verlopen",
  "Ask the sender for a new one.": "Vraag de afzender om een nieuwe.",
  "This link has no downloads left": "Deze link heeft geen downloads over",
  "Its owner limited the number of downloads. Ask the sender for a new link.": "De eigenaar heeft het aantal downloads beperkt. Vraag de afzender om een nieuwe link.",
  "This file is not available": "Dit bestand is niet beschikbaar",
  "This folder is not available": "Deze map is niet beschikbaar",
  "It may have been moved, or is no longer shared.": "Misschien is dit verplaatst of wordt het niet meer gedeeld.",
  "This is not allowed here": "Dit is hier niet toegestaan",
  "The owner disabled it, or it belongs to someone else.": "De eigenaar heeft dit uitgeschakeld of het is van iemand anders.",
  "This comment is not available": "Deze reactie is niet beschikbaar",
  "It may have been deleted.": "Misschien is deze verwijderd.",
  "This is too large for one ZIP": "Dit is te groot voor één ZIP-bestand",
  "Download the files one by one, or folder by folder.": "Download de bestanden één voor één of map voor map.",
  "Likes": "Likes",
  "Like": "Liken",
  "Liked": "Geliket",
  "Do you like it?": "Vind je dit leuk?",
  "Likes and comments": "Likes en reacties",
  "Comment": "Reageren",
  "Comments": "Reacties",
  "{count} comments": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " reactie"
     ],
     "other": [
      [
       "count"
      ],
      " reacties"
     ]
    }
   ]
  ],
  "All comments": "Alle reacties",
  "All {count} comments": [
   [
    "count",
    {
     "one": "Alle reacties",
     "other": [
      "Alle ",
      [
       "count"
      ],
      " reacties"
     ]
    }
   ]
  ],
  "Comments ({n})": [
   "Reacties (",
   [
    "n"
   ],
   ")"
  ],
  "Comments on {name}": [
   "Reacties op ",
   [
    "name"
   ]
  ],
  "Comment on {name}": [
   "Reactie op ",
   [
    "name"
   ]
  ],
  "Comment as {name}": [
   "Reageren als ",
   [
    "name"
   ]
  ],
  "No comments yet.": "Nog geen reacties.",
  "Back": "Terug",
  "Comments are turned off. Only you can see the earlier ones.": "Reacties zijn uitgeschakeld. Alleen jij ziet de eerdere.",
  "Your comment": "Je reactie",
  "Owner": "Eigenaar",
  "Read on": "Verder lezen",
  "Delete": "Verwijderen",
  "Report a problem": "Probleem melden",
  "Malware or phishing": "Malware of phishing",
  "Infringed copyright": "Inbreuk op auteursrecht",
  "Illegal content": "Illegale inhoud",
  "Private data": "Privégegevens",
  "Something else": "Iets anders",
  "Thank you. The administrators of this server will look at it.": "Bedankt. De beheerders van deze server bekijken het.",
  "Tell the administrators of this server what is wrong with “{name}”. The owner is not told.": [
   "Vertel de beheerders van deze server wat er mis is met “",
   [
    "name"
   ],
   "”. De eigenaar krijgt hiervan geen bericht."
  ],
  "What is it about?": "Waar gaat het over?",
  "Everything at this link": "Alles achter deze link",
  "What should they know? (optional)": "Wat moeten ze weten? (optioneel)",
  "Send the report": "Melding versturen",
  "What is wrong?": "Wat is er mis?",
  "Choose a reason": "Kies een reden",
  "Send files": "Bestanden sturen",
  "This server does not accept uploads without an account. Sign in to upload to your drive.": "Deze server accepteert geen uploads zonder account. Log in om naar je drive te uploaden.",
  "One file of at most {size}.": [
   "Eén bestand van maximaal ",
   [
    "size"
   ],
   "."
  ],
  "Up to {n} files of at most {size} each.": [
   "Tot ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " bestand"
     ],
     "other": [
      [
       "n"
      ],
      " bestanden"
     ]
    }
   ],
   " van maximaal ",
   [
    "size"
   ],
   " per bestand."
  ],
  "You need no account.": "Je hebt geen account nodig.",
  "They are stored in your drive.": "Ze worden in je drive opgeslagen.",
  "Each file gets a link; anyone with the link can download the file.": "Elk bestand krijgt een link; iedereen met de link kan het bestand downloaden.",
  "Files are deleted after {count} days.": [
   [
    "count",
    {
     "one": "Bestanden worden na een dag verwijderd.",
     "other": [
      "Bestanden worden na ",
      [
       "count"
      ],
      " dagen verwijderd."
     ]
    }
   ]
  ],
  "This server checks for bots with JavaScript. Enable JavaScript for this page and reload it.": "Deze server controleert met JavaScript op bots. Schakel JavaScript in voor deze pagina en laad de pagina opnieuw.",
  "Or drop it anywhere on this page.": "Of sleep het bestand naar deze pagina.",
  "Or drop them anywhere on this page.": "Of sleep ze naar deze pagina.",
  "Make them public and allow search engines": "Openbaar maken en zoekmachines toestaan",
  "Upload": "Uploaden",
  "Copy all links": "Alle links kopiëren",
  "Nothing there": "Hier is niets",
  "Your file is uploaded": "Je bestand is geüpload",
  "Your files are uploaded": "Je bestanden zijn geüpload",
  "There is no upload at this URL, or its files were deleted.": "Er is geen upload op deze URL of de bestanden zijn verwijderd.",
  "Anyone with a link can download the file.": "Iedereen met een link kan het bestand downloaden.",
  "Save the links: they cannot be looked up later.": "Bewaar de links: ze kunnen later niet worden opgezocht.",
  "Your drive lists the files that you sent while signed in.": "De bestanden die je ingelogd hebt gestuurd, staan in je drive.",
  "It may be mistyped, or the file request was closed.": "Er zit misschien een typefout in of het bestandsverzoek is gesloten.",
  "This file request has ended": "Dit bestandsverzoek is afgelopen",
  "Ask the sender of the link for a new one.": "Vraag de afzender van de link om een nieuwe.",
  "You are asked to send files.": "Je wordt gevraagd bestanden te sturen.",
  "asks you for files.": "vraagt je om bestanden.",
  "This is your file request.": "Dit is je bestandsverzoek.",
  "Your {count} files have arrived.": [
   [
    "count",
    {
     "one": "Je bestand is aangekomen.",
     "other": [
      "Je ",
      [
       "count"
      ],
      " bestanden zijn aangekomen."
     ]
    }
   ]
  ],
  "It accepts no more files.": "Het accepteert geen bestanden meer.",
  "images": "afbeeldingen",
  "videos": "video’s",
  "audio files": "audiobestanden",
  "text files": "tekstbestanden",
  "PDF": "PDF",
  "At most {size} a file": [
   "Maximaal ",
   [
    "size"
   ],
   " per bestand"
  ],
  "Only {types}": [
   "Alleen ",
   [
    "types"
   ]
  ],
  "Room for {count} more files": [
   [
    "count",
    {
     "one": "Ruimte voor nog één bestand",
     "other": [
      "Ruimte voor nog ",
      [
       "count"
      ],
      " bestanden"
     ]
    }
   ]
  ],
  "Up to {n} at once.": [
   "Maximaal ",
   [
    "n"
   ],
   " tegelijk."
  ],
  "Only the person who requested them can see them.": "Alleen de persoon die erom heeft gevraagd, kan ze zien.",
  "Add files": "Bestanden toevoegen",
  "Everyone with this link can see them.": "Iedereen met deze link kan ze zien.",
  "This folder accepts no more files.": "Deze map accepteert geen bestanden meer.",
  "Send": "Versturen",
  "from": "van",
  "It may be mistyped, or the proofing was ended.": "Er zit misschien een typefout in of de keuzegalerij is beëindigd.",
  "This proofing has ended": "Deze keuzegalerij is afgelopen",
  "Select your files.": "Selecteer je bestanden.",
  "asks you to choose.": "vraagt je om te kiezen.",
  "choose at most {n}": [
   "kies er maximaal ",
   [
    "n"
   ]
  ],
  "This is your proofing.": "Dit is je keuzegalerij.",
  "Your selection has been sent. You may send another.": "Je selectie is verstuurd. Je mag er nog een sturen.",
  "There are no files here at the moment.": "Er zijn hier op dit moment geen bestanden.",
  "chosen": "gekozen",
  "of {n} chosen": [
   "van ",
   [
    "n"
   ],
   " gekozen"
  ],
  "Select your favorites": "Selecteer je favorieten",
  "Enlarge": "Vergroten",
  "Back to all": "Terug naar alles",
  "Comment (optional)": "Opmerking (optioneel)",
  "Send the selection": "Selectie versturen",
  "Write a paste": "Tekstfragment schrijven",
  "A text with a link: anyone with the link can read it.": "Een tekst met een link: iedereen met de link kan hem lezen.",
  "Save the link: without an account, it cannot be looked up or changed later.": "Bewaar de link: zonder account kun je hem later niet opzoeken of wijzigen.",
  "Get a link": "Link maken",
  "Title (optional)": "Titel (optioneel)",
  "Language (optional)": "Programmeertaal (optioneel)",
  "Keep for": "Bewaren",
  "No time limit": "Zonder tijdslimiet",
  "A day": "Een dag",
  "A week": "Een week",
  "A month": "Een maand",
  "A year": "Een jaar",
  "For": "Voor",
  "Anyone with the link": "Iedereen met de link",
  "Everyone, including search engines": "Iedereen, ook zoekmachines",
  "Only you": "Alleen jij",
  "Password (optional)": "Wachtwoord (optioneel)",
  "4 characters or more. Send it to readers separately from the link.": "4 tekens of meer. Stuur het apart van de link naar de lezers.",
  "Delete after it is read once": "Verwijderen nadat het één keer is gelezen",
  "Pastes on this server need an account.": "Voor tekstfragmenten op deze server is een account nodig.",
  "Your paste is saved": "Je tekstfragment is opgeslagen",
  "Send this link to the people who should read it.": "Stuur deze link naar de mensen die het mogen lezen.",
  "Write another": "Nog een schrijven",
  "Deleted": "Verwijderd",
  "The paste and its link are deleted.": "Het tekstfragment en de link zijn verwijderd.",
  "Paste": "Tekstfragment",
  "to be read once": "één keer te lezen",
  "by {name}": [
   "door ",
   [
    "name"
   ]
  ],
  "By": "Door",
  "This text can be shown only once; the server has deleted it. Copy what you need before you leave this page.": "Deze tekst kan maar één keer worden getoond; de server heeft hem verwijderd. Kopieer wat je nodig hebt voordat je deze pagina verlaat.",
  "This text can be read only once. Opening it deletes it for everyone.": "Deze tekst kan maar één keer worden gelezen. Als je hem opent, wordt hij voor iedereen verwijderd.",
  "Show and delete": "Tonen en verwijderen",
  "Raw text": "Platte tekst",
  "Save as a file": "Als bestand opslaan",
  "Delete this paste": "Dit tekstfragment verwijderen",
  "Delete it for good": "Definitief verwijderen",
  "Untitled paste": "Tekstfragment zonder titel",
  "This text contains characters that change the direction of text: it may be displayed in a different order than it is stored.": "Deze tekst bevat tekens die de tekstrichting veranderen: hij wordt misschien in een andere volgorde getoond dan hij is opgeslagen.",
  "These are the first {count} of {total} lines. The raw text has all of them.": [
   "Dit zijn de eerste ",
   [
    "count"
   ],
   " van ",
   [
    "total"
   ],
   " regels. De platte tekst bevat ze allemaal."
  ],
  "Content": "Inhoud",
  "It may be mistyped, or the paste was deleted.": "Er zit misschien een typefout in of het tekstfragment is verwijderd.",
  "This paste has expired": "Dit tekstfragment is verlopen",
  "This paste has been read": "Dit tekstfragment is gelezen",
  "It could be read only once and is now deleted. If it was not you who read it, tell the sender of the link.": "Het kon maar één keer worden gelezen en is nu verwijderd. Heb jij het niet gelezen, laat het de afzender van de link dan weten.",
  "Too many attempts": "Te veel pogingen",
  "Wait a minute, then try again.": "Wacht een minuut en probeer het opnieuw.",
  "Keep the account": "Account behouden",
  "Everything in it is as it was: your files, your links and your keys work again.": "Alles is zoals het was: je bestanden, je links en je sleutels werken weer.",
  "Your account is kept": "Je account blijft bestaan",
  "Sign in again. If it was not you who deleted it, set a new password first.": "Log opnieuw in. Als jij het niet hebt verwijderd, stel dan eerst een nieuw wachtwoord in.",
  "The account is kept already, or it is gone.": "Het account is al behouden of bestaat niet meer.",
  "Your account is deleted": "Je account is verwijderd",
  "Everything in it is deleted for good on {date}. Until then the link in the email to you keeps it, and so does an administrator.": [
   "Alles erin wordt op ",
   [
    "date"
   ],
   " definitief verwijderd. Tot die tijd kun je het account behouden via de link in de e-mail die je hebt gekregen; ook een beheerder kan dat doen."
  ],
  "You are signed out. Everything in it is being deleted.": "Je bent uitgelogd. Alles in het account wordt verwijderd."
 },
 "scripts": {
  "Choose at least one file.": "Kies minstens één bestand.",
  "{n} files chosen": [
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " bestand"
     ],
     "other": [
      [
       "n"
      ],
      " bestanden"
     ]
    }
   ],
   " gekozen"
  ],
  "At most {n} files can be uploaded at once.": [
   "Er ",
   [
    "n",
    {
     "one": [
      "kan maximaal ",
      [
       "n"
      ],
      " bestand"
     ],
     "other": [
      "kunnen maximaal ",
      [
       "n"
      ],
      " bestanden"
     ]
    }
   ],
   " tegelijk worden geüpload."
  ],
  "There is room for {n} more. Remove some files.": [
   "Er is ruimte voor nog ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " bestand"
     ],
     "other": [
      [
       "n"
      ],
      " bestanden"
     ]
    }
   ],
   ". Verwijder er een paar."
  ],
  "“{name}” has more than {size}.": [
   "“",
   [
    "name"
   ],
   "” is groter dan ",
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
   "” is leeg. Lege bestanden kunnen niet worden geüpload."
  ],
  "“{name}” is a folder. Drop the files that are in it.": [
   "“",
   [
    "name"
   ],
   "” is een map. Sleep de bestanden die erin staan."
  ],
  "Drop the files to add them": "Laat de bestanden los om ze toe te voegen",
  "Reserving space …": "Ruimte reserveren…",
  "Checking that you are not a bot …": "Controleren of je geen bot bent…",
  "Complete the check that you are not a bot first.": "Voltooi eerst de controle dat je geen bot bent.",
  "The check failed. Try again.": "De controle is mislukt. Probeer het opnieuw.",
  "Failed: {problem}": [
   "Mislukt: ",
   [
    "problem"
   ]
  ],
  "You are no longer signed in. Reload the page, sign in, and send the files again.": "Je bent niet meer ingelogd. Laad de pagina opnieuw, log in en stuur de bestanden nog eens.",
  "The server answered {status}.": [
   "De server antwoordde met ",
   [
    "status"
   ],
   "."
  ],
  "Sending {n} of {total} …": [
   [
    "n"
   ],
   " van ",
   [
    "total"
   ],
   " versturen…"
  ],
  "Progress of {name}": [
   "Voortgang van ",
   [
    "name"
   ]
  ],
  "Uploaded {n} files.": [
   [
    "n",
    {
     "one": "Eén bestand geüpload.",
     "other": [
      [
       "n"
      ],
      " bestanden geüpload."
     ]
    }
   ]
  ],
  "{n} failed.": [
   [
    "n"
   ],
   " mislukt."
  ],
  "Save the links: they cannot be looked up later.": "Bewaar de links: ze kunnen later niet worden opgezocht.",
  "It is in your drive.": "Het staat in je drive.",
  "They are in your drive.": "Ze staan in je drive.",
  "Copy": "Kopiëren",
  "Copy the link to {name}": [
   "Link naar ",
   [
    "name"
   ],
   " kopiëren"
  ],
  "Copied the link to {name}.": [
   "Link naar ",
   [
    "name"
   ],
   " gekopieerd."
  ],
  "Remove": "Verwijderen",
  "Remove {name}": [
   [
    "name"
   ],
   " verwijderen"
  ],
  "{n} files, {size} together": [
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " bestand"
     ],
     "other": [
      [
       "n"
      ],
      " bestanden"
     ]
    }
   ],
   ", samen ",
   [
    "size"
   ]
  ],
  "Copied all links.": "Alle links gekopieerd.",
  "Arrived": "Aangekomen",
  "Your {n} files have arrived.": [
   [
    "n",
    {
     "one": "Je bestand is aangekomen.",
     "other": [
      "Je ",
      [
       "n"
      ],
      " bestanden zijn aangekomen."
     ]
    }
   ]
  ],
  "Nothing has arrived.": "Er is niets aangekomen."
 },
 "messages": {
  "Type your email address.": "Typ je e-mailadres.",
  "Type your password.": "Typ je wachtwoord.",
  "Type the code.": "Typ de code.",
  "The email address or the password is wrong.": "Het e-mailadres of het wachtwoord is onjuist.",
  "The password is wrong.": "Het wachtwoord is onjuist.",
  "This email address already has an account.": "Dit e-mailadres heeft al een account.",
  "Must be an email address.": "Moet een e-mailadres zijn.",
  "Must have at least {n} characters.": [
   "Moet minimaal ",
   [
    "n"
   ],
   " tekens hebben."
  ],
  "Must have at most {n} characters.": [
   "Mag maximaal ",
   [
    "n"
   ],
   " tekens hebben."
  ],
  "Must have at most {n} bytes in UTF-{n}.": [
   "Mag maximaal ",
   [
    "n"
   ],
   " bytes in UTF-",
   [
    "n2"
   ],
   " hebben."
  ],
  "Must not be one of the most common passwords.": "Mag niet een van de meest gebruikte wachtwoorden zijn.",
  "Must not be part of the email address.": "Mag geen deel van het e-mailadres zijn.",
  "Must not be the name of this server.": "Mag niet de naam van deze server zijn.",
  "Your sign-in is older than {n} minutes. Confirm who you are, then try again.": [
   "Je bent meer dan ",
   [
    "n"
   ],
   " minuten geleden ingelogd. Bevestig wie je bent en probeer het opnieuw."
  ],
  "Must not be blank.": "Mag niet leeg zijn.",
  "Too many calls. Try again in {n} seconds.": [
   "Te veel aanroepen. Probeer het over ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " seconde"
     ],
     "other": [
      [
       "n"
      ],
      " seconden"
     ]
    }
   ],
   " opnieuw."
  ],
  "Too many requests. Try again in {n} seconds.": [
   "Te veel verzoeken. Probeer het over ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " seconde"
     ],
     "other": [
      [
       "n"
      ],
      " seconden"
     ]
    }
   ],
   " opnieuw."
  ],
  "Too many wrong codes. Try again in {n} minutes.": [
   "Te veel onjuiste codes. Probeer het over ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " minuut"
     ],
     "other": [
      [
       "n"
      ],
      " minuten"
     ]
    }
   ],
   " opnieuw."
  ],
  "This invitation is not valid: it was used, has expired, or is meant for another email address.": "Deze uitnodiging is niet geldig: deze is gebruikt, verlopen of voor een ander e-mailadres bedoeld.",
  "This link is not valid: it was used already or has expired. Request a new one.": "Deze link is niet geldig: hij is al gebruikt of verlopen. Vraag een nieuwe aan.",
  "This set-up link is no longer valid. Look for a newer one in the output of the server.": "Deze installatielink is niet meer geldig. Zoek een nieuwere in de uitvoer van de server.",
  "The captcha can’t be checked right now. Try again in a moment.": "De captcha kan nu niet worden gecontroleerd. Probeer het zo opnieuw.",
  "There is nothing at this URL.": "Er is niets op deze URL.",
  "This form is out of date. Go back, reload the page, and try again.": "Dit formulier is verouderd. Ga terug, laad de pagina opnieuw en probeer het nog eens.",
  "This form came from another site. Open the page here and try again.": "Dit formulier kwam van een andere site. Open de pagina hier en probeer het opnieuw.",
  "You are no longer signed in. Sign in and send it again.": "Je bent niet meer ingelogd. Log in en verstuur het opnieuw.",
  "You are no longer signed in. Sign in and try again.": "Je bent niet meer ingelogd. Log in en probeer het opnieuw.",
  "Choose at least one file.": "Kies minstens één bestand.",
  "Choose at most {n} files at once.": [
   "Kies maximaal ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " bestand"
     ],
     "other": [
      [
       "n"
      ],
      " bestanden"
     ]
    }
   ],
   " tegelijk."
  ],
  "At most {n} files can be uploaded at once.": [
   "Er ",
   [
    "n",
    {
     "one": [
      "kan maximaal ",
      [
       "n"
      ],
      " bestand"
     ],
     "other": [
      "kunnen maximaal ",
      [
       "n"
      ],
      " bestanden"
     ]
    }
   ],
   " tegelijk worden geüpload."
  ],
  "You selected {n} files; the maximum is {n}.": [
   "Je hebt ",
   [
    "n"
   ],
   " bestanden geselecteerd; het maximum is ",
   [
    "n2"
   ],
   "."
  ],
  "One of these files is no longer part of this proofing.": "Een van deze bestanden hoort niet meer bij deze keuzegalerij.",
  "Enter your name: this file request requires it.": "Vul je naam in: dit bestandsverzoek vereist dat.",
  "This is not an email address.": "Dit is geen e-mailadres.",
  "This file request accepts no more files.": "Dit bestandsverzoek accepteert geen bestanden meer.",
  "This link accepts no more files.": "Deze link accepteert geen bestanden meer.",
  "Fewer files than these are accepted. Remove some.": "Er worden minder bestanden geaccepteerd dan deze. Verwijder er een paar.",
  "This link accepts no files.": "Deze link accepteert geen bestanden.",
  "There is not enough storage for these files. Tell the person who requested them.": "Er is niet genoeg opslag voor deze bestanden. Laat het de persoon weten die erom heeft gevraagd.",
  "This link needs a password. Open its page and try again.": "Voor deze link is een wachtwoord nodig. Open de pagina ervan en probeer het opnieuw.",
  "A file may have at most {n} bytes here.": [
   "Een bestand mag hier maximaal ",
   [
    "n"
   ],
   " bytes hebben."
  ],
  "All files together may have at most {n} bytes.": [
   "Alle bestanden samen mogen maximaal ",
   [
    "n"
   ],
   " bytes hebben."
  ],
  "A paste can have at most {n} bytes in UTF-{n}.": [
   "Een tekstfragment kan maximaal ",
   [
    "n"
   ],
   " bytes in UTF-",
   [
    "n2"
   ],
   " hebben."
  ],
  "The password must have at least {n} characters.": [
   "Het wachtwoord moet minimaal ",
   [
    "n"
   ],
   " tekens hebben."
  ],
  "The text must not be blank.": "De tekst mag niet leeg zijn.",
  "The comment must not be blank.": "De reactie mag niet leeg zijn.",
  "The storage for uploads without an account is full. Try again later.": "De opslag voor uploads zonder account is vol. Probeer het later opnieuw.",
  "Not enough storage is left. Delete something first.": "Er is niet genoeg opslag over. Verwijder eerst iets.",
  "The server is busy. Try again in a moment.": "De server heeft het druk. Probeer het zo opnieuw.",
  "Something went wrong on the server.": "Er is iets misgegaan op de server.",
  "This file contains a virus.": "Dit bestand bevat een virus.",
  "This file is quarantined by the administrator.": "Dit bestand is door de beheerder in quarantaine geplaatst.",
  "This file is being checked for viruses. Try again in a few minutes.": "Dit bestand wordt op virussen gecontroleerd. Probeer het over een paar minuten opnieuw.",
  "This file could not be checked for viruses, which this server requires.": "Dit bestand kon niet op virussen worden gecontroleerd; deze server vereist dat.",
  "Choose a reason.": "Kies een reden.",
  "The text may have at most {n} characters.": [
   "De tekst mag maximaal ",
   [
    "n"
   ],
   " tekens hebben."
  ],
  "Sign in to create a private paste.": "Log in om een tekstfragment te maken dat alleen jij kunt lezen."
 }
};
