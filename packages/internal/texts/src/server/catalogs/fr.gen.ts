// Generated from languages/fr.json by `pnpm run generate`.
import type { Catalog } from '../catalog.ts';

export const fr: Catalog = {
 "texts": {
  "a file": "un fichier",
  "{from} shared {name} with you": [
   [
    "from"
   ],
   " a partagé ",
   [
    "name"
   ],
   " avec vous"
  ],
  "{from} shared {name} with you.": [
   [
    "from"
   ],
   " a partagé ",
   [
    "name"
   ],
   " avec vous."
  ],
  "This link is personal: views and downloads through it count as yours.": "Ce lien est personnel : les vues et téléchargements effectués avec ce lien sont comptés comme les vôtres.",
  "It is protected by a password. Ask {from} for it.": [
   "Il est protégé par un mot de passe. Demandez-le à ",
   [
    "from"
   ],
   "."
  ],
  "It expires on {date}.": [
   "Il expire le ",
   [
    "date"
   ],
   "."
  ],
  "{visitor} opened {name}": [
   [
    "visitor"
   ],
   " a ouvert ",
   [
    "name"
   ]
  ],
  "{visitor} downloaded a ZIP of {name}": [
   [
    "visitor"
   ],
   " a téléchargé ",
   [
    "name"
   ],
   " au format ZIP"
  ],
  "{visitor} downloaded {name}": [
   [
    "visitor"
   ],
   " a téléchargé ",
   [
    "name"
   ]
  ],
  "{visitor} downloaded {file} from {name}": [
   [
    "visitor"
   ],
   " a téléchargé ",
   [
    "file"
   ],
   " depuis ",
   [
    "name"
   ]
  ],
  "{event} on {when} UTC.": [
   [
    "event"
   ],
   " le ",
   [
    "when"
   ],
   " UTC."
  ],
  "See the share": "Voir le partage",
  "You get this email because notifications are on for this share. You can turn them off in its settings.": "Vous recevez cet e-mail parce que les notifications sont activées pour ce partage. Vous pouvez les désactiver dans ses paramètres.",
  "{count} files for {name}": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " fichier"
     ],
     "many": [
      [
       "count"
      ],
      " de fichiers"
     ],
     "other": [
      [
       "count"
      ],
      " fichiers"
     ]
    }
   ],
   " pour ",
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
      " fichier a été importé"
     ],
     "many": [
      [
       "count"
      ],
      " de fichiers ont été importés"
     ],
     "other": [
      [
       "count"
      ],
      " fichiers ont été importés"
     ]
    }
   ],
   " via votre demande de fichiers ",
   [
    "name"
   ],
   " :"
  ],
  "{count} files were added through your link to {name}:": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " fichier a été ajouté"
     ],
     "many": [
      [
       "count"
      ],
      " de fichiers ont été ajoutés"
     ],
     "other": [
      [
       "count"
      ],
      " fichiers ont été ajoutés"
     ]
    }
   ],
   " via votre lien vers ",
   [
    "name"
   ],
   " :"
  ],
  "Open the folder": "Ouvrir le dossier",
  "{file} ({size}) from {sender}": [
   [
    "file"
   ],
   " (",
   [
    "size"
   ],
   ") de ",
   [
    "sender"
   ]
  ],
  "… and {n} more.": [
   "… et ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " autre"
     ],
     "many": [
      [
       "n"
      ],
      " d’autres"
     ],
     "other": [
      [
       "n"
      ],
      " autres"
     ]
    }
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
      " fichier choisi"
     ],
     "many": [
      [
       "count"
      ],
      " de fichiers choisis"
     ],
     "other": [
      [
       "count"
      ],
      " fichiers choisis"
     ]
    }
   ],
   " dans ",
   [
    "name"
   ]
  ],
  "{sender} chose {count} files from {name} (round {round}):": [
   [
    "sender"
   ],
   " a choisi ",
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " fichier"
     ],
     "many": [
      [
       "count"
      ],
      " de fichiers"
     ],
     "other": [
      [
       "count"
      ],
      " fichiers"
     ]
    }
   ],
   " dans ",
   [
    "name"
   ],
   " (tour ",
   [
    "round"
   ],
   ") :"
  ],
  "They say: {comment}": [
   "Message : ",
   [
    "comment"
   ]
  ],
  "You choose in your account when you get such emails, or none: {url}": [
   "Choisissez dans votre compte quand recevoir ces e-mails, ou n’en recevez aucun : ",
   [
    "url"
   ]
  ],
  "several files": "plusieurs fichiers",
  "{count} notifications on {service}": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " notification"
     ],
     "many": [
      [
       "count"
      ],
      " de notifications"
     ],
     "other": [
      [
       "count"
      ],
      " notifications"
     ]
    }
   ],
   " sur ",
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
      " commentaire"
     ],
     "many": [
      [
       "count"
      ],
      " de commentaires"
     ],
     "other": [
      [
       "count"
      ],
      " commentaires"
     ]
    }
   ],
   " sur ",
   [
    "name"
   ],
   ", le dernier de ",
   [
    "user"
   ]
  ],
  "The link to {name} ends on {date}": [
   "Le lien vers ",
   [
    "name"
   ],
   " expire le ",
   [
    "date"
   ]
  ],
  "{used} of the {quota} of {name} are used": [
   [
    "used"
   ],
   " utilisés sur les ",
   [
    "quota"
   ],
   " de ",
   [
    "name"
   ]
  ],
  "{used} of your {quota} are used": [
   [
    "used"
   ],
   " utilisés sur vos ",
   [
    "quota"
   ]
  ],
  "Your file was released": "La quarantaine de votre fichier est levée",
  "{name} is no longer quarantined. Links to it work again.": [
   [
    "name"
   ],
   " n’est plus en quarantaine. Ses liens fonctionnent à nouveau."
  ],
  "You can still download it; links to it are closed until an administrator releases it.": "Vous pouvez toujours le télécharger ; ses liens sont bloqués jusqu’à ce qu’un administrateur lève la quarantaine.",
  "A virus was found in your file": "Un virus a été détecté dans votre fichier",
  "This server scanned {name} and found the virus {virus}.": [
   "Ce serveur a analysé ",
   [
    "name"
   ],
   " et a détecté le virus ",
   [
    "virus"
   ],
   "."
  ],
  "Delete the file, or ask an administrator to release it if you know that it is harmless.": "Supprimez le fichier, ou demandez à un administrateur de lever la quarantaine si vous savez qu’il est inoffensif.",
  "Your file was quarantined": "Votre fichier a été mis en quarantaine",
  "An administrator of this server quarantined {name}.": [
   "Un administrateur de ce serveur a mis ",
   [
    "name"
   ],
   " en quarantaine."
  ],
  "Reason: {reason}": [
   "Motif : ",
   [
    "reason"
   ]
  ],
  "A virus was found in {name}": [
   "Un virus a été détecté dans ",
   [
    "name"
   ]
  ],
  "A scan found the virus {virus} in {name}, a file of {uploader}.": [
   "Une analyse a détecté le virus ",
   [
    "virus"
   ],
   " dans ",
   [
    "name"
   ],
   ", un fichier de ",
   [
    "uploader"
   ],
   "."
  ],
  "A scan found the virus {virus} in {name}, which was uploaded without an account.": [
   "Une analyse a détecté le virus ",
   [
    "virus"
   ],
   " dans ",
   [
    "name"
   ],
   ", importé sans compte."
  ],
  "The file is in quarantine: all links to it are closed. Its owner was notified and can still download it.": "Le fichier est en quarantaine : tous ses liens sont bloqués. Son propriétaire a été informé et peut toujours le télécharger.",
  "To open the links again because the file is harmless, release it: its ID is {id}. The same content is then not quarantined again.": [
   "Si le fichier est inoffensif et que vous souhaitez rétablir ses liens, levez sa quarantaine : son ID est ",
   [
    "id"
   ],
   ". Le même contenu ne sera alors plus mis en quarantaine."
  ],
  "Your webhook to {host} was disabled": [
   "Votre webhook vers ",
   [
    "host"
   ],
   " a été désactivé"
  ],
  "{n} deliveries in a row to {url} failed, each after several attempts. {service} no longer sends events there, and deliveries that were waiting were cancelled.": [
   [
    "n"
   ],
   " envois consécutifs à ",
   [
    "url"
   ],
   " ont échoué, chacun après plusieurs tentatives. ",
   [
    "service"
   ],
   " n’y envoie plus d’événements, et les envois en attente ont été annulés."
  ],
  "Open {service}": [
   "Ouvrir ",
   [
    "service"
   ]
  ],
  "The delivery log of the webhook shows the errors. Enable the webhook again when its receiver works; you can redeliver what it missed from the log.": "Le journal des envois du webhook indique les erreurs. Réactivez le webhook quand son récepteur fonctionne ; depuis le journal, vous pouvez renvoyer ce qu’il a manqué.",
  "{user} gave you access to {name}": [
   [
    "user"
   ],
   " vous a donné accès à ",
   [
    "name"
   ]
  ],
  "{user} gave you access to “{name}” on {service}.": [
   [
    "user"
   ],
   " vous a donné accès à « ",
   [
    "name"
   ],
   " » sur ",
   [
    "service"
   ],
   "."
  ],
  "{user} gives you access to {name}": [
   [
    "user"
   ],
   " vous donne accès à ",
   [
    "name"
   ]
  ],
  "{user} gives you access to “{name}” on {service} at {host}.": [
   [
    "user"
   ],
   " vous donne accès à « ",
   [
    "name"
   ],
   " » sur ",
   [
    "service"
   ],
   " (",
   [
    "host"
   ],
   ")."
  ],
  "You need an account with this email address, which the link creates if you have none. The link works once.": "Vous avez besoin d’un compte avec cette adresse e-mail ; si vous n’en avez pas, le lien permet de le créer. Le lien fonctionne une seule fois.",
  "Open {name}": [
   "Ouvrir ",
   [
    "name"
   ]
  ],
  "You are invited to {service}": [
   "Vous êtes invité à rejoindre ",
   [
    "service"
   ]
  ],
  "An administrator of {service} at {host} invites you to create an account there with this email address.": [
   "Un administrateur de ",
   [
    "service"
   ],
   " (",
   [
    "host"
   ],
   ") vous invite à y créer un compte avec cette adresse e-mail."
  ],
  "The link works once.": "Le lien fonctionne une seule fois.",
  "If you did not expect this invitation, ignore this email.": "Si vous n’attendiez pas cette invitation, ignorez cet e-mail.",
  "Set a new password for {service}": [
   "Définir un nouveau mot de passe pour ",
   [
    "service"
   ]
  ],
  "Somebody requested a new password for your account {account}. If it was you, follow this link:": [
   "Quelqu’un a demandé un nouveau mot de passe pour votre compte ",
   [
    "account"
   ],
   ". Si c’était vous, suivez ce lien :"
  ],
  "The link works once, within the next hour.": "Le lien fonctionne une seule fois, au cours de la prochaine heure.",
  "If it was not you, ignore this email: your password stays as it is.": "Si ce n’était pas vous, ignorez cet e-mail : votre mot de passe reste inchangé.",
  "Two-factor authentication is on": "L’authentification à deux facteurs est activée",
  "Your account {account} has a new passkey. Signing in with the password now asks for a passkey or a code.": [
   "Votre compte ",
   [
    "account"
   ],
   " a une nouvelle clé d’accès. La connexion par mot de passe demande désormais une clé d’accès ou un code."
  ],
  "A passkey was removed": "Une clé d’accès a été retirée",
  "A passkey of your account {account} was removed.": [
   "Une clé d’accès de votre compte ",
   [
    "account"
   ],
   " a été retirée."
  ],
  "The address of your account is confirmed": "L’adresse de votre compte est confirmée",
  "{account} is now known to be your address. Whoever registered the account had not shown that, so everything that could sign in to it before has ended: the former password, second factor, passkeys, API keys and sessions. Its upload grants are revoked, and its webhooks are off.": [
   "Il est désormais établi que ",
   [
    "account"
   ],
   " est votre adresse. La personne qui a créé le compte ne l’avait pas prouvé. Tout ce qui permettait de s’y connecter auparavant a donc pris fin : l’ancien mot de passe, le second facteur, les clés d’accès, les clés d’API et les sessions. Ses autorisations d’importation sont révoquées et ses webhooks désactivés."
  ],
  "If you have no other way to sign in, request a new password on the sign-in page.": "Si vous n’avez pas d’autre moyen de vous connecter, demandez un nouveau mot de passe sur la page de connexion.",
  "Files in the account have stayed. If you did not put them there, look at them, their links and who has access before you add your own.": "Les fichiers du compte sont restés. Si vous ne les y avez pas mis, examinez-les, ainsi que leurs liens et les accès accordés, avant d’ajouter les vôtres.",
  "You can sign in with {name}": [
   "Vous pouvez vous connecter avec ",
   [
    "name"
   ]
  ],
  "{name} has verified that {account} is your address, and signs in to your account from now on.": [
   [
    "name"
   ],
   " a vérifié que ",
   [
    "account"
   ],
   " est votre adresse et peut désormais vous connecter à votre compte."
  ],
  "If it was not, unlink the identity on that page, set a new password, and tell the operator of this server.": "Si ce n’était pas vous, dissociez l’identité sur cette page, définissez un nouveau mot de passe et prévenez l’exploitant de ce serveur.",
  "Two-factor authentication is off": "L’authentification à deux facteurs est désactivée",
  "Two-factor authentication was reset": "L’authentification à deux facteurs a été réinitialisée",
  "Two-factor authentication of your account {account} was turned on. Signing in now asks for a code after the password.": [
   "L’authentification à deux facteurs de votre compte ",
   [
    "account"
   ],
   " a été activée. La connexion demande désormais un code après le mot de passe."
  ],
  "Two-factor authentication of your account {account} was turned off. Signing in now asks for the password only.": [
   "L’authentification à deux facteurs de votre compte ",
   [
    "account"
   ],
   " a été désactivée. La connexion ne demande désormais que le mot de passe."
  ],
  "Two-factor authentication of your account {account} was turned off by an operator of this server. Signing in now asks for the password only.": [
   "L’authentification à deux facteurs de votre compte ",
   [
    "account"
   ],
   " a été désactivée par un exploitant de ce serveur. La connexion ne demande désormais que le mot de passe."
  ],
  "Time of the change: {at}.": [
   "Heure de la modification : ",
   [
    "at"
   ],
   "."
  ],
  "Your account": "Votre compte",
  "If it was you, ignore this email.": "Si c’était vous, ignorez cet e-mail.",
  "If it was not, set a new password now, end the other sessions on that page, and tell the operator of this server.": "Si ce n’était pas vous, définissez immédiatement un nouveau mot de passe, fermez les autres sessions sur cette page et prévenez l’exploitant de ce serveur.",
  "More has happened on {service}": [
   "Autres événements sur ",
   [
    "service"
   ]
  ],
  "There were more events on your shares, file requests, proofings or webhooks than this server sends emails about. Some emails were not sent.": "Il y a eu plus d’événements concernant vos partages, demandes de fichiers, galeries de sélection ou webhooks que ce serveur n’envoie d’e-mails. Certains e-mails n’ont pas été envoyés.",
  "Only emails are limited: nothing else was lost.": "Seuls les e-mails sont limités : rien d’autre n’a été perdu.",
  "Test email of {service}": [
   "E-mail de test de ",
   [
    "service"
   ]
  ],
  "The Drive server at {url} can send emails.": [
   "Le serveur Drive à l’adresse ",
   [
    "url"
   ],
   " peut envoyer des e-mails."
  ],
  "Your account is deleted on {date}": [
   "Votre compte sera supprimé le ",
   [
    "date"
   ]
  ],
  "Your account {account} on {service} was deleted. Nobody can sign in, and its links and keys no longer work. On {date}, everything in it is deleted for good.": [
   "Votre compte ",
   [
    "account"
   ],
   " sur ",
   [
    "service"
   ],
   " a été supprimé. Personne ne peut s’y connecter, et ses liens et clés ne fonctionnent plus. Le ",
   [
    "date"
   ],
   ", tout son contenu sera supprimé définitivement."
  ],
  "If you want to keep it, or if it was not you, keep the account before then, and set a new password.": "Si vous voulez le garder, ou si ce n’était pas vous, conservez le compte d’ici là et définissez un nouveau mot de passe.",
  "Your account was deleted": "Votre compte a été supprimé",
  "Your account {account} on {service} and everything in it were deleted for good.": [
   "Votre compte ",
   [
    "account"
   ],
   " sur ",
   [
    "service"
   ],
   " et tout son contenu ont été supprimés définitivement."
  ],
  "A file drive that you host yourself: upload files, and share them with a link.": "Un drive que vous hébergez vous-même : importez des fichiers et partagez-les avec un lien.",
  "Sign in": "Se connecter",
  "Create an account": "Créer un compte",
  "There is no account yet. Open the set-up link that the server printed when it started.": "Il n’y a pas encore de compte. Ouvrez le lien de configuration que le serveur a affiché à son démarrage.",
  "A text with a link": "Un texte avec un lien",
  "Command line and SDK": "Ligne de commande et SDK",
  "From this server, in one line": "Depuis ce serveur, en une ligne",
  "API": "API",
  "Each call with an example": "Chaque appel avec un exemple",
  "Your new password is set. Sign in with it.": "Votre nouveau mot de passe est défini. Utilisez-le pour vous connecter.",
  "That took too long. Start again.": "Cela a pris trop de temps. Recommencez.",
  "Forgot your password?": "Mot de passe oublié ?",
  "Type your code": "Saisissez votre code",
  "Open your authenticator and type the six digits it shows for {name}.": [
   "Ouvrez votre application d’authentification et saisissez les six chiffres qu’elle affiche pour ",
   [
    "name"
   ],
   "."
  ],
  "No authenticator at hand? Type one of your recovery codes.": "Pas d’application d’authentification sous la main ? Saisissez l’un de vos codes de récupération.",
  "Start again": "Recommencer",
  "Sign in with {name}": [
   "Se connecter avec ",
   [
    "name"
   ]
  ],
  "Sign in with a passkey": "Se connecter avec une clé d’accès",
  "Use a passkey": "Utiliser une clé d’accès",
  "No passkey at hand? Type one of your recovery codes.": "Pas de clé d’accès sous la main ? Saisissez l’un de vos codes de récupération.",
  "This link signs you in as {email}, once.": [
   "Ce lien vous connecte en tant que ",
   [
    "email"
   ],
   ", une seule fois."
  ],
  "You are signed out": "Vous êtes déconnecté",
  "Sign out of {name}, too": [
   "Se déconnecter aussi de ",
   [
    "name"
   ]
  ],
  "Back to your account": "Revenir à votre compte",
  "Sign-in failed": "Échec de la connexion",
  "Confirm with {name} who you are": [
   "Confirmez votre identité avec ",
   [
    "name"
   ]
  ],
  "Name (optional)": "Nom (facultatif)",
  "Create the account": "Créer le compte",
  "Set up {name}": [
   "Configurer ",
   [
    "name"
   ]
  ],
  "Create the first account. It will be the administrator.": "Créez le premier compte. Ce sera celui de l’administrateur.",
  "Upload a file": "Importer un fichier",
  "Share it with a link": "Le partager avec un lien",
  "Accept": "Accepter",
  "You get access with your account {account}.": [
   "Vous obtenez l’accès avec votre compte ",
   [
    "account"
   ],
   "."
  ],
  "Sign in as {account} to accept the invitation.": [
   "Connectez-vous en tant que ",
   [
    "account"
   ],
   " pour accepter l’invitation."
  ],
  "This server is already set up": "Ce serveur est déjà configuré",
  "Sign in with your account": "Connectez-vous avec votre compte",
  "This link no longer works": "Ce lien ne fonctionne plus",
  "The server prints a new set-up link each time it starts. Use the latest one.": "Le serveur affiche un nouveau lien de configuration à chaque démarrage. Utilisez le dernier.",
  "Create your account": "Créez votre compte",
  "Do you have an account?": "Vous avez un compte ?",
  "This invitation no longer works": "Cette invitation ne fonctionne plus",
  "It was used or has expired. Ask for a new one.": "Elle a été utilisée ou a expiré. Demandez-en une nouvelle.",
  "Registration is closed": "Les inscriptions sont fermées",
  "You need an invitation to create an account. Ask the operator of this server for one.": "Vous avez besoin d’une invitation pour créer un compte. Demandez-en une à l’exploitant de ce serveur.",
  "Registration is disabled on this server. Ask its operator for an account.": "Les inscriptions sont désactivées sur ce serveur. Demandez un compte à son exploitant.",
  "Back to sign-in": "Revenir à la connexion",
  "Type the email address of your account.": "Saisissez l’adresse e-mail de votre compte.",
  "We send a link to set a new password.": "Nous vous envoyons un lien pour définir un nouveau mot de passe.",
  "Send the link": "Envoyer le lien",
  "Create the link": "Créer le lien",
  "Ask your administrator": "Adressez-vous à votre administrateur",
  "If there is an account with that address, there is now a link for it.": "S’il existe un compte avec cette adresse, un lien vient d’être créé pour ce compte.",
  "The link works once, within an hour.": "Le lien fonctionne une seule fois, pendant une heure.",
  "Check your email": "Consultez vos e-mails",
  "If there is an account with that address, we sent it an email with a link.": "S’il existe un compte avec cette adresse, nous y avons envoyé un e-mail avec un lien.",
  "No email? Check your spam folder, or try again.": "Pas d’e-mail ? Vérifiez votre dossier de courrier indésirable, ou réessayez.",
  "A link works once and for one hour.": "Un lien fonctionne une seule fois, pendant une heure.",
  "Request a new one": "Demander un nouveau lien",
  "Set a new password": "Définir un nouveau mot de passe",
  "Set the password": "Définir le mot de passe",
  "Keep my API keys and the devices that use them signed in": "Garder mes clés d’API et laisser connectés les appareils qui les utilisent",
  "Leave this off if somebody else may know your password. All sessions end in either case.": "Laissez cette case décochée si quelqu’un d’autre connaît peut-être votre mot de passe. Toutes les sessions se ferment dans les deux cas.",
  "This server sends no email: it writes the link to outbox/ in its data directory. Ask the administrator for it.": "Ce serveur n’envoie pas d’e-mails : il enregistre le lien dans outbox/, dans son répertoire de données. Demandez-le à l’administrateur.",
  "Email address": "Adresse e-mail",
  "At least {n} characters.": [
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " caractère au minimum."
     ],
     "many": [
      [
       "n"
      ],
      " de caractères au minimum."
     ],
     "other": [
      [
       "n"
      ],
      " caractères au minimum."
     ]
    }
   ]
  ],
  "Code": "Code",
  "Sign in a device": "Connecter un appareil",
  "The device shows a code of eight letters. Type it here.": "L’appareil affiche un code de huit lettres. Saisissez-le ici.",
  "No device is waiting with this code. Check the code: it works once, within ten minutes.": "Aucun appareil n’attend avec ce code. Vérifiez le code : il fonctionne une seule fois, pendant dix minutes.",
  "No command line yet? Run": "Pas encore de ligne de commande ? Exécutez",
  "Install": "Installer",
  "Command line": "Ligne de commande",
  "On Linux, without Node:": "Sous Linux, sans Node :",
  "It verifies the SHA-256 of the program and stores it in {folder}.": [
   "Cela vérifie le SHA-256 du programme et l’enregistre dans ",
   [
    "folder"
   ],
   "."
  ],
  "Show the script": "Afficher le script",
  "With npm and Node {version} or newer:": [
   "Avec npm et Node ",
   [
    "version"
   ],
   " ou plus récent :"
  ],
  "The command line is not built on this server.": "La ligne de commande n’est pas compilée sur ce serveur.",
  "Then sign in and send a file:": "Connectez-vous ensuite et envoyez un fichier :",
  "The SDK is not built on this server.": "Le SDK n’est pas compilé sur ce serveur.",
  "For Node {version} or newer, browsers and edge runtimes:": [
   "Pour Node ",
   [
    "version"
   ],
   " ou plus récent, les navigateurs et les environnements edge :"
  ],
  "With components for pages that upload, for React or as a web component:": "Avec des composants pour les pages qui envoient des fichiers, pour React ou comme composant web :",
  "Other programming languages use the API.": "Les autres langages de programmation utilisent l’API.",
  "Overview": "Vue d’ensemble",
  "The API of this server": "L’API de ce serveur",
  "Version {version}": [
   "Version ",
   [
    "version"
   ]
  ],
  "The documentation is in English.": "La documentation est en anglais.",
  "Allow this device?": "Autoriser cet appareil ?",
  "You signed in some time ago. Type your password to approve it.": "Votre connexion remonte à un certain temps. Saisissez votre mot de passe pour approuver.",
  "Code of your authenticator": "Code de votre application d’authentification",
  "Allow it only if you started this yourself and the device in front of you shows the same code.": "Autorisez-le uniquement si vous êtes à l’origine de la demande et que l’appareil devant vous affiche le même code.",
  "It gets an API key of your account, which can do everything you can do:": "Il obtient une clé d’API de votre compte, qui peut faire tout ce que vous pouvez faire :",
  "see, download, add, change and delete your files,": "consulter, télécharger, ajouter, modifier et supprimer vos fichiers,",
  "share them with others,": "les partager avec d’autres,",
  "create and revoke API keys.": "créer et révoquer des clés d’API.",
  "Approve": "Approuver",
  "Refuse": "Refuser",
  "Device allowed": "Appareil autorisé",
  "The device signs in by itself within a few seconds.": "L’appareil se connecte de lui-même en quelques secondes.",
  "You can close this page. To sign the device out, revoke its API key.": "Vous pouvez fermer cette page. Pour déconnecter l’appareil, révoquez sa clé d’API.",
  "Device refused": "Appareil refusé",
  "It gets no access to your account.": "Il n’obtient aucun accès à votre compte.",
  "Sign in to choose which emails you get.": "Connectez-vous pour choisir les e-mails que vous recevez.",
  "Turn off emails": "Désactiver les e-mails",
  "You get no more emails about what others do. Emails about your sign-in still come.": "Vous ne recevrez plus d’e-mails sur les actions des autres. Les e-mails concernant votre connexion continuent d’arriver.",
  "Emails are off": "Les e-mails sont désactivés",
  "You can turn them on again in your account.": "Vous pouvez les réactiver dans votre compte.",
  "See the received files": "Voir les fichiers reçus",
  "Senders chose these names themselves.": "Les expéditeurs ont choisi ces noms eux-mêmes.",
  "See the selections": "Voir les sélections",
  "Clients chose these names themselves.": "Les clients ont choisi ces noms eux-mêmes.",
  "Somebody": "Quelqu’un",
  "Skip to the content": "Aller au contenu",
  "Sign out": "Se déconnecter",
  "Your name": "Votre nom",
  "Your name (optional)": "Votre nom (facultatif)",
  "Your email address (optional)": "Votre adresse e-mail (facultatif)",
  "Back to the shared items": "Revenir aux éléments partagés",
  "Password needed": "Mot de passe requis",
  "This link needs a password": "Ce lien nécessite un mot de passe",
  "Ask the person who shared it with you for the password.": "Demandez le mot de passe à la personne qui a partagé le lien avec vous.",
  "Password": "Mot de passe",
  "Open": "Ouvrir",
  "Wrong password.": "Mot de passe incorrect.",
  "Wrong password. {count} attempts left.": [
   [
    "count",
    {
     "=0": "Mot de passe incorrect. Il ne reste aucune tentative.",
     "one": [
      "Mot de passe incorrect. Il reste ",
      [
       "count"
      ],
      " tentative."
     ],
     "many": [
      "Mot de passe incorrect. Il reste ",
      [
       "count"
      ],
      " de tentatives."
     ],
     "other": [
      "Mot de passe incorrect. Il reste ",
      [
       "count"
      ],
      " tentatives."
     ]
    }
   ]
  ],
  "Too many attempts. Try again in {count} minutes.": [
   [
    "count",
    {
     "one": "Trop de tentatives. Réessayez dans une minute.",
     "many": [
      "Trop de tentatives. Réessayez dans ",
      [
       "count"
      ],
      " de minutes."
     ],
     "other": [
      "Trop de tentatives. Réessayez dans ",
      [
       "count"
      ],
      " minutes."
     ]
    }
   ]
  ],
  "Request": "Requête",
  "Go to the start page": "Aller à la page d’accueil",
  "Not found": "Introuvable",
  "Gone": "Plus disponible",
  "Too many requests": "Trop de requêtes",
  "Something went wrong": "Une erreur s’est produite",
  "This request was refused": "Cette requête a été refusée",
  "The upload failed": "L’importation a échoué",
  "Pages": "Pages",
  "Previous": "Précédent",
  "Next": "Suivant",
  "Page {page} of {total}": [
   "Page ",
   [
    "page"
   ],
   " sur ",
   [
    "total"
   ]
  ],
  "{name}, page {n}": [
   [
    "name"
   ],
   ", page ",
   [
    "n"
   ]
  ],
  "There is nothing on this page.": "Cette page est vide.",
  "Continue": "Continuer",
  "Until": "Jusqu’au",
  "Files": "Fichiers",
  "Choose files": "Choisir des fichiers",
  "Choose a file": "Choisir un fichier",
  "No file chosen": "Aucun fichier choisi",
  "Copy": "Copier",
  "Copied": "Copié",
  "Download": "Télécharger",
  "Send more": "Envoyer d’autres",
  "Your selection": "Votre sélection",
  "{count} files": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " fichier"
     ],
     "many": [
      [
       "count"
      ],
      " de fichiers"
     ],
     "other": [
      [
       "count"
      ],
      " fichiers"
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
      " octet"
     ],
     "many": [
      [
       "n"
      ],
      " d’octets"
     ],
     "other": [
      [
       "n"
      ],
      " octets"
     ]
    }
   ]
  ],
  "Folder": "Dossier",
  "Image": "Image",
  "Video": "Vidéo",
  "Audio": "Audio",
  "PDF document": "Document PDF",
  "Text": "Texte",
  "Archive": "Archive",
  "File": "Fichier",
  "Shared by": "Partagé par",
  "shared by {name}": [
   "partagé par ",
   [
    "name"
   ]
  ],
  "Available until": "Disponible jusqu’au",
  "Preview": "Aperçu",
  "{count} items": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " élément"
     ],
     "many": [
      [
       "count"
      ],
      " d’éléments"
     ],
     "other": [
      [
       "count"
      ],
      " éléments"
     ]
    }
   ]
  ],
  "Download all as ZIP": "Tout télécharger au format ZIP",
  "Download folder as ZIP": "Télécharger le dossier au format ZIP",
  "Sort by": "Trier par",
  "Name": "Nom",
  "Date": "Date",
  "Size": "Taille",
  "Grid": "Grille",
  "List": "Liste",
  "Select": "Sélectionner",
  "Cancel": "Annuler",
  "Download as ZIP": "Télécharger au format ZIP",
  "Save to my drive": "Enregistrer dans mon drive",
  "It is in your drive now.": "C’est maintenant dans votre drive.",
  "It is being copied to your drive.": "Il est en cours de copie dans votre drive.",
  "{count} items could not be copied.": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " élément n’a pas pu être copié."
     ],
     "many": [
      [
       "count"
      ],
      " d’éléments n’ont pas pu être copiés."
     ],
     "other": [
      [
       "count"
      ],
      " éléments n’ont pas pu être copiés."
     ]
    }
   ]
  ],
  "See your files": "Voir vos fichiers",
  "This folder is empty.": "Ce dossier est vide.",
  "Search this folder": "Dans ce dossier",
  "Search": "Rechercher",
  "Nothing found.": "Aucun résultat.",
  "Contents": "Contenu",
  "Quarantined by the administrator": "Mis en quarantaine par l’administrateur",
  "Contains a virus": "Contient un virus",
  "Being checked for viruses": "Analyse antivirus en cours",
  "Not checked for viruses": "Non analysé par l’antivirus",
  "Folders above": "Dossiers parents",
  "This link does not exist": "Ce lien n’existe pas",
  "It may be mistyped, or its owner has revoked it.": "Il contient peut-être une faute de frappe, ou son propriétaire l’a révoqué.",
  "This link has expired": "Ce lien a expiré",
  "Ask the sender for a new one.": "Demandez-en un nouveau à l’expéditeur.",
  "This link has no downloads left": "Ce lien a épuisé ses téléchargements",
  "Its owner limited the number of downloads. Ask the sender for a new link.": "Son propriétaire a limité le nombre de téléchargements. Demandez un nouveau lien à l’expéditeur.",
  "This file is not available": "Ce fichier n’est pas disponible",
  "This folder is not available": "Ce dossier n’est pas disponible",
  "It may have been moved, or is no longer shared.": "Il a peut-être été déplacé, ou n’est plus partagé.",
  "This is not allowed here": "Ceci n’est pas autorisé ici",
  "The owner disabled it, or it belongs to someone else.": "Le propriétaire l’a désactivé, ou cela appartient à quelqu’un d’autre.",
  "This comment is not available": "Ce commentaire n’est pas disponible",
  "It may have been deleted.": "Il a peut-être été supprimé.",
  "This is too large for one ZIP": "C’est trop volumineux pour un seul fichier ZIP",
  "Download the files one by one, or folder by folder.": "Téléchargez les fichiers un par un, ou dossier par dossier.",
  "Likes": "J’aime",
  "Like": "J’aime",
  "Liked": "Vous aimez",
  "Do you like it?": "Cela vous plaît ?",
  "Likes and comments": "J’aime et commentaires",
  "Comment": "Commenter",
  "Comments": "Commentaires",
  "{count} comments": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " commentaire"
     ],
     "many": [
      [
       "count"
      ],
      " de commentaires"
     ],
     "other": [
      [
       "count"
      ],
      " commentaires"
     ]
    }
   ]
  ],
  "All comments": "Tous les commentaires",
  "All {count} comments": [
   [
    "count",
    {
     "one": "Tous les commentaires",
     "many": [
      "Les ",
      [
       "count"
      ],
      " de commentaires"
     ],
     "other": [
      "Les ",
      [
       "count"
      ],
      " commentaires"
     ]
    }
   ]
  ],
  "Comments ({n})": [
   "Commentaires (",
   [
    "n"
   ],
   ")"
  ],
  "Comments on {name}": [
   "Commentaires sur ",
   [
    "name"
   ]
  ],
  "Comment on {name}": [
   "Commenter ",
   [
    "name"
   ]
  ],
  "Comment as {name}": [
   "Commenter en tant que ",
   [
    "name"
   ]
  ],
  "No comments yet.": "Aucun commentaire pour l’instant.",
  "Back": "Retour",
  "Comments are turned off. Only you can see the earlier ones.": "Les commentaires sont désactivés. Vous seul pouvez voir les précédents.",
  "Your comment": "Votre commentaire",
  "Owner": "Propriétaire",
  "Read on": "Lire la suite",
  "Delete": "Supprimer",
  "Report a problem": "Signaler un problème",
  "Malware or phishing": "Logiciel malveillant ou hameçonnage",
  "Infringed copyright": "Atteinte aux droits d’auteur",
  "Illegal content": "Contenu illégal",
  "Private data": "Données privées",
  "Something else": "Autre chose",
  "Thank you. The administrators of this server will look at it.": "Merci. Les administrateurs de ce serveur vont examiner votre signalement.",
  "Tell the administrators of this server what is wrong with “{name}”. The owner is not told.": [
   "Indiquez aux administrateurs de ce serveur ce qui ne va pas avec « ",
   [
    "name"
   ],
   " ». Le propriétaire n’en est pas informé."
  ],
  "What is it about?": "De quoi s’agit-il ?",
  "Everything at this link": "Tout le contenu de ce lien",
  "What should they know? (optional)": "Que doivent-ils savoir ? (facultatif)",
  "Send the report": "Envoyer le signalement",
  "What is wrong?": "Quel est le problème ?",
  "Choose a reason": "Choisissez un motif",
  "Send files": "Envoyer des fichiers",
  "This server does not accept uploads without an account. Sign in to upload to your drive.": "Ce serveur n’accepte pas les importations sans compte. Connectez-vous pour importer dans votre drive.",
  "One file of at most {size}.": [
   "Un fichier de ",
   [
    "size"
   ],
   " au maximum."
  ],
  "Up to {n} files of at most {size} each.": [
   "Jusqu’à ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " fichier"
     ],
     "many": [
      [
       "n"
      ],
      " de fichiers"
     ],
     "other": [
      [
       "n"
      ],
      " fichiers"
     ]
    }
   ],
   " de ",
   [
    "size"
   ],
   " au maximum chacun."
  ],
  "You need no account.": "Vous n’avez pas besoin de compte.",
  "They are stored in your drive.": "Ils sont enregistrés dans votre drive.",
  "Each file gets a link; anyone with the link can download the file.": "Chaque fichier obtient un lien ; toute personne disposant du lien peut télécharger le fichier.",
  "Files are deleted after {count} days.": [
   [
    "count",
    {
     "one": "Les fichiers sont supprimés au bout d’un jour.",
     "many": [
      "Les fichiers sont supprimés au bout de ",
      [
       "count"
      ],
      " de jours."
     ],
     "other": [
      "Les fichiers sont supprimés au bout de ",
      [
       "count"
      ],
      " jours."
     ]
    }
   ]
  ],
  "This server checks for bots with JavaScript. Enable JavaScript for this page and reload it.": "Ce serveur détecte les robots à l’aide de JavaScript. Activez JavaScript pour cette page et rechargez-la.",
  "Or drop it anywhere on this page.": "Ou déposez-le n’importe où sur cette page.",
  "Or drop them anywhere on this page.": "Ou déposez-les n’importe où sur cette page.",
  "Make them public and allow search engines": "Les rendre publics et autoriser les moteurs de recherche",
  "Upload": "Importer",
  "Copy all links": "Copier tous les liens",
  "Nothing there": "Rien ici",
  "Your file is uploaded": "Votre fichier est importé",
  "Your files are uploaded": "Vos fichiers sont importés",
  "There is no upload at this URL, or its files were deleted.": "Il n’y a aucune importation à cette URL, ou ses fichiers ont été supprimés.",
  "Anyone with a link can download the file.": "Toute personne disposant d’un lien peut télécharger le fichier.",
  "Save the links: they cannot be looked up later.": "Conservez les liens : ils ne pourront pas être retrouvés plus tard.",
  "Your drive lists the files that you sent while signed in.": "Votre drive affiche les fichiers que vous avez envoyés en étant connecté.",
  "It may be mistyped, or the file request was closed.": "Il contient peut-être une faute de frappe, ou la demande de fichiers a été fermée.",
  "This file request has ended": "Cette demande de fichiers est terminée",
  "Ask the sender of the link for a new one.": "Demandez-en un nouveau à l’expéditeur du lien.",
  "You are asked to send files.": "On vous demande d’envoyer des fichiers.",
  "asks you for files.": "vous demande des fichiers.",
  "This is your file request.": "Ceci est votre demande de fichiers.",
  "Your {count} files have arrived.": [
   [
    "count",
    {
     "one": "Votre fichier est arrivé.",
     "many": [
      "Vos ",
      [
       "count"
      ],
      " de fichiers sont arrivés."
     ],
     "other": [
      "Vos ",
      [
       "count"
      ],
      " fichiers sont arrivés."
     ]
    }
   ]
  ],
  "It accepts no more files.": "Elle n’accepte plus de fichiers.",
  "images": "images",
  "videos": "vidéos",
  "audio files": "fichiers audio",
  "text files": "fichiers texte",
  "PDF": "PDF",
  "At most {size} a file": [
   [
    "size"
   ],
   " au maximum par fichier"
  ],
  "Only {types}": [
   "Uniquement ",
   [
    "types"
   ]
  ],
  "Room for {count} more files": [
   [
    "count",
    {
     "one": "Il reste de la place pour un fichier",
     "many": [
      "Il reste de la place pour ",
      [
       "count"
      ],
      " de fichiers"
     ],
     "other": [
      "Il reste de la place pour ",
      [
       "count"
      ],
      " fichiers"
     ]
    }
   ]
  ],
  "Up to {n} at once.": [
   [
    "n"
   ],
   " au maximum à la fois."
  ],
  "Only the person who requested them can see them.": "Seule la personne qui les a demandés peut les voir.",
  "Add files": "Ajouter des fichiers",
  "Everyone with this link can see them.": "Toute personne disposant de ce lien peut les voir.",
  "This folder accepts no more files.": "Ce dossier n’accepte plus de fichiers.",
  "Send": "Envoyer",
  "from": "de",
  "It may be mistyped, or the proofing was ended.": "Il contient peut-être une faute de frappe, ou la galerie de sélection a été fermée.",
  "This proofing has ended": "Cette galerie de sélection est terminée",
  "Select your files.": "Sélectionnez vos fichiers.",
  "asks you to choose.": "vous demande de choisir.",
  "choose at most {n}": [
   "choisissez-en ",
   [
    "n"
   ],
   " au maximum"
  ],
  "This is your proofing.": "Ceci est votre galerie de sélection.",
  "Your selection has been sent. You may send another.": "Votre sélection a été envoyée. Vous pouvez en envoyer une autre.",
  "There are no files here at the moment.": "Il n’y a aucun fichier ici pour le moment.",
  "chosen": "sélectionnés",
  "of {n} chosen": [
   "sur ",
   [
    "n"
   ],
   " sélectionnés"
  ],
  "Select your favorites": "Sélectionnez vos favoris",
  "Enlarge": "Agrandir",
  "Back to all": "Revenir à l’ensemble",
  "Comment (optional)": "Commentaire (facultatif)",
  "Send the selection": "Envoyer la sélection",
  "Write a paste": "Écrire un texte",
  "A text with a link: anyone with the link can read it.": "Un texte avec un lien : toute personne disposant du lien peut le lire.",
  "Save the link: without an account, it cannot be looked up or changed later.": "Conservez le lien : sans compte, il ne pourra être ni retrouvé ni modifié plus tard.",
  "Get a link": "Obtenir un lien",
  "Title (optional)": "Titre (facultatif)",
  "Language (optional)": "Langage (facultatif)",
  "Keep for": "Conservation",
  "No time limit": "Sans limite de durée",
  "A day": "Un jour",
  "A week": "Une semaine",
  "A month": "Un mois",
  "A year": "Un an",
  "For": "Lisible par",
  "Anyone with the link": "Toute personne disposant du lien",
  "Everyone, including search engines": "Tout le monde, y compris les moteurs de recherche",
  "Only you": "Vous uniquement",
  "Password (optional)": "Mot de passe (facultatif)",
  "4 characters or more. Send it to readers separately from the link.": "4 caractères au minimum. Transmettez-le aux lecteurs séparément du lien.",
  "Delete after it is read once": "Supprimer après une seule lecture",
  "Pastes on this server need an account.": "Sur ce serveur, les textes nécessitent un compte.",
  "Your paste is saved": "Votre texte est enregistré",
  "Send this link to the people who should read it.": "Envoyez ce lien aux personnes qui doivent le lire.",
  "Write another": "En écrire un autre",
  "Deleted": "Supprimé",
  "The paste and its link are deleted.": "Le texte et son lien sont supprimés.",
  "Paste": "Texte",
  "to be read once": "à lecture unique",
  "by {name}": [
   "par ",
   [
    "name"
   ]
  ],
  "By": "Par",
  "This text can be shown only once; the server has deleted it. Copy what you need before you leave this page.": "Ce texte ne peut être affiché qu’une seule fois ; le serveur l’a supprimé. Copiez ce dont vous avez besoin avant de quitter cette page.",
  "This text can be read only once. Opening it deletes it for everyone.": "Ce texte ne peut être lu qu’une seule fois. L’ouvrir le supprime pour tout le monde.",
  "Show and delete": "Afficher et supprimer",
  "Raw text": "Texte brut",
  "Save as a file": "Enregistrer dans un fichier",
  "Delete this paste": "Supprimer ce texte",
  "Delete it for good": "Supprimer définitivement",
  "Untitled paste": "Texte sans titre",
  "This text contains characters that change the direction of text: it may be displayed in a different order than it is stored.": "Ce texte contient des caractères qui changent le sens d’écriture : il peut s’afficher dans un ordre différent de celui dans lequel il est enregistré.",
  "These are the first {count} of {total} lines. The raw text has all of them.": [
   "Voici les ",
   [
    "count"
   ],
   " premières lignes sur ",
   [
    "total"
   ],
   ". Le texte brut les contient toutes."
  ],
  "Content": "Contenu",
  "It may be mistyped, or the paste was deleted.": "Il contient peut-être une faute de frappe, ou le texte a été supprimé.",
  "This paste has expired": "Ce texte a expiré",
  "This paste has been read": "Ce texte a été lu",
  "It could be read only once and is now deleted. If it was not you who read it, tell the sender of the link.": "Il ne pouvait être lu qu’une seule fois et est maintenant supprimé. Si ce n’est pas vous qui l’avez lu, prévenez l’expéditeur du lien.",
  "Too many attempts": "Trop de tentatives",
  "Wait a minute, then try again.": "Patientez une minute, puis réessayez.",
  "Keep the account": "Conserver le compte",
  "Everything in it is as it was: your files, your links and your keys work again.": "Tout est comme avant : vos fichiers, vos liens et vos clés fonctionnent de nouveau.",
  "Your account is kept": "Votre compte est conservé",
  "Sign in again. If it was not you who deleted it, set a new password first.": "Connectez-vous de nouveau. Si ce n’est pas vous qui l’avez supprimé, définissez d’abord un nouveau mot de passe.",
  "The account is kept already, or it is gone.": "Le compte est déjà conservé, ou il n’existe plus.",
  "Your account is deleted": "Votre compte est supprimé",
  "Everything in it is deleted for good on {date}. Until then the link in the email to you keeps it, and so does an administrator.": [
   "Tout son contenu sera supprimé définitivement le ",
   [
    "date"
   ],
   ". D’ici là, le lien dans l’e-mail que vous avez reçu permet de le conserver ; un administrateur peut aussi le faire."
  ],
  "You are signed out. Everything in it is being deleted.": "Vous êtes déconnecté. Tout son contenu est en cours de suppression."
 },
 "scripts": {
  "Choose at least one file.": "Choisissez au moins un fichier.",
  "{n} files chosen": [
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " fichier choisi"
     ],
     "many": [
      [
       "n"
      ],
      " de fichiers choisis"
     ],
     "other": [
      [
       "n"
      ],
      " fichiers choisis"
     ]
    }
   ]
  ],
  "At most {n} files can be uploaded at once.": [
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " fichier au maximum peut être importé à la fois."
     ],
     "many": [
      [
       "n"
      ],
      " de fichiers au maximum peuvent être importés à la fois."
     ],
     "other": [
      [
       "n"
      ],
      " fichiers au maximum peuvent être importés à la fois."
     ]
    }
   ]
  ],
  "There is room for {n} more. Remove some files.": [
   "Il ne reste de la place que pour ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " fichier"
     ],
     "many": [
      [
       "n"
      ],
      " de fichiers"
     ],
     "other": [
      [
       "n"
      ],
      " fichiers"
     ]
    }
   ],
   ". Retirez-en quelques-uns."
  ],
  "“{name}” has more than {size}.": [
   "« ",
   [
    "name"
   ],
   " » dépasse ",
   [
    "size"
   ],
   "."
  ],
  "“{name}” is empty. Empty files cannot be uploaded.": [
   "« ",
   [
    "name"
   ],
   " » est vide. Les fichiers vides ne peuvent pas être importés."
  ],
  "“{name}” is a folder. Drop the files that are in it.": [
   "« ",
   [
    "name"
   ],
   " » est un dossier. Déposez les fichiers qu’il contient."
  ],
  "Drop the files to add them": "Déposez les fichiers pour les ajouter",
  "Reserving space …": "Réservation de l’espace…",
  "Checking that you are not a bot …": "Vérification que vous n’êtes pas un robot…",
  "Complete the check that you are not a bot first.": "Terminez d’abord la vérification que vous n’êtes pas un robot.",
  "The check failed. Try again.": "La vérification a échoué. Réessayez.",
  "Failed: {problem}": [
   "Échec : ",
   [
    "problem"
   ]
  ],
  "You are no longer signed in. Reload the page, sign in, and send the files again.": "Vous n’êtes plus connecté. Rechargez la page, connectez-vous et envoyez à nouveau les fichiers.",
  "The server answered {status}.": [
   "Le serveur a répondu ",
   [
    "status"
   ],
   "."
  ],
  "Sending {n} of {total} …": [
   "Envoi de ",
   [
    "n"
   ],
   " sur ",
   [
    "total"
   ],
   "…"
  ],
  "Progress of {name}": [
   "Progression de ",
   [
    "name"
   ]
  ],
  "Uploaded {n} files.": [
   [
    "n",
    {
     "one": "Un fichier importé.",
     "many": [
      [
       "n"
      ],
      " de fichiers importés."
     ],
     "other": [
      [
       "n"
      ],
      " fichiers importés."
     ]
    }
   ]
  ],
  "{n} failed.": [
   [
    "n"
   ],
   " en échec."
  ],
  "Save the links: they cannot be looked up later.": "Conservez les liens : ils ne pourront pas être retrouvés plus tard.",
  "It is in your drive.": "Il est dans votre drive.",
  "They are in your drive.": "Ils sont dans votre drive.",
  "Copy": "Copier",
  "Copy the link to {name}": [
   "Copier le lien vers ",
   [
    "name"
   ]
  ],
  "Copied the link to {name}.": [
   "Lien vers ",
   [
    "name"
   ],
   " copié."
  ],
  "Remove": "Retirer",
  "Remove {name}": [
   "Retirer ",
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
      " fichier"
     ],
     "many": [
      [
       "n"
      ],
      " de fichiers"
     ],
     "other": [
      [
       "n"
      ],
      " fichiers"
     ]
    }
   ],
   ", ",
   [
    "size"
   ],
   " au total"
  ],
  "Copied all links.": "Tous les liens sont copiés.",
  "Arrived": "Arrivé",
  "Your {n} files have arrived.": [
   [
    "n",
    {
     "one": "Votre fichier est arrivé.",
     "many": [
      "Vos ",
      [
       "n"
      ],
      " de fichiers sont arrivés."
     ],
     "other": [
      "Vos ",
      [
       "n"
      ],
      " fichiers sont arrivés."
     ]
    }
   ]
  ],
  "Nothing has arrived.": "Rien n’est arrivé."
 },
 "messages": {
  "Type your email address.": "Saisissez votre adresse e-mail.",
  "Type your password.": "Saisissez votre mot de passe.",
  "Type the code.": "Saisissez le code.",
  "The email address or the password is wrong.": "L’adresse e-mail ou le mot de passe est incorrect.",
  "The password is wrong.": "Le mot de passe est incorrect.",
  "This email address already has an account.": "Cette adresse e-mail a déjà un compte.",
  "Must be an email address.": "Doit être une adresse e-mail.",
  "Must have at least {n} characters.": [
   "Doit comporter au moins ",
   [
    "n"
   ],
   " caractères."
  ],
  "Must have at most {n} characters.": [
   "Doit comporter au maximum ",
   [
    "n"
   ],
   " caractères."
  ],
  "Must have at most {n} bytes in UTF-{n}.": [
   "Doit comporter au maximum ",
   [
    "n"
   ],
   " octets en UTF-",
   [
    "n2"
   ],
   "."
  ],
  "Must not be one of the most common passwords.": "Ne doit pas être l’un des mots de passe les plus courants.",
  "Must not be part of the email address.": "Ne doit pas figurer dans l’adresse e-mail.",
  "Must not be the name of this server.": "Ne doit pas être le nom de ce serveur.",
  "Your sign-in is older than {n} minutes. Confirm who you are, then try again.": [
   "Votre connexion remonte à plus de ",
   [
    "n"
   ],
   " minutes. Confirmez votre identité, puis réessayez."
  ],
  "Must not be blank.": "Ne doit pas être vide.",
  "Too many calls. Try again in {n} seconds.": [
   "Trop d’appels. Réessayez dans ",
   [
    "n"
   ],
   " secondes."
  ],
  "Too many requests. Try again in {n} seconds.": [
   "Trop de requêtes. Réessayez dans ",
   [
    "n"
   ],
   " secondes."
  ],
  "Too many wrong codes. Try again in {n} minutes.": [
   "Trop de codes incorrects. Réessayez dans ",
   [
    "n"
   ],
   " minutes."
  ],
  "This invitation is not valid: it was used, has expired, or is meant for another email address.": "Cette invitation n’est pas valide : elle a été utilisée, a expiré ou est destinée à une autre adresse e-mail.",
  "This link is not valid: it was used already or has expired. Request a new one.": "Ce lien n’est pas valide : il a déjà été utilisé ou a expiré. Demandez-en un nouveau.",
  "This set-up link is no longer valid. Look for a newer one in the output of the server.": "Ce lien de configuration n’est plus valide. Cherchez-en un plus récent dans la sortie du serveur.",
  "The captcha can’t be checked right now. Try again in a moment.": "Le captcha ne peut pas être vérifié pour le moment. Réessayez dans un instant.",
  "There is nothing at this URL.": "Il n’y a rien à cette URL.",
  "This form is out of date. Go back, reload the page, and try again.": "Ce formulaire n’est plus à jour. Revenez en arrière, rechargez la page et réessayez.",
  "This form came from another site. Open the page here and try again.": "Ce formulaire provient d’un autre site. Ouvrez la page ici et réessayez.",
  "You are no longer signed in. Sign in and send it again.": "Vous n’êtes plus connecté. Connectez-vous et renvoyez-le.",
  "You are no longer signed in. Sign in and try again.": "Vous n’êtes plus connecté. Connectez-vous et réessayez.",
  "Choose at least one file.": "Choisissez au moins un fichier.",
  "Choose at most {n} files at once.": [
   "Choisissez ",
   [
    "n"
   ],
   " fichiers au maximum à la fois."
  ],
  "At most {n} files can be uploaded at once.": [
   [
    "n"
   ],
   " fichiers au maximum peuvent être importés à la fois."
  ],
  "You selected {n} files; the maximum is {n}.": [
   "Vous avez sélectionné ",
   [
    "n"
   ],
   " fichiers ; le maximum est de ",
   [
    "n2"
   ],
   "."
  ],
  "One of these files is no longer part of this proofing.": "L’un de ces fichiers ne fait plus partie de cette galerie de sélection.",
  "Enter your name: this file request requires it.": "Saisissez votre nom : cette demande de fichiers l’exige.",
  "This is not an email address.": "Ceci n’est pas une adresse e-mail.",
  "This file request accepts no more files.": "Cette demande de fichiers n’accepte plus de fichiers.",
  "This link accepts no more files.": "Ce lien n’accepte plus de fichiers.",
  "Fewer files than these are accepted. Remove some.": "C’est plus de fichiers que le nombre accepté. Retirez-en quelques-uns.",
  "This link accepts no files.": "Ce lien n’accepte aucun fichier.",
  "There is not enough storage for these files. Tell the person who requested them.": "Il n’y a pas assez d’espace de stockage pour ces fichiers. Prévenez la personne qui les a demandés.",
  "This link needs a password. Open its page and try again.": "Ce lien nécessite un mot de passe. Ouvrez sa page et réessayez.",
  "A file may have at most {n} bytes here.": [
   "Ici, un fichier peut faire au maximum ",
   [
    "n"
   ],
   " octets."
  ],
  "All files together may have at most {n} bytes.": [
   "L’ensemble des fichiers peut faire au maximum ",
   [
    "n"
   ],
   " octets."
  ],
  "A paste can have at most {n} bytes in UTF-{n}.": [
   "Un texte peut faire au maximum ",
   [
    "n"
   ],
   " octets en UTF-",
   [
    "n2"
   ],
   "."
  ],
  "The password must have at least {n} characters.": [
   "Le mot de passe doit comporter au moins ",
   [
    "n"
   ],
   " caractères."
  ],
  "The text must not be blank.": "Le texte ne doit pas être vide.",
  "The comment must not be blank.": "Le commentaire ne doit pas être vide.",
  "The storage for uploads without an account is full. Try again later.": "L’espace de stockage pour les importations sans compte est plein. Réessayez plus tard.",
  "Not enough storage is left. Delete something first.": "Il ne reste pas assez d’espace de stockage. Supprimez d’abord des éléments.",
  "The server is busy. Try again in a moment.": "Le serveur est occupé. Réessayez dans un instant.",
  "Something went wrong on the server.": "Une erreur s’est produite sur le serveur.",
  "This file contains a virus.": "Ce fichier contient un virus.",
  "This file is quarantined by the administrator.": "Ce fichier a été mis en quarantaine par l’administrateur.",
  "This file is being checked for viruses. Try again in a few minutes.": "Ce fichier fait l’objet d’une analyse antivirus. Réessayez dans quelques minutes.",
  "This file could not be checked for viruses, which this server requires.": "Ce fichier n’a pas pu faire l’objet d’une analyse antivirus, que ce serveur exige.",
  "Choose a reason.": "Choisissez un motif.",
  "The text may have at most {n} characters.": [
   "Le texte peut comporter au maximum ",
   [
    "n"
   ],
   " caractères."
  ],
  "Sign in to create a private paste.": "Connectez-vous pour créer un texte privé."
 }
};
