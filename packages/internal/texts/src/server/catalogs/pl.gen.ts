// Generated from languages/pl.json by `pnpm run generate`.
import type { Catalog } from '../catalog.ts';

export const pl: Catalog = {
 "texts": {
  "a file": "plik",
  "{from} shared {name} with you": [
   [
    "from"
   ],
   " udostępnia ci: ",
   [
    "name"
   ]
  ],
  "{from} shared {name} with you.": [
   [
    "from"
   ],
   " udostępnia ci: ",
   [
    "name"
   ],
   "."
  ],
  "This link is personal: views and downloads through it count as yours.": "Ten link jest osobisty: wyświetlenia i pobrania przez niego liczą się jako twoje.",
  "It is protected by a password. Ask {from} for it.": [
   "Jest chroniony hasłem. Hasło zna ",
   [
    "from"
   ],
   "."
  ],
  "It expires on {date}.": [
   "Wygasa ",
   [
    "date"
   ],
   "."
  ],
  "{visitor} opened {name}": [
   [
    "visitor"
   ],
   " otwiera: ",
   [
    "name"
   ]
  ],
  "{visitor} downloaded a ZIP of {name}": [
   [
    "visitor"
   ],
   " pobiera ZIP: ",
   [
    "name"
   ]
  ],
  "{visitor} downloaded {name}": [
   [
    "visitor"
   ],
   " pobiera: ",
   [
    "name"
   ]
  ],
  "{visitor} downloaded {file} from {name}": [
   [
    "visitor"
   ],
   " pobiera ",
   [
    "file"
   ],
   " z: ",
   [
    "name"
   ]
  ],
  "{event} on {when} UTC.": [
   [
    "event"
   ],
   ", ",
   [
    "when"
   ],
   " UTC."
  ],
  "See the share": "Zobacz udostępnienie",
  "You get this email because notifications are on for this share. You can turn them off in its settings.": "Otrzymujesz ten e-mail, bo powiadomienia dla tego udostępnienia są włączone. Możesz je wyłączyć w jego ustawieniach.",
  "{count} files for {name}": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " plik"
     ],
     "few": [
      [
       "count"
      ],
      " pliki"
     ],
     "many": [
      [
       "count"
      ],
      " plików"
     ],
     "other": [
      [
       "count"
      ],
      " pliku"
     ]
    }
   ],
   ": ",
   [
    "name"
   ]
  ],
  "{count} files were uploaded through your file request {name}:": [
   [
    "count",
    {
     "one": [
      "Przesłano ",
      [
       "count"
      ],
      " plik"
     ],
     "few": [
      "Przesłano ",
      [
       "count"
      ],
      " pliki"
     ],
     "many": [
      "Przesłano ",
      [
       "count"
      ],
      " plików"
     ],
     "other": [
      "Przesłano ",
      [
       "count"
      ],
      " pliku"
     ]
    }
   ],
   " przez twoją prośbę o pliki ",
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
      "Dodano ",
      [
       "count"
      ],
      " plik"
     ],
     "few": [
      "Dodano ",
      [
       "count"
      ],
      " pliki"
     ],
     "many": [
      "Dodano ",
      [
       "count"
      ],
      " plików"
     ],
     "other": [
      "Dodano ",
      [
       "count"
      ],
      " pliku"
     ]
    }
   ],
   " przez twój link do ",
   [
    "name"
   ],
   ":"
  ],
  "Open the folder": "Otwórz folder",
  "{file} ({size}) from {sender}": [
   [
    "file"
   ],
   " (",
   [
    "size"
   ],
   ") od ",
   [
    "sender"
   ]
  ],
  "… and {n} more.": [
   "… i jeszcze ",
   [
    "n"
   ],
   "."
  ],
  "{count} files chosen from {name}": [
   "Wybrano ",
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " plik"
     ],
     "few": [
      [
       "count"
      ],
      " pliki"
     ],
     "many": [
      [
       "count"
      ],
      " plików"
     ],
     "other": [
      [
       "count"
      ],
      " pliku"
     ]
    }
   ],
   " z ",
   [
    "name"
   ]
  ],
  "{sender} chose {count} files from {name} (round {round}):": [
   [
    "sender"
   ],
   " wybiera ",
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " plik"
     ],
     "few": [
      [
       "count"
      ],
      " pliki"
     ],
     "many": [
      [
       "count"
      ],
      " plików"
     ],
     "other": [
      [
       "count"
      ],
      " pliku"
     ]
    }
   ],
   " z ",
   [
    "name"
   ],
   " (runda ",
   [
    "round"
   ],
   "):"
  ],
  "They say: {comment}": [
   "Komentarz: ",
   [
    "comment"
   ]
  ],
  "You choose in your account when you get such emails, or none: {url}": [
   "Na swoim koncie możesz wybrać, kiedy otrzymywać takie e-maile, albo z nich zrezygnować: ",
   [
    "url"
   ]
  ],
  "several files": "kilka plików",
  "{count} notifications on {service}": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " powiadomienie"
     ],
     "few": [
      [
       "count"
      ],
      " powiadomienia"
     ],
     "many": [
      [
       "count"
      ],
      " powiadomień"
     ],
     "other": [
      [
       "count"
      ],
      " powiadomienia"
     ]
    }
   ],
   " w ",
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
      " komentarz"
     ],
     "few": [
      [
       "count"
      ],
      " komentarze"
     ],
     "many": [
      [
       "count"
      ],
      " komentarzy"
     ],
     "other": [
      [
       "count"
      ],
      " komentarza"
     ]
    }
   ],
   " do ",
   [
    "name"
   ],
   ", ostatni: ",
   [
    "user"
   ]
  ],
  "The link to {name} ends on {date}": [
   "Link do ",
   [
    "name"
   ],
   " wygasa ",
   [
    "date"
   ]
  ],
  "{used} of the {quota} of {name} are used": [
   "Zajęte jest ",
   [
    "used"
   ],
   " z ",
   [
    "quota"
   ],
   ": ",
   [
    "name"
   ]
  ],
  "{used} of your {quota} are used": [
   "Zajęte jest ",
   [
    "used"
   ],
   " z ",
   [
    "quota"
   ]
  ],
  "Your file was released": "Twój plik został zwolniony",
  "{name} is no longer quarantined. Links to it work again.": [
   [
    "name"
   ],
   " nie jest już w kwarantannie. Linki znów działają."
  ],
  "You can still download it; links to it are closed until an administrator releases it.": "Nadal możesz go pobrać; linki do niego są zablokowane, dopóki administrator go nie zwolni.",
  "A virus was found in your file": "W twoim pliku znaleziono wirusa",
  "This server scanned {name} and found the virus {virus}.": [
   "Ten serwer przeskanował ",
   [
    "name"
   ],
   " i znalazł wirusa ",
   [
    "virus"
   ],
   "."
  ],
  "Delete the file, or ask an administrator to release it if you know that it is harmless.": "Usuń plik albo, jeśli wiesz, że jest nieszkodliwy, poproś administratora o jego zwolnienie.",
  "Your file was quarantined": "Twój plik objęto kwarantanną",
  "An administrator of this server quarantined {name}.": [
   "Administrator tego serwera objął kwarantanną ",
   [
    "name"
   ],
   "."
  ],
  "Reason: {reason}": [
   "Powód: ",
   [
    "reason"
   ]
  ],
  "A virus was found in {name}": [
   "Znaleziono wirusa w ",
   [
    "name"
   ]
  ],
  "A scan found the virus {virus} in {name}, a file of {uploader}.": [
   "Skanowanie wykryło wirusa ",
   [
    "virus"
   ],
   " w ",
   [
    "name"
   ],
   "; właściciel pliku: ",
   [
    "uploader"
   ],
   "."
  ],
  "A scan found the virus {virus} in {name}, which was uploaded without an account.": [
   "Skanowanie wykryło wirusa ",
   [
    "virus"
   ],
   " w pliku ",
   [
    "name"
   ],
   ", przesłanym bez konta."
  ],
  "The file is in quarantine: all links to it are closed. Its owner was notified and can still download it.": "Plik jest w kwarantannie: wszystkie linki do niego są zablokowane. Właściciel został powiadomiony i nadal może go pobrać.",
  "To open the links again because the file is harmless, release it: its ID is {id}. The same content is then not quarantined again.": [
   "Jeśli plik jest nieszkodliwy, zwolnij go, aby odblokować linki: jego ID to ",
   [
    "id"
   ],
   ". Ta sama zawartość nie trafi już do kwarantanny."
  ],
  "Your webhook to {host} was disabled": [
   "Twój webhook do ",
   [
    "host"
   ],
   " został wyłączony"
  ],
  "{n} deliveries in a row to {url} failed, each after several attempts. {service} no longer sends events there, and deliveries that were waiting were cancelled.": [
   "Nieudane dostarczenia z rzędu do ",
   [
    "url"
   ],
   ": ",
   [
    "n"
   ],
   ", każde po kilku próbach. ",
   [
    "service"
   ],
   " nie wysyła już tam zdarzeń, a oczekujące dostarczenia anulowano."
  ],
  "Open {service}": [
   "Otwórz ",
   [
    "service"
   ]
  ],
  "The delivery log of the webhook shows the errors. Enable the webhook again when its receiver works; you can redeliver what it missed from the log.": "Błędy znajdziesz w dzienniku dostarczeń webhooka. Włącz webhook ponownie, gdy odbiorca będzie działać; pominięte zdarzenia możesz wysłać ponownie z dziennika.",
  "{user} gave you access to {name}": [
   [
    "user"
   ],
   " daje ci dostęp do ",
   [
    "name"
   ]
  ],
  "{user} gave you access to “{name}” on {service}.": [
   [
    "user"
   ],
   " daje ci dostęp do „",
   [
    "name"
   ],
   "” w ",
   [
    "service"
   ],
   "."
  ],
  "{user} gives you access to {name}": [
   [
    "user"
   ],
   " daje ci dostęp do ",
   [
    "name"
   ]
  ],
  "{user} gives you access to “{name}” on {service} at {host}.": [
   [
    "user"
   ],
   " daje ci dostęp do „",
   [
    "name"
   ],
   "” w ",
   [
    "service"
   ],
   " (",
   [
    "host"
   ],
   ")."
  ],
  "You need an account with this email address, which the link creates if you have none. The link works once.": "Potrzebujesz konta z tym adresem e-mail; jeśli go nie masz, link je utworzy. Link działa jeden raz.",
  "Open {name}": [
   "Otwórz ",
   [
    "name"
   ]
  ],
  "You are invited to {service}": [
   "Zaproszenie do ",
   [
    "service"
   ]
  ],
  "An administrator of {service} at {host} invites you to create an account there with this email address.": [
   "Administrator ",
   [
    "service"
   ],
   " (",
   [
    "host"
   ],
   ") zaprasza cię do utworzenia tam konta z tym adresem e-mail."
  ],
  "The link works once.": "Link działa jeden raz.",
  "If you did not expect this invitation, ignore this email.": "Jeśli nie spodziewasz się tego zaproszenia, zignoruj ten e-mail.",
  "Set a new password for {service}": [
   "Ustaw nowe hasło do ",
   [
    "service"
   ]
  ],
  "Somebody requested a new password for your account {account}. If it was you, follow this link:": [
   "Ktoś poprosił o nowe hasło do twojego konta ",
   [
    "account"
   ],
   ". Jeśli to ty, skorzystaj z tego linku:"
  ],
  "The link works once, within the next hour.": "Link działa jeden raz, w ciągu najbliższej godziny.",
  "If it was not you, ignore this email: your password stays as it is.": "Jeśli to nie ty, zignoruj ten e-mail: hasło się nie zmieni.",
  "Two-factor authentication is on": "Uwierzytelnianie dwuskładnikowe jest włączone",
  "Your account {account} has a new passkey. Signing in with the password now asks for a passkey or a code.": [
   "Twoje konto ",
   [
    "account"
   ],
   " ma nowy klucz dostępu. Przy logowaniu hasłem trzeba teraz podać klucz dostępu lub kod."
  ],
  "A passkey was removed": "Usunięto klucz dostępu",
  "A passkey of your account {account} was removed.": [
   "Usunięto klucz dostępu twojego konta ",
   [
    "account"
   ],
   "."
  ],
  "The address of your account is confirmed": "Adres twojego konta jest potwierdzony",
  "{account} is now known to be your address. Whoever registered the account had not shown that, so everything that could sign in to it before has ended: the former password, second factor, passkeys, API keys and sessions. Its upload grants are revoked, and its webhooks are off.": [
   "Wiadomo już, że ",
   [
    "account"
   ],
   " to twój adres. Osoba, która zarejestrowała konto, tego nie wykazała, więc nie działa już nic, co wcześniej pozwalało się na nie zalogować: dawne hasło, drugi składnik, klucze dostępu, klucze API i sesje. Zezwolenia na przesyłanie konta są unieważnione, a jego webhooki wyłączone."
  ],
  "If you have no other way to sign in, request a new password on the sign-in page.": "Jeśli nie masz innego sposobu logowania, poproś o nowe hasło na stronie logowania.",
  "Files in the account have stayed. If you did not put them there, look at them, their links and who has access before you add your own.": "Pliki na koncie pozostały. Jeśli nie pochodzą od ciebie, sprawdź je, ich linki i to, kto ma do nich dostęp, zanim dodasz własne.",
  "You can sign in with {name}": [
   "Możesz logować się przez ",
   [
    "name"
   ]
  ],
  "{name} has verified that {account} is your address, and signs in to your account from now on.": [
   [
    "name"
   ],
   " potwierdza, że ",
   [
    "account"
   ],
   " to twój adres, i od teraz pozwala logować się na twoje konto."
  ],
  "If it was not, unlink the identity on that page, set a new password, and tell the operator of this server.": "Jeśli to nie ty, odłącz tożsamość na tej stronie, ustaw nowe hasło i powiadom operatora tego serwera.",
  "Two-factor authentication is off": "Uwierzytelnianie dwuskładnikowe jest wyłączone",
  "Two-factor authentication was reset": "Zresetowano uwierzytelnianie dwuskładnikowe",
  "Two-factor authentication of your account {account} was turned on. Signing in now asks for a code after the password.": [
   "Włączono uwierzytelnianie dwuskładnikowe twojego konta ",
   [
    "account"
   ],
   ". Przy logowaniu po haśle trzeba teraz podać kod."
  ],
  "Two-factor authentication of your account {account} was turned off. Signing in now asks for the password only.": [
   "Wyłączono uwierzytelnianie dwuskładnikowe twojego konta ",
   [
    "account"
   ],
   ". Do logowania wystarczy teraz hasło."
  ],
  "Two-factor authentication of your account {account} was turned off by an operator of this server. Signing in now asks for the password only.": [
   "Operator tego serwera wyłączył uwierzytelnianie dwuskładnikowe twojego konta ",
   [
    "account"
   ],
   ". Do logowania wystarczy teraz hasło."
  ],
  "Time of the change: {at}.": [
   "Czas zmiany: ",
   [
    "at"
   ],
   "."
  ],
  "Your account": "Twoje konto",
  "If it was you, ignore this email.": "Jeśli to ty, zignoruj ten e-mail.",
  "If it was not, set a new password now, end the other sessions on that page, and tell the operator of this server.": "Jeśli to nie ty, ustaw teraz nowe hasło, zakończ pozostałe sesje na tej stronie i powiadom operatora tego serwera.",
  "More has happened on {service}": [
   "W ",
   [
    "service"
   ],
   " wydarzyło się więcej"
  ],
  "There were more events on your shares, file requests, proofings or webhooks than this server sends emails about. Some emails were not sent.": "Zdarzeń w twoich udostępnieniach, prośbach o pliki, galeriach do wyboru lub webhookach było więcej, niż ten serwer zgłasza e-mailem. Niektórych e-maili nie wysłano.",
  "Only emails are limited: nothing else was lost.": "Ograniczone są tylko e-maile: nic innego nie przepadło.",
  "Test email of {service}": [
   "Testowy e-mail: ",
   [
    "service"
   ]
  ],
  "The Drive server at {url} can send emails.": [
   "Serwer Drive pod adresem ",
   [
    "url"
   ],
   " może wysyłać e-maile."
  ],
  "Your account is deleted on {date}": [
   "Twoje konto zostanie usunięte ",
   [
    "date"
   ]
  ],
  "Your account {account} on {service} was deleted. Nobody can sign in, and its links and keys no longer work. On {date}, everything in it is deleted for good.": [
   "Twoje konto ",
   [
    "account"
   ],
   " w ",
   [
    "service"
   ],
   " zostało usunięte. Nikt nie może się zalogować, a linki i klucze konta już nie działają. ",
   [
    "date"
   ],
   " cała jego zawartość zostanie usunięta na zawsze."
  ],
  "If you want to keep it, or if it was not you, keep the account before then, and set a new password.": "Jeśli chcesz je zachować albo jeśli to nie ty, zachowaj konto przed tym terminem i ustaw nowe hasło.",
  "Your account was deleted": "Twoje konto zostało usunięte",
  "Your account {account} on {service} and everything in it were deleted for good.": [
   "Twoje konto ",
   [
    "account"
   ],
   " w ",
   [
    "service"
   ],
   " i cała jego zawartość zostały usunięte na zawsze."
  ],
  "A file drive that you host yourself: upload files, and share them with a link.": "Dysk na pliki na własnym serwerze: przesyłaj pliki i udostępniaj je linkiem.",
  "Sign in": "Zaloguj się",
  "Create an account": "Utwórz konto",
  "There is no account yet. Open the set-up link that the server printed when it started.": "Nie ma jeszcze konta. Otwórz link konfiguracyjny, który serwer wyświetlił przy uruchomieniu.",
  "A text with a link": "Tekst z linkiem",
  "Command line and SDK": "Wiersz poleceń i SDK",
  "From this server, in one line": "Z tego serwera, w jednym wierszu",
  "API": "API",
  "Each call with an example": "Każde wywołanie z przykładem",
  "Your new password is set. Sign in with it.": "Nowe hasło jest ustawione. Zaloguj się nim.",
  "That took too long. Start again.": "To trwało zbyt długo. Zacznij od nowa.",
  "Forgot your password?": "Nie pamiętasz hasła?",
  "Type your code": "Wpisz kod",
  "Open your authenticator and type the six digits it shows for {name}.": [
   "Otwórz aplikację uwierzytelniającą i wpisz sześć cyfr, które pokazuje dla ",
   [
    "name"
   ],
   "."
  ],
  "No authenticator at hand? Type one of your recovery codes.": "Nie masz aplikacji pod ręką? Wpisz jeden z kodów odzyskiwania.",
  "Start again": "Zacznij od nowa",
  "Sign in with {name}": [
   "Zaloguj się przez ",
   [
    "name"
   ]
  ],
  "Sign in with a passkey": "Zaloguj się kluczem dostępu",
  "Use a passkey": "Użyj klucza dostępu",
  "No passkey at hand? Type one of your recovery codes.": "Nie masz klucza dostępu pod ręką? Wpisz jeden z kodów odzyskiwania.",
  "This link signs you in as {email}, once.": [
   "Ten link zaloguje cię jeden raz jako ",
   [
    "email"
   ],
   "."
  ],
  "You are signed out": "Wylogowano",
  "Sign out of {name}, too": [
   "Wyloguj się także z ",
   [
    "name"
   ]
  ],
  "Back to your account": "Wróć do konta",
  "Sign-in failed": "Logowanie nie powiodło się",
  "Confirm with {name} who you are": [
   "Potwierdź przez ",
   [
    "name"
   ],
   ", że to ty"
  ],
  "Name (optional)": "Imię i nazwisko (opcjonalnie)",
  "Create the account": "Utwórz konto",
  "Set up {name}": [
   "Skonfiguruj ",
   [
    "name"
   ]
  ],
  "Create the first account. It will be the administrator.": "Utwórz pierwsze konto. Będzie to konto administratora.",
  "Upload a file": "Prześlij plik",
  "Share it with a link": "Udostępnij go linkiem",
  "Accept": "Zaakceptuj",
  "You get access with your account {account}.": [
   "Otrzymasz dostęp na swoim koncie ",
   [
    "account"
   ],
   "."
  ],
  "Sign in as {account} to accept the invitation.": [
   "Zaloguj się jako ",
   [
    "account"
   ],
   ", aby zaakceptować zaproszenie."
  ],
  "This server is already set up": "Ten serwer jest już skonfigurowany",
  "Sign in with your account": "Zaloguj się na swoje konto",
  "This link no longer works": "Ten link już nie działa",
  "The server prints a new set-up link each time it starts. Use the latest one.": "Serwer wyświetla nowy link konfiguracyjny przy każdym uruchomieniu. Użyj najnowszego.",
  "Create your account": "Utwórz swoje konto",
  "Do you have an account?": "Masz już konto?",
  "This invitation no longer works": "To zaproszenie już nie działa",
  "It was used or has expired. Ask for a new one.": "Zostało wykorzystane lub wygasło. Poproś o nowe.",
  "Registration is closed": "Rejestracja jest zamknięta",
  "You need an invitation to create an account. Ask the operator of this server for one.": "Aby utworzyć konto, potrzebujesz zaproszenia. Poproś o nie operatora tego serwera.",
  "Registration is disabled on this server. Ask its operator for an account.": "Rejestracja na tym serwerze jest wyłączona. Poproś jego operatora o konto.",
  "Back to sign-in": "Wróć do logowania",
  "Type the email address of your account.": "Wpisz adres e-mail swojego konta.",
  "We send a link to set a new password.": "Wyślemy link do ustawienia nowego hasła.",
  "Send the link": "Wyślij link",
  "Create the link": "Utwórz link",
  "Ask your administrator": "Skontaktuj się z administratorem",
  "If there is an account with that address, there is now a link for it.": "Jeśli istnieje konto z tym adresem, jest już dla niego link.",
  "The link works once, within an hour.": "Link działa jeden raz, w ciągu godziny.",
  "Check your email": "Sprawdź pocztę",
  "If there is an account with that address, we sent it an email with a link.": "Jeśli istnieje konto z tym adresem, wysłaliśmy do niego e-mail z linkiem.",
  "No email? Check your spam folder, or try again.": "Nie ma e-maila? Sprawdź folder ze spamem albo spróbuj ponownie.",
  "A link works once and for one hour.": "Link działa jeden raz i przez jedną godzinę.",
  "Request a new one": "Poproś o nowy",
  "Set a new password": "Ustaw nowe hasło",
  "Set the password": "Ustaw hasło",
  "Keep my API keys and the devices that use them signed in": "Zachowaj moje klucze API i nie wylogowuj urządzeń, które ich używają",
  "Leave this off if somebody else may know your password. All sessions end in either case.": "Pozostaw wyłączone, jeśli ktoś inny może znać twoje hasło. Wszystkie sesje i tak się zakończą.",
  "This server sends no email: it writes the link to outbox/ in its data directory. Ask the administrator for it.": "Ten serwer nie wysyła e-maili: zapisuje link w outbox/ w katalogu danych. Poproś o niego administratora.",
  "Email address": "Adres e-mail",
  "At least {n} characters.": [
   "Co najmniej ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " znak"
     ],
     "few": [
      [
       "n"
      ],
      " znaki"
     ],
     "many": [
      [
       "n"
      ],
      " znaków"
     ],
     "other": [
      [
       "n"
      ],
      " znaku"
     ]
    }
   ],
   "."
  ],
  "Code": "Kod",
  "Sign in a device": "Zaloguj urządzenie",
  "The device shows a code of eight letters. Type it here.": "Urządzenie pokazuje kod z ośmiu liter. Wpisz go tutaj.",
  "No device is waiting with this code. Check the code: it works once, within ten minutes.": "Żadne urządzenie nie czeka z tym kodem. Sprawdź kod: działa jeden raz, w ciągu dziesięciu minut.",
  "No command line yet? Run": "Nie masz jeszcze narzędzia wiersza poleceń? Uruchom",
  "Install": "Zainstaluj",
  "Command line": "Wiersz poleceń",
  "On Linux, without Node:": "W systemie Linux, bez Node:",
  "It verifies the SHA-256 of the program and stores it in {folder}.": [
   "Sprawdza SHA-256 programu i zapisuje go w ",
   [
    "folder"
   ],
   "."
  ],
  "Show the script": "Pokaż skrypt",
  "With npm and Node {version} or newer:": [
   "Z npm i Node ",
   [
    "version"
   ],
   " lub nowszym:"
  ],
  "The command line is not built on this server.": "Wiersz poleceń nie jest zbudowany na tym serwerze.",
  "Then sign in and send a file:": "Następnie zaloguj się i wyślij plik:",
  "The SDK is not built on this server.": "SDK nie jest zbudowany na tym serwerze.",
  "For Node {version} or newer, browsers and edge runtimes:": [
   "Dla Node ",
   [
    "version"
   ],
   " lub nowszego, przeglądarek i środowisk edge:"
  ],
  "With components for pages that upload, for React or as a web component:": "Z komponentami dla stron, które przesyłają pliki, dla React lub jako komponent webowy:",
  "Other programming languages use the API.": "Inne języki programowania używają API.",
  "Overview": "Przegląd",
  "The API of this server": "API tego serwera",
  "Version {version}": [
   "Wersja ",
   [
    "version"
   ]
  ],
  "The documentation is in English.": "Dokumentacja jest w języku angielskim.",
  "Allow this device?": "Zezwolić na dostęp temu urządzeniu?",
  "You signed in some time ago. Type your password to approve it.": "Od zalogowania minęło trochę czasu. Wpisz hasło, aby zatwierdzić.",
  "Code of your authenticator": "Kod z aplikacji uwierzytelniającej",
  "Allow it only if you started this yourself and the device in front of you shows the same code.": "Zezwól tylko wtedy, gdy to ty rozpoczynasz logowanie, a urządzenie przed tobą pokazuje ten sam kod.",
  "It gets an API key of your account, which can do everything you can do:": "Otrzyma klucz API twojego konta, który pozwala na wszystko, co możesz ty:",
  "see, download, add, change and delete your files,": "przeglądać, pobierać, dodawać, zmieniać i usuwać twoje pliki,",
  "share them with others,": "udostępniać je innym,",
  "create and revoke API keys.": "tworzyć i unieważniać klucze API.",
  "Approve": "Zatwierdź",
  "Refuse": "Odmów",
  "Device allowed": "Urządzenie dopuszczone",
  "The device signs in by itself within a few seconds.": "Urządzenie zaloguje się samo w ciągu kilku sekund.",
  "You can close this page. To sign the device out, revoke its API key.": "Możesz zamknąć tę stronę. Aby wylogować urządzenie, unieważnij jego klucz API.",
  "Device refused": "Urządzenie odrzucone",
  "It gets no access to your account.": "Nie otrzyma dostępu do twojego konta.",
  "Sign in to choose which emails you get.": "Zaloguj się, aby wybrać, jakie e-maile chcesz otrzymywać.",
  "Turn off emails": "Wyłącz e-maile",
  "You get no more emails about what others do. Emails about your sign-in still come.": "Nie będziesz już otrzymywać e-maili o działaniach innych. E-maile o logowaniu będą nadal przychodzić.",
  "Emails are off": "E-maile są wyłączone",
  "You can turn them on again in your account.": "Możesz je ponownie włączyć na swoim koncie.",
  "See the received files": "Zobacz otrzymane pliki",
  "Senders chose these names themselves.": "Imiona i nazwiska podali sami nadawcy.",
  "See the selections": "Zobacz wybory",
  "Clients chose these names themselves.": "Imiona i nazwiska podali sami klienci.",
  "Somebody": "Ktoś",
  "Skip to the content": "Przejdź do treści",
  "Sign out": "Wyloguj się",
  "Your name": "Imię i nazwisko",
  "Your name (optional)": "Imię i nazwisko (opcjonalnie)",
  "Your email address (optional)": "Twój adres e-mail (opcjonalnie)",
  "Back to the shared items": "Wróć do udostępnionych elementów",
  "Password needed": "Wymagane hasło",
  "This link needs a password": "Ten link wymaga hasła",
  "Ask the person who shared it with you for the password.": "Poproś o hasło osobę, która udostępniła ci link.",
  "Password": "Hasło",
  "Open": "Otwórz",
  "Wrong password.": "Błędne hasło.",
  "Wrong password. {count} attempts left.": [
   [
    "count",
    {
     "=0": "Błędne hasło. Nie pozostała żadna próba.",
     "one": [
      "Błędne hasło. Pozostała ",
      [
       "count"
      ],
      " próba."
     ],
     "few": [
      "Błędne hasło. Pozostały ",
      [
       "count"
      ],
      " próby."
     ],
     "many": [
      "Błędne hasło. Pozostało ",
      [
       "count"
      ],
      " prób."
     ],
     "other": [
      "Błędne hasło. Pozostało ",
      [
       "count"
      ],
      " próby."
     ]
    }
   ]
  ],
  "Too many attempts. Try again in {count} minutes.": [
   [
    "count",
    {
     "one": "Za dużo prób. Spróbuj ponownie za minutę.",
     "few": [
      "Za dużo prób. Spróbuj ponownie za ",
      [
       "count"
      ],
      " minuty."
     ],
     "many": [
      "Za dużo prób. Spróbuj ponownie za ",
      [
       "count"
      ],
      " minut."
     ],
     "other": [
      "Za dużo prób. Spróbuj ponownie za ",
      [
       "count"
      ],
      " minuty."
     ]
    }
   ]
  ],
  "Request": "Żądanie",
  "Go to the start page": "Przejdź do strony głównej",
  "Not found": "Nie znaleziono",
  "Gone": "Już niedostępne",
  "Too many requests": "Za dużo żądań",
  "Something went wrong": "Coś poszło nie tak",
  "This request was refused": "To żądanie zostało odrzucone",
  "The upload failed": "Przesyłanie nie powiodło się",
  "Pages": "Strony",
  "Previous": "Poprzednia",
  "Next": "Następna",
  "Page {page} of {total}": [
   "Strona ",
   [
    "page"
   ],
   " z ",
   [
    "total"
   ]
  ],
  "{name}, page {n}": [
   [
    "name"
   ],
   ", strona ",
   [
    "n"
   ]
  ],
  "There is nothing on this page.": "Na tej stronie nic nie ma.",
  "Continue": "Dalej",
  "Until": "Do",
  "Files": "Pliki",
  "Choose files": "Wybierz pliki",
  "Choose a file": "Wybierz plik",
  "No file chosen": "Nie wybrano pliku",
  "Copy": "Kopiuj",
  "Copied": "Skopiowano",
  "Download": "Pobierz",
  "Send more": "Wyślij więcej",
  "Your selection": "Twój wybór",
  "{count} files": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " plik"
     ],
     "few": [
      [
       "count"
      ],
      " pliki"
     ],
     "many": [
      [
       "count"
      ],
      " plików"
     ],
     "other": [
      [
       "count"
      ],
      " pliku"
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
      " bajt"
     ],
     "few": [
      [
       "n"
      ],
      " bajty"
     ],
     "many": [
      [
       "n"
      ],
      " bajtów"
     ],
     "other": [
      [
       "n"
      ],
      " bajta"
     ]
    }
   ]
  ],
  "Folder": "Folder",
  "Image": "Obraz",
  "Video": "Wideo",
  "Audio": "Dźwięk",
  "PDF document": "Dokument PDF",
  "Text": "Tekst",
  "Archive": "Archiwum",
  "File": "Plik",
  "Shared by": "Udostępnia",
  "shared by {name}": [
   "udostępnia: ",
   [
    "name"
   ]
  ],
  "Available until": "Dostępne do",
  "Preview": "Podgląd",
  "{count} items": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " element"
     ],
     "few": [
      [
       "count"
      ],
      " elementy"
     ],
     "many": [
      [
       "count"
      ],
      " elementów"
     ],
     "other": [
      [
       "count"
      ],
      " elementu"
     ]
    }
   ]
  ],
  "Download all as ZIP": "Pobierz wszystko jako ZIP",
  "Download folder as ZIP": "Pobierz folder jako ZIP",
  "Sort by": "Sortuj według",
  "Name": "Nazwa",
  "Date": "Data",
  "Size": "Rozmiar",
  "Grid": "Siatka",
  "List": "Lista",
  "Select": "Zaznacz",
  "Cancel": "Anuluj",
  "Download as ZIP": "Pobierz jako ZIP",
  "Save to my drive": "Zapisz na moim dysku",
  "It is in your drive now.": "Jest już na twoim dysku.",
  "It is being copied to your drive.": "Trwa kopiowanie na twój dysk.",
  "{count} items could not be copied.": [
   [
    "count",
    {
     "one": [
      "Nie udało się skopiować ",
      [
       "count"
      ],
      " elementu."
     ],
     "few": [
      "Nie udało się skopiować ",
      [
       "count"
      ],
      " elementów."
     ],
     "many": [
      "Nie udało się skopiować ",
      [
       "count"
      ],
      " elementów."
     ],
     "other": [
      "Nie udało się skopiować ",
      [
       "count"
      ],
      " elementu."
     ]
    }
   ]
  ],
  "See your files": "Zobacz swoje pliki",
  "This folder is empty.": "Ten folder jest pusty.",
  "Search this folder": "Szukaj w tym folderze",
  "Search": "Szukaj",
  "Nothing found.": "Nic nie znaleziono.",
  "Contents": "Zawartość",
  "Quarantined by the administrator": "Plik objęty kwarantanną przez administratora",
  "Contains a virus": "Zawiera wirusa",
  "Being checked for viruses": "Sprawdzanie pod kątem wirusów",
  "Not checked for viruses": "Niesprawdzony pod kątem wirusów",
  "Folders above": "Foldery nadrzędne",
  "This link does not exist": "Ten link nie istnieje",
  "It may be mistyped, or its owner has revoked it.": "Może być błędnie wpisany albo właściciel go usunął.",
  "This link has expired": "Ten link wygasł",
  "Ask the sender for a new one.": "Poproś nadawcę o nowy.",
  "This link has no downloads left": "Limit pobrań tego linku został wyczerpany",
  "Its owner limited the number of downloads. Ask the sender for a new link.": "Właściciel ograniczył liczbę pobrań. Poproś nadawcę o nowy link.",
  "This file is not available": "Ten plik jest niedostępny",
  "This folder is not available": "Ten folder jest niedostępny",
  "It may have been moved, or is no longer shared.": "Mógł zostać przeniesiony albo nie jest już udostępniany.",
  "This is not allowed here": "To nie jest tu dozwolone",
  "The owner disabled it, or it belongs to someone else.": "Właściciel to wyłączył albo należy to do kogoś innego.",
  "This comment is not available": "Ten komentarz jest niedostępny",
  "It may have been deleted.": "Mógł zostać usunięty.",
  "This is too large for one ZIP": "To za dużo na jeden plik ZIP",
  "Download the files one by one, or folder by folder.": "Pobierz pliki pojedynczo albo folder po folderze.",
  "Likes": "Polubienia",
  "Like": "Lubię to",
  "Liked": "Polubiono",
  "Do you like it?": "Podoba ci się?",
  "Likes and comments": "Polubienia i komentarze",
  "Comment": "Skomentuj",
  "Comments": "Komentarze",
  "{count} comments": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " komentarz"
     ],
     "few": [
      [
       "count"
      ],
      " komentarze"
     ],
     "many": [
      [
       "count"
      ],
      " komentarzy"
     ],
     "other": [
      [
       "count"
      ],
      " komentarza"
     ]
    }
   ]
  ],
  "All comments": "Wszystkie komentarze",
  "All {count} comments": [
   [
    "count",
    {
     "one": "Wszystkie komentarze",
     "few": [
      "Wszystkie ",
      [
       "count"
      ],
      " komentarze"
     ],
     "many": [
      "Wszystkie ",
      [
       "count"
      ],
      " komentarzy"
     ],
     "other": [
      "Wszystkie ",
      [
       "count"
      ],
      " komentarza"
     ]
    }
   ]
  ],
  "Comments ({n})": [
   "Komentarze (",
   [
    "n"
   ],
   ")"
  ],
  "Comments on {name}": [
   "Komentarze do ",
   [
    "name"
   ]
  ],
  "Comment on {name}": [
   "Komentarz do ",
   [
    "name"
   ]
  ],
  "Comment as {name}": [
   "Skomentuj jako ",
   [
    "name"
   ]
  ],
  "No comments yet.": "Nie ma jeszcze komentarzy.",
  "Back": "Wstecz",
  "Comments are turned off. Only you can see the earlier ones.": "Komentarze są wyłączone. Wcześniejsze widzisz tylko ty.",
  "Your comment": "Twój komentarz",
  "Owner": "Właściciel",
  "Read on": "Czytaj dalej",
  "Delete": "Usuń",
  "Report a problem": "Zgłoś problem",
  "Malware or phishing": "Złośliwe oprogramowanie lub phishing",
  "Infringed copyright": "Naruszenie praw autorskich",
  "Illegal content": "Nielegalne treści",
  "Private data": "Dane prywatne",
  "Something else": "Coś innego",
  "Thank you. The administrators of this server will look at it.": "Dziękujemy. Administratorzy tego serwera to sprawdzą.",
  "Tell the administrators of this server what is wrong with “{name}”. The owner is not told.": [
   "Opisz administratorom tego serwera, co jest nie tak z „",
   [
    "name"
   ],
   "”. Właściciel nie zostanie o tym poinformowany."
  ],
  "What is it about?": "Czego to dotyczy?",
  "Everything at this link": "Wszystko pod tym linkiem",
  "What should they know? (optional)": "Co powinni wiedzieć? (opcjonalnie)",
  "Send the report": "Wyślij zgłoszenie",
  "What is wrong?": "Co jest nie tak?",
  "Choose a reason": "Wybierz powód",
  "Send files": "Wyślij pliki",
  "This server does not accept uploads without an account. Sign in to upload to your drive.": "Ten serwer nie przyjmuje plików bez konta. Zaloguj się, aby przesłać pliki na swój dysk.",
  "One file of at most {size}.": [
   "Jeden plik, najwyżej ",
   [
    "size"
   ],
   "."
  ],
  "Up to {n} files of at most {size} each.": [
   "Najwyżej ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " plik"
     ],
     "few": [
      [
       "n"
      ],
      " pliki"
     ],
     "many": [
      [
       "n"
      ],
      " plików"
     ],
     "other": [
      [
       "n"
      ],
      " pliku"
     ]
    }
   ],
   ", każdy do ",
   [
    "size"
   ],
   "."
  ],
  "You need no account.": "Nie potrzebujesz konta.",
  "They are stored in your drive.": "Zostaną zapisane na twoim dysku.",
  "Each file gets a link; anyone with the link can download the file.": "Każdy plik otrzyma link; każdy, kto ma link, może pobrać plik.",
  "Files are deleted after {count} days.": [
   [
    "count",
    {
     "one": "Pliki są usuwane po jednym dniu.",
     "few": [
      "Pliki są usuwane po ",
      [
       "count"
      ],
      " dniach."
     ],
     "many": [
      "Pliki są usuwane po ",
      [
       "count"
      ],
      " dniach."
     ],
     "other": [
      "Pliki są usuwane po ",
      [
       "count"
      ],
      " dnia."
     ]
    }
   ]
  ],
  "This server checks for bots with JavaScript. Enable JavaScript for this page and reload it.": "Ten serwer wykrywa boty za pomocą JavaScriptu. Włącz JavaScript dla tej strony i odśwież ją.",
  "Or drop it anywhere on this page.": "Albo upuść go w dowolnym miejscu tej strony.",
  "Or drop them anywhere on this page.": "Albo upuść je w dowolnym miejscu tej strony.",
  "Make them public and allow search engines": "Ustaw jako publiczne i dopuść wyszukiwarki",
  "Upload": "Prześlij",
  "Copy all links": "Kopiuj wszystkie linki",
  "Nothing there": "Nic tu nie ma",
  "Your file is uploaded": "Plik został przesłany",
  "Your files are uploaded": "Pliki zostały przesłane",
  "There is no upload at this URL, or its files were deleted.": "Pod tym URL nie ma przesłanych plików albo zostały one usunięte.",
  "Anyone with a link can download the file.": "Każdy, kto ma link, może pobrać plik.",
  "Save the links: they cannot be looked up later.": "Zapisz linki: później nie będzie można ich odszukać.",
  "Your drive lists the files that you sent while signed in.": "Pliki wysłane po zalogowaniu znajdziesz na swoim dysku.",
  "It may be mistyped, or the file request was closed.": "Link może być błędnie wpisany albo prośba o pliki została zamknięta.",
  "This file request has ended": "Ta prośba o pliki się zakończyła",
  "Ask the sender of the link for a new one.": "Poproś nadawcę linku o nowy.",
  "You are asked to send files.": "Ktoś prosi cię o przesłanie plików.",
  "asks you for files.": "prosi cię o pliki.",
  "This is your file request.": "To twoja prośba o pliki.",
  "Your {count} files have arrived.": [
   [
    "count",
    {
     "one": "Twój plik dotarł.",
     "few": [
      "Twoje ",
      [
       "count"
      ],
      " pliki dotarły."
     ],
     "many": [
      "Twoje ",
      [
       "count"
      ],
      " plików dotarło."
     ],
     "other": [
      "Twoje ",
      [
       "count"
      ],
      " pliku dotarło."
     ]
    }
   ]
  ],
  "It accepts no more files.": "Nie przyjmuje więcej plików.",
  "images": "obrazy",
  "videos": "filmy",
  "audio files": "pliki dźwiękowe",
  "text files": "pliki tekstowe",
  "PDF": "PDF",
  "At most {size} a file": [
   "Najwyżej ",
   [
    "size"
   ],
   " na plik"
  ],
  "Only {types}": [
   "Tylko ",
   [
    "types"
   ]
  ],
  "Room for {count} more files": [
   [
    "count",
    {
     "one": "Miejsce na jeszcze jeden plik",
     "few": [
      "Miejsce na jeszcze ",
      [
       "count"
      ],
      " pliki"
     ],
     "many": [
      "Miejsce na jeszcze ",
      [
       "count"
      ],
      " plików"
     ],
     "other": [
      "Miejsce na jeszcze ",
      [
       "count"
      ],
      " pliku"
     ]
    }
   ]
  ],
  "Up to {n} at once.": [
   "Najwyżej ",
   [
    "n"
   ],
   " naraz."
  ],
  "Only the person who requested them can see them.": "Zobaczy je tylko osoba, która o nie prosi.",
  "Add files": "Dodaj pliki",
  "Everyone with this link can see them.": "Zobaczy je każdy, kto ma ten link.",
  "This folder accepts no more files.": "Ten folder nie przyjmuje więcej plików.",
  "Send": "Wyślij",
  "from": "od",
  "It may be mistyped, or the proofing was ended.": "Link może być błędnie wpisany albo galeria do wyboru została zakończona.",
  "This proofing has ended": "Ta galeria do wyboru się zakończyła",
  "Select your files.": "Zaznacz swoje pliki.",
  "asks you to choose.": "prosi cię o wybór.",
  "choose at most {n}": [
   "wybierz najwyżej ",
   [
    "n"
   ]
  ],
  "This is your proofing.": "To twoja galeria do wyboru.",
  "Your selection has been sent. You may send another.": "Twój wybór został wysłany. Możesz wysłać kolejny.",
  "There are no files here at the moment.": "Obecnie nie ma tu plików.",
  "chosen": "w wyborze",
  "of {n} chosen": [
   "z ",
   [
    "n"
   ],
   " wybranych"
  ],
  "Select your favorites": "Zaznacz swoje ulubione",
  "Enlarge": "Powiększ",
  "Back to all": "Wróć do wszystkich",
  "Comment (optional)": "Komentarz (opcjonalnie)",
  "Send the selection": "Wyślij wybór",
  "Write a paste": "Napisz wklejkę",
  "A text with a link: anyone with the link can read it.": "Tekst z linkiem: każdy, kto ma link, może go przeczytać.",
  "Save the link: without an account, it cannot be looked up or changed later.": "Zapisz link: bez konta nie będzie można go później odszukać ani zmienić.",
  "Get a link": "Uzyskaj link",
  "Title (optional)": "Tytuł (opcjonalnie)",
  "Language (optional)": "Język (opcjonalnie)",
  "Keep for": "Okres przechowywania",
  "No time limit": "Bez ograniczeń",
  "A day": "Dzień",
  "A week": "Tydzień",
  "A month": "Miesiąc",
  "A year": "Rok",
  "For": "Kto może czytać",
  "Anyone with the link": "Każdy, kto ma link",
  "Everyone, including search engines": "Wszyscy, w tym wyszukiwarki",
  "Only you": "Tylko ty",
  "Password (optional)": "Hasło (opcjonalnie)",
  "4 characters or more. Send it to readers separately from the link.": "Co najmniej 4 znaki. Przekaż je czytelnikom osobno, nie razem z linkiem.",
  "Delete after it is read once": "Usuń po jednokrotnym przeczytaniu",
  "Pastes on this server need an account.": "Wklejki na tym serwerze wymagają konta.",
  "Your paste is saved": "Twoja wklejka jest zapisana",
  "Send this link to the people who should read it.": "Wyślij ten link osobom, które mają ją przeczytać.",
  "Write another": "Napisz kolejną",
  "Deleted": "Usunięto",
  "The paste and its link are deleted.": "Usunięto wklejkę i jej link.",
  "Paste": "Wklejka",
  "to be read once": "do jednokrotnego przeczytania",
  "by {name}": [
   "autor: ",
   [
    "name"
   ]
  ],
  "By": "Autor",
  "This text can be shown only once; the server has deleted it. Copy what you need before you leave this page.": "Ten tekst można wyświetlić tylko raz; serwer już go usunął. Skopiuj, czego potrzebujesz, zanim opuścisz tę stronę.",
  "This text can be read only once. Opening it deletes it for everyone.": "Ten tekst można przeczytać tylko raz. Otwarcie usunie go dla wszystkich.",
  "Show and delete": "Pokaż i usuń",
  "Raw text": "Zwykły tekst",
  "Save as a file": "Zapisz jako plik",
  "Delete this paste": "Usuń tę wklejkę",
  "Delete it for good": "Usuń na zawsze",
  "Untitled paste": "Wklejka bez tytułu",
  "This text contains characters that change the direction of text: it may be displayed in a different order than it is stored.": "Ten tekst zawiera znaki zmieniające kierunek tekstu: może być wyświetlany w innej kolejności, niż jest zapisany.",
  "These are the first {count} of {total} lines. The raw text has all of them.": [
   "To pierwsze ",
   [
    "count"
   ],
   " z ",
   [
    "total"
   ],
   " wierszy. Zwykły tekst zawiera wszystkie."
  ],
  "Content": "Zawartość",
  "It may be mistyped, or the paste was deleted.": "Link może być błędnie wpisany albo wklejka została usunięta.",
  "This paste has expired": "Ta wklejka wygasła",
  "This paste has been read": "Ta wklejka została przeczytana",
  "It could be read only once and is now deleted. If it was not you who read it, tell the sender of the link.": "Można ją było przeczytać tylko raz i jest już usunięta. Jeśli przeczytał ją ktoś inny, powiadom nadawcę linku.",
  "Too many attempts": "Za dużo prób",
  "Wait a minute, then try again.": "Odczekaj minutę i spróbuj ponownie.",
  "Keep the account": "Zachowaj konto",
  "Everything in it is as it was: your files, your links and your keys work again.": "Wszystko jest jak wcześniej: twoje pliki, linki i klucze znów działają.",
  "Your account is kept": "Twoje konto zostało zachowane",
  "Sign in again. If it was not you who deleted it, set a new password first.": "Zaloguj się ponownie. Jeśli konto usunął ktoś inny, najpierw ustaw nowe hasło.",
  "The account is kept already, or it is gone.": "Konto zostało już zachowane albo już nie istnieje.",
  "Your account is deleted": "Twoje konto jest usunięte",
  "Everything in it is deleted for good on {date}. Until then the link in the email to you keeps it, and so does an administrator.": [
   "Cała zawartość zostanie usunięta na zawsze ",
   [
    "date"
   ],
   ". Do tego czasu konto można zachować, korzystając z linku w otrzymanym e-mailu; może to też zrobić administrator."
  ],
  "You are signed out. Everything in it is being deleted.": "Wylogowano. Trwa usuwanie całej zawartości konta."
 },
 "scripts": {
  "Choose at least one file.": "Wybierz co najmniej jeden plik.",
  "{n} files chosen": [
   [
    "n",
    {
     "one": [
      "Wybrano ",
      [
       "n"
      ],
      " plik"
     ],
     "few": [
      "Wybrano ",
      [
       "n"
      ],
      " pliki"
     ],
     "many": [
      "Wybrano ",
      [
       "n"
      ],
      " plików"
     ],
     "other": [
      "Wybrano ",
      [
       "n"
      ],
      " pliku"
     ]
    }
   ]
  ],
  "At most {n} files can be uploaded at once.": [
   "Naraz można przesłać najwyżej ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " plik"
     ],
     "few": [
      [
       "n"
      ],
      " pliki"
     ],
     "many": [
      [
       "n"
      ],
      " plików"
     ],
     "other": [
      [
       "n"
      ],
      " pliku"
     ]
    }
   ],
   "."
  ],
  "There is room for {n} more. Remove some files.": [
   "Jest miejsce na jeszcze ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " plik"
     ],
     "few": [
      [
       "n"
      ],
      " pliki"
     ],
     "many": [
      [
       "n"
      ],
      " plików"
     ],
     "other": [
      [
       "n"
      ],
      " pliku"
     ]
    }
   ],
   ". Usuń kilka."
  ],
  "“{name}” has more than {size}.": [
   "„",
   [
    "name"
   ],
   "” przekracza ",
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
   "” jest pusty. Pustych plików nie można przesyłać."
  ],
  "“{name}” is a folder. Drop the files that are in it.": [
   "„",
   [
    "name"
   ],
   "” to folder. Upuść pliki, które są w środku."
  ],
  "Drop the files to add them": "Upuść pliki, aby je dodać",
  "Reserving space …": "Rezerwowanie miejsca…",
  "Checking that you are not a bot …": "Sprawdzanie, czy nie jesteś botem…",
  "Complete the check that you are not a bot first.": "Najpierw dokończ sprawdzanie, czy nie jesteś botem.",
  "The check failed. Try again.": "Sprawdzanie nie powiodło się. Spróbuj ponownie.",
  "Failed: {problem}": [
   "Niepowodzenie: ",
   [
    "problem"
   ]
  ],
  "You are no longer signed in. Reload the page, sign in, and send the files again.": "Sesja się zakończyła. Odśwież stronę, zaloguj się i wyślij pliki ponownie.",
  "The server answered {status}.": [
   "Serwer odpowiedział kodem ",
   [
    "status"
   ],
   "."
  ],
  "Sending {n} of {total} …": [
   "Wysyłanie ",
   [
    "n"
   ],
   " z ",
   [
    "total"
   ],
   "…"
  ],
  "Progress of {name}": [
   "Postęp: ",
   [
    "name"
   ]
  ],
  "Uploaded {n} files.": [
   [
    "n",
    {
     "one": "Przesłano jeden plik.",
     "few": [
      "Przesłano ",
      [
       "n"
      ],
      " pliki."
     ],
     "many": [
      "Przesłano ",
      [
       "n"
      ],
      " plików."
     ],
     "other": [
      "Przesłano ",
      [
       "n"
      ],
      " pliku."
     ]
    }
   ]
  ],
  "{n} failed.": [
   "Nieudane: ",
   [
    "n"
   ],
   "."
  ],
  "Save the links: they cannot be looked up later.": "Zapisz linki: później nie będzie można ich odszukać.",
  "It is in your drive.": "Jest na twoim dysku.",
  "They are in your drive.": "Są na twoim dysku.",
  "Copy": "Kopiuj",
  "Copy the link to {name}": [
   "Kopiuj link do ",
   [
    "name"
   ]
  ],
  "Copied the link to {name}.": [
   "Skopiowano link do ",
   [
    "name"
   ],
   "."
  ],
  "Remove": "Usuń",
  "Remove {name}": [
   "Usuń ",
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
      " plik"
     ],
     "few": [
      [
       "n"
      ],
      " pliki"
     ],
     "many": [
      [
       "n"
      ],
      " plików"
     ],
     "other": [
      [
       "n"
      ],
      " pliku"
     ]
    }
   ],
   ", łącznie ",
   [
    "size"
   ]
  ],
  "Copied all links.": "Skopiowano wszystkie linki.",
  "Arrived": "Dostarczono",
  "Your {n} files have arrived.": [
   [
    "n",
    {
     "one": "Twój plik dotarł.",
     "few": [
      "Twoje ",
      [
       "n"
      ],
      " pliki dotarły."
     ],
     "many": [
      "Twoje ",
      [
       "n"
      ],
      " plików dotarło."
     ],
     "other": [
      "Twoje ",
      [
       "n"
      ],
      " pliku dotarło."
     ]
    }
   ]
  ],
  "Nothing has arrived.": "Nic nie dotarło."
 },
 "messages": {
  "Type your email address.": "Wpisz swój adres e-mail.",
  "Type your password.": "Wpisz hasło.",
  "Type the code.": "Wpisz kod.",
  "The email address or the password is wrong.": "Adres e-mail lub hasło są nieprawidłowe.",
  "The password is wrong.": "Hasło jest nieprawidłowe.",
  "This email address already has an account.": "Ten adres e-mail ma już konto.",
  "Must be an email address.": "Musi być adresem e-mail.",
  "Must have at least {n} characters.": [
   "Musi mieć co najmniej ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " znak"
     ],
     "few": [
      [
       "n"
      ],
      " znaki"
     ],
     "many": [
      [
       "n"
      ],
      " znaków"
     ],
     "other": [
      [
       "n"
      ],
      " znaku"
     ]
    }
   ],
   "."
  ],
  "Must have at most {n} characters.": [
   "Może mieć najwyżej ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " znak"
     ],
     "few": [
      [
       "n"
      ],
      " znaki"
     ],
     "many": [
      [
       "n"
      ],
      " znaków"
     ],
     "other": [
      [
       "n"
      ],
      " znaku"
     ]
    }
   ],
   "."
  ],
  "Must have at most {n} bytes in UTF-{n}.": [
   "Może mieć najwyżej ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " bajt"
     ],
     "few": [
      [
       "n"
      ],
      " bajty"
     ],
     "many": [
      [
       "n"
      ],
      " bajtów"
     ],
     "other": [
      [
       "n"
      ],
      " bajta"
     ]
    }
   ],
   " w UTF-",
   [
    "n2"
   ],
   "."
  ],
  "Must not be one of the most common passwords.": "Nie może być jednym z najpopularniejszych haseł.",
  "Must not be part of the email address.": "Nie może być częścią adresu e-mail.",
  "Must not be the name of this server.": "Nie może być nazwą tego serwera.",
  "Your sign-in is older than {n} minutes. Confirm who you are, then try again.": [
   "Od zalogowania minęło ponad ",
   [
    "n"
   ],
   " min. Potwierdź, że to ty, i spróbuj ponownie."
  ],
  "Must not be blank.": "Nie może być puste.",
  "Too many calls. Try again in {n} seconds.": [
   "Za dużo wywołań. Spróbuj ponownie za ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " sekundę"
     ],
     "few": [
      [
       "n"
      ],
      " sekundy"
     ],
     "many": [
      [
       "n"
      ],
      " sekund"
     ],
     "other": [
      [
       "n"
      ],
      " sekundy"
     ]
    }
   ],
   "."
  ],
  "Too many requests. Try again in {n} seconds.": [
   "Za dużo żądań. Spróbuj ponownie za ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " sekundę"
     ],
     "few": [
      [
       "n"
      ],
      " sekundy"
     ],
     "many": [
      [
       "n"
      ],
      " sekund"
     ],
     "other": [
      [
       "n"
      ],
      " sekundy"
     ]
    }
   ],
   "."
  ],
  "Too many wrong codes. Try again in {n} minutes.": [
   "Za dużo błędnych kodów. Spróbuj ponownie za ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " minutę"
     ],
     "few": [
      [
       "n"
      ],
      " minuty"
     ],
     "many": [
      [
       "n"
      ],
      " minut"
     ],
     "other": [
      [
       "n"
      ],
      " minuty"
     ]
    }
   ],
   "."
  ],
  "This invitation is not valid: it was used, has expired, or is meant for another email address.": "To zaproszenie jest nieważne: zostało wykorzystane, wygasło lub jest dla innego adresu e-mail.",
  "This link is not valid: it was used already or has expired. Request a new one.": "Ten link jest nieważny: został już wykorzystany lub wygasł. Poproś o nowy.",
  "This set-up link is no longer valid. Look for a newer one in the output of the server.": "Ten link konfiguracyjny jest już nieważny. Poszukaj nowszego wśród komunikatów serwera.",
  "The captcha can’t be checked right now. Try again in a moment.": "Nie można teraz sprawdzić captcha. Spróbuj ponownie za chwilę.",
  "There is nothing at this URL.": "Pod tym URL nic nie ma.",
  "This form is out of date. Go back, reload the page, and try again.": "Ten formularz jest nieaktualny. Wróć, odśwież stronę i spróbuj ponownie.",
  "This form came from another site. Open the page here and try again.": "Ten formularz pochodzi z innej strony. Otwórz stronę tutaj i spróbuj ponownie.",
  "You are no longer signed in. Sign in and send it again.": "Sesja się zakończyła. Zaloguj się i wyślij ponownie.",
  "You are no longer signed in. Sign in and try again.": "Sesja się zakończyła. Zaloguj się i spróbuj ponownie.",
  "Choose at least one file.": "Wybierz co najmniej jeden plik.",
  "Choose at most {n} files at once.": [
   "Wybierz najwyżej ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " plik"
     ],
     "few": [
      [
       "n"
      ],
      " pliki"
     ],
     "many": [
      [
       "n"
      ],
      " plików"
     ],
     "other": [
      [
       "n"
      ],
      " pliku"
     ]
    }
   ],
   " naraz."
  ],
  "At most {n} files can be uploaded at once.": [
   "Naraz można przesłać najwyżej ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " plik"
     ],
     "few": [
      [
       "n"
      ],
      " pliki"
     ],
     "many": [
      [
       "n"
      ],
      " plików"
     ],
     "other": [
      [
       "n"
      ],
      " pliku"
     ]
    }
   ],
   "."
  ],
  "You selected {n} files; the maximum is {n}.": [
   "Zaznaczono ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " plik"
     ],
     "few": [
      [
       "n"
      ],
      " pliki"
     ],
     "many": [
      [
       "n"
      ],
      " plików"
     ],
     "other": [
      [
       "n"
      ],
      " pliku"
     ]
    }
   ],
   "; maksimum to ",
   [
    "n2"
   ],
   "."
  ],
  "One of these files is no longer part of this proofing.": "Jeden z tych plików nie należy już do tej galerii do wyboru.",
  "Enter your name: this file request requires it.": "Podaj imię i nazwisko: ta prośba o pliki tego wymaga.",
  "This is not an email address.": "To nie jest adres e-mail.",
  "This file request accepts no more files.": "Ta prośba o pliki nie przyjmuje więcej plików.",
  "This link accepts no more files.": "Ten link nie przyjmuje więcej plików.",
  "Fewer files than these are accepted. Remove some.": "To więcej plików, niż można przyjąć. Usuń kilka.",
  "This link accepts no files.": "Ten link nie przyjmuje plików.",
  "There is not enough storage for these files. Tell the person who requested them.": "Za mało miejsca na te pliki. Powiadom osobę, która o nie prosi.",
  "This link needs a password. Open its page and try again.": "Ten link wymaga hasła. Otwórz jego stronę i spróbuj ponownie.",
  "A file may have at most {n} bytes here.": [
   "Plik może tu mieć najwyżej ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " bajt"
     ],
     "few": [
      [
       "n"
      ],
      " bajty"
     ],
     "many": [
      [
       "n"
      ],
      " bajtów"
     ],
     "other": [
      [
       "n"
      ],
      " bajta"
     ]
    }
   ],
   "."
  ],
  "All files together may have at most {n} bytes.": [
   "Wszystkie pliki łącznie mogą mieć najwyżej ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " bajt"
     ],
     "few": [
      [
       "n"
      ],
      " bajty"
     ],
     "many": [
      [
       "n"
      ],
      " bajtów"
     ],
     "other": [
      [
       "n"
      ],
      " bajta"
     ]
    }
   ],
   "."
  ],
  "A paste can have at most {n} bytes in UTF-{n}.": [
   "Wklejka może mieć najwyżej ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " bajt"
     ],
     "few": [
      [
       "n"
      ],
      " bajty"
     ],
     "many": [
      [
       "n"
      ],
      " bajtów"
     ],
     "other": [
      [
       "n"
      ],
      " bajta"
     ]
    }
   ],
   " w UTF-",
   [
    "n2"
   ],
   "."
  ],
  "The password must have at least {n} characters.": [
   "Hasło musi mieć co najmniej ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " znak"
     ],
     "few": [
      [
       "n"
      ],
      " znaki"
     ],
     "many": [
      [
       "n"
      ],
      " znaków"
     ],
     "other": [
      [
       "n"
      ],
      " znaku"
     ]
    }
   ],
   "."
  ],
  "The text must not be blank.": "Tekst nie może być pusty.",
  "The comment must not be blank.": "Komentarz nie może być pusty.",
  "The storage for uploads without an account is full. Try again later.": "Miejsce na pliki przesyłane bez konta jest zapełnione. Spróbuj później.",
  "Not enough storage is left. Delete something first.": "Za mało wolnego miejsca. Najpierw coś usuń.",
  "The server is busy. Try again in a moment.": "Serwer jest zajęty. Spróbuj ponownie za chwilę.",
  "Something went wrong on the server.": "Coś poszło nie tak na serwerze.",
  "This file contains a virus.": "Ten plik zawiera wirusa.",
  "This file is quarantined by the administrator.": "Administrator objął ten plik kwarantanną.",
  "This file is being checked for viruses. Try again in a few minutes.": "Ten plik jest sprawdzany pod kątem wirusów. Spróbuj ponownie za kilka minut.",
  "This file could not be checked for viruses, which this server requires.": "Nie udało się sprawdzić tego pliku pod kątem wirusów, a ten serwer tego wymaga.",
  "Choose a reason.": "Wybierz powód.",
  "The text may have at most {n} characters.": [
   "Tekst może mieć najwyżej ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " znak"
     ],
     "few": [
      [
       "n"
      ],
      " znaki"
     ],
     "many": [
      [
       "n"
      ],
      " znaków"
     ],
     "other": [
      [
       "n"
      ],
      " znaku"
     ]
    }
   ],
   "."
  ],
  "Sign in to create a private paste.": "Zaloguj się, aby utworzyć prywatną wklejkę."
 }
};
