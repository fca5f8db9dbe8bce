// Generated from languages/ja.json by `pnpm run generate`.
import type { Catalog } from '../catalog.ts';

export const ja: Catalog = {
 "texts": {
  "a file": "ファイル",
  "{from} shared {name} with you": [
   [
    "from"
   ],
   "が",
   [
    "name"
   ],
   "を共有しました"
  ],
  "{from} shared {name} with you.": [
   [
    "from"
   ],
   "が",
   [
    "name"
   ],
   "をあなたと共有しました。"
  ],
  "This link is personal: views and downloads through it count as yours.": "このリンクはあなた専用です。このリンクでの閲覧とダウンロードは、あなたの操作として記録されます。",
  "It is protected by a password. Ask {from} for it.": [
   "パスワードで保護されています。",
   [
    "from"
   ],
   "に確認してください。"
  ],
  "It expires on {date}.": [
   "有効期限は",
   [
    "date"
   ],
   "です。"
  ],
  "{visitor} opened {name}": [
   [
    "visitor"
   ],
   "が",
   [
    "name"
   ],
   "を開きました"
  ],
  "{visitor} downloaded a ZIP of {name}": [
   [
    "visitor"
   ],
   "が",
   [
    "name"
   ],
   "のZIPをダウンロードしました"
  ],
  "{visitor} downloaded {name}": [
   [
    "visitor"
   ],
   "が",
   [
    "name"
   ],
   "をダウンロードしました"
  ],
  "{visitor} downloaded {file} from {name}": [
   [
    "visitor"
   ],
   "が",
   [
    "name"
   ],
   "の",
   [
    "file"
   ],
   "をダウンロードしました"
  ],
  "{event} on {when} UTC.": [
   [
    "event"
   ],
   "(",
   [
    "when"
   ],
   " UTC)。"
  ],
  "See the share": "共有を見る",
  "You get this email because notifications are on for this share. You can turn them off in its settings.": "この共有の通知がオンになっているため、このメールをお送りしています。共有の設定でオフにできます。",
  "{count} files for {name}": [
   [
    "name"
   ],
   "に",
   [
    "count",
    {
     "other": [
      [
       "count"
      ],
      "個のファイル"
     ]
    }
   ]
  ],
  "{count} files were uploaded through your file request {name}:": [
   "ファイルリクエスト",
   [
    "name"
   ],
   "で",
   [
    "count",
    {
     "other": [
      [
       "count"
      ],
      "個のファイル"
     ]
    }
   ],
   "がアップロードされました:"
  ],
  "{count} files were added through your link to {name}:": [
   [
    "name"
   ],
   "へのリンクで",
   [
    "count",
    {
     "other": [
      [
       "count"
      ],
      "個のファイル"
     ]
    }
   ],
   "が追加されました:"
  ],
  "Open the folder": "フォルダを開く",
  "{file} ({size}) from {sender}": [
   [
    "file"
   ],
   "(",
   [
    "size"
   ],
   ") 送信者: ",
   [
    "sender"
   ]
  ],
  "… and {n} more.": [
   "…ほか",
   [
    "n"
   ],
   "個。"
  ],
  "{count} files chosen from {name}": [
   [
    "name"
   ],
   "から",
   [
    "count",
    {
     "other": [
      [
       "count"
      ],
      "個のファイル"
     ]
    }
   ],
   "が選択されました"
  ],
  "{sender} chose {count} files from {name} (round {round}):": [
   [
    "sender"
   ],
   "が",
   [
    "name"
   ],
   "から",
   [
    "count",
    {
     "other": [
      [
       "count"
      ],
      "個のファイル"
     ]
    }
   ],
   "を選択しました(第",
   [
    "round"
   ],
   "回):"
  ],
  "They say: {comment}": [
   "メッセージ: ",
   [
    "comment"
   ]
  ],
  "You choose in your account when you get such emails, or none: {url}": [
   "このようなメールを受け取るタイミングや停止は、アカウントで選べます: ",
   [
    "url"
   ]
  ],
  "several files": "複数のファイル",
  "{count} notifications on {service}": [
   [
    "service"
   ],
   "の通知が",
   [
    "count",
    {
     "other": [
      [
       "count"
      ],
      "件"
     ]
    }
   ],
   "あります"
  ],
  "{count} comments on {name}, the last by {user}": [
   [
    "name"
   ],
   "に",
   [
    "count",
    {
     "other": [
      [
       "count"
      ],
      "件のコメント"
     ]
    }
   ],
   "(最新: ",
   [
    "user"
   ],
   ")"
  ],
  "The link to {name} ends on {date}": [
   [
    "name"
   ],
   "へのリンクは",
   [
    "date"
   ],
   "に期限切れになります"
  ],
  "{used} of the {quota} of {name} are used": [
   [
    "name"
   ],
   "の",
   [
    "quota"
   ],
   "中",
   [
    "used"
   ],
   "を使用しています"
  ],
  "{used} of your {quota} are used": [
   [
    "quota"
   ],
   "中",
   [
    "used"
   ],
   "を使用しています"
  ],
  "Your file was released": "ファイルの隔離が解除されました",
  "{name} is no longer quarantined. Links to it work again.": [
   [
    "name"
   ],
   "の隔離が解除されました。リンクは再び使えます。"
  ],
  "You can still download it; links to it are closed until an administrator releases it.": "引き続きダウンロードできますが、管理者が隔離を解除するまでリンクはブロックされます。",
  "A virus was found in your file": "ファイルからウイルスが見つかりました",
  "This server scanned {name} and found the virus {virus}.": [
   "このサーバーが",
   [
    "name"
   ],
   "をスキャンし、ウイルス",
   [
    "virus"
   ],
   "を検出しました。"
  ],
  "Delete the file, or ask an administrator to release it if you know that it is harmless.": "ファイルを削除するか、無害だとわかっている場合は管理者に隔離の解除を依頼してください。",
  "Your file was quarantined": "ファイルが隔離されました",
  "An administrator of this server quarantined {name}.": [
   "このサーバーの管理者が",
   [
    "name"
   ],
   "を隔離しました。"
  ],
  "Reason: {reason}": [
   "理由: ",
   [
    "reason"
   ]
  ],
  "A virus was found in {name}": [
   [
    "name"
   ],
   "からウイルスが見つかりました"
  ],
  "A scan found the virus {virus} in {name}, a file of {uploader}.": [
   "スキャンにより、",
   [
    "uploader"
   ],
   "のファイル",
   [
    "name"
   ],
   "からウイルス",
   [
    "virus"
   ],
   "が検出されました。"
  ],
  "A scan found the virus {virus} in {name}, which was uploaded without an account.": [
   "スキャンにより、アカウントなしでアップロードされた",
   [
    "name"
   ],
   "からウイルス",
   [
    "virus"
   ],
   "が検出されました。"
  ],
  "The file is in quarantine: all links to it are closed. Its owner was notified and can still download it.": "ファイルは隔離され、すべてのリンクがブロックされています。所有者には通知済みで、引き続きダウンロードできます。",
  "To open the links again because the file is harmless, release it: its ID is {id}. The same content is then not quarantined again.": [
   "ファイルが無害で、リンクのブロックを解除したい場合は、隔離を解除してください(ID: ",
   [
    "id"
   ],
   ")。同じ内容が再び隔離されることはありません。"
  ],
  "Your webhook to {host} was disabled": [
   [
    "host"
   ],
   "へのWebhookがオフになりました"
  ],
  "{n} deliveries in a row to {url} failed, each after several attempts. {service} no longer sends events there, and deliveries that were waiting were cancelled.": [
   [
    "url"
   ],
   "への配信が",
   [
    "n"
   ],
   "回連続で失敗しました(それぞれ数回試行)。",
   [
    "service"
   ],
   "はそこへのイベント送信を停止し、待機中の配信はキャンセルされました。"
  ],
  "Open {service}": [
   [
    "service"
   ],
   "を開く"
  ],
  "The delivery log of the webhook shows the errors. Enable the webhook again when its receiver works; you can redeliver what it missed from the log.": "エラーはWebhookの配信ログで確認できます。受信側が復旧したら、Webhookを再びオンにしてください。届かなかったものはログから再送信できます。",
  "{user} gave you access to {name}": [
   [
    "user"
   ],
   "が",
   [
    "name"
   ],
   "へのアクセス権を付与しました"
  ],
  "{user} gave you access to “{name}” on {service}.": [
   [
    "user"
   ],
   "が",
   [
    "service"
   ],
   "の「",
   [
    "name"
   ],
   "」へのアクセス権をあなたに付与しました。"
  ],
  "{user} gives you access to {name}": [
   [
    "user"
   ],
   "が",
   [
    "name"
   ],
   "へのアクセス権を付与します"
  ],
  "{user} gives you access to “{name}” on {service} at {host}.": [
   [
    "user"
   ],
   "が",
   [
    "service"
   ],
   "(",
   [
    "host"
   ],
   ")の「",
   [
    "name"
   ],
   "」へのアクセス権をあなたに付与します。"
  ],
  "You need an account with this email address, which the link creates if you have none. The link works once.": "このメールアドレスのアカウントが必要です。ない場合はリンクから作成されます。リンクは1回だけ使えます。",
  "Open {name}": [
   [
    "name"
   ],
   "を開く"
  ],
  "You are invited to {service}": [
   [
    "service"
   ],
   "に招待されました"
  ],
  "An administrator of {service} at {host} invites you to create an account there with this email address.": [
   [
    "service"
   ],
   "(",
   [
    "host"
   ],
   ")の管理者が、このメールアドレスでのアカウント作成にあなたを招待しています。"
  ],
  "The link works once.": "リンクは1回だけ使えます。",
  "If you did not expect this invitation, ignore this email.": "この招待に心当たりがない場合は、このメールを無視してください。",
  "Set a new password for {service}": [
   [
    "service"
   ],
   "の新しいパスワードを設定"
  ],
  "Somebody requested a new password for your account {account}. If it was you, follow this link:": [
   "アカウント",
   [
    "account"
   ],
   "の新しいパスワードがリクエストされました。ご本人の場合は、次のリンクを開いてください:"
  ],
  "The link works once, within the next hour.": "リンクは1時間以内に1回だけ使えます。",
  "If it was not you, ignore this email: your password stays as it is.": "心当たりがない場合は、このメールを無視してください。パスワードは変わりません。",
  "Two-factor authentication is on": "2段階認証がオンになりました",
  "Your account {account} has a new passkey. Signing in with the password now asks for a passkey or a code.": [
   "アカウント",
   [
    "account"
   ],
   "に新しいパスキーが追加されました。今後、パスワードでのログインにはパスキーまたはコードも必要です。"
  ],
  "A passkey was removed": "パスキーが削除されました",
  "A passkey of your account {account} was removed.": [
   "アカウント",
   [
    "account"
   ],
   "のパスキーが削除されました。"
  ],
  "The address of your account is confirmed": "アカウントのアドレスが確認されました",
  "{account} is now known to be your address. Whoever registered the account had not shown that, so everything that could sign in to it before has ended: the former password, second factor, passkeys, API keys and sessions. Its upload grants are revoked, and its webhooks are off.": [
   [
    "account"
   ],
   "があなたのアドレスであることが確認されました。アカウントを登録した人はそれを証明していなかったため、これまでログインに使えたもの（以前のパスワード、第2の認証要素、パスキー、APIキー、セッション）はすべて無効になりました。アカウントのアップロード許可は取り消され、Webhookはオフになっています。"
  ],
  "If you have no other way to sign in, request a new password on the sign-in page.": "ほかにログインする方法がない場合は、ログインページで新しいパスワードをリクエストしてください。",
  "Files in the account have stayed. If you did not put them there, look at them, their links and who has access before you add your own.": "アカウント内のファイルは残っています。自分で置いたものでない場合は、自分のファイルを追加する前に、ファイル、そのリンク、アクセスできる人を確認してください。",
  "You can sign in with {name}": [
   [
    "name"
   ],
   "でログインできます"
  ],
  "{name} has verified that {account} is your address, and signs in to your account from now on.": [
   [
    "name"
   ],
   "は、",
   [
    "account"
   ],
   "があなたのアドレスであることを確認しました。今後は、この連携でアカウントにログインできます。"
  ],
  "If it was not, unlink the identity on that page, set a new password, and tell the operator of this server.": "心当たりがない場合は、そのページで連携を解除し、新しいパスワードを設定して、このサーバーの運営者に知らせてください。",
  "Two-factor authentication is off": "2段階認証がオフになりました",
  "Two-factor authentication was reset": "2段階認証がリセットされました",
  "Two-factor authentication of your account {account} was turned on. Signing in now asks for a code after the password.": [
   "アカウント",
   [
    "account"
   ],
   "の2段階認証がオンになりました。今後、ログインにはパスワードの後にコードが必要です。"
  ],
  "Two-factor authentication of your account {account} was turned off. Signing in now asks for the password only.": [
   "アカウント",
   [
    "account"
   ],
   "の2段階認証がオフになりました。今後はパスワードのみでログインします。"
  ],
  "Two-factor authentication of your account {account} was turned off by an operator of this server. Signing in now asks for the password only.": [
   "このサーバーの運営者が、アカウント",
   [
    "account"
   ],
   "の2段階認証をオフにしました。今後はパスワードのみでログインします。"
  ],
  "Time of the change: {at}.": [
   "変更日時: ",
   [
    "at"
   ],
   "。"
  ],
  "Your account": "アカウント",
  "If it was you, ignore this email.": "ご本人の操作であれば、このメールは無視してください。",
  "If it was not, set a new password now, end the other sessions on that page, and tell the operator of this server.": "心当たりがない場合は、すぐに新しいパスワードを設定し、そのページで他のセッションを終了して、このサーバーの運営者に知らせてください。",
  "More has happened on {service}": [
   [
    "service"
   ],
   "でさらに動きがありました"
  ],
  "There were more events on your shares, file requests, proofings or webhooks than this server sends emails about. Some emails were not sent.": "共有、ファイルリクエスト、選択ギャラリー、Webhookのイベントが、このサーバーのメール送信数の上限を超えました。一部のメールは送信されていません。",
  "Only emails are limited: nothing else was lost.": "制限されるのはメールのみで、他に失われたものはありません。",
  "Test email of {service}": [
   [
    "service"
   ],
   "のテストメール"
  ],
  "The Drive server at {url} can send emails.": [
   [
    "url"
   ],
   "のDriveサーバーはメールを送信できます。"
  ],
  "Your account is deleted on {date}": [
   "アカウントは",
   [
    "date"
   ],
   "に削除されます"
  ],
  "Your account {account} on {service} was deleted. Nobody can sign in, and its links and keys no longer work. On {date}, everything in it is deleted for good.": [
   [
    "service"
   ],
   "のアカウント",
   [
    "account"
   ],
   "が削除されました。誰もログインできず、リンクとキーも使えません。",
   [
    "date"
   ],
   "に、アカウント内のデータがすべて完全に削除されます。"
  ],
  "If you want to keep it, or if it was not you, keep the account before then, and set a new password.": "残したい場合や、心当たりがない場合は、それまでにアカウントを残す手続きをし、新しいパスワードを設定してください。",
  "Your account was deleted": "アカウントが削除されました",
  "Your account {account} on {service} and everything in it were deleted for good.": [
   [
    "service"
   ],
   "のアカウント",
   [
    "account"
   ],
   "と、その中のデータがすべて完全に削除されました。"
  ],
  "A file drive that you host yourself: upload files, and share them with a link.": "自分でホストするファイルドライブです。ファイルをアップロードし、リンクで共有できます。",
  "Sign in": "ログイン",
  "Create an account": "アカウントを作成",
  "There is no account yet. Open the set-up link that the server printed when it started.": "アカウントがまだありません。サーバーの起動時に表示されたセットアップリンクを開いてください。",
  "A text with a link": "リンク付きテキスト",
  "Command line and SDK": "コマンドラインとSDK",
  "From this server, in one line": "このサーバーから1行で",
  "API": "API",
  "Each call with an example": "すべての呼び出しを例付きで",
  "Your new password is set. Sign in with it.": "新しいパスワードを設定しました。そのパスワードでログインしてください。",
  "That took too long. Start again.": "時間がかかりすぎました。最初からやり直してください。",
  "Forgot your password?": "パスワードをお忘れですか?",
  "Type your code": "コードを入力",
  "Open your authenticator and type the six digits it shows for {name}.": [
   "認証アプリを開き、",
   [
    "name"
   ],
   "用に表示された6桁の数字を入力してください。"
  ],
  "No authenticator at hand? Type one of your recovery codes.": "認証アプリが手元にない場合は、リカバリーコードを入力してください。",
  "Start again": "最初からやり直す",
  "Sign in with {name}": [
   [
    "name"
   ],
   "でログイン"
  ],
  "Sign in with a passkey": "パスキーでログイン",
  "Use a passkey": "パスキーを使用",
  "No passkey at hand? Type one of your recovery codes.": "パスキーが手元にない場合は、リカバリーコードを入力してください。",
  "This link signs you in as {email}, once.": [
   "このリンクで",
   [
    "email"
   ],
   "として1回だけログインできます。"
  ],
  "You are signed out": "ログアウトしました",
  "Sign out of {name}, too": [
   [
    "name"
   ],
   "からもログアウト"
  ],
  "Back to your account": "アカウントに戻る",
  "Sign-in failed": "ログインに失敗しました",
  "Confirm with {name} who you are": [
   [
    "name"
   ],
   "で本人確認"
  ],
  "Name (optional)": "名前(任意)",
  "Create the account": "アカウントを作成",
  "Set up {name}": [
   [
    "name"
   ],
   "のセットアップ"
  ],
  "Create the first account. It will be the administrator.": "最初のアカウントを作成してください。このアカウントが管理者になります。",
  "Upload a file": "ファイルをアップロード",
  "Share it with a link": "リンクで共有",
  "Accept": "承諾",
  "You get access with your account {account}.": [
   "アカウント",
   [
    "account"
   ],
   "でアクセスできるようになります。"
  ],
  "Sign in as {account} to accept the invitation.": [
   "招待を承諾するには",
   [
    "account"
   ],
   "としてログインしてください。"
  ],
  "This server is already set up": "このサーバーはすでにセットアップされています",
  "Sign in with your account": "アカウントでログイン",
  "This link no longer works": "このリンクは使えなくなりました",
  "The server prints a new set-up link each time it starts. Use the latest one.": "サーバーは起動のたびに新しいセットアップリンクを表示します。最新のものを使用してください。",
  "Create your account": "アカウントを作成",
  "Do you have an account?": "アカウントをお持ちですか?",
  "This invitation no longer works": "この招待は使えなくなりました",
  "It was used or has expired. Ask for a new one.": "使用済みか、期限切れです。新しい招待を依頼してください。",
  "Registration is closed": "登録は受け付けていません",
  "You need an invitation to create an account. Ask the operator of this server for one.": "アカウントの作成には招待が必要です。このサーバーの運営者に依頼してください。",
  "Registration is disabled on this server. Ask its operator for an account.": "このサーバーでは登録が無効になっています。運営者にアカウントを依頼してください。",
  "Back to sign-in": "ログインに戻る",
  "Type the email address of your account.": "アカウントのメールアドレスを入力してください。",
  "We send a link to set a new password.": "新しいパスワードを設定するためのリンクを送信します。",
  "Send the link": "リンクを送信",
  "Create the link": "リンクを作成",
  "Ask your administrator": "管理者にお問い合わせください",
  "If there is an account with that address, there is now a link for it.": "そのアドレスのアカウントが存在する場合、リンクが作成されました。",
  "The link works once, within an hour.": "リンクは1時間以内に1回だけ使えます。",
  "Check your email": "メールを確認してください",
  "If there is an account with that address, we sent it an email with a link.": "そのアドレスのアカウントが存在する場合、リンクを記載したメールを送信しました。",
  "No email? Check your spam folder, or try again.": "メールが届かない場合は、迷惑メールフォルダを確認するか、もう一度お試しください。",
  "A link works once and for one hour.": "リンクは1時間以内に1回だけ使えます。",
  "Request a new one": "新しいリンクをリクエスト",
  "Set a new password": "新しいパスワードを設定",
  "Set the password": "パスワードを設定",
  "Keep my API keys and the devices that use them signed in": "APIキーと、それを使うデバイスのログインを維持する",
  "Leave this off if somebody else may know your password. All sessions end in either case.": "他の人がパスワードを知っている可能性がある場合は、オフのままにしてください。いずれの場合もすべてのセッションは終了します。",
  "This server sends no email: it writes the link to outbox/ in its data directory. Ask the administrator for it.": "このサーバーはメールを送信せず、リンクをデータディレクトリのoutbox/に書き出します。管理者に問い合わせてください。",
  "Email address": "メールアドレス",
  "At least {n} characters.": [
   [
    "n",
    {
     "other": [
      [
       "n"
      ],
      "文字以上。"
     ]
    }
   ]
  ],
  "Code": "コード",
  "Sign in a device": "デバイスをログイン",
  "The device shows a code of eight letters. Type it here.": "デバイスに8文字のコードが表示されます。ここに入力してください。",
  "No device is waiting with this code. Check the code: it works once, within ten minutes.": "このコードで待機中のデバイスはありません。コードを確認してください。10分以内に1回だけ使えます。",
  "No command line yet? Run": "コマンドラインツールがまだない場合は、次を実行:",
  "Install": "インストール",
  "Command line": "コマンドライン",
  "On Linux, without Node:": "Linuxの場合（Nodeは不要）:",
  "It verifies the SHA-256 of the program and stores it in {folder}.": [
   "プログラムのSHA-256を確認し、",
   [
    "folder"
   ],
   "に保存します。"
  ],
  "Show the script": "スクリプトを表示",
  "With npm and Node {version} or newer:": [
   "npmとNode ",
   [
    "version"
   ],
   "以降の場合:"
  ],
  "The command line is not built on this server.": "このサーバーではコマンドラインがビルドされていません。",
  "Then sign in and send a file:": "次にサインインしてファイルを送信します:",
  "The SDK is not built on this server.": "このサーバーではSDKがビルドされていません。",
  "For Node {version} or newer, browsers and edge runtimes:": [
   "Node ",
   [
    "version"
   ],
   "以降、ブラウザ、エッジ環境向け:"
  ],
  "With components for pages that upload, for React or as a web component:": "アップロードするページ用のコンポーネント付き（ReactまたはWebコンポーネント）:",
  "Other programming languages use the API.": "ほかのプログラミング言語ではAPIを使用します。",
  "Overview": "概要",
  "The API of this server": "このサーバーのAPI",
  "Version {version}": [
   "バージョン ",
   [
    "version"
   ]
  ],
  "The documentation is in English.": "ドキュメントは英語です。",
  "Allow this device?": "このデバイスを許可しますか?",
  "You signed in some time ago. Type your password to approve it.": "ログインから時間が経っています。承認するにはパスワードを入力してください。",
  "Code of your authenticator": "認証アプリのコード",
  "Allow it only if you started this yourself and the device in front of you shows the same code.": "自分で開始し、手元のデバイスに同じコードが表示されている場合にのみ許可してください。",
  "It gets an API key of your account, which can do everything you can do:": "デバイスはあなたのアカウントのAPIキーを受け取り、あなたと同じことがすべてできます:",
  "see, download, add, change and delete your files,": "ファイルの閲覧、ダウンロード、追加、変更、削除",
  "share them with others,": "ファイルの共有",
  "create and revoke API keys.": "APIキーの作成と取り消し",
  "Approve": "承認",
  "Refuse": "拒否",
  "Device allowed": "デバイスを許可しました",
  "The device signs in by itself within a few seconds.": "デバイスは数秒以内に自動でログインします。",
  "You can close this page. To sign the device out, revoke its API key.": "このページを閉じてかまいません。デバイスをログアウトするには、APIキーを取り消してください。",
  "Device refused": "デバイスを拒否しました",
  "It gets no access to your account.": "デバイスはアカウントにアクセスできません。",
  "Sign in to choose which emails you get.": "受け取るメールを選ぶにはログインしてください。",
  "Turn off emails": "メールをオフにする",
  "You get no more emails about what others do. Emails about your sign-in still come.": "他の人の操作に関するメールは届かなくなります。ログインに関するメールは引き続き届きます。",
  "Emails are off": "メールはオフです",
  "You can turn them on again in your account.": "アカウントでいつでもオンに戻せます。",
  "See the received files": "受け取ったファイルを見る",
  "Senders chose these names themselves.": "これらの名前は送信者が自分で入力したものです。",
  "See the selections": "選択結果を見る",
  "Clients chose these names themselves.": "これらの名前はクライアントが自分で入力したものです。",
  "Somebody": "誰か",
  "Skip to the content": "コンテンツへ移動",
  "Sign out": "ログアウト",
  "Your name": "名前",
  "Your name (optional)": "名前(任意)",
  "Your email address (optional)": "メールアドレス(任意)",
  "Back to the shared items": "共有アイテムに戻る",
  "Password needed": "パスワードが必要です",
  "This link needs a password": "このリンクにはパスワードが必要です",
  "Ask the person who shared it with you for the password.": "パスワードは共有した人に確認してください。",
  "Password": "パスワード",
  "Open": "開く",
  "Wrong password.": "パスワードが正しくありません。",
  "Wrong password. {count} attempts left.": [
   [
    "count",
    {
     "=0": "パスワードが正しくありません。試行回数は残っていません。",
     "other": [
      "パスワードが正しくありません。あと",
      [
       "count"
      ],
      "回試せます。"
     ]
    }
   ]
  ],
  "Too many attempts. Try again in {count} minutes.": [
   [
    "count",
    {
     "other": [
      "試行回数が多すぎます。",
      [
       "count"
      ],
      "分後にもう一度お試しください。"
     ]
    }
   ]
  ],
  "Request": "リクエスト",
  "Go to the start page": "スタートページへ",
  "Not found": "見つかりません",
  "Gone": "すでに存在しません",
  "Too many requests": "リクエストが多すぎます",
  "Something went wrong": "問題が発生しました",
  "This request was refused": "リクエストは拒否されました",
  "The upload failed": "アップロードに失敗しました",
  "Pages": "ページ",
  "Previous": "前へ",
  "Next": "次へ",
  "Page {page} of {total}": [
   [
    "page"
   ],
   " / ",
   [
    "total"
   ],
   "ページ"
  ],
  "{name}, page {n}": [
   [
    "name"
   ],
   "、",
   [
    "n"
   ],
   "ページ"
  ],
  "There is nothing on this page.": "このページには何もありません。",
  "Continue": "続行",
  "Until": "期限:",
  "Files": "ファイル",
  "Choose files": "ファイルを選択",
  "Choose a file": "ファイルを選択",
  "No file chosen": "ファイル未選択",
  "Copy": "コピー",
  "Copied": "コピーしました",
  "Download": "ダウンロード",
  "Send more": "さらに送信",
  "Your selection": "選択内容",
  "{count} files": [
   [
    "count",
    {
     "other": [
      [
       "count"
      ],
      "個のファイル"
     ]
    }
   ]
  ],
  "{n} bytes": [
   [
    "n",
    {
     "other": [
      [
       "n"
      ],
      "バイト"
     ]
    }
   ]
  ],
  "Folder": "フォルダ",
  "Image": "画像",
  "Video": "動画",
  "Audio": "音声",
  "PDF document": "PDF文書",
  "Text": "テキスト",
  "Archive": "アーカイブ",
  "File": "ファイル",
  "Shared by": "共有者:",
  "shared by {name}": [
   "共有者: ",
   [
    "name"
   ]
  ],
  "Available until": "利用期限:",
  "Preview": "プレビュー",
  "{count} items": [
   [
    "count",
    {
     "other": [
      [
       "count"
      ],
      "個のアイテム"
     ]
    }
   ]
  ],
  "Download all as ZIP": "すべてZIPでダウンロード",
  "Download folder as ZIP": "フォルダをZIPでダウンロード",
  "Sort by": "並べ替え",
  "Name": "名前",
  "Date": "日付",
  "Size": "サイズ",
  "Grid": "グリッド",
  "List": "リスト",
  "Select": "選択",
  "Cancel": "キャンセル",
  "Download as ZIP": "ZIPでダウンロード",
  "Save to my drive": "自分のドライブに保存",
  "It is in your drive now.": "ドライブに保存しました。",
  "It is being copied to your drive.": "ドライブにコピーしています。",
  "{count} items could not be copied.": [
   [
    "count",
    {
     "other": [
      [
       "count"
      ],
      "個のアイテムをコピーできませんでした。"
     ]
    }
   ]
  ],
  "See your files": "ファイルを見る",
  "This folder is empty.": "このフォルダは空です。",
  "Search this folder": "このフォルダを検索",
  "Search": "検索",
  "Nothing found.": "見つかりませんでした。",
  "Contents": "内容",
  "Quarantined by the administrator": "管理者が隔離しました",
  "Contains a virus": "ウイルスが含まれています",
  "Being checked for viruses": "ウイルススキャン中",
  "Not checked for viruses": "ウイルススキャン未実施",
  "Folders above": "上位フォルダ",
  "This link does not exist": "このリンクは存在しません",
  "It may be mistyped, or its owner has revoked it.": "入力ミスか、所有者が取り消した可能性があります。",
  "This link has expired": "このリンクは期限切れです",
  "Ask the sender for a new one.": "送信者に新しいリンクを依頼してください。",
  "This link has no downloads left": "このリンクのダウンロード残数はありません",
  "Its owner limited the number of downloads. Ask the sender for a new link.": "所有者がダウンロード回数を制限しています。送信者に新しいリンクを依頼してください。",
  "This file is not available": "このファイルは利用できません",
  "This folder is not available": "このフォルダは利用できません",
  "It may have been moved, or is no longer shared.": "移動されたか、共有が停止された可能性があります。",
  "This is not allowed here": "ここでは許可されていません",
  "The owner disabled it, or it belongs to someone else.": "所有者が無効にしたか、他の人のものです。",
  "This comment is not available": "このコメントは利用できません",
  "It may have been deleted.": "削除された可能性があります。",
  "This is too large for one ZIP": "1つのZIPには大きすぎます",
  "Download the files one by one, or folder by folder.": "ファイルごと、またはフォルダごとにダウンロードしてください。",
  "Likes": "いいね",
  "Like": "いいね",
  "Liked": "いいね済み",
  "Do you like it?": "気に入りましたか?",
  "Likes and comments": "いいねとコメント",
  "Comment": "コメント",
  "Comments": "コメント",
  "{count} comments": [
   [
    "count",
    {
     "other": [
      "コメント",
      [
       "count"
      ],
      "件"
     ]
    }
   ]
  ],
  "All comments": "すべてのコメント",
  "All {count} comments": [
   [
    "count",
    {
     "other": [
      "コメント",
      [
       "count"
      ],
      "件をすべて表示"
     ]
    }
   ]
  ],
  "Comments ({n})": [
   "コメント(",
   [
    "n"
   ],
   ")"
  ],
  "Comments on {name}": [
   [
    "name"
   ],
   "へのコメント"
  ],
  "Comment on {name}": [
   [
    "name"
   ],
   "にコメント"
  ],
  "Comment as {name}": [
   [
    "name"
   ],
   "としてコメント"
  ],
  "No comments yet.": "コメントはまだありません。",
  "Back": "戻る",
  "Comments are turned off. Only you can see the earlier ones.": "コメントはオフです。以前のコメントはあなたにのみ表示されます。",
  "Your comment": "コメントを入力",
  "Owner": "所有者",
  "Read on": "続きを読む",
  "Delete": "削除",
  "Report a problem": "問題を報告",
  "Malware or phishing": "マルウェアまたはフィッシング",
  "Infringed copyright": "著作権の侵害",
  "Illegal content": "違法なコンテンツ",
  "Private data": "個人情報",
  "Something else": "その他",
  "Thank you. The administrators of this server will look at it.": "ありがとうございます。このサーバーの管理者が確認します。",
  "Tell the administrators of this server what is wrong with “{name}”. The owner is not told.": [
   "「",
   [
    "name"
   ],
   "」の問題をこのサーバーの管理者に知らせてください。所有者には通知されません。"
  ],
  "What is it about?": "何に関する報告ですか?",
  "Everything at this link": "このリンクのすべて",
  "What should they know? (optional)": "伝えたいこと(任意)",
  "Send the report": "報告を送信",
  "What is wrong?": "どのような問題ですか?",
  "Choose a reason": "理由を選択",
  "Send files": "ファイルを送信",
  "This server does not accept uploads without an account. Sign in to upload to your drive.": "このサーバーはアカウントなしのアップロードを受け付けていません。ドライブにアップロードするにはログインしてください。",
  "One file of at most {size}.": [
   "1ファイル、最大",
   [
    "size"
   ],
   "。"
  ],
  "Up to {n} files of at most {size} each.": [
   [
    "n",
    {
     "other": [
      [
       "n"
      ],
      "個のファイル"
     ]
    }
   ],
   "まで、1個あたり最大",
   [
    "size"
   ],
   "。"
  ],
  "You need no account.": "アカウントは不要です。",
  "They are stored in your drive.": "ドライブに保存されます。",
  "Each file gets a link; anyone with the link can download the file.": "ファイルごとにリンクが作成され、リンクを知っている全員がダウンロードできます。",
  "Files are deleted after {count} days.": [
   [
    "count",
    {
     "other": [
      "ファイルは",
      [
       "count"
      ],
      "日後に削除されます。"
     ]
    }
   ]
  ],
  "This server checks for bots with JavaScript. Enable JavaScript for this page and reload it.": "このサーバーはJavaScriptでボットを確認します。このページでJavaScriptを有効にして再読み込みしてください。",
  "Or drop it anywhere on this page.": "または、このページにドロップしてください。",
  "Or drop them anywhere on this page.": "または、このページにドロップしてください。",
  "Make them public and allow search engines": "公開し、検索エンジンを許可する",
  "Upload": "アップロード",
  "Copy all links": "すべてのリンクをコピー",
  "Nothing there": "何もありません",
  "Your file is uploaded": "ファイルをアップロードしました",
  "Your files are uploaded": "ファイルをアップロードしました",
  "There is no upload at this URL, or its files were deleted.": "このURLにアップロードはないか、ファイルは削除されました。",
  "Anyone with a link can download the file.": "リンクを知っている全員がファイルをダウンロードできます。",
  "Save the links: they cannot be looked up later.": "リンクを保存してください。後から確認することはできません。",
  "Your drive lists the files that you sent while signed in.": "ログイン中に送信したファイルはドライブに表示されます。",
  "It may be mistyped, or the file request was closed.": "入力ミスか、ファイルリクエストが終了した可能性があります。",
  "This file request has ended": "このファイルリクエストは終了しました",
  "Ask the sender of the link for a new one.": "リンクの送信者に新しいリンクを依頼してください。",
  "You are asked to send files.": "ファイルの送信を依頼されています。",
  "asks you for files.": "からファイルの送信を依頼されています。",
  "This is your file request.": "これはあなたのファイルリクエストです。",
  "Your {count} files have arrived.": [
   [
    "count",
    {
     "other": [
      [
       "count"
      ],
      "個のファイルが届きました。"
     ]
    }
   ]
  ],
  "It accepts no more files.": "これ以上ファイルを受け付けません。",
  "images": "画像",
  "videos": "動画",
  "audio files": "音声ファイル",
  "text files": "テキストファイル",
  "PDF": "PDF",
  "At most {size} a file": [
   "1ファイル最大",
   [
    "size"
   ]
  ],
  "Only {types}": [
   [
    "types"
   ],
   "のみ"
  ],
  "Room for {count} more files": [
   [
    "count",
    {
     "other": [
      "あと",
      [
       "count"
      ],
      "個のファイルを追加できます"
     ]
    }
   ]
  ],
  "Up to {n} at once.": [
   "一度に",
   [
    "n"
   ],
   "個まで。"
  ],
  "Only the person who requested them can see them.": "依頼した人だけに表示されます。",
  "Add files": "ファイルを追加",
  "Everyone with this link can see them.": "このリンクを知っている全員に表示されます。",
  "This folder accepts no more files.": "このフォルダはこれ以上ファイルを受け付けません。",
  "Send": "送信",
  "from": "送信者:",
  "It may be mistyped, or the proofing was ended.": "入力ミスか、選択ギャラリーが終了した可能性があります。",
  "This proofing has ended": "この選択ギャラリーは終了しました",
  "Select your files.": "ファイルを選択してください。",
  "asks you to choose.": "からファイルの選択を依頼されています。",
  "choose at most {n}": [
   [
    "n"
   ],
   "個まで選択"
  ],
  "This is your proofing.": "これはあなたの選択ギャラリーです。",
  "Your selection has been sent. You may send another.": "選択内容を送信しました。別の選択も送信できます。",
  "There are no files here at the moment.": "現在ここにファイルはありません。",
  "chosen": "個選択中",
  "of {n} chosen": [
   "/ ",
   [
    "n"
   ],
   "個を選択中"
  ],
  "Select your favorites": "お気に入りを選択",
  "Enlarge": "拡大",
  "Back to all": "一覧に戻る",
  "Comment (optional)": "コメント(任意)",
  "Send the selection": "選択内容を送信",
  "Write a paste": "ペーストを作成",
  "A text with a link: anyone with the link can read it.": "リンク付きのテキスト: リンクを知っている全員が読めます。",
  "Save the link: without an account, it cannot be looked up or changed later.": "リンクを保存してください。アカウントがない場合、後から確認や変更はできません。",
  "Get a link": "リンクを取得",
  "Title (optional)": "タイトル(任意)",
  "Language (optional)": "言語(任意)",
  "Keep for": "保存期間",
  "No time limit": "無期限",
  "A day": "1日",
  "A week": "1週間",
  "A month": "1か月",
  "A year": "1年",
  "For": "公開範囲",
  "Anyone with the link": "リンクを知っている全員",
  "Everyone, including search engines": "全員(検索エンジンを含む)",
  "Only you": "自分のみ",
  "Password (optional)": "パスワード(任意)",
  "4 characters or more. Send it to readers separately from the link.": "4文字以上。リンクとは別に、読む人に伝えてください。",
  "Delete after it is read once": "一度読まれたら削除",
  "Pastes on this server need an account.": "このサーバーでのペーストにはアカウントが必要です。",
  "Your paste is saved": "ペーストを保存しました",
  "Send this link to the people who should read it.": "読んでほしい人にこのリンクを送ってください。",
  "Write another": "別のペーストを作成",
  "Deleted": "削除しました",
  "The paste and its link are deleted.": "ペーストとリンクを削除しました。",
  "Paste": "ペースト",
  "to be read once": "1回のみ閲覧可",
  "by {name}": [
   "作成者: ",
   [
    "name"
   ]
  ],
  "By": "作成者:",
  "This text can be shown only once; the server has deleted it. Copy what you need before you leave this page.": "このテキストは一度しか表示できず、サーバーからすでに削除されました。このページを離れる前に必要な部分をコピーしてください。",
  "This text can be read only once. Opening it deletes it for everyone.": "このテキストは一度しか読めません。開くと、全員に対して削除されます。",
  "Show and delete": "表示して削除",
  "Raw text": "生テキスト",
  "Save as a file": "ファイルとして保存",
  "Delete this paste": "このペーストを削除",
  "Delete it for good": "完全に削除",
  "Untitled paste": "無題のペースト",
  "This text contains characters that change the direction of text: it may be displayed in a different order than it is stored.": "このテキストには、文字の表示方向を変える文字が含まれています。保存されている順序とは異なる順序で表示される可能性があります。",
  "These are the first {count} of {total} lines. The raw text has all of them.": [
   "全",
   [
    "total"
   ],
   "行のうち最初の",
   [
    "count"
   ],
   "行です。生テキストにはすべて含まれています。"
  ],
  "Content": "内容",
  "It may be mistyped, or the paste was deleted.": "入力ミスか、ペーストが削除された可能性があります。",
  "This paste has expired": "このペーストは期限切れです",
  "This paste has been read": "このペーストは閲覧されました",
  "It could be read only once and is now deleted. If it was not you who read it, tell the sender of the link.": "一度しか読めないため、すでに削除されました。読んだのがあなたでない場合は、リンクの送信者に知らせてください。",
  "Too many attempts": "試行回数が多すぎます",
  "Wait a minute, then try again.": "1分ほど待ってから、もう一度お試しください。",
  "Keep the account": "アカウントを残す",
  "Everything in it is as it was: your files, your links and your keys work again.": "内容はすべて元のままです。ファイル、リンク、キーが再び使えます。",
  "Your account is kept": "アカウントを残しました",
  "Sign in again. If it was not you who deleted it, set a new password first.": "もう一度ログインしてください。自分で削除したのでない場合は、先に新しいパスワードを設定してください。",
  "The account is kept already, or it is gone.": "アカウントはすでに残されているか、もうありません。",
  "Your account is deleted": "アカウントを削除しました",
  "Everything in it is deleted for good on {date}. Until then the link in the email to you keeps it, and so does an administrator.": [
   "アカウント内のデータはすべて",
   [
    "date"
   ],
   "に完全に削除されます。それまでは、届いたメールのリンクから、または管理者に依頼して、アカウントを残せます。"
  ],
  "You are signed out. Everything in it is being deleted.": "ログアウトしました。アカウント内のデータをすべて削除しています。"
 },
 "scripts": {
  "Choose at least one file.": "1個以上のファイルを選択してください。",
  "{n} files chosen": [
   [
    "n",
    {
     "other": [
      [
       "n"
      ],
      "個のファイルを選択中"
     ]
    }
   ]
  ],
  "At most {n} files can be uploaded at once.": [
   "一度にアップロードできるのは",
   [
    "n",
    {
     "other": [
      [
       "n"
      ],
      "個のファイル"
     ]
    }
   ],
   "までです。"
  ],
  "There is room for {n} more. Remove some files.": [
   "追加できるのはあと",
   [
    "n",
    {
     "other": [
      [
       "n"
      ],
      "個のファイル"
     ]
    }
   ],
   "です。いくつか外してください。"
  ],
  "“{name}” has more than {size}.": [
   "「",
   [
    "name"
   ],
   "」は",
   [
    "size"
   ],
   "を超えています。"
  ],
  "“{name}” is empty. Empty files cannot be uploaded.": [
   "「",
   [
    "name"
   ],
   "」は空です。空のファイルはアップロードできません。"
  ],
  "“{name}” is a folder. Drop the files that are in it.": [
   "「",
   [
    "name"
   ],
   "」はフォルダです。中のファイルをドロップしてください。"
  ],
  "Drop the files to add them": "ファイルをドロップして追加",
  "Reserving space …": "領域を確保中…",
  "Checking that you are not a bot …": "ボットでないことを確認中…",
  "Complete the check that you are not a bot first.": "先にボットでないことの確認を完了してください。",
  "The check failed. Try again.": "確認に失敗しました。もう一度お試しください。",
  "Failed: {problem}": [
   "失敗: ",
   [
    "problem"
   ]
  ],
  "You are no longer signed in. Reload the page, sign in, and send the files again.": "ログアウトされています。ページを再読み込みしてログインし、ファイルをもう一度送信してください。",
  "The server answered {status}.": [
   "サーバーの応答: ",
   [
    "status"
   ]
  ],
  "Sending {n} of {total} …": [
   [
    "total"
   ],
   "個中",
   [
    "n"
   ],
   "個目を送信中…"
  ],
  "Progress of {name}": [
   [
    "name"
   ],
   "の進行状況"
  ],
  "Uploaded {n} files.": [
   [
    "n",
    {
     "other": [
      [
       "n"
      ],
      "個のファイルをアップロードしました。"
     ]
    }
   ]
  ],
  "{n} failed.": [
   [
    "n"
   ],
   "個失敗しました。"
  ],
  "Save the links: they cannot be looked up later.": "リンクを保存してください。後から確認することはできません。",
  "It is in your drive.": "ドライブに保存されています。",
  "They are in your drive.": "ドライブに保存されています。",
  "Copy": "コピー",
  "Copy the link to {name}": [
   [
    "name"
   ],
   "へのリンクをコピー"
  ],
  "Copied the link to {name}.": [
   [
    "name"
   ],
   "へのリンクをコピーしました。"
  ],
  "Remove": "外す",
  "Remove {name}": [
   [
    "name"
   ],
   "を外す"
  ],
  "{n} files, {size} together": [
   [
    "n",
    {
     "other": [
      [
       "n"
      ],
      "個のファイル"
     ]
    }
   ],
   "、合計",
   [
    "size"
   ]
  ],
  "Copied all links.": "すべてのリンクをコピーしました。",
  "Arrived": "到着",
  "Your {n} files have arrived.": [
   [
    "n",
    {
     "other": [
      [
       "n"
      ],
      "個のファイルが届きました。"
     ]
    }
   ]
  ],
  "Nothing has arrived.": "何も届いていません。"
 },
 "messages": {
  "Type your email address.": "メールアドレスを入力してください。",
  "Type your password.": "パスワードを入力してください。",
  "Type the code.": "コードを入力してください。",
  "The email address or the password is wrong.": "メールアドレスまたはパスワードが正しくありません。",
  "The password is wrong.": "パスワードが正しくありません。",
  "This email address already has an account.": "このメールアドレスのアカウントはすでに存在します。",
  "Must be an email address.": "メールアドレスを入力してください。",
  "Must have at least {n} characters.": [
   [
    "n"
   ],
   "文字以上にしてください。"
  ],
  "Must have at most {n} characters.": [
   [
    "n"
   ],
   "文字以内にしてください。"
  ],
  "Must have at most {n} bytes in UTF-{n}.": [
   "UTF-",
   [
    "n2"
   ],
   "で",
   [
    "n"
   ],
   "バイト以内にしてください。"
  ],
  "Must not be one of the most common passwords.": "よく使われるパスワードは使えません。",
  "Must not be part of the email address.": "メールアドレスの一部は使えません。",
  "Must not be the name of this server.": "このサーバーの名前は使えません。",
  "Your sign-in is older than {n} minutes. Confirm who you are, then try again.": [
   "ログインから",
   [
    "n"
   ],
   "分以上経っています。本人確認をしてから、もう一度お試しください。"
  ],
  "Must not be blank.": "空白にはできません。",
  "Too many calls. Try again in {n} seconds.": [
   "呼び出しが多すぎます。",
   [
    "n"
   ],
   "秒後にもう一度お試しください。"
  ],
  "Too many requests. Try again in {n} seconds.": [
   "リクエストが多すぎます。",
   [
    "n"
   ],
   "秒後にもう一度お試しください。"
  ],
  "Too many wrong codes. Try again in {n} minutes.": [
   "コードの誤入力が多すぎます。",
   [
    "n"
   ],
   "分後にもう一度お試しください。"
  ],
  "This invitation is not valid: it was used, has expired, or is meant for another email address.": "この招待は無効です。使用済みか、期限切れか、別のメールアドレス宛てです。",
  "This link is not valid: it was used already or has expired. Request a new one.": "このリンクは無効です。使用済みか、期限切れです。新しいリンクをリクエストしてください。",
  "This set-up link is no longer valid. Look for a newer one in the output of the server.": "このセットアップリンクは無効になりました。サーバーの出力で新しいものを確認してください。",
  "The captcha can’t be checked right now. Try again in a moment.": "現在CAPTCHAを確認できません。しばらくしてからもう一度お試しください。",
  "There is nothing at this URL.": "このURLには何もありません。",
  "This form is out of date. Go back, reload the page, and try again.": "このフォームは古くなっています。前に戻ってページを再読み込みし、もう一度お試しください。",
  "This form came from another site. Open the page here and try again.": "このフォームは別のサイトから送信されました。ここでページを開いて、もう一度お試しください。",
  "You are no longer signed in. Sign in and send it again.": "ログアウトされています。ログインして、もう一度送信してください。",
  "You are no longer signed in. Sign in and try again.": "ログアウトされています。ログインして、もう一度お試しください。",
  "Choose at least one file.": "1個以上のファイルを選択してください。",
  "Choose at most {n} files at once.": [
   "一度に選択できるのは",
   [
    "n"
   ],
   "個のファイルまでです。"
  ],
  "At most {n} files can be uploaded at once.": [
   "一度にアップロードできるのは",
   [
    "n"
   ],
   "個のファイルまでです。"
  ],
  "You selected {n} files; the maximum is {n}.": [
   [
    "n"
   ],
   "個のファイルが選択されています。上限は",
   [
    "n2"
   ],
   "個です。"
  ],
  "One of these files is no longer part of this proofing.": "これらのファイルの1つは、この選択ギャラリーに含まれなくなりました。",
  "Enter your name: this file request requires it.": "名前を入力してください。このファイルリクエストでは必須です。",
  "This is not an email address.": "メールアドレスではありません。",
  "This file request accepts no more files.": "このファイルリクエストはこれ以上ファイルを受け付けません。",
  "This link accepts no more files.": "このリンクはこれ以上ファイルを受け付けません。",
  "Fewer files than these are accepted. Remove some.": "ファイル数が多すぎます。いくつか外してください。",
  "This link accepts no files.": "このリンクはファイルを受け付けません。",
  "There is not enough storage for these files. Tell the person who requested them.": "これらのファイルを保存する容量が足りません。依頼した人に知らせてください。",
  "This link needs a password. Open its page and try again.": "このリンクにはパスワードが必要です。ページを開いて、もう一度お試しください。",
  "A file may have at most {n} bytes here.": [
   "ここでの1ファイルの上限は",
   [
    "n"
   ],
   "バイトです。"
  ],
  "All files together may have at most {n} bytes.": [
   "すべてのファイルの合計は",
   [
    "n"
   ],
   "バイトまでです。"
  ],
  "A paste can have at most {n} bytes in UTF-{n}.": [
   "ペーストはUTF-",
   [
    "n2"
   ],
   "で",
   [
    "n"
   ],
   "バイトまでです。"
  ],
  "The password must have at least {n} characters.": [
   "パスワードは",
   [
    "n"
   ],
   "文字以上にしてください。"
  ],
  "The text must not be blank.": "テキストを入力してください。",
  "The comment must not be blank.": "コメントを入力してください。",
  "The storage for uploads without an account is full. Try again later.": "アカウントなしのアップロード用ストレージがいっぱいです。後でもう一度お試しください。",
  "Not enough storage is left. Delete something first.": "ストレージの空きが足りません。先に何か削除してください。",
  "The server is busy. Try again in a moment.": "サーバーが混み合っています。しばらくしてからもう一度お試しください。",
  "Something went wrong on the server.": "サーバーで問題が発生しました。",
  "This file contains a virus.": "このファイルにはウイルスが含まれています。",
  "This file is quarantined by the administrator.": "このファイルは管理者が隔離しました。",
  "This file is being checked for viruses. Try again in a few minutes.": "このファイルはウイルススキャン中です。数分後にもう一度お試しください。",
  "This file could not be checked for viruses, which this server requires.": "このサーバーではウイルススキャンが必須ですが、このファイルはスキャンできませんでした。",
  "Choose a reason.": "理由を選択してください。",
  "The text may have at most {n} characters.": [
   "テキストは",
   [
    "n"
   ],
   "文字以内にしてください。"
  ],
  "Sign in to create a private paste.": "非公開のペーストを作成するにはログインしてください。"
 }
};
