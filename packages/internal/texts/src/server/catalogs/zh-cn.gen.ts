// Generated from languages/zh-CN.json by `pnpm run generate`.
import type { Catalog } from '../catalog.ts';

export const zhCN: Catalog = {
 "texts": {
  "a file": "一个文件",
  "{from} shared {name} with you": [
   [
    "from"
   ],
   " 与你分享了 ",
   [
    "name"
   ]
  ],
  "{from} shared {name} with you.": [
   [
    "from"
   ],
   " 与你分享了 ",
   [
    "name"
   ],
   "。"
  ],
  "This link is personal: views and downloads through it count as yours.": "此链接为专属链接：通过它的查看和下载都会记在你名下。",
  "It is protected by a password. Ask {from} for it.": [
   "链接受密码保护。请向 ",
   [
    "from"
   ],
   " 索取密码。"
  ],
  "It expires on {date}.": [
   "有效期至 ",
   [
    "date"
   ],
   "。"
  ],
  "{visitor} opened {name}": [
   [
    "visitor"
   ],
   " 打开了 ",
   [
    "name"
   ]
  ],
  "{visitor} downloaded a ZIP of {name}": [
   [
    "visitor"
   ],
   " 下载了 ",
   [
    "name"
   ],
   " 的 ZIP"
  ],
  "{visitor} downloaded {name}": [
   [
    "visitor"
   ],
   " 下载了 ",
   [
    "name"
   ]
  ],
  "{visitor} downloaded {file} from {name}": [
   [
    "visitor"
   ],
   " 从 ",
   [
    "name"
   ],
   " 下载了 ",
   [
    "file"
   ]
  ],
  "{event} on {when} UTC.": [
   [
    "event"
   ],
   "（",
   [
    "when"
   ],
   " UTC）。"
  ],
  "See the share": "查看分享",
  "You get this email because notifications are on for this share. You can turn them off in its settings.": "此分享开启了通知，因此你收到了这封邮件。可在其设置中关闭。",
  "{count} files for {name}": [
   [
    "name"
   ],
   " 收到 ",
   [
    "count",
    {
     "other": [
      [
       "count"
      ],
      " 个文件"
     ]
    }
   ]
  ],
  "{count} files were uploaded through your file request {name}:": [
   "通过文件请求 ",
   [
    "name"
   ],
   " 上传了 ",
   [
    "count",
    {
     "other": [
      [
       "count"
      ],
      " 个文件"
     ]
    }
   ],
   "："
  ],
  "{count} files were added through your link to {name}:": [
   "通过 ",
   [
    "name"
   ],
   " 的链接添加了 ",
   [
    "count",
    {
     "other": [
      [
       "count"
      ],
      " 个文件"
     ]
    }
   ],
   "："
  ],
  "Open the folder": "打开文件夹",
  "{file} ({size}) from {sender}": [
   [
    "file"
   ],
   "（",
   [
    "size"
   ],
   "），来自 ",
   [
    "sender"
   ]
  ],
  "… and {n} more.": [
   "… 以及另外 ",
   [
    "n"
   ],
   " 个。"
  ],
  "{count} files chosen from {name}": [
   "从 ",
   [
    "name"
   ],
   " 中选择了 ",
   [
    "count",
    {
     "other": [
      [
       "count"
      ],
      " 个文件"
     ]
    }
   ]
  ],
  "{sender} chose {count} files from {name} (round {round}):": [
   [
    "sender"
   ],
   " 从 ",
   [
    "name"
   ],
   " 中选择了 ",
   [
    "count",
    {
     "other": [
      [
       "count"
      ],
      " 个文件"
     ]
    }
   ],
   "（第 ",
   [
    "round"
   ],
   " 轮）："
  ],
  "They say: {comment}": [
   "对方留言：",
   [
    "comment"
   ]
  ],
  "You choose in your account when you get such emails, or none: {url}": [
   "可在账户中选择何时接收此类邮件，或不接收：",
   [
    "url"
   ]
  ],
  "several files": "多个文件",
  "{count} notifications on {service}": [
   [
    "service"
   ],
   " 上有 ",
   [
    "count",
    {
     "other": [
      [
       "count"
      ],
      " 条通知"
     ]
    }
   ]
  ],
  "{count} comments on {name}, the last by {user}": [
   [
    "name"
   ],
   " 有 ",
   [
    "count",
    {
     "other": [
      [
       "count"
      ],
      " 条评论"
     ]
    }
   ],
   "，最新来自 ",
   [
    "user"
   ]
  ],
  "The link to {name} ends on {date}": [
   [
    "name"
   ],
   " 的链接将于 ",
   [
    "date"
   ],
   " 到期"
  ],
  "{used} of the {quota} of {name} are used": [
   [
    "name"
   ],
   " 已使用 ",
   [
    "used"
   ],
   "，共 ",
   [
    "quota"
   ]
  ],
  "{used} of your {quota} are used": [
   "已使用 ",
   [
    "used"
   ],
   "，共 ",
   [
    "quota"
   ]
  ],
  "Your file was released": "文件已解除隔离",
  "{name} is no longer quarantined. Links to it work again.": [
   [
    "name"
   ],
   " 已解除隔离，其链接恢复可用。"
  ],
  "You can still download it; links to it are closed until an administrator releases it.": "你仍可下载它；在管理员解除隔离之前，其链接保持停用。",
  "A virus was found in your file": "在你的文件中发现病毒",
  "This server scanned {name} and found the virus {virus}.": [
   "此服务器扫描了 ",
   [
    "name"
   ],
   "，发现病毒 ",
   [
    "virus"
   ],
   "。"
  ],
  "Delete the file, or ask an administrator to release it if you know that it is harmless.": "请删除该文件；如果确定无害，请让管理员解除隔离。",
  "Your file was quarantined": "文件已被隔离",
  "An administrator of this server quarantined {name}.": [
   "此服务器的管理员隔离了 ",
   [
    "name"
   ],
   "。"
  ],
  "Reason: {reason}": [
   "原因：",
   [
    "reason"
   ]
  ],
  "A virus was found in {name}": [
   "在 ",
   [
    "name"
   ],
   " 中发现病毒"
  ],
  "A scan found the virus {virus} in {name}, a file of {uploader}.": [
   "扫描发现 ",
   [
    "uploader"
   ],
   " 的文件 ",
   [
    "name"
   ],
   " 中有病毒 ",
   [
    "virus"
   ],
   "。"
  ],
  "A scan found the virus {virus} in {name}, which was uploaded without an account.": [
   "扫描发现无账户上传的 ",
   [
    "name"
   ],
   " 中有病毒 ",
   [
    "virus"
   ],
   "。"
  ],
  "The file is in quarantine: all links to it are closed. Its owner was notified and can still download it.": "文件已被隔离：其所有链接都已停用。所有者已收到通知，仍可下载。",
  "To open the links again because the file is harmless, release it: its ID is {id}. The same content is then not quarantined again.": [
   "如果文件无害并需重新启用链接，请解除隔离：其 ID 为 ",
   [
    "id"
   ],
   "。之后相同内容不会再被隔离。"
  ],
  "Your webhook to {host} was disabled": [
   "发往 ",
   [
    "host"
   ],
   " 的 Webhook 已停用"
  ],
  "{n} deliveries in a row to {url} failed, each after several attempts. {service} no longer sends events there, and deliveries that were waiting were cancelled.": [
   "发往 ",
   [
    "url"
   ],
   " 的投递连续 ",
   [
    "n"
   ],
   " 次失败，每次均已多次尝试。",
   [
    "service"
   ],
   " 不再向其发送事件，等待中的投递已取消。"
  ],
  "Open {service}": [
   "打开 ",
   [
    "service"
   ]
  ],
  "The delivery log of the webhook shows the errors. Enable the webhook again when its receiver works; you can redeliver what it missed from the log.": "Webhook 的投递日志中可查看错误。接收端恢复后请重新启用 Webhook；可从日志中重新发送错过的内容。",
  "{user} gave you access to {name}": [
   [
    "user"
   ],
   " 授予你对 ",
   [
    "name"
   ],
   " 的访问权限"
  ],
  "{user} gave you access to “{name}” on {service}.": [
   [
    "user"
   ],
   " 授予你对 ",
   [
    "service"
   ],
   " 上“",
   [
    "name"
   ],
   "”的访问权限。"
  ],
  "{user} gives you access to {name}": [
   [
    "user"
   ],
   " 邀请你访问 ",
   [
    "name"
   ]
  ],
  "{user} gives you access to “{name}” on {service} at {host}.": [
   [
    "user"
   ],
   " 邀请你访问 ",
   [
    "service"
   ],
   "（",
   [
    "host"
   ],
   "）上的“",
   [
    "name"
   ],
   "”。"
  ],
  "You need an account with this email address, which the link creates if you have none. The link works once.": "需要使用此邮箱地址的账户；如果没有，可通过链接创建。链接仅限使用一次。",
  "Open {name}": [
   "打开 ",
   [
    "name"
   ]
  ],
  "You are invited to {service}": [
   "邀请你加入 ",
   [
    "service"
   ]
  ],
  "An administrator of {service} at {host} invites you to create an account there with this email address.": [
   [
    "service"
   ],
   "（",
   [
    "host"
   ],
   "）的管理员邀请你使用此邮箱地址创建账户。"
  ],
  "The link works once.": "链接仅限使用一次。",
  "If you did not expect this invitation, ignore this email.": "如果你没想到会收到此邀请，请忽略这封邮件。",
  "Set a new password for {service}": [
   "为 ",
   [
    "service"
   ],
   " 设置新密码"
  ],
  "Somebody requested a new password for your account {account}. If it was you, follow this link:": [
   "有人为你的账户 ",
   [
    "account"
   ],
   " 申请了新密码。如果是你本人，请打开此链接："
  ],
  "The link works once, within the next hour.": "链接在一小时内有效，仅限使用一次。",
  "If it was not you, ignore this email: your password stays as it is.": "如果不是你本人，请忽略这封邮件：密码保持不变。",
  "Two-factor authentication is on": "两步验证已开启",
  "Your account {account} has a new passkey. Signing in with the password now asks for a passkey or a code.": [
   "你的账户 ",
   [
    "account"
   ],
   " 添加了新的通行密钥。现在使用密码登录还需要通行密钥或验证码。"
  ],
  "A passkey was removed": "通行密钥已移除",
  "A passkey of your account {account} was removed.": [
   "你的账户 ",
   [
    "account"
   ],
   " 的一个通行密钥已被移除。"
  ],
  "The address of your account is confirmed": "你账户的地址已确认",
  "{account} is now known to be your address. Whoever registered the account had not shown that, so everything that could sign in to it before has ended: the former password, second factor, passkeys, API keys and sessions. Its upload grants are revoked, and its webhooks are off.": [
   "现已确认 ",
   [
    "account"
   ],
   " 是你的地址。注册该账户的人此前未证明这一点，因此之前可用于登录的一切均已失效：原密码、第二验证因素、通行密钥、API 密钥和会话。该账户的上传授权已撤销，Webhook 已关闭。"
  ],
  "If you have no other way to sign in, request a new password on the sign-in page.": "如果没有其他登录方式，请在登录页面申请新密码。",
  "Files in the account have stayed. If you did not put them there, look at them, their links and who has access before you add your own.": "账户中的文件仍然保留。如果不是你放入的，请先检查这些文件、它们的链接以及谁有访问权限，再添加自己的文件。",
  "You can sign in with {name}": [
   "现在可以用 ",
   [
    "name"
   ],
   " 登录"
  ],
  "{name} has verified that {account} is your address, and signs in to your account from now on.": [
   [
    "name"
   ],
   " 已验证 ",
   [
    "account"
   ],
   " 是你的地址，今后可用其登录你的账户。"
  ],
  "If it was not, unlink the identity on that page, set a new password, and tell the operator of this server.": "如果不是，请在该页面取消关联，设置新密码，并告知此服务器的运营者。",
  "Two-factor authentication is off": "两步验证已关闭",
  "Two-factor authentication was reset": "两步验证已重置",
  "Two-factor authentication of your account {account} was turned on. Signing in now asks for a code after the password.": [
   "你的账户 ",
   [
    "account"
   ],
   " 已开启两步验证。现在登录时，输入密码后还需要验证码。"
  ],
  "Two-factor authentication of your account {account} was turned off. Signing in now asks for the password only.": [
   "你的账户 ",
   [
    "account"
   ],
   " 已关闭两步验证。现在登录只需密码。"
  ],
  "Two-factor authentication of your account {account} was turned off by an operator of this server. Signing in now asks for the password only.": [
   "此服务器的运营者关闭了你的账户 ",
   [
    "account"
   ],
   " 的两步验证。现在登录只需密码。"
  ],
  "Time of the change: {at}.": [
   "更改时间：",
   [
    "at"
   ],
   "。"
  ],
  "Your account": "账户",
  "If it was you, ignore this email.": "如果是你本人，请忽略这封邮件。",
  "If it was not, set a new password now, end the other sessions on that page, and tell the operator of this server.": "如果不是，请立即设置新密码，在该页面结束其他会话，并告知此服务器的运营者。",
  "More has happened on {service}": [
   [
    "service"
   ],
   " 上还有更多事件"
  ],
  "There were more events on your shares, file requests, proofings or webhooks than this server sends emails about. Some emails were not sent.": "你的分享、文件请求、选片或 Webhook 的事件数超出了此服务器的邮件发送上限。部分邮件未发送。",
  "Only emails are limited: nothing else was lost.": "仅邮件受限：没有丢失其他内容。",
  "Test email of {service}": [
   [
    "service"
   ],
   " 的测试邮件"
  ],
  "The Drive server at {url} can send emails.": [
   [
    "url"
   ],
   " 的 Drive 服务器可以发送邮件。"
  ],
  "Your account is deleted on {date}": [
   "你的账户将于 ",
   [
    "date"
   ],
   " 删除"
  ],
  "Your account {account} on {service} was deleted. Nobody can sign in, and its links and keys no longer work. On {date}, everything in it is deleted for good.": [
   "你在 ",
   [
    "service"
   ],
   " 上的账户 ",
   [
    "account"
   ],
   " 已删除。任何人都无法登录，其链接和密钥也不再有效。其中的全部内容将于 ",
   [
    "date"
   ],
   " 永久删除。"
  ],
  "If you want to keep it, or if it was not you, keep the account before then, and set a new password.": "如果你想保留它，或者不是你本人操作，请在此之前保留账户并设置新密码。",
  "Your account was deleted": "你的账户已删除",
  "Your account {account} on {service} and everything in it were deleted for good.": [
   "你在 ",
   [
    "service"
   ],
   " 上的账户 ",
   [
    "account"
   ],
   " 及其中的全部内容已永久删除。"
  ],
  "A file drive that you host yourself: upload files, and share them with a link.": "自托管的云盘：上传文件，并用链接分享。",
  "Sign in": "登录",
  "Create an account": "创建账户",
  "There is no account yet. Open the set-up link that the server printed when it started.": "还没有账户。请打开服务器启动时显示的设置链接。",
  "A text with a link": "带链接的文本",
  "Command line and SDK": "命令行和 SDK",
  "From this server, in one line": "从此服务器安装，只需一行",
  "API": "API",
  "Each call with an example": "每个调用均附示例",
  "Your new password is set. Sign in with it.": "新密码已设置。请用它登录。",
  "That took too long. Start again.": "耗时过长。请重新开始。",
  "Forgot your password?": "忘记密码？",
  "Type your code": "输入验证码",
  "Open your authenticator and type the six digits it shows for {name}.": [
   "打开身份验证器，输入其为 ",
   [
    "name"
   ],
   " 显示的六位数字。"
  ],
  "No authenticator at hand? Type one of your recovery codes.": "身份验证器不在身边？请输入一个恢复代码。",
  "Start again": "重新开始",
  "Sign in with {name}": [
   "使用 ",
   [
    "name"
   ],
   " 登录"
  ],
  "Sign in with a passkey": "使用通行密钥登录",
  "Use a passkey": "使用通行密钥",
  "No passkey at hand? Type one of your recovery codes.": "通行密钥不在身边？请输入一个恢复代码。",
  "This link signs you in as {email}, once.": [
   "此链接可让你以 ",
   [
    "email"
   ],
   " 的身份登录一次。"
  ],
  "You are signed out": "已退出登录",
  "Sign out of {name}, too": [
   "同时退出 ",
   [
    "name"
   ]
  ],
  "Back to your account": "返回账户",
  "Sign-in failed": "登录失败",
  "Confirm with {name} who you are": [
   "通过 ",
   [
    "name"
   ],
   " 确认身份"
  ],
  "Name (optional)": "姓名（可选）",
  "Create the account": "创建账户",
  "Set up {name}": [
   "设置 ",
   [
    "name"
   ]
  ],
  "Create the first account. It will be the administrator.": "创建第一个账户。它将成为管理员。",
  "Upload a file": "上传文件",
  "Share it with a link": "用链接分享",
  "Accept": "接受",
  "You get access with your account {account}.": [
   "将以账户 ",
   [
    "account"
   ],
   " 获得访问权限。"
  ],
  "Sign in as {account} to accept the invitation.": [
   "请以 ",
   [
    "account"
   ],
   " 登录以接受邀请。"
  ],
  "This server is already set up": "此服务器已完成设置",
  "Sign in with your account": "使用账户登录",
  "This link no longer works": "此链接已失效",
  "The server prints a new set-up link each time it starts. Use the latest one.": "服务器每次启动都会显示新的设置链接。请使用最新的链接。",
  "Create your account": "创建账户",
  "Do you have an account?": "已有账户？",
  "This invitation no longer works": "此邀请已失效",
  "It was used or has expired. Ask for a new one.": "它已被使用或已过期。请索取新的邀请。",
  "Registration is closed": "注册已关闭",
  "You need an invitation to create an account. Ask the operator of this server for one.": "创建账户需要邀请。请联系此服务器的运营者。",
  "Registration is disabled on this server. Ask its operator for an account.": "此服务器已关闭注册。请向运营者申请账户。",
  "Back to sign-in": "返回登录",
  "Type the email address of your account.": "请输入账户的邮箱地址。",
  "We send a link to set a new password.": "我们会发送用于设置新密码的链接。",
  "Send the link": "发送链接",
  "Create the link": "创建链接",
  "Ask your administrator": "请联系管理员",
  "If there is an account with that address, there is now a link for it.": "如果存在使用该地址的账户，现已为其生成链接。",
  "The link works once, within an hour.": "链接在一小时内有效，仅限使用一次。",
  "Check your email": "请查收邮件",
  "If there is an account with that address, we sent it an email with a link.": "如果存在使用该地址的账户，我们已向其发送带链接的邮件。",
  "No email? Check your spam folder, or try again.": "没收到邮件？请检查垃圾邮件文件夹，或重试。",
  "A link works once and for one hour.": "链接在一小时内有效，仅限使用一次。",
  "Request a new one": "重新申请",
  "Set a new password": "设置新密码",
  "Set the password": "设置密码",
  "Keep my API keys and the devices that use them signed in": "保留 API 密钥，并让使用它们的设备保持登录",
  "Leave this off if somebody else may know your password. All sessions end in either case.": "如果他人可能知道密码，请勿开启。无论如何，所有会话都会结束。",
  "This server sends no email: it writes the link to outbox/ in its data directory. Ask the administrator for it.": "此服务器不发送邮件：它会将链接写入数据目录中的 outbox/。请向管理员索取。",
  "Email address": "邮箱地址",
  "At least {n} characters.": [
   "至少 ",
   [
    "n",
    {
     "other": [
      [
       "n"
      ],
      " 个字符"
     ]
    }
   ],
   "。"
  ],
  "Code": "验证码",
  "Sign in a device": "登录设备",
  "The device shows a code of eight letters. Type it here.": "设备会显示一个八个字母的代码。请在此输入。",
  "No device is waiting with this code. Check the code: it works once, within ten minutes.": "没有设备在等待此代码。请检查代码：它在十分钟内有效，仅限使用一次。",
  "No command line yet? Run": "还没有命令行工具？请运行",
  "Install": "安装",
  "Command line": "命令行",
  "On Linux, without Node:": "在 Linux 上，无需 Node：",
  "It verifies the SHA-256 of the program and stores it in {folder}.": [
   "它会校验程序的 SHA-256，并将其保存到 ",
   [
    "folder"
   ],
   "。"
  ],
  "Show the script": "查看脚本",
  "With npm and Node {version} or newer:": [
   "使用 npm 和 Node ",
   [
    "version"
   ],
   " 或更高版本："
  ],
  "The command line is not built on this server.": "此服务器上没有构建命令行。",
  "Then sign in and send a file:": "然后登录并发送文件：",
  "The SDK is not built on this server.": "此服务器上没有构建 SDK。",
  "For Node {version} or newer, browsers and edge runtimes:": [
   "适用于 Node ",
   [
    "version"
   ],
   " 或更高版本、浏览器和边缘环境："
  ],
  "With components for pages that upload, for React or as a web component:": "附带用于上传页面的组件，适用于 React 或作为 Web 组件：",
  "Other programming languages use the API.": "其他编程语言使用 API。",
  "Overview": "概览",
  "The API of this server": "此服务器的 API",
  "Version {version}": [
   "版本 ",
   [
    "version"
   ]
  ],
  "The documentation is in English.": "文档为英文。",
  "Allow this device?": "允许此设备？",
  "You signed in some time ago. Type your password to approve it.": "距上次登录已有一段时间。请输入密码以批准。",
  "Code of your authenticator": "身份验证器的验证码",
  "Allow it only if you started this yourself and the device in front of you shows the same code.": "仅当由你本人发起，且面前的设备显示相同代码时才允许。",
  "It gets an API key of your account, which can do everything you can do:": "它会获得此账户的 API 密钥，可以执行你能执行的所有操作：",
  "see, download, add, change and delete your files,": "查看、下载、添加、更改和删除文件，",
  "share them with others,": "与他人分享文件，",
  "create and revoke API keys.": "创建和撤销 API 密钥。",
  "Approve": "批准",
  "Refuse": "拒绝",
  "Device allowed": "设备已获允许",
  "The device signs in by itself within a few seconds.": "设备会在几秒内自动登录。",
  "You can close this page. To sign the device out, revoke its API key.": "可以关闭此页面。如需让设备退出登录，请撤销其 API 密钥。",
  "Device refused": "设备已被拒绝",
  "It gets no access to your account.": "它无法访问你的账户。",
  "Sign in to choose which emails you get.": "登录后可选择接收哪些邮件。",
  "Turn off emails": "关闭邮件",
  "You get no more emails about what others do. Emails about your sign-in still come.": "不再收到有关他人操作的邮件。有关登录的邮件仍会发送。",
  "Emails are off": "邮件已关闭",
  "You can turn them on again in your account.": "可在账户中重新开启。",
  "See the received files": "查看收到的文件",
  "Senders chose these names themselves.": "这些姓名由发送者自行填写。",
  "See the selections": "查看选择结果",
  "Clients chose these names themselves.": "这些姓名由客户自行填写。",
  "Somebody": "某人",
  "Skip to the content": "跳到内容",
  "Sign out": "退出登录",
  "Your name": "姓名",
  "Your name (optional)": "姓名（可选）",
  "Your email address (optional)": "邮箱地址（可选）",
  "Back to the shared items": "返回分享的内容",
  "Password needed": "需要密码",
  "This link needs a password": "此链接需要密码",
  "Ask the person who shared it with you for the password.": "请向分享者索取密码。",
  "Password": "密码",
  "Open": "打开",
  "Wrong password.": "密码错误。",
  "Wrong password. {count} attempts left.": [
   [
    "count",
    {
     "=0": "密码错误。没有剩余的尝试次数。",
     "other": [
      "密码错误。还可以尝试 ",
      [
       "count"
      ],
      " 次。"
     ]
    }
   ]
  ],
  "Too many attempts. Try again in {count} minutes.": [
   [
    "count",
    {
     "other": [
      "尝试次数过多。请在 ",
      [
       "count"
      ],
      " 分钟后重试。"
     ]
    }
   ]
  ],
  "Request": "请求",
  "Go to the start page": "前往首页",
  "Not found": "未找到",
  "Gone": "已不存在",
  "Too many requests": "请求过于频繁",
  "Something went wrong": "出错了",
  "This request was refused": "此请求被拒绝",
  "The upload failed": "上传失败",
  "Pages": "页面",
  "Previous": "上一页",
  "Next": "下一页",
  "Page {page} of {total}": [
   "第 ",
   [
    "page"
   ],
   " 页，共 ",
   [
    "total"
   ],
   " 页"
  ],
  "{name}, page {n}": [
   [
    "name"
   ],
   "，第 ",
   [
    "n"
   ],
   " 页"
  ],
  "There is nothing on this page.": "此页没有内容。",
  "Continue": "继续",
  "Until": "截止时间：",
  "Files": "文件",
  "Choose files": "选择文件",
  "Choose a file": "选择文件",
  "No file chosen": "未选择文件",
  "Copy": "复制",
  "Copied": "已复制",
  "Download": "下载",
  "Send more": "继续发送",
  "Your selection": "你的选择",
  "{count} files": [
   [
    "count",
    {
     "other": [
      [
       "count"
      ],
      " 个文件"
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
      " 字节"
     ]
    }
   ]
  ],
  "Folder": "文件夹",
  "Image": "图片",
  "Video": "视频",
  "Audio": "音频",
  "PDF document": "PDF 文档",
  "Text": "文本",
  "Archive": "压缩包",
  "File": "文件",
  "Shared by": "分享者：",
  "shared by {name}": [
   "由 ",
   [
    "name"
   ],
   " 分享"
  ],
  "Available until": "有效期至",
  "Preview": "预览",
  "{count} items": [
   [
    "count",
    {
     "other": [
      [
       "count"
      ],
      " 个项目"
     ]
    }
   ]
  ],
  "Download all as ZIP": "全部下载为 ZIP",
  "Download folder as ZIP": "将文件夹下载为 ZIP",
  "Sort by": "排序",
  "Name": "名称",
  "Date": "日期",
  "Size": "大小",
  "Grid": "网格",
  "List": "列表",
  "Select": "选择",
  "Cancel": "取消",
  "Download as ZIP": "下载为 ZIP",
  "Save to my drive": "保存到我的云盘",
  "It is in your drive now.": "已保存到云盘。",
  "It is being copied to your drive.": "正在复制到你的云盘。",
  "{count} items could not be copied.": [
   [
    "count",
    {
     "other": [
      "有 ",
      [
       "count"
      ],
      " 个项目无法复制。"
     ]
    }
   ]
  ],
  "See your files": "查看我的文件",
  "This folder is empty.": "此文件夹为空。",
  "Search this folder": "搜索此文件夹",
  "Search": "搜索",
  "Nothing found.": "未找到任何内容。",
  "Contents": "内容",
  "Quarantined by the administrator": "已被管理员隔离",
  "Contains a virus": "包含病毒",
  "Being checked for viruses": "正在扫描病毒",
  "Not checked for viruses": "未扫描病毒",
  "Folders above": "上级文件夹",
  "This link does not exist": "此链接不存在",
  "It may be mistyped, or its owner has revoked it.": "可能输入有误，或已被所有者撤销。",
  "This link has expired": "此链接已过期",
  "Ask the sender for a new one.": "请向发送者索取新链接。",
  "This link has no downloads left": "此链接的下载次数已用完",
  "Its owner limited the number of downloads. Ask the sender for a new link.": "所有者限制了下载次数。请向发送者索取新链接。",
  "This file is not available": "此文件不可用",
  "This folder is not available": "此文件夹不可用",
  "It may have been moved, or is no longer shared.": "可能已被移动，或不再分享。",
  "This is not allowed here": "此处不允许这样操作",
  "The owner disabled it, or it belongs to someone else.": "所有者已将其停用，或它属于其他人。",
  "This comment is not available": "此评论不可用",
  "It may have been deleted.": "可能已被删除。",
  "This is too large for one ZIP": "内容太大，无法打包为一个 ZIP",
  "Download the files one by one, or folder by folder.": "请逐个文件或逐个文件夹下载。",
  "Likes": "点赞",
  "Like": "点赞",
  "Liked": "已点赞",
  "Do you like it?": "喜欢吗？",
  "Likes and comments": "点赞和评论",
  "Comment": "评论",
  "Comments": "评论",
  "{count} comments": [
   [
    "count",
    {
     "other": [
      [
       "count"
      ],
      " 条评论"
     ]
    }
   ]
  ],
  "All comments": "所有评论",
  "All {count} comments": [
   [
    "count",
    {
     "other": [
      "全部 ",
      [
       "count"
      ],
      " 条评论"
     ]
    }
   ]
  ],
  "Comments ({n})": [
   "评论（",
   [
    "n"
   ],
   "）"
  ],
  "Comments on {name}": [
   "对 ",
   [
    "name"
   ],
   " 的评论"
  ],
  "Comment on {name}": [
   "评论 ",
   [
    "name"
   ]
  ],
  "Comment as {name}": [
   "以 ",
   [
    "name"
   ],
   " 的身份评论"
  ],
  "No comments yet.": "还没有评论。",
  "Back": "返回",
  "Comments are turned off. Only you can see the earlier ones.": "评论已关闭。之前的评论仅自己可见。",
  "Your comment": "输入评论",
  "Owner": "所有者",
  "Read on": "继续阅读",
  "Delete": "删除",
  "Report a problem": "举报问题",
  "Malware or phishing": "恶意软件或钓鱼",
  "Infringed copyright": "侵犯版权",
  "Illegal content": "违法内容",
  "Private data": "隐私数据",
  "Something else": "其他",
  "Thank you. The administrators of this server will look at it.": "谢谢。此服务器的管理员会查看此举报。",
  "Tell the administrators of this server what is wrong with “{name}”. The owner is not told.": [
   "请告诉此服务器的管理员“",
   [
    "name"
   ],
   "”有什么问题。所有者不会收到通知。"
  ],
  "What is it about?": "举报哪项内容？",
  "Everything at this link": "此链接中的所有内容",
  "What should they know? (optional)": "有什么需要补充说明？（可选）",
  "Send the report": "提交举报",
  "What is wrong?": "有什么问题？",
  "Choose a reason": "选择原因",
  "Send files": "发送文件",
  "This server does not accept uploads without an account. Sign in to upload to your drive.": "此服务器不接受无账户上传。请登录后上传到云盘。",
  "One file of at most {size}.": [
   "一个文件，最大 ",
   [
    "size"
   ],
   "。"
  ],
  "Up to {n} files of at most {size} each.": [
   "最多 ",
   [
    "n",
    {
     "other": [
      [
       "n"
      ],
      " 个文件"
     ]
    }
   ],
   "，每个最大 ",
   [
    "size"
   ],
   "。"
  ],
  "You need no account.": "无需账户。",
  "They are stored in your drive.": "文件将保存在云盘中。",
  "Each file gets a link; anyone with the link can download the file.": "每个文件都有链接；任何知道链接的人都能下载文件。",
  "Files are deleted after {count} days.": [
   [
    "count",
    {
     "other": [
      "文件将在 ",
      [
       "count"
      ],
      " 天后删除。"
     ]
    }
   ]
  ],
  "This server checks for bots with JavaScript. Enable JavaScript for this page and reload it.": "此服务器使用 JavaScript 进行人机验证。请为此页面启用 JavaScript 并重新加载。",
  "Or drop it anywhere on this page.": "或将文件拖到此页面的任意位置。",
  "Or drop them anywhere on this page.": "或将文件拖到此页面的任意位置。",
  "Make them public and allow search engines": "设为公开并允许搜索引擎收录",
  "Upload": "上传",
  "Copy all links": "复制所有链接",
  "Nothing there": "没有内容",
  "Your file is uploaded": "文件已上传",
  "Your files are uploaded": "文件已上传",
  "There is no upload at this URL, or its files were deleted.": "此 URL 没有上传内容，或文件已被删除。",
  "Anyone with a link can download the file.": "任何知道链接的人都能下载文件。",
  "Save the links: they cannot be looked up later.": "请保存链接：之后无法再查询。",
  "Your drive lists the files that you sent while signed in.": "登录后发送的文件会显示在云盘中。",
  "It may be mistyped, or the file request was closed.": "可能输入有误，或文件请求已关闭。",
  "This file request has ended": "此文件请求已结束",
  "Ask the sender of the link for a new one.": "请向链接的发送者索取新链接。",
  "You are asked to send files.": "有人请你发送文件。",
  "asks you for files.": "请你发送文件。",
  "This is your file request.": "这是你的文件请求。",
  "Your {count} files have arrived.": [
   [
    "count",
    {
     "other": [
      [
       "count"
      ],
      " 个文件已送达。"
     ]
    }
   ]
  ],
  "It accepts no more files.": "不再接受文件。",
  "images": "图片",
  "videos": "视频",
  "audio files": "音频文件",
  "text files": "文本文件",
  "PDF": "PDF",
  "At most {size} a file": [
   "单个文件最大 ",
   [
    "size"
   ]
  ],
  "Only {types}": [
   "仅限",
   [
    "types"
   ]
  ],
  "Room for {count} more files": [
   [
    "count",
    {
     "other": [
      "还可添加 ",
      [
       "count"
      ],
      " 个文件"
     ]
    }
   ]
  ],
  "Up to {n} at once.": [
   "一次最多 ",
   [
    "n"
   ],
   " 个。"
  ],
  "Only the person who requested them can see them.": "只有发起请求的人能看到这些文件。",
  "Add files": "添加文件",
  "Everyone with this link can see them.": "知道此链接的所有人都能看到这些文件。",
  "This folder accepts no more files.": "此文件夹不再接受文件。",
  "Send": "发送",
  "from": "来自",
  "It may be mistyped, or the proofing was ended.": "可能输入有误，或选片已结束。",
  "This proofing has ended": "此选片已结束",
  "Select your files.": "请选择文件。",
  "asks you to choose.": "请你选择文件。",
  "choose at most {n}": [
   "最多选择 ",
   [
    "n"
   ],
   " 个"
  ],
  "This is your proofing.": "这是你的选片。",
  "Your selection has been sent. You may send another.": "选择结果已发送。可以再次发送。",
  "There are no files here at the moment.": "目前这里没有文件。",
  "chosen": "个已选",
  "of {n} chosen": [
   "/ ",
   [
    "n"
   ],
   " 个已选"
  ],
  "Select your favorites": "选择喜欢的文件",
  "Enlarge": "放大",
  "Back to all": "返回全部",
  "Comment (optional)": "留言（可选）",
  "Send the selection": "发送选择结果",
  "Write a paste": "新建文本片段",
  "A text with a link: anyone with the link can read it.": "带链接的文本：任何知道链接的人都能阅读。",
  "Save the link: without an account, it cannot be looked up or changed later.": "请保存链接：没有账户时，之后无法再查询或更改。",
  "Get a link": "获取链接",
  "Title (optional)": "标题（可选）",
  "Language (optional)": "语言（可选）",
  "Keep for": "保留时间",
  "No time limit": "永久",
  "A day": "一天",
  "A week": "一周",
  "A month": "一个月",
  "A year": "一年",
  "For": "可见范围",
  "Anyone with the link": "任何知道链接的人",
  "Everyone, including search engines": "所有人，包括搜索引擎",
  "Only you": "仅自己",
  "Password (optional)": "密码（可选）",
  "4 characters or more. Send it to readers separately from the link.": "至少 4 个字符。请与链接分开发送给读者。",
  "Delete after it is read once": "阅读一次后删除",
  "Pastes on this server need an account.": "在此服务器上创建文本片段需要账户。",
  "Your paste is saved": "文本片段已保存",
  "Send this link to the people who should read it.": "请将此链接发给需要阅读的人。",
  "Write another": "再新建一个",
  "Deleted": "已删除",
  "The paste and its link are deleted.": "文本片段及其链接已删除。",
  "Paste": "文本片段",
  "to be read once": "仅可阅读一次",
  "by {name}": [
   "作者 ",
   [
    "name"
   ]
  ],
  "By": "作者：",
  "This text can be shown only once; the server has deleted it. Copy what you need before you leave this page.": "此文本只能显示一次，服务器已将其删除。离开此页面前，请复制所需内容。",
  "This text can be read only once. Opening it deletes it for everyone.": "此文本只能阅读一次。打开后将对所有人删除。",
  "Show and delete": "显示并删除",
  "Raw text": "原始文本",
  "Save as a file": "保存为文件",
  "Delete this paste": "删除此文本片段",
  "Delete it for good": "永久删除",
  "Untitled paste": "无标题文本片段",
  "This text contains characters that change the direction of text: it may be displayed in a different order than it is stored.": "此文本包含会改变文字方向的字符：显示顺序可能与存储顺序不同。",
  "These are the first {count} of {total} lines. The raw text has all of them.": [
   "这里是全部 ",
   [
    "total"
   ],
   " 行中的前 ",
   [
    "count"
   ],
   " 行。原始文本包含所有内容。"
  ],
  "Content": "内容",
  "It may be mistyped, or the paste was deleted.": "可能输入有误，或文本片段已被删除。",
  "This paste has expired": "此文本片段已过期",
  "This paste has been read": "此文本片段已被阅读",
  "It could be read only once and is now deleted. If it was not you who read it, tell the sender of the link.": "它只能阅读一次，现已删除。如果不是你本人阅读的，请告知链接的发送者。",
  "Too many attempts": "尝试次数过多",
  "Wait a minute, then try again.": "请稍等一分钟再试。",
  "Keep the account": "保留账户",
  "Everything in it is as it was: your files, your links and your keys work again.": "其中的内容保持原样：你的文件、链接和密钥可以再次使用。",
  "Your account is kept": "你的账户已保留",
  "Sign in again. If it was not you who deleted it, set a new password first.": "请重新登录。如果不是你删除的，请先设置新密码。",
  "The account is kept already, or it is gone.": "账户已经保留，或者已不存在。",
  "Your account is deleted": "你的账户已删除",
  "Everything in it is deleted for good on {date}. Until then the link in the email to you keeps it, and so does an administrator.": [
   "其中的全部内容将于 ",
   [
    "date"
   ],
   " 永久删除。在此之前，可通过邮件中的链接保留账户，管理员也可以保留。"
  ],
  "You are signed out. Everything in it is being deleted.": "你已退出登录。其中的全部内容正在删除。"
 },
 "scripts": {
  "Choose at least one file.": "请至少选择一个文件。",
  "{n} files chosen": [
   [
    "n",
    {
     "other": [
      "已选择 ",
      [
       "n"
      ],
      " 个文件"
     ]
    }
   ]
  ],
  "At most {n} files can be uploaded at once.": [
   "一次最多可上传 ",
   [
    "n",
    {
     "other": [
      [
       "n"
      ],
      " 个文件"
     ]
    }
   ],
   "。"
  ],
  "There is room for {n} more. Remove some files.": [
   "还可添加 ",
   [
    "n",
    {
     "other": [
      [
       "n"
      ],
      " 个文件"
     ]
    }
   ],
   "。请移除一些。"
  ],
  "“{name}” has more than {size}.": [
   "“",
   [
    "name"
   ],
   "”超过 ",
   [
    "size"
   ],
   "。"
  ],
  "“{name}” is empty. Empty files cannot be uploaded.": [
   "“",
   [
    "name"
   ],
   "”为空。无法上传空文件。"
  ],
  "“{name}” is a folder. Drop the files that are in it.": [
   "“",
   [
    "name"
   ],
   "”是文件夹。请拖入其中的文件。"
  ],
  "Drop the files to add them": "松开以添加文件",
  "Reserving space …": "正在预留空间…",
  "Checking that you are not a bot …": "正在进行人机验证…",
  "Complete the check that you are not a bot first.": "请先完成人机验证。",
  "The check failed. Try again.": "验证失败。请重试。",
  "Failed: {problem}": [
   "失败：",
   [
    "problem"
   ]
  ],
  "You are no longer signed in. Reload the page, sign in, and send the files again.": "已退出登录。请重新加载页面并登录，然后重新发送文件。",
  "The server answered {status}.": [
   "服务器返回了 ",
   [
    "status"
   ],
   "。"
  ],
  "Sending {n} of {total} …": [
   "正在发送第 ",
   [
    "n"
   ],
   " 个，共 ",
   [
    "total"
   ],
   " 个…"
  ],
  "Progress of {name}": [
   [
    "name"
   ],
   " 的进度"
  ],
  "Uploaded {n} files.": [
   [
    "n",
    {
     "other": [
      "已上传 ",
      [
       "n"
      ],
      " 个文件。"
     ]
    }
   ]
  ],
  "{n} failed.": [
   [
    "n"
   ],
   " 个失败。"
  ],
  "Save the links: they cannot be looked up later.": "请保存链接：之后无法再查询。",
  "It is in your drive.": "文件已在云盘中。",
  "They are in your drive.": "文件已在云盘中。",
  "Copy": "复制",
  "Copy the link to {name}": [
   "复制 ",
   [
    "name"
   ],
   " 的链接"
  ],
  "Copied the link to {name}.": [
   "已复制 ",
   [
    "name"
   ],
   " 的链接。"
  ],
  "Remove": "移除",
  "Remove {name}": [
   "移除 ",
   [
    "name"
   ]
  ],
  "{n} files, {size} together": [
   [
    "n",
    {
     "other": [
      [
       "n"
      ],
      " 个文件"
     ]
    }
   ],
   "，共 ",
   [
    "size"
   ]
  ],
  "Copied all links.": "已复制所有链接。",
  "Arrived": "已送达",
  "Your {n} files have arrived.": [
   [
    "n",
    {
     "other": [
      [
       "n"
      ],
      " 个文件已送达。"
     ]
    }
   ]
  ],
  "Nothing has arrived.": "没有送达任何内容。"
 },
 "messages": {
  "Type your email address.": "请输入邮箱地址。",
  "Type your password.": "请输入密码。",
  "Type the code.": "请输入验证码。",
  "The email address or the password is wrong.": "邮箱地址或密码错误。",
  "The password is wrong.": "密码错误。",
  "This email address already has an account.": "此邮箱地址已有账户。",
  "Must be an email address.": "必须是邮箱地址。",
  "Must have at least {n} characters.": [
   "至少需要 ",
   [
    "n"
   ],
   " 个字符。"
  ],
  "Must have at most {n} characters.": [
   "最多 ",
   [
    "n"
   ],
   " 个字符。"
  ],
  "Must have at most {n} bytes in UTF-{n}.": [
   "以 UTF-",
   [
    "n2"
   ],
   " 计最多 ",
   [
    "n"
   ],
   " 字节。"
  ],
  "Must not be one of the most common passwords.": "不能是最常见的密码之一。",
  "Must not be part of the email address.": "不能是邮箱地址的一部分。",
  "Must not be the name of this server.": "不能是此服务器的名称。",
  "Your sign-in is older than {n} minutes. Confirm who you are, then try again.": [
   "登录已超过 ",
   [
    "n"
   ],
   " 分钟。请确认身份后重试。"
  ],
  "Must not be blank.": "不能为空白。",
  "Too many calls. Try again in {n} seconds.": [
   "调用过于频繁。请在 ",
   [
    "n"
   ],
   " 秒后重试。"
  ],
  "Too many requests. Try again in {n} seconds.": [
   "请求过于频繁。请在 ",
   [
    "n"
   ],
   " 秒后重试。"
  ],
  "Too many wrong codes. Try again in {n} minutes.": [
   "验证码错误次数过多。请在 ",
   [
    "n"
   ],
   " 分钟后重试。"
  ],
  "This invitation is not valid: it was used, has expired, or is meant for another email address.": "此邀请无效：已被使用、已过期，或针对其他邮箱地址。",
  "This link is not valid: it was used already or has expired. Request a new one.": "此链接无效：已被使用或已过期。请重新申请。",
  "This set-up link is no longer valid. Look for a newer one in the output of the server.": "此设置链接已失效。请在服务器的输出中查找更新的链接。",
  "The captcha can’t be checked right now. Try again in a moment.": "目前无法进行人机验证。请稍后重试。",
  "There is nothing at this URL.": "此 URL 没有内容。",
  "This form is out of date. Go back, reload the page, and try again.": "此表单已过时。请返回并重新加载页面，然后重试。",
  "This form came from another site. Open the page here and try again.": "此表单来自其他网站。请在此打开页面并重试。",
  "You are no longer signed in. Sign in and send it again.": "已退出登录。请登录后重新发送。",
  "You are no longer signed in. Sign in and try again.": "已退出登录。请登录后重试。",
  "Choose at least one file.": "请至少选择一个文件。",
  "Choose at most {n} files at once.": [
   "一次最多选择 ",
   [
    "n"
   ],
   " 个文件。"
  ],
  "At most {n} files can be uploaded at once.": [
   "一次最多可上传 ",
   [
    "n"
   ],
   " 个文件。"
  ],
  "You selected {n} files; the maximum is {n}.": [
   "已选择 ",
   [
    "n"
   ],
   " 个文件；上限为 ",
   [
    "n2"
   ],
   " 个。"
  ],
  "One of these files is no longer part of this proofing.": "其中一个文件已不在此选片中。",
  "Enter your name: this file request requires it.": "请输入姓名：此文件请求要求填写。",
  "This is not an email address.": "这不是邮箱地址。",
  "This file request accepts no more files.": "此文件请求不再接受文件。",
  "This link accepts no more files.": "此链接不再接受文件。",
  "Fewer files than these are accepted. Remove some.": "文件数超出可接受的数量。请移除一些。",
  "This link accepts no files.": "此链接不接受文件。",
  "There is not enough storage for these files. Tell the person who requested them.": "存储空间不足，无法保存这些文件。请告知发起请求的人。",
  "This link needs a password. Open its page and try again.": "此链接需要密码。请打开其页面并重试。",
  "A file may have at most {n} bytes here.": [
   "此处单个文件最大为 ",
   [
    "n"
   ],
   " 字节。"
  ],
  "All files together may have at most {n} bytes.": [
   "所有文件总计最大为 ",
   [
    "n"
   ],
   " 字节。"
  ],
  "A paste can have at most {n} bytes in UTF-{n}.": [
   "文本片段以 UTF-",
   [
    "n2"
   ],
   " 计最大为 ",
   [
    "n"
   ],
   " 字节。"
  ],
  "The password must have at least {n} characters.": [
   "密码至少需要 ",
   [
    "n"
   ],
   " 个字符。"
  ],
  "The text must not be blank.": "文本不能为空白。",
  "The comment must not be blank.": "评论不能为空白。",
  "The storage for uploads without an account is full. Try again later.": "无账户上传的存储空间已满。请稍后再试。",
  "Not enough storage is left. Delete something first.": "存储空间不足。请先删除一些内容。",
  "The server is busy. Try again in a moment.": "服务器繁忙。请稍后重试。",
  "Something went wrong on the server.": "服务器出错。",
  "This file contains a virus.": "此文件包含病毒。",
  "This file is quarantined by the administrator.": "此文件已被管理员隔离。",
  "This file is being checked for viruses. Try again in a few minutes.": "正在对此文件扫描病毒。请过几分钟重试。",
  "This file could not be checked for viruses, which this server requires.": "无法对此文件扫描病毒，而此服务器要求扫描。",
  "Choose a reason.": "请选择原因。",
  "The text may have at most {n} characters.": [
   "文本最多 ",
   [
    "n"
   ],
   " 个字符。"
  ],
  "Sign in to create a private paste.": "登录后才能创建私密文本片段。"
 }
};
