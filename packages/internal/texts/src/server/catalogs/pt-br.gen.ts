// Generated from languages/pt-BR.json by `pnpm run generate`.
import type { Catalog } from '../catalog.ts';

export const ptBR: Catalog = {
 "texts": {
  "a file": "um arquivo",
  "{from} shared {name} with you": [
   [
    "from"
   ],
   " compartilhou ",
   [
    "name"
   ],
   " com você"
  ],
  "{from} shared {name} with you.": [
   [
    "from"
   ],
   " compartilhou ",
   [
    "name"
   ],
   " com você."
  ],
  "This link is personal: views and downloads through it count as yours.": "Este link é pessoal: visualizações e downloads por ele contam como seus.",
  "It is protected by a password. Ask {from} for it.": [
   "Ele é protegido por uma senha. Peça-a a ",
   [
    "from"
   ],
   "."
  ],
  "It expires on {date}.": [
   "Ele expira em ",
   [
    "date"
   ],
   "."
  ],
  "{visitor} opened {name}": [
   [
    "visitor"
   ],
   " abriu ",
   [
    "name"
   ]
  ],
  "{visitor} downloaded a ZIP of {name}": [
   [
    "visitor"
   ],
   " baixou um ZIP de ",
   [
    "name"
   ]
  ],
  "{visitor} downloaded {name}": [
   [
    "visitor"
   ],
   " baixou ",
   [
    "name"
   ]
  ],
  "{visitor} downloaded {file} from {name}": [
   [
    "visitor"
   ],
   " baixou ",
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
   " em ",
   [
    "when"
   ],
   " UTC."
  ],
  "See the share": "Ver o compartilhamento",
  "You get this email because notifications are on for this share. You can turn them off in its settings.": "Você recebe este e-mail porque as notificações estão ativadas para este compartilhamento. Você pode desativá-las nas configurações dele.",
  "{count} files for {name}": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " arquivo"
     ],
     "many": [
      [
       "count"
      ],
      " de arquivos"
     ],
     "other": [
      [
       "count"
      ],
      " arquivos"
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
      [
       "count"
      ],
      " arquivo foi enviado"
     ],
     "many": [
      [
       "count"
      ],
      " de arquivos foram enviados"
     ],
     "other": [
      [
       "count"
      ],
      " arquivos foram enviados"
     ]
    }
   ],
   " pela sua solicitação de arquivos ",
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
      " arquivo foi adicionado"
     ],
     "many": [
      [
       "count"
      ],
      " de arquivos foram adicionados"
     ],
     "other": [
      [
       "count"
      ],
      " arquivos foram adicionados"
     ]
    }
   ],
   " pelo seu link para ",
   [
    "name"
   ],
   ":"
  ],
  "Open the folder": "Abrir a pasta",
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
   "… e mais ",
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
      " arquivo escolhido"
     ],
     "many": [
      [
       "count"
      ],
      " de arquivos escolhidos"
     ],
     "other": [
      [
       "count"
      ],
      " arquivos escolhidos"
     ]
    }
   ],
   " em ",
   [
    "name"
   ]
  ],
  "{sender} chose {count} files from {name} (round {round}):": [
   [
    "sender"
   ],
   " escolheu ",
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " arquivo"
     ],
     "many": [
      [
       "count"
      ],
      " de arquivos"
     ],
     "other": [
      [
       "count"
      ],
      " arquivos"
     ]
    }
   ],
   " de ",
   [
    "name"
   ],
   " (rodada ",
   [
    "round"
   ],
   "):"
  ],
  "They say: {comment}": [
   "Comentário: ",
   [
    "comment"
   ]
  ],
  "You choose in your account when you get such emails, or none: {url}": [
   "Na sua conta, você escolhe quando receber esses e-mails ou se não quer recebê-los: ",
   [
    "url"
   ]
  ],
  "several files": "vários arquivos",
  "{count} notifications on {service}": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " notificação"
     ],
     "many": [
      [
       "count"
      ],
      " de notificações"
     ],
     "other": [
      [
       "count"
      ],
      " notificações"
     ]
    }
   ],
   " em ",
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
      " comentário"
     ],
     "many": [
      [
       "count"
      ],
      " de comentários"
     ],
     "other": [
      [
       "count"
      ],
      " comentários"
     ]
    }
   ],
   " em ",
   [
    "name"
   ],
   ", o último de ",
   [
    "user"
   ]
  ],
  "The link to {name} ends on {date}": [
   "O link para ",
   [
    "name"
   ],
   " expira em ",
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
   " usados em ",
   [
    "name"
   ]
  ],
  "{used} of your {quota} are used": [
   [
    "used"
   ],
   " de ",
   [
    "quota"
   ],
   " usados"
  ],
  "Your file was released": "Seu arquivo foi liberado",
  "{name} is no longer quarantined. Links to it work again.": [
   [
    "name"
   ],
   " não está mais em quarentena. Os links para ele funcionam novamente."
  ],
  "You can still download it; links to it are closed until an administrator releases it.": "Você ainda pode baixá-lo; os links para ele ficam fechados até que um administrador o libere.",
  "A virus was found in your file": "Um vírus foi encontrado no seu arquivo",
  "This server scanned {name} and found the virus {virus}.": [
   "Este servidor verificou ",
   [
    "name"
   ],
   " e encontrou o vírus ",
   [
    "virus"
   ],
   "."
  ],
  "Delete the file, or ask an administrator to release it if you know that it is harmless.": "Exclua o arquivo ou peça a um administrador que o libere, se você souber que é inofensivo.",
  "Your file was quarantined": "Seu arquivo foi colocado em quarentena",
  "An administrator of this server quarantined {name}.": [
   "Um administrador deste servidor colocou ",
   [
    "name"
   ],
   " em quarentena."
  ],
  "Reason: {reason}": [
   "Motivo: ",
   [
    "reason"
   ]
  ],
  "A virus was found in {name}": [
   "Um vírus foi encontrado em ",
   [
    "name"
   ]
  ],
  "A scan found the virus {virus} in {name}, a file of {uploader}.": [
   "Uma verificação encontrou o vírus ",
   [
    "virus"
   ],
   " em ",
   [
    "name"
   ],
   ", um arquivo de ",
   [
    "uploader"
   ],
   "."
  ],
  "A scan found the virus {virus} in {name}, which was uploaded without an account.": [
   "Uma verificação encontrou o vírus ",
   [
    "virus"
   ],
   " em ",
   [
    "name"
   ],
   ", enviado sem conta."
  ],
  "The file is in quarantine: all links to it are closed. Its owner was notified and can still download it.": "O arquivo está em quarentena: todos os links para ele estão fechados. O proprietário foi notificado e ainda pode baixá-lo.",
  "To open the links again because the file is harmless, release it: its ID is {id}. The same content is then not quarantined again.": [
   "Para abrir os links novamente porque o arquivo é inofensivo, libere-o: o ID dele é ",
   [
    "id"
   ],
   ". O mesmo conteúdo não será mais colocado em quarentena."
  ],
  "Your webhook to {host} was disabled": [
   "Seu webhook para ",
   [
    "host"
   ],
   " foi desativado"
  ],
  "{n} deliveries in a row to {url} failed, each after several attempts. {service} no longer sends events there, and deliveries that were waiting were cancelled.": [
   [
    "n"
   ],
   " entregas seguidas para ",
   [
    "url"
   ],
   " falharam, cada uma após várias tentativas. ",
   [
    "service"
   ],
   " não envia mais eventos para lá, e as entregas pendentes foram canceladas."
  ],
  "Open {service}": [
   "Abrir ",
   [
    "service"
   ]
  ],
  "The delivery log of the webhook shows the errors. Enable the webhook again when its receiver works; you can redeliver what it missed from the log.": "O registro de entregas do webhook mostra os erros. Ative o webhook novamente quando o receptor funcionar; pelo registro, você pode reenviar o que ele perdeu.",
  "{user} gave you access to {name}": [
   [
    "user"
   ],
   " deu a você acesso a ",
   [
    "name"
   ]
  ],
  "{user} gave you access to “{name}” on {service}.": [
   [
    "user"
   ],
   " deu a você acesso a “",
   [
    "name"
   ],
   "” em ",
   [
    "service"
   ],
   "."
  ],
  "{user} gives you access to {name}": [
   [
    "user"
   ],
   " dá a você acesso a ",
   [
    "name"
   ]
  ],
  "{user} gives you access to “{name}” on {service} at {host}.": [
   [
    "user"
   ],
   " dá a você acesso a “",
   [
    "name"
   ],
   "” em ",
   [
    "service"
   ],
   " (",
   [
    "host"
   ],
   ")."
  ],
  "You need an account with this email address, which the link creates if you have none. The link works once.": "Você precisa de uma conta com este endereço de e-mail; se não tiver, crie uma com o link. O link funciona uma vez.",
  "Open {name}": [
   "Abrir ",
   [
    "name"
   ]
  ],
  "You are invited to {service}": [
   "Você recebeu um convite para ",
   [
    "service"
   ]
  ],
  "An administrator of {service} at {host} invites you to create an account there with this email address.": [
   "Um administrador de ",
   [
    "service"
   ],
   " (",
   [
    "host"
   ],
   ") convida você a criar uma conta com este endereço de e-mail."
  ],
  "The link works once.": "O link funciona uma vez.",
  "If you did not expect this invitation, ignore this email.": "Se você não esperava este convite, ignore este e-mail.",
  "Set a new password for {service}": [
   "Defina uma nova senha para ",
   [
    "service"
   ]
  ],
  "Somebody requested a new password for your account {account}. If it was you, follow this link:": [
   "Alguém solicitou uma nova senha para sua conta ",
   [
    "account"
   ],
   ". Se foi você, siga este link:"
  ],
  "The link works once, within the next hour.": "O link funciona uma vez, dentro da próxima hora.",
  "If it was not you, ignore this email: your password stays as it is.": "Se não foi você, ignore este e-mail: sua senha continua como está.",
  "Two-factor authentication is on": "A autenticação de dois fatores está ativada",
  "Your account {account} has a new passkey. Signing in with the password now asks for a passkey or a code.": [
   "Sua conta ",
   [
    "account"
   ],
   " tem uma nova chave de acesso. O login com a senha agora pede uma chave de acesso ou um código."
  ],
  "A passkey was removed": "Uma chave de acesso foi removida",
  "A passkey of your account {account} was removed.": [
   "Uma chave de acesso da sua conta ",
   [
    "account"
   ],
   " foi removida."
  ],
  "The address of your account is confirmed": "O endereço da sua conta está confirmado",
  "{account} is now known to be your address. Whoever registered the account had not shown that, so everything that could sign in to it before has ended: the former password, second factor, passkeys, API keys and sessions. Its upload grants are revoked, and its webhooks are off.": [
   "Agora se sabe que ",
   [
    "account"
   ],
   " é o seu endereço. Quem registrou a conta não havia comprovado isso, então nada do que antes permitia entrar nela vale mais: a senha anterior, o segundo fator, as chaves de acesso, as chaves de API e as sessões. As autorizações de upload dela estão revogadas e os webhooks, desligados."
  ],
  "If you have no other way to sign in, request a new password on the sign-in page.": "Se você não tem outra forma de entrar, peça uma nova senha na página de login.",
  "Files in the account have stayed. If you did not put them there, look at them, their links and who has access before you add your own.": "Os arquivos da conta foram mantidos. Se não foi você que os colocou lá, confira-os, assim como os links e quem tem acesso, antes de adicionar os seus.",
  "You can sign in with {name}": [
   "Você pode entrar com ",
   [
    "name"
   ]
  ],
  "{name} has verified that {account} is your address, and signs in to your account from now on.": [
   [
    "name"
   ],
   " verificou que ",
   [
    "account"
   ],
   " é seu endereço e, a partir de agora, permite entrar na sua conta."
  ],
  "If it was not, unlink the identity on that page, set a new password, and tell the operator of this server.": "Se não foi você, desvincule a identidade nessa página, defina uma nova senha e avise quem opera este servidor.",
  "Two-factor authentication is off": "A autenticação de dois fatores está desativada",
  "Two-factor authentication was reset": "A autenticação de dois fatores foi redefinida",
  "Two-factor authentication of your account {account} was turned on. Signing in now asks for a code after the password.": [
   "A autenticação de dois fatores da sua conta ",
   [
    "account"
   ],
   " foi ativada. O login agora pede um código depois da senha."
  ],
  "Two-factor authentication of your account {account} was turned off. Signing in now asks for the password only.": [
   "A autenticação de dois fatores da sua conta ",
   [
    "account"
   ],
   " foi desativada. O login agora pede somente a senha."
  ],
  "Two-factor authentication of your account {account} was turned off by an operator of this server. Signing in now asks for the password only.": [
   "A autenticação de dois fatores da sua conta ",
   [
    "account"
   ],
   " foi desativada por quem opera este servidor. O login agora pede somente a senha."
  ],
  "Time of the change: {at}.": [
   "Hora da alteração: ",
   [
    "at"
   ],
   "."
  ],
  "Your account": "Sua conta",
  "If it was you, ignore this email.": "Se foi você, ignore este e-mail.",
  "If it was not, set a new password now, end the other sessions on that page, and tell the operator of this server.": "Se não foi você, defina uma nova senha agora, encerre as outras sessões nessa página e avise quem opera este servidor.",
  "More has happened on {service}": [
   "Mais coisas aconteceram em ",
   [
    "service"
   ]
  ],
  "There were more events on your shares, file requests, proofings or webhooks than this server sends emails about. Some emails were not sent.": "Houve mais eventos nos seus compartilhamentos, solicitações de arquivos, galerias de seleção ou webhooks do que este servidor informa por e-mail. Alguns e-mails não foram enviados.",
  "Only emails are limited: nothing else was lost.": "Somente os e-mails são limitados: nada mais se perdeu.",
  "Test email of {service}": [
   "E-mail de teste de ",
   [
    "service"
   ]
  ],
  "The Drive server at {url} can send emails.": [
   "O servidor Drive em ",
   [
    "url"
   ],
   " consegue enviar e-mails."
  ],
  "Your account is deleted on {date}": [
   "Sua conta será excluída em ",
   [
    "date"
   ]
  ],
  "Your account {account} on {service} was deleted. Nobody can sign in, and its links and keys no longer work. On {date}, everything in it is deleted for good.": [
   "Sua conta ",
   [
    "account"
   ],
   " em ",
   [
    "service"
   ],
   " foi excluída. Ninguém consegue entrar, e seus links e chaves não funcionam mais. Em ",
   [
    "date"
   ],
   ", tudo nela será excluído definitivamente."
  ],
  "If you want to keep it, or if it was not you, keep the account before then, and set a new password.": "Se quiser mantê-la, ou se não foi você, mantenha a conta até lá e defina uma nova senha.",
  "Your account was deleted": "Sua conta foi excluída",
  "Your account {account} on {service} and everything in it were deleted for good.": [
   "Sua conta ",
   [
    "account"
   ],
   " em ",
   [
    "service"
   ],
   " e tudo nela foram excluídos definitivamente."
  ],
  "A file drive that you host yourself: upload files, and share them with a link.": "Um drive de arquivos hospedado por você: faça upload de arquivos e compartilhe-os com um link.",
  "Sign in": "Entrar",
  "Create an account": "Criar uma conta",
  "There is no account yet. Open the set-up link that the server printed when it started.": "Ainda não há nenhuma conta. Abra o link de configuração que o servidor mostrou ao iniciar.",
  "A text with a link": "Um texto com um link",
  "Command line and SDK": "Linha de comando e SDK",
  "From this server, in one line": "A partir deste servidor, em uma linha",
  "API": "API",
  "Each call with an example": "Cada chamada com um exemplo",
  "Your new password is set. Sign in with it.": "Sua nova senha foi definida. Entre com ela.",
  "That took too long. Start again.": "Demorou demais. Comece de novo.",
  "Forgot your password?": "Esqueceu sua senha?",
  "Type your code": "Digite seu código",
  "Open your authenticator and type the six digits it shows for {name}.": [
   "Abra seu autenticador e digite os seis dígitos que ele mostra para ",
   [
    "name"
   ],
   "."
  ],
  "No authenticator at hand? Type one of your recovery codes.": "Sem o autenticador à mão? Digite um dos seus códigos de recuperação.",
  "Start again": "Começar de novo",
  "Sign in with {name}": [
   "Entrar com ",
   [
    "name"
   ]
  ],
  "Sign in with a passkey": "Entrar com uma chave de acesso",
  "Use a passkey": "Usar uma chave de acesso",
  "No passkey at hand? Type one of your recovery codes.": "Sem uma chave de acesso à mão? Digite um dos seus códigos de recuperação.",
  "This link signs you in as {email}, once.": [
   "Este link faz você entrar como ",
   [
    "email"
   ],
   ", uma vez."
  ],
  "You are signed out": "Você saiu da sua conta",
  "Sign out of {name}, too": [
   "Sair também de ",
   [
    "name"
   ]
  ],
  "Back to your account": "Voltar para sua conta",
  "Sign-in failed": "Falha no login",
  "Confirm with {name} who you are": [
   "Confirme com ",
   [
    "name"
   ],
   " quem você é"
  ],
  "Name (optional)": "Nome (opcional)",
  "Create the account": "Criar a conta",
  "Set up {name}": [
   "Configurar ",
   [
    "name"
   ]
  ],
  "Create the first account. It will be the administrator.": "Crie a primeira conta. Ela será a do administrador.",
  "Upload a file": "Faça upload de um arquivo",
  "Share it with a link": "Compartilhe-o com um link",
  "Accept": "Aceitar",
  "You get access with your account {account}.": [
   "Você recebe acesso com sua conta ",
   [
    "account"
   ],
   "."
  ],
  "Sign in as {account} to accept the invitation.": [
   "Entre como ",
   [
    "account"
   ],
   " para aceitar o convite."
  ],
  "This server is already set up": "Este servidor já está configurado",
  "Sign in with your account": "Entre com sua conta",
  "This link no longer works": "Este link não funciona mais",
  "The server prints a new set-up link each time it starts. Use the latest one.": "O servidor mostra um novo link de configuração cada vez que inicia. Use o mais recente.",
  "Create your account": "Crie sua conta",
  "Do you have an account?": "Você tem uma conta?",
  "This invitation no longer works": "Este convite não funciona mais",
  "It was used or has expired. Ask for a new one.": "Ele foi usado ou expirou. Peça um novo.",
  "Registration is closed": "O cadastro está fechado",
  "You need an invitation to create an account. Ask the operator of this server for one.": "Você precisa de um convite para criar uma conta. Peça um a quem opera este servidor.",
  "Registration is disabled on this server. Ask its operator for an account.": "O cadastro está desativado neste servidor. Peça uma conta a quem o opera.",
  "Back to sign-in": "Voltar para o login",
  "Type the email address of your account.": "Digite o endereço de e-mail da sua conta.",
  "We send a link to set a new password.": "Enviamos um link para definir uma nova senha.",
  "Send the link": "Enviar o link",
  "Create the link": "Criar o link",
  "Ask your administrator": "Fale com seu administrador",
  "If there is an account with that address, there is now a link for it.": "Se houver uma conta com esse endereço, agora há um link para ela.",
  "The link works once, within an hour.": "O link funciona uma vez, dentro de uma hora.",
  "Check your email": "Confira seu e-mail",
  "If there is an account with that address, we sent it an email with a link.": "Se houver uma conta com esse endereço, enviamos um e-mail com um link.",
  "No email? Check your spam folder, or try again.": "Nenhum e-mail? Verifique sua pasta de spam ou tente novamente.",
  "A link works once and for one hour.": "Um link funciona uma vez e por uma hora.",
  "Request a new one": "Solicitar um novo",
  "Set a new password": "Definir uma nova senha",
  "Set the password": "Definir a senha",
  "Keep my API keys and the devices that use them signed in": "Manter minhas chaves de API e os dispositivos que as usam conectados",
  "Leave this off if somebody else may know your password. All sessions end in either case.": "Deixe desmarcado se outra pessoa puder saber sua senha. Todas as sessões terminam em qualquer caso.",
  "This server sends no email: it writes the link to outbox/ in its data directory. Ask the administrator for it.": "Este servidor não envia e-mails: ele grava o link em outbox/ no seu diretório de dados. Peça-o ao administrador.",
  "Email address": "Endereço de e-mail",
  "At least {n} characters.": [
   "Pelo menos ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " caractere"
     ],
     "many": [
      [
       "n"
      ],
      " de caracteres"
     ],
     "other": [
      [
       "n"
      ],
      " caracteres"
     ]
    }
   ],
   "."
  ],
  "Code": "Código",
  "Sign in a device": "Conectar um dispositivo",
  "The device shows a code of eight letters. Type it here.": "O dispositivo mostra um código de oito letras. Digite-o aqui.",
  "No device is waiting with this code. Check the code: it works once, within ten minutes.": "Nenhum dispositivo está aguardando com este código. Verifique o código: ele funciona uma vez, dentro de dez minutos.",
  "No command line yet? Run": "Ainda sem a linha de comando? Execute",
  "Install": "Instalar",
  "Command line": "Linha de comando",
  "On Linux, without Node:": "No Linux, sem Node:",
  "It verifies the SHA-256 of the program and stores it in {folder}.": [
   "Verifica o SHA-256 do programa e o salva em ",
   [
    "folder"
   ],
   "."
  ],
  "Show the script": "Mostrar o script",
  "With npm and Node {version} or newer:": [
   "Com npm e Node ",
   [
    "version"
   ],
   " ou mais recente:"
  ],
  "The command line is not built on this server.": "A linha de comando não está compilada neste servidor.",
  "Then sign in and send a file:": "Depois entre e envie um arquivo:",
  "The SDK is not built on this server.": "O SDK não está compilado neste servidor.",
  "For Node {version} or newer, browsers and edge runtimes:": [
   "Para Node ",
   [
    "version"
   ],
   " ou mais recente, navegadores e ambientes edge:"
  ],
  "With components for pages that upload, for React or as a web component:": "Com componentes para páginas que enviam arquivos, para React ou como componente web:",
  "Other programming languages use the API.": "Outras linguagens de programação usam a API.",
  "Overview": "Visão geral",
  "The API of this server": "A API deste servidor",
  "Version {version}": [
   "Versão ",
   [
    "version"
   ]
  ],
  "The documentation is in English.": "A documentação está em inglês.",
  "Allow this device?": "Permitir este dispositivo?",
  "You signed in some time ago. Type your password to approve it.": "Você entrou há algum tempo. Digite sua senha para aprovar.",
  "Code of your authenticator": "Código do seu autenticador",
  "Allow it only if you started this yourself and the device in front of you shows the same code.": "Permita somente se foi você quem iniciou isto e se o dispositivo à sua frente mostra o mesmo código.",
  "It gets an API key of your account, which can do everything you can do:": "Ele recebe uma chave de API da sua conta, que pode fazer tudo o que você pode fazer:",
  "see, download, add, change and delete your files,": "ver, baixar, adicionar, alterar e excluir seus arquivos,",
  "share them with others,": "compartilhá-los com outras pessoas,",
  "create and revoke API keys.": "criar e revogar chaves de API.",
  "Approve": "Aprovar",
  "Refuse": "Recusar",
  "Device allowed": "Dispositivo permitido",
  "The device signs in by itself within a few seconds.": "O dispositivo se conecta sozinho em alguns segundos.",
  "You can close this page. To sign the device out, revoke its API key.": "Você pode fechar esta página. Para desconectar o dispositivo, revogue a chave de API dele.",
  "Device refused": "Dispositivo recusado",
  "It gets no access to your account.": "Ele não recebe acesso à sua conta.",
  "Sign in to choose which emails you get.": "Entre para escolher quais e-mails você recebe.",
  "Turn off emails": "Desativar e-mails",
  "You get no more emails about what others do. Emails about your sign-in still come.": "Você não receberá mais e-mails sobre o que outras pessoas fazem. E-mails sobre seus logins continuarão chegando.",
  "Emails are off": "Os e-mails estão desativados",
  "You can turn them on again in your account.": "Você pode ativá-los novamente na sua conta.",
  "See the received files": "Ver os arquivos recebidos",
  "Senders chose these names themselves.": "Os remetentes escolheram estes nomes por conta própria.",
  "See the selections": "Ver as seleções",
  "Clients chose these names themselves.": "Os clientes escolheram estes nomes por conta própria.",
  "Somebody": "Alguém",
  "Skip to the content": "Ir para o conteúdo",
  "Sign out": "Sair",
  "Your name": "Seu nome",
  "Your name (optional)": "Seu nome (opcional)",
  "Your email address (optional)": "Seu endereço de e-mail (opcional)",
  "Back to the shared items": "Voltar aos itens compartilhados",
  "Password needed": "Senha necessária",
  "This link needs a password": "Este link precisa de uma senha",
  "Ask the person who shared it with you for the password.": "Peça a senha à pessoa que o compartilhou com você.",
  "Password": "Senha",
  "Open": "Abrir",
  "Wrong password.": "Senha incorreta.",
  "Wrong password. {count} attempts left.": [
   [
    "count",
    {
     "=0": "Senha incorreta. Não restam tentativas.",
     "one": [
      "Senha incorreta. Resta ",
      [
       "count"
      ],
      " tentativa."
     ],
     "many": [
      "Senha incorreta. Restam ",
      [
       "count"
      ],
      " de tentativas."
     ],
     "other": [
      "Senha incorreta. Restam ",
      [
       "count"
      ],
      " tentativas."
     ]
    }
   ]
  ],
  "Too many attempts. Try again in {count} minutes.": [
   [
    "count",
    {
     "one": "Muitas tentativas. Tente novamente em um minuto.",
     "many": [
      "Muitas tentativas. Tente novamente em ",
      [
       "count"
      ],
      " de minutos."
     ],
     "other": [
      "Muitas tentativas. Tente novamente em ",
      [
       "count"
      ],
      " minutos."
     ]
    }
   ]
  ],
  "Request": "Solicitação",
  "Go to the start page": "Ir para a página inicial",
  "Not found": "Não encontrado",
  "Gone": "Não está mais disponível",
  "Too many requests": "Muitas solicitações",
  "Something went wrong": "Algo deu errado",
  "This request was refused": "Esta solicitação foi recusada",
  "The upload failed": "O upload falhou",
  "Pages": "Páginas",
  "Previous": "Anterior",
  "Next": "Próxima",
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
  "There is nothing on this page.": "Não há nada nesta página.",
  "Continue": "Continuar",
  "Until": "Até",
  "Files": "Arquivos",
  "Choose files": "Escolher arquivos",
  "Choose a file": "Escolher um arquivo",
  "No file chosen": "Nenhum arquivo escolhido",
  "Copy": "Copiar",
  "Copied": "Copiado",
  "Download": "Baixar",
  "Send more": "Enviar mais",
  "Your selection": "Sua seleção",
  "{count} files": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " arquivo"
     ],
     "many": [
      [
       "count"
      ],
      " de arquivos"
     ],
     "other": [
      [
       "count"
      ],
      " arquivos"
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
  "Folder": "Pasta",
  "Image": "Imagem",
  "Video": "Vídeo",
  "Audio": "Áudio",
  "PDF document": "Documento PDF",
  "Text": "Texto",
  "Archive": "Arquivo compactado",
  "File": "Arquivo",
  "Shared by": "Compartilhado por",
  "shared by {name}": [
   "compartilhado por ",
   [
    "name"
   ]
  ],
  "Available until": "Disponível até",
  "Preview": "Visualização",
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
     "many": [
      [
       "count"
      ],
      " de itens"
     ],
     "other": [
      [
       "count"
      ],
      " itens"
     ]
    }
   ]
  ],
  "Download all as ZIP": "Baixar tudo como ZIP",
  "Download folder as ZIP": "Baixar pasta como ZIP",
  "Sort by": "Ordenar por",
  "Name": "Nome",
  "Date": "Data",
  "Size": "Tamanho",
  "Grid": "Grade",
  "List": "Lista",
  "Select": "Selecionar",
  "Cancel": "Cancelar",
  "Download as ZIP": "Baixar como ZIP",
  "Save to my drive": "Salvar no meu drive",
  "It is in your drive now.": "Agora está no seu drive.",
  "It is being copied to your drive.": "Está sendo copiado para o seu drive.",
  "{count} items could not be copied.": [
   [
    "count",
    {
     "one": [
      "Não foi possível copiar ",
      [
       "count"
      ],
      " item."
     ],
     "many": [
      "Não foi possível copiar ",
      [
       "count"
      ],
      " de itens."
     ],
     "other": [
      "Não foi possível copiar ",
      [
       "count"
      ],
      " itens."
     ]
    }
   ]
  ],
  "See your files": "Ver seus arquivos",
  "This folder is empty.": "Esta pasta está vazia.",
  "Search this folder": "Pesquisar nesta pasta",
  "Search": "Pesquisar",
  "Nothing found.": "Nada encontrado.",
  "Contents": "Conteúdo",
  "Quarantined by the administrator": "Em quarentena pelo administrador",
  "Contains a virus": "Contém um vírus",
  "Being checked for viruses": "Verificando vírus",
  "Not checked for viruses": "Sem verificação de vírus",
  "Folders above": "Pastas acima",
  "This link does not exist": "Este link não existe",
  "It may be mistyped, or its owner has revoked it.": "Ele pode conter um erro de digitação ou o proprietário o revogou.",
  "This link has expired": "Este link expirou",
  "Ask the sender for a new one.": "Peça um novo ao remetente.",
  "This link has no downloads left": "Este link não tem mais downloads",
  "Its owner limited the number of downloads. Ask the sender for a new link.": "O proprietário limitou o número de downloads. Peça um novo link ao remetente.",
  "This file is not available": "Este arquivo não está disponível",
  "This folder is not available": "Esta pasta não está disponível",
  "It may have been moved, or is no longer shared.": "O item pode ter sido movido ou não está mais compartilhado.",
  "This is not allowed here": "Isto não é permitido aqui",
  "The owner disabled it, or it belongs to someone else.": "O proprietário desativou isto, ou pertence a outra pessoa.",
  "This comment is not available": "Este comentário não está disponível",
  "It may have been deleted.": "Ele pode ter sido excluído.",
  "This is too large for one ZIP": "É grande demais para um só ZIP",
  "Download the files one by one, or folder by folder.": "Baixe os arquivos um a um ou pasta por pasta.",
  "Likes": "Curtidas",
  "Like": "Curtir",
  "Liked": "Curtido",
  "Do you like it?": "Você curtiu?",
  "Likes and comments": "Curtidas e comentários",
  "Comment": "Comentar",
  "Comments": "Comentários",
  "{count} comments": [
   [
    "count",
    {
     "one": [
      [
       "count"
      ],
      " comentário"
     ],
     "many": [
      [
       "count"
      ],
      " de comentários"
     ],
     "other": [
      [
       "count"
      ],
      " comentários"
     ]
    }
   ]
  ],
  "All comments": "Todos os comentários",
  "All {count} comments": [
   [
    "count",
    {
     "one": "Todos os comentários",
     "many": [
      "Todos os ",
      [
       "count"
      ],
      " de comentários"
     ],
     "other": [
      "Todos os ",
      [
       "count"
      ],
      " comentários"
     ]
    }
   ]
  ],
  "Comments ({n})": [
   "Comentários (",
   [
    "n"
   ],
   ")"
  ],
  "Comments on {name}": [
   "Comentários em ",
   [
    "name"
   ]
  ],
  "Comment on {name}": [
   "Comentário em ",
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
  "No comments yet.": "Nenhum comentário ainda.",
  "Back": "Voltar",
  "Comments are turned off. Only you can see the earlier ones.": "Os comentários estão desativados. Só você pode ver os anteriores.",
  "Your comment": "Seu comentário",
  "Owner": "Proprietário",
  "Read on": "Continuar lendo",
  "Delete": "Excluir",
  "Report a problem": "Denunciar um problema",
  "Malware or phishing": "Malware ou phishing",
  "Infringed copyright": "Violação de direitos autorais",
  "Illegal content": "Conteúdo ilegal",
  "Private data": "Dados privados",
  "Something else": "Outro motivo",
  "Thank you. The administrators of this server will look at it.": "Agradecemos o aviso. Os administradores deste servidor vão analisá-lo.",
  "Tell the administrators of this server what is wrong with “{name}”. The owner is not told.": [
   "Diga aos administradores deste servidor o que há de errado com “",
   [
    "name"
   ],
   "”. O proprietário não é avisado."
  ],
  "What is it about?": "Do que se trata?",
  "Everything at this link": "Tudo neste link",
  "What should they know? (optional)": "O que eles devem saber? (opcional)",
  "Send the report": "Enviar a denúncia",
  "What is wrong?": "O que há de errado?",
  "Choose a reason": "Escolha um motivo",
  "Send files": "Enviar arquivos",
  "This server does not accept uploads without an account. Sign in to upload to your drive.": "Este servidor não aceita uploads sem conta. Entre para fazer upload no seu drive.",
  "One file of at most {size}.": [
   "Um arquivo de no máximo ",
   [
    "size"
   ],
   "."
  ],
  "Up to {n} files of at most {size} each.": [
   "Até ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " arquivo"
     ],
     "many": [
      [
       "n"
      ],
      " de arquivos"
     ],
     "other": [
      [
       "n"
      ],
      " arquivos"
     ]
    }
   ],
   " de no máximo ",
   [
    "size"
   ],
   " cada."
  ],
  "You need no account.": "Você não precisa de uma conta.",
  "They are stored in your drive.": "Eles são armazenados no seu drive.",
  "Each file gets a link; anyone with the link can download the file.": "Cada arquivo recebe um link; qualquer pessoa com o link pode baixar o arquivo.",
  "Files are deleted after {count} days.": [
   [
    "count",
    {
     "one": "Os arquivos são excluídos após um dia.",
     "many": [
      "Os arquivos são excluídos após ",
      [
       "count"
      ],
      " de dias."
     ],
     "other": [
      "Os arquivos são excluídos após ",
      [
       "count"
      ],
      " dias."
     ]
    }
   ]
  ],
  "This server checks for bots with JavaScript. Enable JavaScript for this page and reload it.": "Este servidor verifica robôs com JavaScript. Ative o JavaScript para esta página e recarregue-a.",
  "Or drop it anywhere on this page.": "Ou solte-o em qualquer lugar desta página.",
  "Or drop them anywhere on this page.": "Ou solte-os em qualquer lugar desta página.",
  "Make them public and allow search engines": "Torná-los públicos e permitir mecanismos de busca",
  "Upload": "Fazer upload",
  "Copy all links": "Copiar todos os links",
  "Nothing there": "Nada por aqui",
  "Your file is uploaded": "Upload do arquivo concluído",
  "Your files are uploaded": "Upload dos arquivos concluído",
  "There is no upload at this URL, or its files were deleted.": "Não há upload nesta URL, ou os arquivos foram excluídos.",
  "Anyone with a link can download the file.": "Qualquer pessoa com um link pode baixar o arquivo.",
  "Save the links: they cannot be looked up later.": "Salve os links: eles não podem ser consultados depois.",
  "Your drive lists the files that you sent while signed in.": "Seu drive lista os arquivos que você enviou com a sessão iniciada.",
  "It may be mistyped, or the file request was closed.": "O endereço pode conter um erro de digitação ou a solicitação de arquivos foi fechada.",
  "This file request has ended": "Esta solicitação de arquivos terminou",
  "Ask the sender of the link for a new one.": "Peça um novo a quem enviou o link.",
  "You are asked to send files.": "Alguém pede que você envie arquivos.",
  "asks you for files.": "pede arquivos a você.",
  "This is your file request.": "Esta é sua solicitação de arquivos.",
  "Your {count} files have arrived.": [
   [
    "count",
    {
     "one": "Seu arquivo chegou.",
     "many": [
      "Seus ",
      [
       "count"
      ],
      " de arquivos chegaram."
     ],
     "other": [
      "Seus ",
      [
       "count"
      ],
      " arquivos chegaram."
     ]
    }
   ]
  ],
  "It accepts no more files.": "Ela não aceita mais arquivos.",
  "images": "imagens",
  "videos": "vídeos",
  "audio files": "arquivos de áudio",
  "text files": "arquivos de texto",
  "PDF": "PDF",
  "At most {size} a file": [
   "No máximo ",
   [
    "size"
   ],
   " por arquivo"
  ],
  "Only {types}": [
   "Somente ",
   [
    "types"
   ]
  ],
  "Room for {count} more files": [
   [
    "count",
    {
     "one": "Há espaço para mais um arquivo",
     "many": [
      "Há espaço para mais ",
      [
       "count"
      ],
      " de arquivos"
     ],
     "other": [
      "Há espaço para mais ",
      [
       "count"
      ],
      " arquivos"
     ]
    }
   ]
  ],
  "Up to {n} at once.": [
   "Até ",
   [
    "n"
   ],
   " de uma vez."
  ],
  "Only the person who requested them can see them.": "Somente a pessoa que os solicitou pode vê-los.",
  "Add files": "Adicionar arquivos",
  "Everyone with this link can see them.": "Todos com este link podem vê-los.",
  "This folder accepts no more files.": "Esta pasta não aceita mais arquivos.",
  "Send": "Enviar",
  "from": "de",
  "It may be mistyped, or the proofing was ended.": "O endereço pode conter um erro de digitação ou a galeria de seleção foi encerrada.",
  "This proofing has ended": "Esta galeria de seleção terminou",
  "Select your files.": "Selecione seus arquivos.",
  "asks you to choose.": "pede que você escolha.",
  "choose at most {n}": [
   "escolha no máximo ",
   [
    "n"
   ]
  ],
  "This is your proofing.": "Esta é sua galeria de seleção.",
  "Your selection has been sent. You may send another.": "Sua seleção foi enviada. Você pode enviar outra.",
  "There are no files here at the moment.": "Não há arquivos aqui no momento.",
  "chosen": "escolhidos",
  "of {n} chosen": [
   "de ",
   [
    "n"
   ],
   " escolhidos"
  ],
  "Select your favorites": "Selecione seus favoritos",
  "Enlarge": "Ampliar",
  "Back to all": "Voltar a todos",
  "Comment (optional)": "Comentário (opcional)",
  "Send the selection": "Enviar a seleção",
  "Write a paste": "Escrever um texto",
  "A text with a link: anyone with the link can read it.": "Um texto com um link: qualquer pessoa com o link pode lê-lo.",
  "Save the link: without an account, it cannot be looked up or changed later.": "Salve o link: sem conta, ele não pode ser consultado nem alterado depois.",
  "Get a link": "Obter um link",
  "Title (optional)": "Título (opcional)",
  "Language (optional)": "Linguagem (opcional)",
  "Keep for": "Manter por",
  "No time limit": "Tempo indeterminado",
  "A day": "Um dia",
  "A week": "Uma semana",
  "A month": "Um mês",
  "A year": "Um ano",
  "For": "Para",
  "Anyone with the link": "Qualquer pessoa com o link",
  "Everyone, including search engines": "Todos, inclusive mecanismos de busca",
  "Only you": "Só você",
  "Password (optional)": "Senha (opcional)",
  "4 characters or more. Send it to readers separately from the link.": "4 caracteres ou mais. Envie-a aos leitores separadamente do link.",
  "Delete after it is read once": "Excluir após uma leitura",
  "Pastes on this server need an account.": "Neste servidor, os textos exigem uma conta.",
  "Your paste is saved": "Seu texto foi salvo",
  "Send this link to the people who should read it.": "Envie este link às pessoas que devem lê-lo.",
  "Write another": "Escrever outro",
  "Deleted": "Excluído",
  "The paste and its link are deleted.": "O texto e o link dele foram excluídos.",
  "Paste": "Texto",
  "to be read once": "de leitura única",
  "by {name}": [
   "por ",
   [
    "name"
   ]
  ],
  "By": "Por",
  "This text can be shown only once; the server has deleted it. Copy what you need before you leave this page.": "Este texto só pode ser mostrado uma vez; o servidor já o excluiu. Copie o que precisar antes de sair desta página.",
  "This text can be read only once. Opening it deletes it for everyone.": "Este texto só pode ser lido uma vez. Ao abri-lo, ele é excluído para todos.",
  "Show and delete": "Mostrar e excluir",
  "Raw text": "Texto bruto",
  "Save as a file": "Salvar como arquivo",
  "Delete this paste": "Excluir este texto",
  "Delete it for good": "Excluir definitivamente",
  "Untitled paste": "Texto sem título",
  "This text contains characters that change the direction of text: it may be displayed in a different order than it is stored.": "Este texto contém caracteres que mudam a direção do texto: ele pode ser exibido em uma ordem diferente daquela em que está armazenado.",
  "These are the first {count} of {total} lines. The raw text has all of them.": [
   "Estas são as primeiras ",
   [
    "count"
   ],
   " de ",
   [
    "total"
   ],
   " linhas. O texto bruto contém todas."
  ],
  "Content": "Conteúdo",
  "It may be mistyped, or the paste was deleted.": "O endereço pode conter um erro de digitação ou o texto foi excluído.",
  "This paste has expired": "Este texto expirou",
  "This paste has been read": "Este texto já foi lido",
  "It could be read only once and is now deleted. If it was not you who read it, tell the sender of the link.": "Ele só podia ser lido uma vez e já foi excluído. Se não foi você quem o leu, avise a quem enviou o link.",
  "Too many attempts": "Muitas tentativas",
  "Wait a minute, then try again.": "Aguarde um minuto e tente novamente.",
  "Keep the account": "Manter a conta",
  "Everything in it is as it was: your files, your links and your keys work again.": "Tudo está como antes: seus arquivos, links e chaves voltam a funcionar.",
  "Your account is kept": "Sua conta foi mantida",
  "Sign in again. If it was not you who deleted it, set a new password first.": "Entre novamente. Se não foi você quem a excluiu, defina antes uma nova senha.",
  "The account is kept already, or it is gone.": "A conta já foi mantida ou não existe mais.",
  "Your account is deleted": "Sua conta está excluída",
  "Everything in it is deleted for good on {date}. Until then the link in the email to you keeps it, and so does an administrator.": [
   "Tudo nela será excluído definitivamente em ",
   [
    "date"
   ],
   ". Até lá, você pode manter a conta com o link do e-mail que recebeu; um administrador também pode."
  ],
  "You are signed out. Everything in it is being deleted.": "Você saiu. Tudo na conta está sendo excluído."
 },
 "scripts": {
  "Choose at least one file.": "Escolha pelo menos um arquivo.",
  "{n} files chosen": [
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " arquivo escolhido"
     ],
     "many": [
      [
       "n"
      ],
      " de arquivos escolhidos"
     ],
     "other": [
      [
       "n"
      ],
      " arquivos escolhidos"
     ]
    }
   ]
  ],
  "At most {n} files can be uploaded at once.": [
   [
    "n",
    {
     "one": [
      "É possível fazer upload de no máximo ",
      [
       "n"
      ],
      " arquivo de uma vez."
     ],
     "many": [
      "É possível fazer upload de no máximo ",
      [
       "n"
      ],
      " de arquivos de uma vez."
     ],
     "other": [
      "É possível fazer upload de no máximo ",
      [
       "n"
      ],
      " arquivos de uma vez."
     ]
    }
   ]
  ],
  "There is room for {n} more. Remove some files.": [
   "Há espaço para ",
   [
    "n",
    {
     "one": [
      "mais ",
      [
       "n"
      ],
      " arquivo"
     ],
     "many": [
      "mais ",
      [
       "n"
      ],
      " de arquivos"
     ],
     "other": [
      "mais ",
      [
       "n"
      ],
      " arquivos"
     ]
    }
   ],
   ". Remova alguns."
  ],
  "“{name}” has more than {size}.": [
   "“",
   [
    "name"
   ],
   "” tem mais de ",
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
   "” está vazio. Não é possível fazer upload de arquivos vazios."
  ],
  "“{name}” is a folder. Drop the files that are in it.": [
   "“",
   [
    "name"
   ],
   "” é uma pasta. Solte os arquivos que estão nela."
  ],
  "Drop the files to add them": "Solte os arquivos para adicioná-los",
  "Reserving space …": "Reservando espaço…",
  "Checking that you are not a bot …": "Verificando se você não é um robô…",
  "Complete the check that you are not a bot first.": "Conclua primeiro a verificação de que você não é um robô.",
  "The check failed. Try again.": "A verificação falhou. Tente novamente.",
  "Failed: {problem}": [
   "Falhou: ",
   [
    "problem"
   ]
  ],
  "You are no longer signed in. Reload the page, sign in, and send the files again.": "Sua sessão terminou. Recarregue a página, entre e envie os arquivos novamente.",
  "The server answered {status}.": [
   "O servidor respondeu ",
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
   "Progresso de ",
   [
    "name"
   ]
  ],
  "Uploaded {n} files.": [
   [
    "n",
    {
     "one": "Um arquivo enviado.",
     "many": [
      [
       "n"
      ],
      " de arquivos enviados."
     ],
     "other": [
      [
       "n"
      ],
      " arquivos enviados."
     ]
    }
   ]
  ],
  "{n} failed.": [
   [
    "n"
   ],
   " com falha."
  ],
  "Save the links: they cannot be looked up later.": "Salve os links: eles não podem ser consultados depois.",
  "It is in your drive.": "Ele está no seu drive.",
  "They are in your drive.": "Eles estão no seu drive.",
  "Copy": "Copiar",
  "Copy the link to {name}": [
   "Copiar o link para ",
   [
    "name"
   ]
  ],
  "Copied the link to {name}.": [
   "Link para ",
   [
    "name"
   ],
   " copiado."
  ],
  "Remove": "Remover",
  "Remove {name}": [
   "Remover ",
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
      " arquivo"
     ],
     "many": [
      [
       "n"
      ],
      " de arquivos"
     ],
     "other": [
      [
       "n"
      ],
      " arquivos"
     ]
    }
   ],
   ", ",
   [
    "size"
   ],
   " no total"
  ],
  "Copied all links.": "Todos os links copiados.",
  "Arrived": "Chegou",
  "Your {n} files have arrived.": [
   [
    "n",
    {
     "one": "Seu arquivo chegou.",
     "many": [
      "Seus ",
      [
       "n"
      ],
      " de arquivos chegaram."
     ],
     "other": [
      "Seus ",
      [
       "n"
      ],
      " arquivos chegaram."
     ]
    }
   ]
  ],
  "Nothing has arrived.": "Nada chegou."
 },
 "messages": {
  "Type your email address.": "Digite seu endereço de e-mail.",
  "Type your password.": "Digite sua senha.",
  "Type the code.": "Digite o código.",
  "The email address or the password is wrong.": "O endereço de e-mail ou a senha está errado.",
  "The password is wrong.": "A senha está errada.",
  "This email address already has an account.": "Este endereço de e-mail já tem uma conta.",
  "Must be an email address.": "Deve ser um endereço de e-mail.",
  "Must have at least {n} characters.": [
   "Deve ter pelo menos ",
   [
    "n"
   ],
   " caracteres."
  ],
  "Must have at most {n} characters.": [
   "Deve ter no máximo ",
   [
    "n"
   ],
   " caracteres."
  ],
  "Must have at most {n} bytes in UTF-{n}.": [
   "Deve ter no máximo ",
   [
    "n"
   ],
   " bytes em UTF-",
   [
    "n2"
   ],
   "."
  ],
  "Must not be one of the most common passwords.": "Não pode ser uma das senhas mais comuns.",
  "Must not be part of the email address.": "Não pode fazer parte do endereço de e-mail.",
  "Must not be the name of this server.": "Não pode ser o nome deste servidor.",
  "Your sign-in is older than {n} minutes. Confirm who you are, then try again.": [
   "Seu login foi há mais de ",
   [
    "n"
   ],
   " minutos. Confirme quem você é e tente novamente."
  ],
  "Must not be blank.": "Não pode ficar em branco.",
  "Too many calls. Try again in {n} seconds.": [
   "Muitas chamadas. Tente novamente em ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " segundo"
     ],
     "many": [
      [
       "n"
      ],
      " de segundos"
     ],
     "other": [
      [
       "n"
      ],
      " segundos"
     ]
    }
   ],
   "."
  ],
  "Too many requests. Try again in {n} seconds.": [
   "Muitas solicitações. Tente novamente em ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " segundo"
     ],
     "many": [
      [
       "n"
      ],
      " de segundos"
     ],
     "other": [
      [
       "n"
      ],
      " segundos"
     ]
    }
   ],
   "."
  ],
  "Too many wrong codes. Try again in {n} minutes.": [
   "Muitos códigos errados. Tente novamente em ",
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
      " de minutos"
     ],
     "other": [
      [
       "n"
      ],
      " minutos"
     ]
    }
   ],
   "."
  ],
  "This invitation is not valid: it was used, has expired, or is meant for another email address.": "Este convite não é válido: foi usado, expirou ou é destinado a outro endereço de e-mail.",
  "This link is not valid: it was used already or has expired. Request a new one.": "Este link não é válido: já foi usado ou expirou. Solicite um novo.",
  "This set-up link is no longer valid. Look for a newer one in the output of the server.": "Este link de configuração não é mais válido. Procure um mais novo na saída do servidor.",
  "The captcha can’t be checked right now. Try again in a moment.": "Não é possível verificar o captcha agora. Tente novamente em instantes.",
  "There is nothing at this URL.": "Não há nada nesta URL.",
  "This form is out of date. Go back, reload the page, and try again.": "Este formulário está desatualizado. Volte, recarregue a página e tente novamente.",
  "This form came from another site. Open the page here and try again.": "Este formulário veio de outro site. Abra a página aqui e tente novamente.",
  "You are no longer signed in. Sign in and send it again.": "Sua sessão terminou. Entre e envie novamente.",
  "You are no longer signed in. Sign in and try again.": "Sua sessão terminou. Entre e tente novamente.",
  "Choose at least one file.": "Escolha pelo menos um arquivo.",
  "Choose at most {n} files at once.": [
   "Escolha no máximo ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " arquivo"
     ],
     "many": [
      [
       "n"
      ],
      " de arquivos"
     ],
     "other": [
      [
       "n"
      ],
      " arquivos"
     ]
    }
   ],
   " de uma vez."
  ],
  "At most {n} files can be uploaded at once.": [
   "É possível fazer upload de no máximo ",
   [
    "n",
    {
     "one": [
      [
       "n"
      ],
      " arquivo"
     ],
     "many": [
      [
       "n"
      ],
      " de arquivos"
     ],
     "other": [
      [
       "n"
      ],
      " arquivos"
     ]
    }
   ],
   " de uma vez."
  ],
  "You selected {n} files; the maximum is {n}.": [
   "Você selecionou ",
   [
    "n"
   ],
   " arquivos; o máximo é ",
   [
    "n2"
   ],
   "."
  ],
  "One of these files is no longer part of this proofing.": "Um destes arquivos não faz mais parte desta galeria de seleção.",
  "Enter your name: this file request requires it.": "Informe seu nome: esta solicitação de arquivos o exige.",
  "This is not an email address.": "Isto não é um endereço de e-mail.",
  "This file request accepts no more files.": "Esta solicitação de arquivos não aceita mais arquivos.",
  "This link accepts no more files.": "Este link não aceita mais arquivos.",
  "Fewer files than these are accepted. Remove some.": "São aceitos menos arquivos do que estes. Remova alguns.",
  "This link accepts no files.": "Este link não aceita arquivos.",
  "There is not enough storage for these files. Tell the person who requested them.": "Não há armazenamento suficiente para estes arquivos. Avise a pessoa que os solicitou.",
  "This link needs a password. Open its page and try again.": "Este link precisa de uma senha. Abra a página dele e tente novamente.",
  "A file may have at most {n} bytes here.": [
   "Um arquivo pode ter no máximo ",
   [
    "n"
   ],
   " bytes aqui."
  ],
  "All files together may have at most {n} bytes.": [
   "Todos os arquivos juntos podem ter no máximo ",
   [
    "n"
   ],
   " bytes."
  ],
  "A paste can have at most {n} bytes in UTF-{n}.": [
   "Um texto pode ter no máximo ",
   [
    "n"
   ],
   " bytes em UTF-",
   [
    "n2"
   ],
   "."
  ],
  "The password must have at least {n} characters.": [
   "A senha deve ter pelo menos ",
   [
    "n"
   ],
   " caracteres."
  ],
  "The text must not be blank.": "O texto não pode ficar em branco.",
  "The comment must not be blank.": "O comentário não pode ficar em branco.",
  "The storage for uploads without an account is full. Try again later.": "O armazenamento para uploads sem conta está cheio. Tente novamente mais tarde.",
  "Not enough storage is left. Delete something first.": "Não há armazenamento suficiente. Exclua algo primeiro.",
  "The server is busy. Try again in a moment.": "O servidor está ocupado. Tente novamente em instantes.",
  "Something went wrong on the server.": "Algo deu errado no servidor.",
  "This file contains a virus.": "Este arquivo contém um vírus.",
  "This file is quarantined by the administrator.": "Este arquivo foi colocado em quarentena pelo administrador.",
  "This file is being checked for viruses. Try again in a few minutes.": "Este arquivo está sendo verificado em busca de vírus. Tente novamente em alguns minutos.",
  "This file could not be checked for viruses, which this server requires.": "Não foi possível verificar se há vírus neste arquivo, o que este servidor exige.",
  "Choose a reason.": "Escolha um motivo.",
  "The text may have at most {n} characters.": [
   "O texto pode ter no máximo ",
   [
    "n"
   ],
   " caracteres."
  ],
  "Sign in to create a private paste.": "Entre para criar um texto privado."
 }
};
