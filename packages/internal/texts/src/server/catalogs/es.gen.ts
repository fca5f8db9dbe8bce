// Generated from languages/es.json by `pnpm run generate`.
import type { Catalog } from '../catalog.ts';

export const es: Catalog = {
 "texts": {
  "a file": "un archivo",
  "{from} shared {name} with you": [
   [
    "from"
   ],
   " compartió ",
   [
    "name"
   ],
   " contigo"
  ],
  "{from} shared {name} with you.": [
   [
    "from"
   ],
   " compartió ",
   [
    "name"
   ],
   " contigo."
  ],
  "This link is personal: views and downloads through it count as yours.": "Este enlace es personal: las visitas y descargas hechas con él cuentan como tuyas.",
  "It is protected by a password. Ask {from} for it.": [
   "Está protegido con contraseña. Pídela a ",
   [
    "from"
   ],
   "."
  ],
  "It expires on {date}.": [
   "Caduca el ",
   [
    "date"
   ],
   "."
  ],
  "{visitor} opened {name}": [
   [
    "visitor"
   ],
   " abrió ",
   [
    "name"
   ]
  ],
  "{visitor} downloaded a ZIP of {name}": [
   [
    "visitor"
   ],
   " descargó un ZIP de ",
   [
    "name"
   ]
  ],
  "{visitor} downloaded {name}": [
   [
    "visitor"
   ],
   " descargó ",
   [
    "name"
   ]
  ],
  "{visitor} downloaded {file} from {name}": [
   [
    "visitor"
   ],
   " descargó ",
   [
    "file"
   ],
   " de ",
   [
    "name"
   ]
  ],
  "{event} on {when} UTC.": [
   [
    "event"
   ],
   " el ",
   [
    "when"
   ],
   " UTC."
  ],
  "See the share": "Ver lo compartido",
  "You get this email because notifications are on for this share. You can turn them off in its settings.": "Recibes este correo porque las notificaciones están activadas para este enlace. Puedes desactivarlas en su configuración.",
  "{count} files for {name}": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " archivo"
     ],
     "many": [
      [
       "count"
      ],
      " de archivos"
     ],
     "other": [
      [
       "count"
      ],
      " archivos"
     ]
    }
   ],
   " para ",
   [
    "name"
   ]
  ],
  "{count} files were uploaded through your file request {name}:": [
   [
    "count",
    {
     "one": [
      "Se subió ",
      [
       "count"
      ],
      " archivo"
     ],
     "many": [
      "Se subieron ",
      [
       "count"
      ],
      " de archivos"
     ],
     "other": [
      "Se subieron ",
      [
       "count"
      ],
      " archivos"
     ]
    }
   ],
   " mediante tu solicitud de archivos ",
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
      "Se añadió ",
      [
       "count"
      ],
      " archivo"
     ],
     "many": [
      "Se añadieron ",
      [
       "count"
      ],
      " de archivos"
     ],
     "other": [
      "Se añadieron ",
      [
       "count"
      ],
      " archivos"
     ]
    }
   ],
   " mediante tu enlace a ",
   [
    "name"
   ],
   ":"
  ],
  "Open the folder": "Abrir la carpeta",
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
   "… y ",
   [
    "n"
   ],
   " más."
  ],
  "{count} files chosen from {name}": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " archivo elegido"
     ],
     "many": [
      [
       "count"
      ],
      " de archivos elegidos"
     ],
     "other": [
      [
       "count"
      ],
      " archivos elegidos"
     ]
    }
   ],
   " de ",
   [
    "name"
   ]
  ],
  "{sender} chose {count} files from {name} (round {round}):": [
   [
    "sender"
   ],
   " eligió ",
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " archivo"
     ],
     "many": [
      [
       "count"
      ],
      " de archivos"
     ],
     "other": [
      [
       "count"
      ],
      " archivos"
     ]
    }
   ],
   " de ",
   [
    "name"
   ],
   " (ronda ",
   [
    "round"
   ],
   "):"
  ],
  "They say: {comment}": [
   "Mensaje: ",
   [
    "comment"
   ]
  ],
  "You choose in your account when you get such emails, or none: {url}": [
   "En tu cuenta puedes elegir cuándo recibes estos correos, o no recibir ninguno: ",
   [
    "url"
   ]
  ],
  "several files": "varios archivos",
  "{count} notifications on {service}": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " notificación"
     ],
     "many": [
      [
       "count"
      ],
      " de notificaciones"
     ],
     "other": [
      [
       "count"
      ],
      " notificaciones"
     ]
    }
   ],
   " en ",
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
      " comentario"
     ],
     "many": [
      [
       "count"
      ],
      " de comentarios"
     ],
     "other": [
      [
       "count"
      ],
      " comentarios"
     ]
    }
   ],
   " en ",
   [
    "name"
   ],
   ", el último de ",
   [
    "user"
   ]
  ],
  "The link to {name} ends on {date}": [
   "El enlace a ",
   [
    "name"
   ],
   " caduca el ",
   [
    "date"
   ]
  ],
  "{used} of the {quota} of {name} are used": [
   [
    "used"
   ],
   " de ",
   [
    "quota"
   ],
   " en uso en ",
   [
    "name"
   ]
  ],
  "{used} of your {quota} are used": [
   [
    "used"
   ],
   " de tus ",
   [
    "quota"
   ],
   " en uso"
  ],
  "Your file was released": "Tu archivo se ha liberado",
  "{name} is no longer quarantined. Links to it work again.": [
   [
    "name"
   ],
   " ya no está en cuarentena. Sus enlaces vuelven a funcionar."
  ],
  "You can still download it; links to it are closed until an administrator releases it.": "Todavía puedes descargarlo; sus enlaces están bloqueados hasta que un administrador lo libere.",
  "A virus was found in your file": "Se detectó un virus en tu archivo",
  "This server scanned {name} and found the virus {virus}.": [
   "Este servidor analizó ",
   [
    "name"
   ],
   " y detectó el virus ",
   [
    "virus"
   ],
   "."
  ],
  "Delete the file, or ask an administrator to release it if you know that it is harmless.": "Elimina el archivo o, si sabes que es inofensivo, pide a un administrador que lo libere.",
  "Your file was quarantined": "Tu archivo se puso en cuarentena",
  "An administrator of this server quarantined {name}.": [
   "Un administrador de este servidor puso ",
   [
    "name"
   ],
   " en cuarentena."
  ],
  "Reason: {reason}": [
   "Motivo: ",
   [
    "reason"
   ]
  ],
  "A virus was found in {name}": [
   "Se detectó un virus en ",
   [
    "name"
   ]
  ],
  "A scan found the virus {virus} in {name}, a file of {uploader}.": [
   "Un análisis detectó el virus ",
   [
    "virus"
   ],
   " en ",
   [
    "name"
   ],
   ", un archivo de ",
   [
    "uploader"
   ],
   "."
  ],
  "A scan found the virus {virus} in {name}, which was uploaded without an account.": [
   "Un análisis detectó el virus ",
   [
    "virus"
   ],
   " en ",
   [
    "name"
   ],
   ", que se subió sin cuenta."
  ],
  "The file is in quarantine: all links to it are closed. Its owner was notified and can still download it.": "El archivo está en cuarentena: todos sus enlaces están bloqueados. Se avisó a su propietario, que todavía puede descargarlo.",
  "To open the links again because the file is harmless, release it: its ID is {id}. The same content is then not quarantined again.": [
   "Si el archivo es inofensivo y quieres que sus enlaces vuelvan a funcionar, libéralo: su ID es ",
   [
    "id"
   ],
   ". Ese mismo contenido no se volverá a poner en cuarentena."
  ],
  "Your webhook to {host} was disabled": [
   "Tu webhook a ",
   [
    "host"
   ],
   " se desactivó"
  ],
  "{n} deliveries in a row to {url} failed, each after several attempts. {service} no longer sends events there, and deliveries that were waiting were cancelled.": [
   "Fallaron ",
   [
    "n"
   ],
   " entregas seguidas a ",
   [
    "url"
   ],
   ", cada una tras varios intentos. ",
   [
    "service"
   ],
   " ya no envía eventos allí, y las entregas en espera se cancelaron."
  ],
  "Open {service}": [
   "Abrir ",
   [
    "service"
   ]
  ],
  "The delivery log of the webhook shows the errors. Enable the webhook again when its receiver works; you can redeliver what it missed from the log.": "El registro de entregas del webhook muestra los errores. Vuelve a activar el webhook cuando su receptor funcione; desde el registro puedes reenviar lo que se perdió.",
  "{user} gave you access to {name}": [
   [
    "user"
   ],
   " te dio acceso a ",
   [
    "name"
   ]
  ],
  "{user} gave you access to “{name}” on {service}.": [
   [
    "user"
   ],
   " te dio acceso a “",
   [
    "name"
   ],
   "” en ",
   [
    "service"
   ],
   "."
  ],
  "{user} gives you access to {name}": [
   [
    "user"
   ],
   " te da acceso a ",
   [
    "name"
   ]
  ],
  "{user} gives you access to “{name}” on {service} at {host}.": [
   [
    "user"
   ],
   " te da acceso a “",
   [
    "name"
   ],
   "” en ",
   [
    "service"
   ],
   " (",
   [
    "host"
   ],
   ")."
  ],
  "You need an account with this email address, which the link creates if you have none. The link works once.": "Necesitas una cuenta con esta dirección de correo; si no la tienes, se crea con el enlace. El enlace funciona una sola vez.",
  "Open {name}": [
   "Abrir ",
   [
    "name"
   ]
  ],
  "You are invited to {service}": [
   "Te han invitado a ",
   [
    "service"
   ]
  ],
  "An administrator of {service} at {host} invites you to create an account there with this email address.": [
   "Un administrador de ",
   [
    "service"
   ],
   " (",
   [
    "host"
   ],
   ") te invita a crear allí una cuenta con esta dirección de correo."
  ],
  "The link works once.": "El enlace funciona una sola vez.",
  "If you did not expect this invitation, ignore this email.": "Si no esperabas esta invitación, ignora este correo.",
  "Set a new password for {service}": [
   "Establece una nueva contraseña para ",
   [
    "service"
   ]
  ],
  "Somebody requested a new password for your account {account}. If it was you, follow this link:": [
   "Alguien solicitó una nueva contraseña para tu cuenta ",
   [
    "account"
   ],
   ". Si fuiste tú, sigue este enlace:"
  ],
  "The link works once, within the next hour.": "El enlace funciona una sola vez, durante la próxima hora.",
  "If it was not you, ignore this email: your password stays as it is.": "Si no fuiste tú, ignora este correo: tu contraseña no cambia.",
  "Two-factor authentication is on": "La autenticación de dos factores está activada",
  "Your account {account} has a new passkey. Signing in with the password now asks for a passkey or a code.": [
   "Tu cuenta ",
   [
    "account"
   ],
   " tiene una nueva llave de acceso. Ahora, al iniciar sesión con la contraseña se pide una llave de acceso o un código."
  ],
  "A passkey was removed": "Se quitó una llave de acceso",
  "A passkey of your account {account} was removed.": [
   "Se quitó una llave de acceso de tu cuenta ",
   [
    "account"
   ],
   "."
  ],
  "The address of your account is confirmed": "La dirección de tu cuenta está confirmada",
  "{account} is now known to be your address. Whoever registered the account had not shown that, so everything that could sign in to it before has ended: the former password, second factor, passkeys, API keys and sessions. Its upload grants are revoked, and its webhooks are off.": [
   "Ahora consta que ",
   [
    "account"
   ],
   " es tu dirección. Quien registró la cuenta no lo había demostrado, así que ya no vale nada de lo que antes permitía iniciar sesión en ella: la contraseña anterior, el segundo factor, las llaves de acceso, las claves de API y las sesiones. Sus permisos de subida están revocados y sus webhooks, desactivados."
  ],
  "If you have no other way to sign in, request a new password on the sign-in page.": "Si no tienes otra forma de iniciar sesión, solicita una nueva contraseña en la página de inicio de sesión.",
  "Files in the account have stayed. If you did not put them there, look at them, their links and who has access before you add your own.": "Los archivos de la cuenta se han conservado. Si no los pusiste tú, revísalos, junto con sus enlaces y quién tiene acceso, antes de añadir los tuyos.",
  "You can sign in with {name}": [
   "Puedes iniciar sesión con ",
   [
    "name"
   ]
  ],
  "{name} has verified that {account} is your address, and signs in to your account from now on.": [
   [
    "name"
   ],
   " ha verificado que ",
   [
    "account"
   ],
   " es tu dirección y a partir de ahora permite iniciar sesión en tu cuenta."
  ],
  "If it was not, unlink the identity on that page, set a new password, and tell the operator of this server.": "Si no fuiste tú, desvincula la identidad en esa página, establece una nueva contraseña y avisa al operador de este servidor.",
  "Two-factor authentication is off": "La autenticación de dos factores está desactivada",
  "Two-factor authentication was reset": "La autenticación de dos factores se restableció",
  "Two-factor authentication of your account {account} was turned on. Signing in now asks for a code after the password.": [
   "La autenticación de dos factores de tu cuenta ",
   [
    "account"
   ],
   " se activó. Ahora, al iniciar sesión se pide un código después de la contraseña."
  ],
  "Two-factor authentication of your account {account} was turned off. Signing in now asks for the password only.": [
   "La autenticación de dos factores de tu cuenta ",
   [
    "account"
   ],
   " se desactivó. Ahora, al iniciar sesión solo se pide la contraseña."
  ],
  "Two-factor authentication of your account {account} was turned off by an operator of this server. Signing in now asks for the password only.": [
   "Un operador de este servidor desactivó la autenticación de dos factores de tu cuenta ",
   [
    "account"
   ],
   ". Ahora, al iniciar sesión solo se pide la contraseña."
  ],
  "Time of the change: {at}.": [
   "Hora del cambio: ",
   [
    "at"
   ],
   "."
  ],
  "Your account": "Tu cuenta",
  "If it was you, ignore this email.": "Si fuiste tú, ignora este correo.",
  "If it was not, set a new password now, end the other sessions on that page, and tell the operator of this server.": "Si no fuiste tú, establece ahora mismo una nueva contraseña, cierra las demás sesiones en esa página y avisa al operador de este servidor.",
  "More has happened on {service}": [
   "Hay más novedades en ",
   [
    "service"
   ]
  ],
  "There were more events on your shares, file requests, proofings or webhooks than this server sends emails about. Some emails were not sent.": "Hubo más eventos en tus elementos compartidos, solicitudes de archivos, galerías de selección o webhooks de los que este servidor comunica por correo. Algunos correos no se enviaron.",
  "Only emails are limited: nothing else was lost.": "Solo se limitan los correos: no se perdió nada más.",
  "Test email of {service}": [
   "Correo de prueba de ",
   [
    "service"
   ]
  ],
  "The Drive server at {url} can send emails.": [
   "El servidor Drive en ",
   [
    "url"
   ],
   " puede enviar correos."
  ],
  "Your account is deleted on {date}": [
   "Tu cuenta se eliminará el ",
   [
    "date"
   ]
  ],
  "Your account {account} on {service} was deleted. Nobody can sign in, and its links and keys no longer work. On {date}, everything in it is deleted for good.": [
   "Tu cuenta ",
   [
    "account"
   ],
   " en ",
   [
    "service"
   ],
   " se ha eliminado. Nadie puede iniciar sesión en ella, y sus enlaces y claves ya no funcionan. El ",
   [
    "date"
   ],
   " se eliminará definitivamente todo su contenido."
  ],
  "If you want to keep it, or if it was not you, keep the account before then, and set a new password.": "Si quieres conservarla, o si no fuiste tú, conserva la cuenta antes de esa fecha y establece una contraseña nueva.",
  "Your account was deleted": "Tu cuenta se ha eliminado",
  "Your account {account} on {service} and everything in it were deleted for good.": [
   "Tu cuenta ",
   [
    "account"
   ],
   " en ",
   [
    "service"
   ],
   " y todo su contenido se eliminaron definitivamente."
  ],
  "A file drive that you host yourself: upload files, and share them with a link.": "Una unidad de archivos que alojas tú: sube archivos y compártelos con un enlace.",
  "Sign in": "Iniciar sesión",
  "Create an account": "Crear una cuenta",
  "There is no account yet. Open the set-up link that the server printed when it started.": "Todavía no hay ninguna cuenta. Abre el enlace de configuración que el servidor mostró al iniciarse.",
  "A text with a link": "Un texto con un enlace",
  "Command line and SDK": "Línea de comandos y SDK",
  "From this server, in one line": "Desde este servidor, en una línea",
  "API": "API",
  "Each call with an example": "Cada llamada con un ejemplo",
  "Your new password is set. Sign in with it.": "Tu nueva contraseña se ha establecido. Inicia sesión con ella.",
  "That took too long. Start again.": "Tardó demasiado. Empieza de nuevo.",
  "Forgot your password?": "¿Olvidaste tu contraseña?",
  "Type your code": "Escribe tu código",
  "Open your authenticator and type the six digits it shows for {name}.": [
   "Abre tu aplicación de autenticación y escribe los seis dígitos que muestra para ",
   [
    "name"
   ],
   "."
  ],
  "No authenticator at hand? Type one of your recovery codes.": "¿No tienes a mano la aplicación de autenticación? Escribe uno de tus códigos de recuperación.",
  "Start again": "Empezar de nuevo",
  "Sign in with {name}": [
   "Iniciar sesión con ",
   [
    "name"
   ]
  ],
  "Sign in with a passkey": "Iniciar sesión con una llave de acceso",
  "Use a passkey": "Usar una llave de acceso",
  "No passkey at hand? Type one of your recovery codes.": "¿No tienes a mano la llave de acceso? Escribe uno de tus códigos de recuperación.",
  "This link signs you in as {email}, once.": [
   "Con este enlace inicias sesión como ",
   [
    "email"
   ],
   ", una sola vez."
  ],
  "You are signed out": "Has cerrado sesión",
  "Sign out of {name}, too": [
   "Cerrar sesión también en ",
   [
    "name"
   ]
  ],
  "Back to your account": "Volver a tu cuenta",
  "Sign-in failed": "Error al iniciar sesión",
  "Confirm with {name} who you are": [
   "Confirma con ",
   [
    "name"
   ],
   " quién eres"
  ],
  "Name (optional)": "Nombre (opcional)",
  "Create the account": "Crear la cuenta",
  "Set up {name}": [
   "Configurar ",
   [
    "name"
   ]
  ],
  "Create the first account. It will be the administrator.": "Crea la primera cuenta. Será la del administrador.",
  "Upload a file": "Sube un archivo",
  "Share it with a link": "Compártelo con un enlace",
  "Accept": "Aceptar",
  "You get access with your account {account}.": [
   "Obtienes acceso con tu cuenta ",
   [
    "account"
   ],
   "."
  ],
  "Sign in as {account} to accept the invitation.": [
   "Inicia sesión como ",
   [
    "account"
   ],
   " para aceptar la invitación."
  ],
  "This server is already set up": "Este servidor ya está configurado",
  "Sign in with your account": "Inicia sesión con tu cuenta",
  "This link no longer works": "Este enlace ya no funciona",
  "The server prints a new set-up link each time it starts. Use the latest one.": "El servidor muestra un nuevo enlace de configuración cada vez que se inicia. Usa el último.",
  "Create your account": "Crea tu cuenta",
  "Do you have an account?": "¿Tienes una cuenta?",
  "This invitation no longer works": "Esta invitación ya no funciona",
  "It was used or has expired. Ask for a new one.": "Se usó o ha caducado. Pide una nueva.",
  "Registration is closed": "El registro está cerrado",
  "You need an invitation to create an account. Ask the operator of this server for one.": "Necesitas una invitación para crear una cuenta. Pide una al operador de este servidor.",
  "Registration is disabled on this server. Ask its operator for an account.": "El registro está desactivado en este servidor. Pide una cuenta a su operador.",
  "Back to sign-in": "Volver al inicio de sesión",
  "Type the email address of your account.": "Escribe la dirección de correo de tu cuenta.",
  "We send a link to set a new password.": "Te enviaremos un enlace para establecer una nueva contraseña.",
  "Send the link": "Enviar el enlace",
  "Create the link": "Crear el enlace",
  "Ask your administrator": "Consulta a tu administrador",
  "If there is an account with that address, there is now a link for it.": "Si existe una cuenta con esa dirección, ya hay un enlace para ella.",
  "The link works once, within an hour.": "El enlace funciona una sola vez, durante una hora.",
  "Check your email": "Revisa tu correo",
  "If there is an account with that address, we sent it an email with a link.": "Si existe una cuenta con esa dirección, le enviamos un correo con un enlace.",
  "No email? Check your spam folder, or try again.": "¿No llega el correo? Revisa la carpeta de spam o inténtalo de nuevo.",
  "A link works once and for one hour.": "Un enlace funciona una sola vez y durante una hora.",
  "Request a new one": "Solicitar uno nuevo",
  "Set a new password": "Establecer una nueva contraseña",
  "Set the password": "Establecer la contraseña",
  "Keep my API keys and the devices that use them signed in": "Conservar mis claves de API y la sesión de los dispositivos que las usan",
  "Leave this off if somebody else may know your password. All sessions end in either case.": "Déjalo sin marcar si es posible que alguien más conozca tu contraseña. En ambos casos se cierran todas las sesiones.",
  "This server sends no email: it writes the link to outbox/ in its data directory. Ask the administrator for it.": "Este servidor no envía correos: guarda el enlace en outbox/, en su directorio de datos. Pídelo al administrador.",
  "Email address": "Dirección de correo",
  "At least {n} characters.": [
   [
    "n",
    {
     "one": [
      "Al menos ",
      [
       "n"
      ],
      " carácter."
     ],
     "many": [
      "Al menos ",
      [
       "n"
      ],
      " de caracteres."
     ],
     "other": [
      "Al menos ",
      [
       "n"
      ],
      " caracteres."
     ]
    }
   ]
  ],
  "Code": "Código",
  "Sign in a device": "Iniciar sesión en un dispositivo",
  "The device shows a code of eight letters. Type it here.": "El dispositivo muestra un código de ocho letras. Escríbelo aquí.",
  "No device is waiting with this code. Check the code: it works once, within ten minutes.": "Ningún dispositivo espera con este código. Comprueba el código: funciona una sola vez, durante diez minutos.",
  "No command line yet? Run": "¿Aún no tienes la línea de comandos? Ejecuta",
  "Install": "Instalar",
  "Command line": "Línea de comandos",
  "On Linux, without Node:": "En Linux, sin Node:",
  "It verifies the SHA-256 of the program and stores it in {folder}.": [
   "Comprueba el SHA-256 del programa y lo guarda en ",
   [
    "folder"
   ],
   "."
  ],
  "Show the script": "Ver el script",
  "With npm and Node {version} or newer:": [
   "Con npm y Node ",
   [
    "version"
   ],
   " o posterior:"
  ],
  "The command line is not built on this server.": "La línea de comandos no está compilada en este servidor.",
  "Then sign in and send a file:": "Después inicia sesión y envía un archivo:",
  "The SDK is not built on this server.": "El SDK no está compilado en este servidor.",
  "For Node {version} or newer, browsers and edge runtimes:": [
   "Para Node ",
   [
    "version"
   ],
   " o posterior, navegadores y entornos edge:"
  ],
  "With components for pages that upload, for React or as a web component:": "Con componentes para páginas que suben archivos, para React o como componente web:",
  "Other programming languages use the API.": "Los demás lenguajes de programación usan la API.",
  "Overview": "Resumen",
  "The API of this server": "La API de este servidor",
  "Version {version}": [
   "Versión ",
   [
    "version"
   ]
  ],
  "The documentation is in English.": "La documentación está en inglés.",
  "Allow this device?": "¿Permitir este dispositivo?",
  "You signed in some time ago. Type your password to approve it.": "Iniciaste sesión hace ya un tiempo. Escribe tu contraseña para aprobarlo.",
  "Code of your authenticator": "Código de tu aplicación de autenticación",
  "Allow it only if you started this yourself and the device in front of you shows the same code.": "Permítelo solo si lo iniciaste tú y el dispositivo que tienes delante muestra el mismo código.",
  "It gets an API key of your account, which can do everything you can do:": "Recibe una clave de API de tu cuenta, que puede hacer todo lo que puedes hacer tú:",
  "see, download, add, change and delete your files,": "ver, descargar, añadir, cambiar y eliminar tus archivos,",
  "share them with others,": "compartirlos con otras personas,",
  "create and revoke API keys.": "crear y revocar claves de API.",
  "Approve": "Aprobar",
  "Refuse": "Rechazar",
  "Device allowed": "Dispositivo permitido",
  "The device signs in by itself within a few seconds.": "El dispositivo iniciará sesión por sí solo en unos segundos.",
  "You can close this page. To sign the device out, revoke its API key.": "Puedes cerrar esta página. Para cerrar la sesión del dispositivo, revoca su clave de API.",
  "Device refused": "Dispositivo rechazado",
  "It gets no access to your account.": "No obtiene acceso a tu cuenta.",
  "Sign in to choose which emails you get.": "Inicia sesión para elegir qué correos recibes.",
  "Turn off emails": "Desactivar los correos",
  "You get no more emails about what others do. Emails about your sign-in still come.": "No recibirás más correos sobre lo que hacen los demás. Los correos sobre tu inicio de sesión seguirán llegando.",
  "Emails are off": "Los correos están desactivados",
  "You can turn them on again in your account.": "Puedes volver a activarlos en tu cuenta.",
  "See the received files": "Ver los archivos recibidos",
  "Senders chose these names themselves.": "Los remitentes eligieron estos nombres.",
  "See the selections": "Ver las selecciones",
  "Clients chose these names themselves.": "Los clientes eligieron estos nombres.",
  "Somebody": "Alguien",
  "Skip to the content": "Ir al contenido",
  "Sign out": "Cerrar sesión",
  "Your name": "Tu nombre",
  "Your name (optional)": "Tu nombre (opcional)",
  "Your email address (optional)": "Tu dirección de correo (opcional)",
  "Back to the shared items": "Volver a los elementos compartidos",
  "Password needed": "Se necesita contraseña",
  "This link needs a password": "Este enlace necesita una contraseña",
  "Ask the person who shared it with you for the password.": "Pide la contraseña a la persona que lo compartió contigo.",
  "Password": "Contraseña",
  "Open": "Abrir",
  "Wrong password.": "Contraseña incorrecta.",
  "Wrong password. {count} attempts left.": [
   [
    "count",
    {
     "=0": "Contraseña incorrecta. No quedan intentos.",
     "one": [
      "Contraseña incorrecta. Queda ",
      [
       "count"
      ],
      " intento."
     ],
     "many": [
      "Contraseña incorrecta. Quedan ",
      [
       "count"
      ],
      " de intentos."
     ],
     "other": [
      "Contraseña incorrecta. Quedan ",
      [
       "count"
      ],
      " intentos."
     ]
    }
   ]
  ],
  "Too many attempts. Try again in {count} minutes.": [
   [
    "count",
    {
     "one": "Demasiados intentos. Inténtalo de nuevo en un minuto.",
     "many": [
      "Demasiados intentos. Inténtalo de nuevo en ",
      [
       "count"
      ],
      " de minutos."
     ],
     "other": [
      "Demasiados intentos. Inténtalo de nuevo en ",
      [
       "count"
      ],
      " minutos."
     ]
    }
   ]
  ],
  "Request": "Solicitud",
  "Go to the start page": "Ir a la página de inicio",
  "Not found": "No encontrado",
  "Gone": "Ya no disponible",
  "Too many requests": "Demasiadas solicitudes",
  "Something went wrong": "Algo ha fallado",
  "This request was refused": "Se ha rechazado esta solicitud",
  "The upload failed": "La subida falló",
  "Pages": "Páginas",
  "Previous": "Anterior",
  "Next": "Siguiente",
  "Page {page} of {total}": [
   "Página ",
   [
    "page"
   ],
   " de ",
   [
    "total"
   ]
  ],
  "{name}, page {n}": [
   [
    "name"
   ],
   ", página ",
   [
    "n"
   ]
  ],
  "There is nothing on this page.": "No hay nada en esta página.",
  "Continue": "Continuar",
  "Until": "Hasta el",
  "Files": "Archivos",
  "Choose files": "Elegir archivos",
  "Choose a file": "Elegir un archivo",
  "No file chosen": "Ningún archivo elegido",
  "Copy": "Copiar",
  "Copied": "Copiado",
  "Download": "Descargar",
  "Send more": "Enviar más",
  "Your selection": "Tu selección",
  "{count} files": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " archivo"
     ],
     "many": [
      [
       "count"
      ],
      " de archivos"
     ],
     "other": [
      [
       "count"
      ],
      " archivos"
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
      " de bytes"
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
  "Folder": "Carpeta",
  "Image": "Imagen",
  "Video": "Vídeo",
  "Audio": "Audio",
  "PDF document": "Documento PDF",
  "Text": "Texto",
  "Archive": "Comprimido",
  "File": "Archivo",
  "Shared by": "Compartido por",
  "shared by {name}": [
   "compartido por ",
   [
    "name"
   ]
  ],
  "Available until": "Disponible hasta el",
  "Preview": "Vista previa",
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
      " de elementos"
     ],
     "other": [
      [
       "count"
      ],
      " elementos"
     ]
    }
   ]
  ],
  "Download all as ZIP": "Descargar todo como ZIP",
  "Download folder as ZIP": "Descargar carpeta como ZIP",
  "Sort by": "Ordenar por",
  "Name": "Nombre",
  "Date": "Fecha",
  "Size": "Tamaño",
  "Grid": "Cuadrícula",
  "List": "Lista",
  "Select": "Seleccionar",
  "Cancel": "Cancelar",
  "Download as ZIP": "Descargar como ZIP",
  "Save to my drive": "Guardar en mi unidad",
  "It is in your drive now.": "Ya está en tu unidad.",
  "It is being copied to your drive.": "Se está copiando a tu unidad.",
  "{count} items could not be copied.": [
   [
    "count",
    {
     "one": [
      "No se ha podido copiar ",
      [
       "count"
      ],
      " elemento."
     ],
     "many": [
      "No se han podido copiar ",
      [
       "count"
      ],
      " de elementos."
     ],
     "other": [
      "No se han podido copiar ",
      [
       "count"
      ],
      " elementos."
     ]
    }
   ]
  ],
  "See your files": "Ver tus archivos",
  "This folder is empty.": "Esta carpeta está vacía.",
  "Search this folder": "Buscar en esta carpeta",
  "Search": "Buscar",
  "Nothing found.": "No se encontró nada.",
  "Contents": "Contenido",
  "Quarantined by the administrator": "En cuarentena por decisión del administrador",
  "Contains a virus": "Contiene un virus",
  "Being checked for viruses": "Buscando virus",
  "Not checked for viruses": "Sin análisis de virus",
  "Folders above": "Carpetas superiores",
  "This link does not exist": "Este enlace no existe",
  "It may be mistyped, or its owner has revoked it.": "Puede estar mal escrito o su propietario lo ha revocado.",
  "This link has expired": "Este enlace ha caducado",
  "Ask the sender for a new one.": "Pide uno nuevo al remitente.",
  "This link has no downloads left": "A este enlace no le quedan descargas",
  "Its owner limited the number of downloads. Ask the sender for a new link.": "Su propietario limitó el número de descargas. Pide un nuevo enlace al remitente.",
  "This file is not available": "Este archivo no está disponible",
  "This folder is not available": "Esta carpeta no está disponible",
  "It may have been moved, or is no longer shared.": "Es posible que se haya movido o que ya no se comparta.",
  "This is not allowed here": "Esto no está permitido aquí",
  "The owner disabled it, or it belongs to someone else.": "El propietario lo desactivó o pertenece a otra persona.",
  "This comment is not available": "Este comentario no está disponible",
  "It may have been deleted.": "Es posible que se haya eliminado.",
  "This is too large for one ZIP": "Esto es demasiado grande para un solo ZIP",
  "Download the files one by one, or folder by folder.": "Descarga los archivos uno a uno o carpeta por carpeta.",
  "Likes": "Me gusta",
  "Like": "Me gusta",
  "Liked": "Te gusta",
  "Do you like it?": "¿Te gusta?",
  "Likes and comments": "“Me gusta” y comentarios",
  "Comment": "Comentar",
  "Comments": "Comentarios",
  "{count} comments": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " comentario"
     ],
     "many": [
      [
       "count"
      ],
      " de comentarios"
     ],
     "other": [
      [
       "count"
      ],
      " comentarios"
     ]
    }
   ]
  ],
  "All comments": "Todos los comentarios",
  "All {count} comments": [
   [
    "count",
    {
     "one": "Todos los comentarios",
     "many": [
      "Los ",
      [
       "count"
      ],
      " de comentarios"
     ],
     "other": [
      "Los ",
      [
       "count"
      ],
      " comentarios"
     ]
    }
   ]
  ],
  "Comments ({n})": [
   "Comentarios (",
   [
    "n"
   ],
   ")"
  ],
  "Comments on {name}": [
   "Comentarios en ",
   [
    "name"
   ]
  ],
  "Comment on {name}": [
   "Comentar en ",
   [
    "name"
   ]
  ],
  "Comment as {name}": [
   "Comentar como ",
   [
    "name"
   ]
  ],
  "No comments yet.": "Todavía no hay comentarios.",
  "Back": "Volver",
  "Comments are turned off. Only you can see the earlier ones.": "Los comentarios están desactivados. Solo tú puedes ver los anteriores.",
  "Your comment": "Tu comentario",
  "Owner": "Propietario",
  "Read on": "Seguir leyendo",
  "Delete": "Eliminar",
  "Report a problem": "Avisar de un problema",
  "Malware or phishing": "Software malicioso o phishing",
  "Infringed copyright": "Infracción de derechos de autor",
  "Illegal content": "Contenido ilegal",
  "Private data": "Datos privados",
  "Something else": "Otra cosa",
  "Thank you. The administrators of this server will look at it.": "Gracias. Los administradores de este servidor lo revisarán.",
  "Tell the administrators of this server what is wrong with “{name}”. The owner is not told.": [
   "Explica a los administradores de este servidor qué problema hay con “",
   [
    "name"
   ],
   "”. No se informará al propietario."
  ],
  "What is it about?": "¿De qué se trata?",
  "Everything at this link": "Todo el contenido de este enlace",
  "What should they know? (optional)": "¿Qué deberían saber? (opcional)",
  "Send the report": "Enviar el aviso",
  "What is wrong?": "¿Qué problema hay?",
  "Choose a reason": "Elige un motivo",
  "Send files": "Enviar archivos",
  "This server does not accept uploads without an account. Sign in to upload to your drive.": "Este servidor no acepta subidas sin cuenta. Inicia sesión para subir archivos a tu unidad.",
  "One file of at most {size}.": [
   "Un archivo de ",
   [
    "size"
   ],
   " como máximo."
  ],
  "Up to {n} files of at most {size} each.": [
   "Hasta ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " archivo"
     ],
     "many": [
      [
       "n"
      ],
      " de archivos"
     ],
     "other": [
      [
       "n"
      ],
      " archivos"
     ]
    }
   ],
   " de ",
   [
    "size"
   ],
   " como máximo cada uno."
  ],
  "You need no account.": "No necesitas una cuenta.",
  "They are stored in your drive.": "Se guardan en tu unidad.",
  "Each file gets a link; anyone with the link can download the file.": "Cada archivo recibe un enlace; cualquiera con el enlace puede descargar el archivo.",
  "Files are deleted after {count} days.": [
   [
    "count",
    {
     "one": "Los archivos se eliminan después de un día.",
     "many": [
      "Los archivos se eliminan después de ",
      [
       "count"
      ],
      " de días."
     ],
     "other": [
      "Los archivos se eliminan después de ",
      [
       "count"
      ],
      " días."
     ]
    }
   ]
  ],
  "This server checks for bots with JavaScript. Enable JavaScript for this page and reload it.": "Este servidor comprueba con JavaScript que no eres un bot. Activa JavaScript para esta página y vuelve a cargarla.",
  "Or drop it anywhere on this page.": "O suéltalo en cualquier parte de esta página.",
  "Or drop them anywhere on this page.": "O suéltalos en cualquier parte de esta página.",
  "Make them public and allow search engines": "Hacerlos públicos y permitir los buscadores",
  "Upload": "Subir",
  "Copy all links": "Copiar todos los enlaces",
  "Nothing there": "No hay nada",
  "Your file is uploaded": "Tu archivo se ha subido",
  "Your files are uploaded": "Tus archivos se han subido",
  "There is no upload at this URL, or its files were deleted.": "No hay ninguna subida en esta URL o sus archivos se eliminaron.",
  "Anyone with a link can download the file.": "Cualquiera con un enlace puede descargar el archivo.",
  "Save the links: they cannot be looked up later.": "Guarda los enlaces: no se podrán consultar más tarde.",
  "Your drive lists the files that you sent while signed in.": "Tu unidad muestra los archivos que enviaste con la sesión iniciada.",
  "It may be mistyped, or the file request was closed.": "Puede estar mal escrito o la solicitud de archivos se cerró.",
  "This file request has ended": "Esta solicitud de archivos ha terminado",
  "Ask the sender of the link for a new one.": "Pide uno nuevo a quien te envió el enlace.",
  "You are asked to send files.": "Se te pide que envíes archivos.",
  "asks you for files.": "te pide archivos.",
  "This is your file request.": "Esta es tu solicitud de archivos.",
  "Your {count} files have arrived.": [
   [
    "count",
    {
     "one": "Tu archivo ha llegado.",
     "many": [
      "Tus ",
      [
       "count"
      ],
      " de archivos han llegado."
     ],
     "other": [
      "Tus ",
      [
       "count"
      ],
      " archivos han llegado."
     ]
    }
   ]
  ],
  "It accepts no more files.": "Ya no acepta más archivos.",
  "images": "imágenes",
  "videos": "vídeos",
  "audio files": "archivos de audio",
  "text files": "archivos de texto",
  "PDF": "PDF",
  "At most {size} a file": [
   "Como máximo ",
   [
    "size"
   ],
   " por archivo"
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
     "one": "Queda espacio para un archivo más",
     "many": [
      "Queda espacio para ",
      [
       "count"
      ],
      " de archivos más"
     ],
     "other": [
      "Queda espacio para ",
      [
       "count"
      ],
      " archivos más"
     ]
    }
   ]
  ],
  "Up to {n} at once.": [
   "Hasta ",
   [
    "n"
   ],
   " a la vez."
  ],
  "Only the person who requested them can see them.": "Solo puede verlos la persona que los solicitó.",
  "Add files": "Añadir archivos",
  "Everyone with this link can see them.": "Cualquiera con este enlace puede verlos.",
  "This folder accepts no more files.": "Esta carpeta ya no acepta más archivos.",
  "Send": "Enviar",
  "from": "de",
  "It may be mistyped, or the proofing was ended.": "Puede estar mal escrito o la galería de selección se cerró.",
  "This proofing has ended": "Esta galería de selección ha terminado",
  "Select your files.": "Selecciona tus archivos.",
  "asks you to choose.": "te pide que elijas.",
  "choose at most {n}": [
   "elige como máximo ",
   [
    "n"
   ]
  ],
  "This is your proofing.": "Esta es tu galería de selección.",
  "Your selection has been sent. You may send another.": "Tu selección se ha enviado. Puedes enviar otra.",
  "There are no files here at the moment.": "En este momento no hay archivos aquí.",
  "chosen": "elegidos",
  "of {n} chosen": [
   "de ",
   [
    "n"
   ],
   " elegidos"
  ],
  "Select your favorites": "Selecciona tus favoritos",
  "Enlarge": "Ampliar",
  "Back to all": "Volver a todos",
  "Comment (optional)": "Comentario (opcional)",
  "Send the selection": "Enviar la selección",
  "Write a paste": "Escribir un texto",
  "A text with a link: anyone with the link can read it.": "Un texto con un enlace: cualquiera con el enlace puede leerlo.",
  "Save the link: without an account, it cannot be looked up or changed later.": "Guarda el enlace: sin cuenta, no se podrá consultar ni cambiar más tarde.",
  "Get a link": "Obtener un enlace",
  "Title (optional)": "Título (opcional)",
  "Language (optional)": "Lenguaje (opcional)",
  "Keep for": "Conservar",
  "No time limit": "Sin límite de tiempo",
  "A day": "Un día",
  "A week": "Una semana",
  "A month": "Un mes",
  "A year": "Un año",
  "For": "Para",
  "Anyone with the link": "Cualquiera con el enlace",
  "Everyone, including search engines": "Todos, incluidos los buscadores",
  "Only you": "Solo tú",
  "Password (optional)": "Contraseña (opcional)",
  "4 characters or more. Send it to readers separately from the link.": "4 caracteres o más. Envíala a los lectores por separado del enlace.",
  "Delete after it is read once": "Eliminar después de una lectura",
  "Pastes on this server need an account.": "En este servidor, los textos necesitan una cuenta.",
  "Your paste is saved": "Tu texto se ha guardado",
  "Send this link to the people who should read it.": "Envía este enlace a las personas que deban leerlo.",
  "Write another": "Escribir otro",
  "Deleted": "Eliminado",
  "The paste and its link are deleted.": "El texto y su enlace se han eliminado.",
  "Paste": "Texto",
  "to be read once": "de lectura única",
  "by {name}": [
   "de ",
   [
    "name"
   ]
  ],
  "By": "De",
  "This text can be shown only once; the server has deleted it. Copy what you need before you leave this page.": "Este texto solo se puede mostrar una vez; el servidor lo ha eliminado. Copia lo que necesites antes de salir de esta página.",
  "This text can be read only once. Opening it deletes it for everyone.": "Este texto solo se puede leer una vez. Al abrirlo se elimina para todos.",
  "Show and delete": "Mostrar y eliminar",
  "Raw text": "Texto sin formato",
  "Save as a file": "Guardar como archivo",
  "Delete this paste": "Eliminar este texto",
  "Delete it for good": "Eliminarlo definitivamente",
  "Untitled paste": "Texto sin título",
  "This text contains characters that change the direction of text: it may be displayed in a different order than it is stored.": "Este texto contiene caracteres que cambian la dirección del texto: puede mostrarse en un orden distinto al almacenado.",
  "These are the first {count} of {total} lines. The raw text has all of them.": [
   "Estas son las primeras ",
   [
    "count"
   ],
   " de ",
   [
    "total"
   ],
   " líneas. El texto sin formato las contiene todas."
  ],
  "Content": "Contenido",
  "It may be mistyped, or the paste was deleted.": "Puede estar mal escrito o el texto se eliminó.",
  "This paste has expired": "Este texto ha caducado",
  "This paste has been read": "Este texto ya se ha leído",
  "It could be read only once and is now deleted. If it was not you who read it, tell the sender of the link.": "Solo se podía leer una vez y se ha eliminado. Si no lo leíste tú, avisa a quien te envió el enlace.",
  "Too many attempts": "Demasiados intentos",
  "Wait a minute, then try again.": "Espera un minuto e inténtalo de nuevo.",
  "Keep the account": "Conservar la cuenta",
  "Everything in it is as it was: your files, your links and your keys work again.": "Todo está como antes: tus archivos, tus enlaces y tus claves vuelven a funcionar.",
  "Your account is kept": "Tu cuenta se conserva",
  "Sign in again. If it was not you who deleted it, set a new password first.": "Inicia sesión de nuevo. Si no la eliminaste tú, establece antes una contraseña nueva.",
  "The account is kept already, or it is gone.": "La cuenta ya se conserva o ya no existe.",
  "Your account is deleted": "Tu cuenta se ha eliminado",
  "Everything in it is deleted for good on {date}. Until then the link in the email to you keeps it, and so does an administrator.": [
   "Todo su contenido se eliminará definitivamente el ",
   [
    "date"
   ],
   ". Hasta entonces puedes conservarla con el enlace del correo que recibiste; un administrador también puede hacerlo."
  ],
  "You are signed out. Everything in it is being deleted.": "Has cerrado sesión. Se está eliminando todo su contenido."
 },
 "scripts": {
  "Choose at least one file.": "Elige al menos un archivo.",
  "{n} files chosen": [
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " archivo elegido"
     ],
     "many": [
      [
       "n"
      ],
      " de archivos elegidos"
     ],
     "other": [
      [
       "n"
      ],
      " archivos elegidos"
     ]
    }
   ]
  ],
  "At most {n} files can be uploaded at once.": [
   [
    "n",
    {
     "one": [
      "Se puede subir como máximo ",
      [
       "n"
      ],
      " archivo a la vez."
     ],
     "many": [
      "Se pueden subir como máximo ",
      [
       "n"
      ],
      " de archivos a la vez."
     ],
     "other": [
      "Se pueden subir como máximo ",
      [
       "n"
      ],
      " archivos a la vez."
     ]
    }
   ]
  ],
  "There is room for {n} more. Remove some files.": [
   "Solo queda espacio para ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " archivo más"
     ],
     "many": [
      [
       "n"
      ],
      " de archivos más"
     ],
     "other": [
      [
       "n"
      ],
      " archivos más"
     ]
    }
   ],
   ". Quita algunos."
  ],
  "“{name}” has more than {size}.": [
   "“",
   [
    "name"
   ],
   "” ocupa más de ",
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
   "” está vacío. No se pueden subir archivos vacíos."
  ],
  "“{name}” is a folder. Drop the files that are in it.": [
   "“",
   [
    "name"
   ],
   "” es una carpeta. Suelta los archivos que contiene."
  ],
  "Drop the files to add them": "Suelta los archivos para añadirlos",
  "Reserving space …": "Reservando espacio…",
  "Checking that you are not a bot …": "Comprobando que no eres un bot…",
  "Complete the check that you are not a bot first.": "Completa antes la comprobación de que no eres un bot.",
  "The check failed. Try again.": "La comprobación falló. Inténtalo de nuevo.",
  "Failed: {problem}": [
   "Error: ",
   [
    "problem"
   ]
  ],
  "You are no longer signed in. Reload the page, sign in, and send the files again.": "Ya no tienes la sesión iniciada. Vuelve a cargar la página, inicia sesión y envía los archivos de nuevo.",
  "The server answered {status}.": [
   "El servidor respondió ",
   [
    "status"
   ],
   "."
  ],
  "Sending {n} of {total} …": [
   "Enviando ",
   [
    "n"
   ],
   " de ",
   [
    "total"
   ],
   "…"
  ],
  "Progress of {name}": [
   "Progreso de ",
   [
    "name"
   ]
  ],
  "Uploaded {n} files.": [
   [
    "n",
    {
     "one": "Se subió un archivo.",
     "many": [
      "Se subieron ",
      [
       "n"
      ],
      " de archivos."
     ],
     "other": [
      "Se subieron ",
      [
       "n"
      ],
      " archivos."
     ]
    }
   ]
  ],
  "{n} failed.": [
   [
    "n"
   ],
   " con errores."
  ],
  "Save the links: they cannot be looked up later.": "Guarda los enlaces: no se podrán consultar más tarde.",
  "It is in your drive.": "Está en tu unidad.",
  "They are in your drive.": "Están en tu unidad.",
  "Copy": "Copiar",
  "Copy the link to {name}": [
   "Copiar el enlace a ",
   [
    "name"
   ]
  ],
  "Copied the link to {name}.": [
   "Enlace a ",
   [
    "name"
   ],
   " copiado."
  ],
  "Remove": "Quitar",
  "Remove {name}": [
   "Quitar ",
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
      " archivo"
     ],
     "many": [
      [
       "n"
      ],
      " de archivos"
     ],
     "other": [
      [
       "n"
      ],
      " archivos"
     ]
    }
   ],
   ", ",
   [
    "size"
   ],
   " en total"
  ],
  "Copied all links.": "Se copiaron todos los enlaces.",
  "Arrived": "Recibido",
  "Your {n} files have arrived.": [
   [
    "n",
    {
     "one": "Tu archivo ha llegado.",
     "many": [
      "Tus ",
      [
       "n"
      ],
      " de archivos han llegado."
     ],
     "other": [
      "Tus ",
      [
       "n"
      ],
      " archivos han llegado."
     ]
    }
   ]
  ],
  "Nothing has arrived.": "No ha llegado nada."
 },
 "messages": {
  "Type your email address.": "Escribe tu dirección de correo.",
  "Type your password.": "Escribe tu contraseña.",
  "Type the code.": "Escribe el código.",
  "The email address or the password is wrong.": "La dirección de correo o la contraseña es incorrecta.",
  "The password is wrong.": "La contraseña es incorrecta.",
  "This email address already has an account.": "Esta dirección de correo ya tiene una cuenta.",
  "Must be an email address.": "Debe ser una dirección de correo.",
  "Must have at least {n} characters.": [
   "Debe tener al menos ",
   [
    "n"
   ],
   " caracteres."
  ],
  "Must have at most {n} characters.": [
   "Debe tener como máximo ",
   [
    "n"
   ],
   " caracteres."
  ],
  "Must have at most {n} bytes in UTF-{n}.": [
   "Debe tener como máximo ",
   [
    "n"
   ],
   " bytes en UTF-",
   [
    "n2"
   ],
   "."
  ],
  "Must not be one of the most common passwords.": "No debe ser una de las contraseñas más comunes.",
  "Must not be part of the email address.": "No debe formar parte de la dirección de correo.",
  "Must not be the name of this server.": "No debe ser el nombre de este servidor.",
  "Your sign-in is older than {n} minutes. Confirm who you are, then try again.": [
   "Iniciaste sesión hace más de ",
   [
    "n"
   ],
   " minutos. Confirma quién eres e inténtalo de nuevo."
  ],
  "Must not be blank.": "No debe estar vacío.",
  "Too many calls. Try again in {n} seconds.": [
   "Demasiadas llamadas. Inténtalo de nuevo en ",
   [
    "n"
   ],
   " segundos."
  ],
  "Too many requests. Try again in {n} seconds.": [
   "Demasiadas solicitudes. Inténtalo de nuevo en ",
   [
    "n"
   ],
   " segundos."
  ],
  "Too many wrong codes. Try again in {n} minutes.": [
   "Demasiados códigos incorrectos. Inténtalo de nuevo en ",
   [
    "n"
   ],
   " minutos."
  ],
  "This invitation is not valid: it was used, has expired, or is meant for another email address.": "Esta invitación no es válida: se usó, ha caducado o es para otra dirección de correo.",
  "This link is not valid: it was used already or has expired. Request a new one.": "Este enlace no es válido: ya se usó o ha caducado. Solicita uno nuevo.",
  "This set-up link is no longer valid. Look for a newer one in the output of the server.": "Este enlace de configuración ya no es válido. Busca uno más reciente en la salida del servidor.",
  "The captcha can’t be checked right now. Try again in a moment.": "El captcha no se puede comprobar ahora mismo. Inténtalo de nuevo en un momento.",
  "There is nothing at this URL.": "No hay nada en esta URL.",
  "This form is out of date. Go back, reload the page, and try again.": "Este formulario está desactualizado. Vuelve atrás, recarga la página e inténtalo de nuevo.",
  "This form came from another site. Open the page here and try again.": "Este formulario procede de otro sitio. Abre la página aquí e inténtalo de nuevo.",
  "You are no longer signed in. Sign in and send it again.": "Ya no tienes la sesión iniciada. Inicia sesión y envíalo de nuevo.",
  "You are no longer signed in. Sign in and try again.": "Ya no tienes la sesión iniciada. Inicia sesión e inténtalo de nuevo.",
  "Choose at least one file.": "Elige al menos un archivo.",
  "Choose at most {n} files at once.": [
   "Elige como máximo ",
   [
    "n"
   ],
   " archivos a la vez."
  ],
  "At most {n} files can be uploaded at once.": [
   "Se pueden subir como máximo ",
   [
    "n"
   ],
   " archivos a la vez."
  ],
  "You selected {n} files; the maximum is {n}.": [
   "Seleccionaste ",
   [
    "n"
   ],
   " archivos; el máximo es ",
   [
    "n2"
   ],
   "."
  ],
  "One of these files is no longer part of this proofing.": "Uno de estos archivos ya no forma parte de esta galería de selección.",
  "Enter your name: this file request requires it.": "Escribe tu nombre: esta solicitud de archivos lo exige.",
  "This is not an email address.": "Esto no es una dirección de correo.",
  "This file request accepts no more files.": "Esta solicitud de archivos ya no acepta más archivos.",
  "This link accepts no more files.": "Este enlace ya no acepta más archivos.",
  "Fewer files than these are accepted. Remove some.": "Se aceptan menos archivos que estos. Quita algunos.",
  "This link accepts no files.": "Este enlace no acepta archivos.",
  "There is not enough storage for these files. Tell the person who requested them.": "No hay suficiente almacenamiento para estos archivos. Avisa a la persona que los solicitó.",
  "This link needs a password. Open its page and try again.": "Este enlace necesita una contraseña. Abre su página e inténtalo de nuevo.",
  "A file may have at most {n} bytes here.": [
   "Aquí, un archivo puede tener como máximo ",
   [
    "n"
   ],
   " bytes."
  ],
  "All files together may have at most {n} bytes.": [
   "Todos los archivos juntos pueden tener como máximo ",
   [
    "n"
   ],
   " bytes."
  ],
  "A paste can have at most {n} bytes in UTF-{n}.": [
   "Un texto puede tener como máximo ",
   [
    "n"
   ],
   " bytes en UTF-",
   [
    "n2"
   ],
   "."
  ],
  "The password must have at least {n} characters.": [
   "La contraseña debe tener al menos ",
   [
    "n"
   ],
   " caracteres."
  ],
  "The text must not be blank.": "El texto no debe estar vacío.",
  "The comment must not be blank.": "El comentario no debe estar vacío.",
  "The storage for uploads without an account is full. Try again later.": "El almacenamiento para subidas sin cuenta está lleno. Inténtalo de nuevo más tarde.",
  "Not enough storage is left. Delete something first.": "No queda suficiente almacenamiento. Elimina algo primero.",
  "The server is busy. Try again in a moment.": "El servidor está ocupado. Inténtalo de nuevo en un momento.",
  "Something went wrong on the server.": "Algo falló en el servidor.",
  "This file contains a virus.": "Este archivo contiene un virus.",
  "This file is quarantined by the administrator.": "El administrador ha puesto este archivo en cuarentena.",
  "This file is being checked for viruses. Try again in a few minutes.": "Este archivo se está analizando en busca de virus. Inténtalo de nuevo en unos minutos.",
  "This file could not be checked for viruses, which this server requires.": "No se pudo analizar este archivo en busca de virus, lo que este servidor exige.",
  "Choose a reason.": "Elige un motivo.",
  "The text may have at most {n} characters.": [
   "El texto puede tener como máximo ",
   [
    "n"
   ],
   " caracteres."
  ],
  "Sign in to create a private paste.": "Inicia sesión para crear un texto privado."
 }
};
