// Generated from languages/en.json by `pnpm run generate`.
import type { Catalog } from '../catalog.ts';

export const en: Catalog = {
 "texts": {
  "a file": "a file",
  "{from} shared {name} with you": [
   [
    "from"
   ],
   " shared ",
   [
    "name"
   ],
   " with you"
  ],
  "{from} shared {name} with you.": [
   [
    "from"
   ],
   " shared ",
   [
    "name"
   ],
   " with you."
  ],
  "This link is personal: views and downloads through it count as yours.": "This link is personal: views and downloads through it count as yours.",
  "It is protected by a password. Ask {from} for it.": [
   "It is protected by a password. Ask ",
   [
    "from"
   ],
   " for it."
  ],
  "It expires on {date}.": [
   "It expires on ",
   [
    "date"
   ],
   "."
  ],
  "{visitor} opened {name}": [
   [
    "visitor"
   ],
   " opened ",
   [
    "name"
   ]
  ],
  "{visitor} downloaded a ZIP of {name}": [
   [
    "visitor"
   ],
   " downloaded a ZIP of ",
   [
    "name"
   ]
  ],
  "{visitor} downloaded {name}": [
   [
    "visitor"
   ],
   " downloaded ",
   [
    "name"
   ]
  ],
  "{visitor} downloaded {file} from {name}": [
   [
    "visitor"
   ],
   " downloaded ",
   [
    "file"
   ],
   " from ",
   [
    "name"
   ]
  ],
  "{event} on {when} UTC.": [
   [
    "event"
   ],
   " on ",
   [
    "when"
   ],
   " UTC."
  ],
  "See the share": "See the share",
  "You get this email because notifications are on for this share. You can turn them off in its settings.": "You get this email because notifications are on for this share. You can turn them off in its settings.",
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
     "other": [
      [
       "count"
      ],
      " files"
     ]
    }
   ],
   " for ",
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
      " file was"
     ],
     "other": [
      [
       "count"
      ],
      " files were"
     ]
    }
   ],
   " uploaded through your file request ",
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
      " file was"
     ],
     "other": [
      [
       "count"
      ],
      " files were"
     ]
    }
   ],
   " added through your link to ",
   [
    "name"
   ],
   ":"
  ],
  "Open the folder": "Open the folder",
  "{file} ({size}) from {sender}": [
   [
    "file"
   ],
   " (",
   [
    "size"
   ],
   ") from ",
   [
    "sender"
   ]
  ],
  "… and {n} more.": [
   "… and ",
   [
    "n"
   ],
   " more."
  ],
  "{count} files chosen from {name}": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " file"
     ],
     "other": [
      [
       "count"
      ],
      " files"
     ]
    }
   ],
   " chosen from ",
   [
    "name"
   ]
  ],
  "{sender} chose {count} files from {name} (round {round}):": [
   [
    "sender"
   ],
   " chose ",
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " file"
     ],
     "other": [
      [
       "count"
      ],
      " files"
     ]
    }
   ],
   " from ",
   [
    "name"
   ],
   " (round ",
   [
    "round"
   ],
   "):"
  ],
  "They say: {comment}": [
   "They say: ",
   [
    "comment"
   ]
  ],
  "You choose in your account when you get such emails, or none: {url}": [
   "You choose in your account when you get such emails, or none: ",
   [
    "url"
   ]
  ],
  "several files": "several files",
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
     "other": [
      [
       "count"
      ],
      " notifications"
     ]
    }
   ],
   " on ",
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
      " comment"
     ],
     "other": [
      [
       "count"
      ],
      " comments"
     ]
    }
   ],
   " on ",
   [
    "name"
   ],
   ", the last by ",
   [
    "user"
   ]
  ],
  "The link to {name} ends on {date}": [
   "The link to ",
   [
    "name"
   ],
   " ends on ",
   [
    "date"
   ]
  ],
  "{used} of the {quota} of {name} are used": [
   [
    "used"
   ],
   " of the ",
   [
    "quota"
   ],
   " of ",
   [
    "name"
   ],
   " are used"
  ],
  "{used} of your {quota} are used": [
   [
    "used"
   ],
   " of your ",
   [
    "quota"
   ],
   " are used"
  ],
  "Your file was released": "Your file was released",
  "{name} is no longer quarantined. Links to it work again.": [
   [
    "name"
   ],
   " is no longer quarantined. Links to it work again."
  ],
  "You can still download it; links to it are closed until an administrator releases it.": "You can still download it; links to it are closed until an administrator releases it.",
  "A virus was found in your file": "A virus was found in your file",
  "This server scanned {name} and found the virus {virus}.": [
   "This server scanned ",
   [
    "name"
   ],
   " and found the virus ",
   [
    "virus"
   ],
   "."
  ],
  "Delete the file, or ask an administrator to release it if you know that it is harmless.": "Delete the file, or ask an administrator to release it if you know that it is harmless.",
  "Your file was quarantined": "Your file was quarantined",
  "An administrator of this server quarantined {name}.": [
   "An administrator of this server quarantined ",
   [
    "name"
   ],
   "."
  ],
  "Reason: {reason}": [
   "Reason: ",
   [
    "reason"
   ]
  ],
  "A virus was found in {name}": [
   "A virus was found in ",
   [
    "name"
   ]
  ],
  "A scan found the virus {virus} in {name}, a file of {uploader}.": [
   "A scan found the virus ",
   [
    "virus"
   ],
   " in ",
   [
    "name"
   ],
   ", a file of ",
   [
    "uploader"
   ],
   "."
  ],
  "A scan found the virus {virus} in {name}, which was uploaded without an account.": [
   "A scan found the virus ",
   [
    "virus"
   ],
   " in ",
   [
    "name"
   ],
   ", which was uploaded without an account."
  ],
  "The file is in quarantine: all links to it are closed. Its owner was notified and can still download it.": "The file is in quarantine: all links to it are closed. Its owner was notified and can still download it.",
  "To open the links again because the file is harmless, release it: its ID is {id}. The same content is then not quarantined again.": [
   "To open the links again because the file is harmless, release it: its ID is ",
   [
    "id"
   ],
   ". The same content is then not quarantined again."
  ],
  "Your webhook to {host} was disabled": [
   "Your webhook to ",
   [
    "host"
   ],
   " was disabled"
  ],
  "{n} deliveries in a row to {url} failed, each after several attempts. {service} no longer sends events there, and deliveries that were waiting were cancelled.": [
   [
    "n"
   ],
   " deliveries in a row to ",
   [
    "url"
   ],
   " failed, each after several attempts. ",
   [
    "service"
   ],
   " no longer sends events there, and deliveries that were waiting were cancelled."
  ],
  "Open {service}": [
   "Open ",
   [
    "service"
   ]
  ],
  "The delivery log of the webhook shows the errors. Enable the webhook again when its receiver works; you can redeliver what it missed from the log.": "The delivery log of the webhook shows the errors. Enable the webhook again when its receiver works; you can redeliver what it missed from the log.",
  "{user} gave you access to {name}": [
   [
    "user"
   ],
   " gave you access to ",
   [
    "name"
   ]
  ],
  "{user} gave you access to “{name}” on {service}.": [
   [
    "user"
   ],
   " gave you access to “",
   [
    "name"
   ],
   "” on ",
   [
    "service"
   ],
   "."
  ],
  "{user} gives you access to {name}": [
   [
    "user"
   ],
   " gives you access to ",
   [
    "name"
   ]
  ],
  "{user} gives you access to “{name}” on {service} at {host}.": [
   [
    "user"
   ],
   " gives you access to “",
   [
    "name"
   ],
   "” on ",
   [
    "service"
   ],
   " at ",
   [
    "host"
   ],
   "."
  ],
  "You need an account with this email address, which the link creates if you have none. The link works once.": "You need an account with this email address, which the link creates if you have none. The link works once.",
  "Open {name}": [
   "Open ",
   [
    "name"
   ]
  ],
  "You are invited to {service}": [
   "You are invited to ",
   [
    "service"
   ]
  ],
  "An administrator of {service} at {host} invites you to create an account there with this email address.": [
   "An administrator of ",
   [
    "service"
   ],
   " at ",
   [
    "host"
   ],
   " invites you to create an account there with this email address."
  ],
  "The link works once.": "The link works once.",
  "If you did not expect this invitation, ignore this email.": "If you did not expect this invitation, ignore this email.",
  "Set a new password for {service}": [
   "Set a new password for ",
   [
    "service"
   ]
  ],
  "Somebody requested a new password for your account {account}. If it was you, follow this link:": [
   "Somebody requested a new password for your account ",
   [
    "account"
   ],
   ". If it was you, follow this link:"
  ],
  "The link works once, within the next hour.": "The link works once, within the next hour.",
  "If it was not you, ignore this email: your password stays as it is.": "If it was not you, ignore this email: your password stays as it is.",
  "Two-factor authentication is on": "Two-factor authentication is on",
  "Your account {account} has a new passkey. Signing in with the password now asks for a passkey or a code.": [
   "Your account ",
   [
    "account"
   ],
   " has a new passkey. Signing in with the password now asks for a passkey or a code."
  ],
  "A passkey was removed": "A passkey was removed",
  "A passkey of your account {account} was removed.": [
   "A passkey of your account ",
   [
    "account"
   ],
   " was removed."
  ],
  "The address of your account is confirmed": "The address of your account is confirmed",
  "{account} is now known to be your address. Whoever registered the account had not shown that, so everything that could sign in to it before has ended: the former password, second factor, passkeys, API keys and sessions. Its upload grants are revoked, and its webhooks are off.": [
   [
    "account"
   ],
   " is now known to be your address. Whoever registered the account had not shown that, so everything that could sign in to it before has ended: the former password, second factor, passkeys, API keys and sessions. Its upload grants are revoked, and its webhooks are off."
  ],
  "If you have no other way to sign in, request a new password on the sign-in page.": "If you have no other way to sign in, request a new password on the sign-in page.",
  "Files in the account have stayed. If you did not put them there, look at them, their links and who has access before you add your own.": "Files in the account have stayed. If you did not put them there, look at them, their links and who has access before you add your own.",
  "You can sign in with {name}": [
   "You can sign in with ",
   [
    "name"
   ]
  ],
  "{name} has verified that {account} is your address, and signs in to your account from now on.": [
   [
    "name"
   ],
   " has verified that ",
   [
    "account"
   ],
   " is your address, and signs in to your account from now on."
  ],
  "If it was not, unlink the identity on that page, set a new password, and tell the operator of this server.": "If it was not, unlink the identity on that page, set a new password, and tell the operator of this server.",
  "Two-factor authentication is off": "Two-factor authentication is off",
  "Two-factor authentication was reset": "Two-factor authentication was reset",
  "Two-factor authentication of your account {account} was turned on. Signing in now asks for a code after the password.": [
   "Two-factor authentication of your account ",
   [
    "account"
   ],
   " was turned on. Signing in now asks for a code after the password."
  ],
  "Two-factor authentication of your account {account} was turned off. Signing in now asks for the password only.": [
   "Two-factor authentication of your account ",
   [
    "account"
   ],
   " was turned off. Signing in now asks for the password only."
  ],
  "Two-factor authentication of your account {account} was turned off by an operator of this server. Signing in now asks for the password only.": [
   "Two-factor authentication of your account ",
   [
    "account"
   ],
   " was turned off by an operator of this server. Signing in now asks for the password only."
  ],
  "Time of the change: {at}.": [
   "Time of the change: ",
   [
    "at"
   ],
   "."
  ],
  "Your account": "Your account",
  "If it was you, ignore this email.": "If it was you, ignore this email.",
  "If it was not, set a new password now, end the other sessions on that page, and tell the operator of this server.": "If it was not, set a new password now, end the other sessions on that page, and tell the operator of this server.",
  "More has happened on {service}": [
   "More has happened on ",
   [
    "service"
   ]
  ],
  "There were more events on your shares, file requests, proofings or webhooks than this server sends emails about. Some emails were not sent.": "There were more events on your shares, file requests, proofings or webhooks than this server sends emails about. Some emails were not sent.",
  "Only emails are limited: nothing else was lost.": "Only emails are limited: nothing else was lost.",
  "Test email of {service}": [
   "Test email of ",
   [
    "service"
   ]
  ],
  "The Drive server at {url} can send emails.": [
   "The Drive server at ",
   [
    "url"
   ],
   " can send emails."
  ],
  "Your account is deleted on {date}": [
   "Your account is deleted on ",
   [
    "date"
   ]
  ],
  "Your account {account} on {service} was deleted. Nobody can sign in, and its links and keys no longer work. On {date}, everything in it is deleted for good.": [
   "Your account ",
   [
    "account"
   ],
   " on ",
   [
    "service"
   ],
   " was deleted. Nobody can sign in, and its links and keys no longer work. On ",
   [
    "date"
   ],
   ", everything in it is deleted for good."
  ],
  "If you want to keep it, or if it was not you, keep the account before then, and set a new password.": "If you want to keep it, or if it was not you, keep the account before then, and set a new password.",
  "Your account was deleted": "Your account was deleted",
  "Your account {account} on {service} and everything in it were deleted for good.": [
   "Your account ",
   [
    "account"
   ],
   " on ",
   [
    "service"
   ],
   " and everything in it were deleted for good."
  ],
  "A file drive that you host yourself: upload files, and share them with a link.": "A file drive that you host yourself: upload files, and share them with a link.",
  "Sign in": "Sign in",
  "Create an account": "Create an account",
  "There is no account yet. Open the set-up link that the server printed when it started.": "There is no account yet. Open the set-up link that the server printed when it started.",
  "A text with a link": "A text with a link",
  "Command line and SDK": "Command line and SDK",
  "From this server, in one line": "From this server, in one line",
  "API": "API",
  "Each call with an example": "Each call with an example",
  "Your new password is set. Sign in with it.": "Your new password is set. Sign in with it.",
  "That took too long. Start again.": "That took too long. Start again.",
  "Forgot your password?": "Forgot your password?",
  "Type your code": "Type your code",
  "Open your authenticator and type the six digits it shows for {name}.": [
   "Open your authenticator and type the six digits it shows for ",
   [
    "name"
   ],
   "."
  ],
  "No authenticator at hand? Type one of your recovery codes.": "No authenticator at hand? Type one of your recovery codes.",
  "Start again": "Start again",
  "Sign in with {name}": [
   "Sign in with ",
   [
    "name"
   ]
  ],
  "Sign in with a passkey": "Sign in with a passkey",
  "Use a passkey": "Use a passkey",
  "No passkey at hand? Type one of your recovery codes.": "No passkey at hand? Type one of your recovery codes.",
  "This link signs you in as {email}, once.": [
   "This link signs you in as ",
   [
    "email"
   ],
   ", once."
  ],
  "You are signed out": "You are signed out",
  "Sign out of {name}, too": [
   "Sign out of ",
   [
    "name"
   ],
   ", too"
  ],
  "Back to your account": "Back to your account",
  "Sign-in failed": "Sign-in failed",
  "Confirm with {name} who you are": [
   "Confirm with ",
   [
    "name"
   ],
   " who you are"
  ],
  "Name (optional)": "Name (optional)",
  "Create the account": "Create the account",
  "Set up {name}": [
   "Set up ",
   [
    "name"
   ]
  ],
  "Create the first account. It will be the administrator.": "Create the first account. It will be the administrator.",
  "Upload a file": "Upload a file",
  "Share it with a link": "Share it with a link",
  "Accept": "Accept",
  "You get access with your account {account}.": [
   "You get access with your account ",
   [
    "account"
   ],
   "."
  ],
  "Sign in as {account} to accept the invitation.": [
   "Sign in as ",
   [
    "account"
   ],
   " to accept the invitation."
  ],
  "This server is already set up": "This server is already set up",
  "Sign in with your account": "Sign in with your account",
  "This link no longer works": "This link no longer works",
  "The server prints a new set-up link each time it starts. Use the latest one.": "The server prints a new set-up link each time it starts. Use the latest one.",
  "Create your account": "Create your account",
  "Do you have an account?": "Do you have an account?",
  "This invitation no longer works": "This invitation no longer works",
  "It was used or has expired. Ask for a new one.": "It was used or has expired. Ask for a new one.",
  "Registration is closed": "Registration is closed",
  "You need an invitation to create an account. Ask the operator of this server for one.": "You need an invitation to create an account. Ask the operator of this server for one.",
  "Registration is disabled on this server. Ask its operator for an account.": "Registration is disabled on this server. Ask its operator for an account.",
  "Back to sign-in": "Back to sign-in",
  "Type the email address of your account.": "Type the email address of your account.",
  "We send a link to set a new password.": "We send a link to set a new password.",
  "Send the link": "Send the link",
  "Create the link": "Create the link",
  "Ask your administrator": "Ask your administrator",
  "If there is an account with that address, there is now a link for it.": "If there is an account with that address, there is now a link for it.",
  "The link works once, within an hour.": "The link works once, within an hour.",
  "Check your email": "Check your email",
  "If there is an account with that address, we sent it an email with a link.": "If there is an account with that address, we sent it an email with a link.",
  "No email? Check your spam folder, or try again.": "No email? Check your spam folder, or try again.",
  "A link works once and for one hour.": "A link works once and for one hour.",
  "Request a new one": "Request a new one",
  "Set a new password": "Set a new password",
  "Set the password": "Set the password",
  "Keep my API keys and the devices that use them signed in": "Keep my API keys and the devices that use them signed in",
  "Leave this off if somebody else may know your password. All sessions end in either case.": "Leave this off if somebody else may know your password. All sessions end in either case.",
  "This server sends no email: it writes the link to outbox/ in its data directory. Ask the administrator for it.": "This server sends no email: it writes the link to outbox/ in its data directory. Ask the administrator for it.",
  "Email address": "Email address",
  "At least {n} characters.": [
   "At least ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " character"
     ],
     "other": [
      [
       "n"
      ],
      " characters"
     ]
    }
   ],
   "."
  ],
  "Code": "Code",
  "Sign in a device": "Sign in a device",
  "The device shows a code of eight letters. Type it here.": "The device shows a code of eight letters. Type it here.",
  "No device is waiting with this code. Check the code: it works once, within ten minutes.": "No device is waiting with this code. Check the code: it works once, within ten minutes.",
  "No command line yet? Run": "No command line yet? Run",
  "Install": "Install",
  "Command line": "Command line",
  "On Linux, without Node:": "On Linux, without Node:",
  "It verifies the SHA-256 of the program and stores it in {folder}.": [
   "It verifies the SHA-256 of the program and stores it in ",
   [
    "folder"
   ],
   "."
  ],
  "Show the script": "Show the script",
  "With npm and Node {version} or newer:": [
   "With npm and Node ",
   [
    "version"
   ],
   " or newer:"
  ],
  "The command line is not built on this server.": "The command line is not built on this server.",
  "Then sign in and send a file:": "Then sign in and send a file:",
  "The SDK is not built on this server.": "The SDK is not built on this server.",
  "For Node {version} or newer, browsers and edge runtimes:": [
   "For Node ",
   [
    "version"
   ],
   " or newer, browsers and edge runtimes:"
  ],
  "With components for pages that upload, for React or as a web component:": "With components for pages that upload, for React or as a web component:",
  "Other programming languages use the API.": "Other programming languages use the API.",
  "Overview": "Overview",
  "The API of this server": "The API of this server",
  "Version {version}": [
   "Version ",
   [
    "version"
   ]
  ],
  "The documentation is in English.": "The documentation is in English.",
  "Allow this device?": "Allow this device?",
  "You signed in some time ago. Type your password to approve it.": "You signed in some time ago. Type your password to approve it.",
  "Code of your authenticator": "Code of your authenticator",
  "Allow it only if you started this yourself and the device in front of you shows the same code.": "Allow it only if you started this yourself and the device in front of you shows the same code.",
  "It gets an API key of your account, which can do everything you can do:": "It gets an API key of your account, which can do everything you can do:",
  "see, download, add, change and delete your files,": "see, download, add, change and delete your files,",
  "share them with others,": "share them with others,",
  "create and revoke API keys.": "create and revoke API keys.",
  "Approve": "Approve",
  "Refuse": "Refuse",
  "Device allowed": "Device allowed",
  "The device signs in by itself within a few seconds.": "The device signs in by itself within a few seconds.",
  "You can close this page. To sign the device out, revoke its API key.": "You can close this page. To sign the device out, revoke its API key.",
  "Device refused": "Device refused",
  "It gets no access to your account.": "It gets no access to your account.",
  "Sign in to choose which emails you get.": "Sign in to choose which emails you get.",
  "Turn off emails": "Turn off emails",
  "You get no more emails about what others do. Emails about your sign-in still come.": "You get no more emails about what others do. Emails about your sign-in still come.",
  "Emails are off": "Emails are off",
  "You can turn them on again in your account.": "You can turn them on again in your account.",
  "See the received files": "See the received files",
  "Senders chose these names themselves.": "Senders chose these names themselves.",
  "See the selections": "See the selections",
  "Clients chose these names themselves.": "Clients chose these names themselves.",
  "Somebody": "Somebody",
  "Skip to the content": "Skip to the content",
  "Sign out": "Sign out",
  "Your name": "Your name",
  "Your name (optional)": "Your name (optional)",
  "Your email address (optional)": "Your email address (optional)",
  "Back to the shared items": "Back to the shared items",
  "Password needed": "Password needed",
  "This link needs a password": "This link needs a password",
  "Ask the person who shared it with you for the password.": "Ask the person who shared it with you for the password.",
  "Password": "Password",
  "Open": "Open",
  "Wrong password.": "Wrong password.",
  "Wrong password. {count} attempts left.": [
   [
    "count",
    {
     "=0": "Wrong password. No attempts are left.",
     "one": [
      "Wrong password. ",
      [
       "count"
      ],
      " attempt is left."
     ],
     "other": [
      "Wrong password. ",
      [
       "count"
      ],
      " attempts are left."
     ]
    }
   ]
  ],
  "Too many attempts. Try again in {count} minutes.": [
   [
    "count",
    {
     "one": "Too many attempts. Try again in a minute.",
     "other": [
      "Too many attempts. Try again in ",
      [
       "count"
      ],
      " minutes."
     ]
    }
   ]
  ],
  "Request": "Request",
  "Go to the start page": "Go to the start page",
  "Not found": "Not found",
  "Gone": "Gone",
  "Too many requests": "Too many requests",
  "Something went wrong": "Something went wrong",
  "This request was refused": "This request was refused",
  "The upload failed": "The upload failed",
  "Pages": "Pages",
  "Previous": "Previous",
  "Next": "Next",
  "Page {page} of {total}": [
   "Page ",
   [
    "page"
   ],
   " of ",
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
  "There is nothing on this page.": "There is nothing on this page.",
  "Continue": "Continue",
  "Until": "Until",
  "Files": "Files",
  "Choose files": "Choose files",
  "Choose a file": "Choose a file",
  "No file chosen": "No file chosen",
  "Copy": "Copy",
  "Copied": "Copied",
  "Download": "Download",
  "Send more": "Send more",
  "Your selection": "Your selection",
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
     "other": [
      [
       "count"
      ],
      " files"
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
  "Folder": "Folder",
  "Image": "Image",
  "Video": "Video",
  "Audio": "Audio",
  "PDF document": "PDF document",
  "Text": "Text",
  "Archive": "Archive",
  "File": "File",
  "Shared by": "Shared by",
  "shared by {name}": [
   "shared by ",
   [
    "name"
   ]
  ],
  "Available until": "Available until",
  "Preview": "Preview",
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
  "Download all as ZIP": "Download all as ZIP",
  "Download folder as ZIP": "Download folder as ZIP",
  "Sort by": "Sort by",
  "Name": "Name",
  "Date": "Date",
  "Size": "Size",
  "Grid": "Grid",
  "List": "List",
  "Select": "Select",
  "Cancel": "Cancel",
  "Download as ZIP": "Download as ZIP",
  "Save to my drive": "Save to my drive",
  "It is in your drive now.": "It is in your drive now.",
  "It is being copied to your drive.": "It is being copied to your drive.",
  "{count} items could not be copied.": [
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
   ],
   " could not be copied."
  ],
  "See your files": "See your files",
  "This folder is empty.": "This folder is empty.",
  "Search this folder": "Search this folder",
  "Search": "Search",
  "Nothing found.": "Nothing found.",
  "Contents": "Contents",
  "Quarantined by the administrator": "Quarantined by the administrator",
  "Contains a virus": "Contains a virus",
  "Being checked for viruses": "Being checked for viruses",
  "Not checked for viruses": "Not checked for viruses",
  "Folders above": "Folders above",
  "This link does not exist": "This link does not exist",
  "It may be mistyped, or its owner has revoked it.": "It may be mistyped, or its owner has revoked it.",
  "This link has expired": "This link has expired",
  "Ask the sender for a new one.": "Ask the sender for a new one.",
  "This link has no downloads left": "This link has no downloads left",
  "Its owner limited the number of downloads. Ask the sender for a new link.": "Its owner limited the number of downloads. Ask the sender for a new link.",
  "This file is not available": "This file is not available",
  "This folder is not available": "This folder is not available",
  "It may have been moved, or is no longer shared.": "It may have been moved, or is no longer shared.",
  "This is not allowed here": "This is not allowed here",
  "The owner disabled it, or it belongs to someone else.": "The owner disabled it, or it belongs to someone else.",
  "This comment is not available": "This comment is not available",
  "It may have been deleted.": "It may have been deleted.",
  "This is too large for one ZIP": "This is too large for one ZIP",
  "Download the files one by one, or folder by folder.": "Download the files one by one, or folder by folder.",
  "Likes": "Likes",
  "Like": "Like",
  "Liked": "Liked",
  "Do you like it?": "Do you like it?",
  "Likes and comments": "Likes and comments",
  "Comment": "Comment",
  "Comments": "Comments",
  "{count} comments": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " comment"
     ],
     "other": [
      [
       "count"
      ],
      " comments"
     ]
    }
   ]
  ],
  "All comments": "All comments",
  "All {count} comments": [
   [
    "count",
    {
     "one": "All comments",
     "other": [
      "All ",
      [
       "count"
      ],
      " comments"
     ]
    }
   ]
  ],
  "Comments ({n})": [
   "Comments (",
   [
    "n"
   ],
   ")"
  ],
  "Comments on {name}": [
   "Comments on ",
   [
    "name"
   ]
  ],
  "Comment on {name}": [
   "Comment on ",
   [
    "name"
   ]
  ],
  "Comment as {name}": [
   "Comment as ",
   [
    "name"
   ]
  ],
  "No comments yet.": "No comments yet.",
  "Back": "Back",
  "Comments are turned off. Only you can see the earlier ones.": "Comments are turned off. Only you can see the earlier ones.",
  "Your comment": "Your comment",
  "Owner": "Owner",
  "Read on": "Read on",
  "Delete": "Delete",
  "Report a problem": "Report a problem",
  "Malware or phishing": "Malware or phishing",
  "Infringed copyright": "Infringed copyright",
  "Illegal content": "Illegal content",
  "Private data": "Private data",
  "Something else": "Something else",
  "Thank you. The administrators of this server will look at it.": "Thank you. The administrators of this server will look at it.",
  "Tell the administrators of this server what is wrong with “{name}”. The owner is not told.": [
   "Tell the administrators of this server what is wrong with “",
   [
    "name"
   ],
   "”. The owner is not told."
  ],
  "What is it about?": "What is it about?",
  "Everything at this link": "Everything at this link",
  "What should they know? (optional)": "What should they know? (optional)",
  "Send the report": "Send the report",
  "What is wrong?": "What is wrong?",
  "Choose a reason": "Choose a reason",
  "Send files": "Send files",
  "This server does not accept uploads without an account. Sign in to upload to your drive.": "This server does not accept uploads without an account. Sign in to upload to your drive.",
  "One file of at most {size}.": [
   "One file of at most ",
   [
    "size"
   ],
   "."
  ],
  "Up to {n} files of at most {size} each.": [
   "Up to ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " file"
     ],
     "other": [
      [
       "n"
      ],
      " files"
     ]
    }
   ],
   " of at most ",
   [
    "size"
   ],
   " each."
  ],
  "You need no account.": "You need no account.",
  "They are stored in your drive.": "They are stored in your drive.",
  "Each file gets a link; anyone with the link can download the file.": "Each file gets a link; anyone with the link can download the file.",
  "Files are deleted after {count} days.": [
   [
    "count",
    {
     "one": "Files are deleted after a day.",
     "other": [
      "Files are deleted after ",
      [
       "count"
      ],
      " days."
     ]
    }
   ]
  ],
  "This server checks for bots with JavaScript. Enable JavaScript for this page and reload it.": "This server checks for bots with JavaScript. Enable JavaScript for this page and reload it.",
  "Or drop it anywhere on this page.": "Or drop it anywhere on this page.",
  "Or drop them anywhere on this page.": "Or drop them anywhere on this page.",
  "Make them public and allow search engines": "Make them public and allow search engines",
  "Upload": "Upload",
  "Copy all links": "Copy all links",
  "Nothing there": "Nothing there",
  "Your file is uploaded": "Your file is uploaded",
  "Your files are uploaded": "Your files are uploaded",
  "There is no upload at this URL, or its files were deleted.": "There is no upload at this URL, or its files were deleted.",
  "Anyone with a link can download the file.": "Anyone with a link can download the file.",
  "Save the links: they cannot be looked up later.": "Save the links: they cannot be looked up later.",
  "Your drive lists the files that you sent while signed in.": "Your drive lists the files that you sent while signed in.",
  "It may be mistyped, or the file request was closed.": "It may be mistyped, or the file request was closed.",
  "This file request has ended": "This file request has ended",
  "Ask the sender of the link for a new one.": "Ask the sender of the link for a new one.",
  "You are asked to send files.": "You are asked to send files.",
  "asks you for files.": "asks you for files.",
  "This is your file request.": "This is your file request.",
  "Your {count} files have arrived.": [
   [
    "count",
    {
     "one": "Your file has arrived.",
     "other": [
      "Your ",
      [
       "count"
      ],
      " files have arrived."
     ]
    }
   ]
  ],
  "It accepts no more files.": "It accepts no more files.",
  "images": "images",
  "videos": "videos",
  "audio files": "audio files",
  "text files": "text files",
  "PDF": "PDF",
  "At most {size} a file": [
   "At most ",
   [
    "size"
   ],
   " a file"
  ],
  "Only {types}": [
   "Only ",
   [
    "types"
   ]
  ],
  "Room for {count} more files": [
   [
    "count",
    {
     "one": "Room for one more file",
     "other": [
      "Room for ",
      [
       "count"
      ],
      " more files"
     ]
    }
   ]
  ],
  "Up to {n} at once.": [
   "Up to ",
   [
    "n"
   ],
   " at once."
  ],
  "Only the person who requested them can see them.": "Only the person who requested them can see them.",
  "Add files": "Add files",
  "Everyone with this link can see them.": "Everyone with this link can see them.",
  "This folder accepts no more files.": "This folder accepts no more files.",
  "Send": "Send",
  "from": "from",
  "It may be mistyped, or the proofing was ended.": "It may be mistyped, or the proofing was ended.",
  "This proofing has ended": "This proofing has ended",
  "Select your files.": "Select your files.",
  "asks you to choose.": "asks you to choose.",
  "choose at most {n}": [
   "choose at most ",
   [
    "n"
   ]
  ],
  "This is your proofing.": "This is your proofing.",
  "Your selection has been sent. You may send another.": "Your selection has been sent. You may send another.",
  "There are no files here at the moment.": "There are no files here at the moment.",
  "chosen": "chosen",
  "of {n} chosen": [
   "of ",
   [
    "n"
   ],
   " chosen"
  ],
  "Select your favorites": "Select your favorites",
  "Enlarge": "Enlarge",
  "Back to all": "Back to all",
  "Comment (optional)": "Comment (optional)",
  "Send the selection": "Send the selection",
  "Write a paste": "Write a paste",
  "A text with a link: anyone with the link can read it.": "A text with a link: anyone with the link can read it.",
  "Save the link: without an account, it cannot be looked up or changed later.": "Save the link: without an account, it cannot be looked up or changed later.",
  "Get a link": "Get a link",
  "Title (optional)": "Title (optional)",
  "Language (optional)": "Language (optional)",
  "Keep for": "Keep for",
  "No time limit": "No time limit",
  "A day": "A day",
  "A week": "A week",
  "A month": "A month",
  "A year": "A year",
  "For": "For",
  "Anyone with the link": "Anyone with the link",
  "Everyone, including search engines": "Everyone, including search engines",
  "Only you": "Only you",
  "Password (optional)": "Password (optional)",
  "4 characters or more. Send it to readers separately from the link.": "4 characters or more. Send it to readers separately from the link.",
  "Delete after it is read once": "Delete after it is read once",
  "Pastes on this server need an account.": "Pastes on this server need an account.",
  "Your paste is saved": "Your paste is saved",
  "Send this link to the people who should read it.": "Send this link to the people who should read it.",
  "Write another": "Write another",
  "Deleted": "Deleted",
  "The paste and its link are deleted.": "The paste and its link are deleted.",
  "Paste": "Paste",
  "to be read once": "to be read once",
  "by {name}": [
   "by ",
   [
    "name"
   ]
  ],
  "By": "By",
  "This text can be shown only once; the server has deleted it. Copy what you need before you leave this page.": "This text can be shown only once; the server has deleted it. Copy what you need before you leave this page.",
  "This text can be read only once. Opening it deletes it for everyone.": "This text can be read only once. Opening it deletes it for everyone.",
  "Show and delete": "Show and delete",
  "Raw text": "Raw text",
  "Save as a file": "Save as a file",
  "Delete this paste": "Delete this paste",
  "Delete it for good": "Delete it for good",
  "Untitled paste": "Untitled paste",
  "This text contains characters that change the direction of text: it may be displayed in a different order than it is stored.": "This text contains characters that change the direction of text: it may be displayed in a different order than it is stored.",
  "These are the first {count} of {total} lines. The raw text has all of them.": [
   "These are the first ",
   [
    "count"
   ],
   " of ",
   [
    "total"
   ],
   " lines. The raw text has all of them."
  ],
  "Content": "Content",
  "It may be mistyped, or the paste was deleted.": "It may be mistyped, or the paste was deleted.",
  "This paste has expired": "This paste has expired",
  "This paste has been read": "This paste has been read",
  "It could be read only once and is now deleted. If it was not you who read it, tell the sender of the link.": "It could be read only once and is now deleted. If it was not you who read it, tell the sender of the link.",
  "Too many attempts": "Too many attempts",
  "Wait a minute, then try again.": "Wait a minute, then try again.",
  "Keep the account": "Keep the account",
  "Everything in it is as it was: your files, your links and your keys work again.": "Everything in it is as it was: your files, your links and your keys work again.",
  "Your account is kept": "Your account is kept",
  "Sign in again. If it was not you who deleted it, set a new password first.": "Sign in again. If it was not you who deleted it, set a new password first.",
  "The account is kept already, or it is gone.": "The account is kept already, or it is gone.",
  "Your account is deleted": "Your account is deleted",
  "Everything in it is deleted for good on {date}. Until then the link in the email to you keeps it, and so does an administrator.": [
   "Everything in it is deleted for good on ",
   [
    "date"
   ],
   ". Until then the link in the email to you keeps it, and so does an administrator."
  ],
  "You are signed out. Everything in it is being deleted.": "You are signed out. Everything in it is being deleted."
 },
 "scripts": {
  "Choose at least one file.": "Choose at least one file.",
  "{n} files chosen": [
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " file"
     ],
     "other": [
      [
       "n"
      ],
      " files"
     ]
    }
   ],
   " chosen"
  ],
  "At most {n} files can be uploaded at once.": [
   "At most ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " file"
     ],
     "other": [
      [
       "n"
      ],
      " files"
     ]
    }
   ],
   " can be uploaded at once."
  ],
  "There is room for {n} more. Remove some files.": [
   "There is room for ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " more file"
     ],
     "other": [
      [
       "n"
      ],
      " more files"
     ]
    }
   ],
   ". Remove some."
  ],
  "“{name}” has more than {size}.": [
   "“",
   [
    "name"
   ],
   "” has more than ",
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
   "” is empty. Empty files cannot be uploaded."
  ],
  "“{name}” is a folder. Drop the files that are in it.": [
   "“",
   [
    "name"
   ],
   "” is a folder. Drop the files that are in it."
  ],
  "Drop the files to add them": "Drop the files to add them",
  "Reserving space …": "Reserving space …",
  "Checking that you are not a bot …": "Checking that you are not a bot …",
  "Complete the check that you are not a bot first.": "Complete the check that you are not a bot first.",
  "The check failed. Try again.": "The check failed. Try again.",
  "Failed: {problem}": [
   "Failed: ",
   [
    "problem"
   ]
  ],
  "You are no longer signed in. Reload the page, sign in, and send the files again.": "You are no longer signed in. Reload the page, sign in, and send the files again.",
  "The server answered {status}.": [
   "The server answered ",
   [
    "status"
   ],
   "."
  ],
  "Sending {n} of {total} …": [
   "Sending ",
   [
    "n"
   ],
   " of ",
   [
    "total"
   ],
   " …"
  ],
  "Progress of {name}": [
   "Progress of ",
   [
    "name"
   ]
  ],
  "Uploaded {n} files.": [
   [
    "n",
    {
     "one": "Uploaded one file.",
     "other": [
      "Uploaded ",
      [
       "n"
      ],
      " files."
     ]
    }
   ]
  ],
  "{n} failed.": [
   [
    "n"
   ],
   " failed."
  ],
  "Save the links: they cannot be looked up later.": "Save the links: they cannot be looked up later.",
  "It is in your drive.": "It is in your drive.",
  "They are in your drive.": "They are in your drive.",
  "Copy": "Copy",
  "Copy the link to {name}": [
   "Copy the link to ",
   [
    "name"
   ]
  ],
  "Copied the link to {name}.": [
   "Copied the link to ",
   [
    "name"
   ],
   "."
  ],
  "Remove": "Remove",
  "Remove {name}": [
   "Remove ",
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
     "other": [
      [
       "n"
      ],
      " files"
     ]
    }
   ],
   ", ",
   [
    "size"
   ],
   " together"
  ],
  "Copied all links.": "Copied all links.",
  "Arrived": "Arrived",
  "Your {n} files have arrived.": [
   [
    "n",
    {
     "one": "Your file has arrived.",
     "other": [
      "Your ",
      [
       "n"
      ],
      " files have arrived."
     ]
    }
   ]
  ],
  "Nothing has arrived.": "Nothing has arrived."
 },
 "messages": {
  "Type your email address.": "Type your email address.",
  "Type your password.": "Type your password.",
  "Type the code.": "Type the code.",
  "The email address or the password is wrong.": "The email address or the password is wrong.",
  "The password is wrong.": "The password is wrong.",
  "This email address already has an account.": "This email address already has an account.",
  "Must be an email address.": "Must be an email address.",
  "Must have at least {n} characters.": [
   "Must have at least ",
   [
    "n"
   ],
   " characters."
  ],
  "Must have at most {n} characters.": [
   "Must have at most ",
   [
    "n"
   ],
   " characters."
  ],
  "Must have at most {n} bytes in UTF-{n}.": [
   "Must have at most ",
   [
    "n"
   ],
   " bytes in UTF-",
   [
    "n2"
   ],
   "."
  ],
  "Must not be one of the most common passwords.": "Must not be one of the most common passwords.",
  "Must not be part of the email address.": "Must not be part of the email address.",
  "Must not be the name of this server.": "Must not be the name of this server.",
  "Your sign-in is older than {n} minutes. Confirm who you are, then try again.": [
   "Your sign-in is older than ",
   [
    "n"
   ],
   " minutes. Confirm who you are, then try again."
  ],
  "Must not be blank.": "Must not be blank.",
  "Too many calls. Try again in {n} seconds.": [
   "Too many calls. Try again in ",
   [
    "n"
   ],
   " seconds."
  ],
  "Too many requests. Try again in {n} seconds.": [
   "Too many requests. Try again in ",
   [
    "n"
   ],
   " seconds."
  ],
  "Too many wrong codes. Try again in {n} minutes.": [
   "Too many wrong codes. Try again in ",
   [
    "n"
   ],
   " minutes."
  ],
  "This invitation is not valid: it was used, has expired, or is meant for another email address.": "This invitation is not valid: it was used, has expired, or is meant for another email address.",
  "This link is not valid: it was used already or has expired. Request a new one.": "This link is not valid: it was used already or has expired. Request a new one.",
  "This set-up link is no longer valid. Look for a newer one in the output of the server.": "This set-up link is no longer valid. Look for a newer one in the output of the server.",
  "The captcha can’t be checked right now. Try again in a moment.": "The captcha can’t be checked right now. Try again in a moment.",
  "There is nothing at this URL.": "There is nothing at this URL.",
  "This form is out of date. Go back, reload the page, and try again.": "This form is out of date. Go back, reload the page, and try again.",
  "This form came from another site. Open the page here and try again.": "This form came from another site. Open the page here and try again.",
  "You are no longer signed in. Sign in and send it again.": "You are no longer signed in. Sign in and send it again.",
  "You are no longer signed in. Sign in and try again.": "You are no longer signed in. Sign in and try again.",
  "Choose at least one file.": "Choose at least one file.",
  "Choose at most {n} files at once.": [
   "Choose at most ",
   [
    "n"
   ],
   " files at once."
  ],
  "At most {n} files can be uploaded at once.": [
   "At most ",
   [
    "n"
   ],
   " files can be uploaded at once."
  ],
  "You selected {n} files; the maximum is {n}.": [
   "You selected ",
   [
    "n"
   ],
   " files; the maximum is ",
   [
    "n2"
   ],
   "."
  ],
  "One of these files is no longer part of this proofing.": "One of these files is no longer part of this proofing.",
  "Enter your name: this file request requires it.": "Enter your name: this file request requires it.",
  "This is not an email address.": "This is not an email address.",
  "This file request accepts no more files.": "This file request accepts no more files.",
  "This link accepts no more files.": "This link accepts no more files.",
  "Fewer files than these are accepted. Remove some.": "Fewer files than these are accepted. Remove some.",
  "This link accepts no files.": "This link accepts no files.",
  "There is not enough storage for these files. Tell the person who requested them.": "There is not enough storage for these files. Tell the person who requested them.",
  "This link needs a password. Open its page and try again.": "This link needs a password. Open its page and try again.",
  "A file may have at most {n} bytes here.": [
   "A file may have at most ",
   [
    "n"
   ],
   " bytes here."
  ],
  "All files together may have at most {n} bytes.": [
   "All files together may have at most ",
   [
    "n"
   ],
   " bytes."
  ],
  "A paste can have at most {n} bytes in UTF-{n}.": [
   "A paste can have at most ",
   [
    "n"
   ],
   " bytes in UTF-",
   [
    "n2"
   ],
   "."
  ],
  "The password must have at least {n} characters.": [
   "The password must have at least ",
   [
    "n"
   ],
   " characters."
  ],
  "The text must not be blank.": "The text must not be blank.",
  "The comment must not be blank.": "The comment must not be blank.",
  "The storage for uploads without an account is full. Try again later.": "The storage for uploads without an account is full. Try again later.",
  "Not enough storage is left. Delete something first.": "Not enough storage is left. Delete something first.",
  "The server is busy. Try again in a moment.": "The server is busy. Try again in a moment.",
  "Something went wrong on the server.": "Something went wrong on the server.",
  "This file contains a virus.": "This file contains a virus.",
  "This file is quarantined by the administrator.": "This file is quarantined by the administrator.",
  "This file is being checked for viruses. Try again in a few minutes.": "This file is being checked for viruses. Try again in a few minutes.",
  "This file could not be checked for viruses, which this server requires.": "This file could not be checked for viruses, which this server requires.",
  "Choose a reason.": "Choose a reason.",
  "The text may have at most {n} characters.": [
   "The text may have at most ",
   [
    "n"
   ],
   " characters."
  ],
  "Sign in to create a private paste.": "Sign in to create a private paste."
 }
};
