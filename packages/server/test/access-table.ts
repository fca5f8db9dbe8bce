/** The words of the table: status, code and message; `each` for that of an item in the answer to several. */
export const meanings: ReadonlyMap<string, string> = new Map(
  Object.entries({
    scope: '403 access_denied: This API key lacks the scope …. Use a key that has it.',
    'key-only': '401 authentication_required: Send an API key as "Authorization: Bearer svc_…".',
    'sign-in': '401 authentication_required: Send an API key as "Authorization: Bearer svc_…", or sign in.',
    'folder-key':
      '403 access_denied: This API key is for one folder and cannot use this endpoint. Use a key without a folder.',
    'no-item': '404 file_not_found: You have no such file or folder.',
    'no-file': '404 file_not_found: You have no such file.',
    'unknown-file': '404 file_not_found: There is no such file.',
    'no-folder': '404 folder_not_found: You have no such folder.',
    'others-file': '403 access_denied: This file belongs to another user.',
    'others-folder': '403 access_denied: This folder belongs to another user.',
    'no-share': '404 share_not_found: You have no such share.',
    'no-link': '404 share_not_found: There is no share at this link.',
    'each:no-item': '207 each 404 file_not_found: You have no such file or folder.',
    'moved:no-item': '200 each 404 file_not_found: You have no such file or folder.',
    'each:unknown-file': '207 each 404 file_not_found: There is no such file.',
    'each:not-trashed': '207 each 404 file_not_found: There is no such file or folder in your trash.',
    'other-feed':
      '410 cursor_expired: This cursor is too old, or of another user or folder. Get the latest cursor, read the tree anew, and go on from there.',
    'not-trashed': '404 file_not_found: There is no such file or folder in your trash.',
    'not-in-trash': '409 not_in_trash: Only items in the trash can be permanently deleted. Trash it first.',
    'each:anonymous': '207 each 409 anonymous_file: This file was uploaded anonymously and has no owner.',
    'no-operation': '404 operation_not_found: You have no such operation, or it ended more than a week ago.',
    'no-drive': '404 drive_not_found: You have no such team drive.',
    'no-grant': '404 grant_not_found: You have no such upload grant.',
    'no-webhook': '404 webhook_not_found: There is no such webhook.',
    'no-key': '404 api_key_not_found: There is no such API key.',
    'others-paste': '403 access_denied: This paste belongs to another user.',
    'no-paste': '404 paste_not_found: There is nothing at this link.',
    'others-proofing': '403 access_denied: This proofing belongs to another user.',
    'others-request': '403 access_denied: This file request belongs to another user.',
    'others-upload': '403 access_denied: This upload belongs to another user.',
    'admins-only': '403 access_denied: Only administrators may do this.',
    'not-archived':
      '403 access_denied: An archive can contain only your own files (fileIds) and folders (folderIds) that are not in the trash. At least one of these is not.',
    'not-shared': '403 access_denied: One of these files is not yours. Nothing was shared.',
    'not-proofed': '404 file_not_found: Some of these files are not yours. No proofing was created.',
    'no-files': '403 access_denied: This link accepts no files.',
    password: '401 share_locked: This link needs a password.',
    'not-author': '403 access_denied: Only the author of a comment and the owner of the share may delete it.',
  }).map(([word, answer]) => [answer, word]),
);

/**
 * Who may do what: an operation of the contract and the thing it is about, which the first caller owns, in the folder of the
 * `inside` key. `scoped` is a key with only the scope of the operation, `unscoped` one with all other scopes, `outside` one for another
 * folder; things of a guest belong to none of them. A number is the status of a success.
 */
const table = `
                                    owner           other              admin              scoped          unscoped    inside        outside       nobody
getFile file                        200             no-item            no-item            200             scope       200           no-item       sign-in
getFile folder                      200             no-item            no-item            200             scope       200           no-item       sign-in
getFile trashed file                no-item         no-item            no-item            no-item         scope       no-item       no-item       sign-in
getFile received file               200             no-item            no-item            200             scope       200           no-item       sign-in
getFile file of a guest             no-item         no-item            no-item            no-item         scope       no-item       no-item       sign-in
getFilePath file                    200             no-item            no-item            200             scope       200           no-item       sign-in
listFiles folder                    200             no-folder          no-folder          200             scope       200           no-folder     sign-in
listTree folder                     200             no-folder          no-folder          200             scope       200           no-folder     sign-in
searchItems folder                  200             no-folder          no-folder          200             scope       200           no-folder     sign-in
getFileByPath folder                200             no-folder          no-folder          200             scope       200           no-folder     sign-in
readFileByPath folder               200             no-folder          no-folder          200             scope       200           no-folder     key-only
getDownloadUrl file                 200             others-file        others-file        200             scope       200           no-item       sign-in
getDownloadUrl trashed file         unknown-file    others-file        others-file        unknown-file    scope       unknown-file  no-item       sign-in
getDownloadUrl file of a guest      others-file     others-file        others-file        others-file     scope       no-item       no-item       sign-in
createDownloadUrls file             200             each:unknown-file  each:unknown-file  200             scope       200           each:no-item  sign-in
createFolder folder                 201             no-folder          no-folder          201             scope       201           no-folder     sign-in
createUpload folder                 201             no-folder          no-folder          201             scope       201           no-folder     sign-in
createUploadBatch folder            201             no-folder          no-folder          201             scope       201           no-folder     sign-in
putFileByPath folder                201             no-folder          no-folder          201             scope       201           no-folder     sign-in
updateFile file                     200             no-item            no-item            200             scope       200           no-item       sign-in
updateFile folder                   200             no-item            no-item            200             scope       200           no-item       sign-in
updateFile trashed file             no-item         no-item            no-item            no-item         scope       no-item       no-item       sign-in
updateFile file with metadata       200             no-item            no-item            200             scope       200           no-item       sign-in
tagFiles file                       200             each:no-item       each:no-item       200             scope       200           each:no-item  sign-in
tagFiles trashed file               each:no-item    each:no-item       each:no-item       each:no-item    scope       each:no-item  each:no-item  sign-in
setThumbnail file                   200             no-item            no-item            200             scope       200           no-item       sign-in
starFile file                       204             no-item            no-item            204             scope       204           no-item       sign-in
starFile trashed file               no-item         no-item            no-item            no-item         scope       no-item       no-item       sign-in
unstarFile file                     204             no-item            no-item            204             scope       204           no-item       sign-in
moveFiles file                      200             moved:no-item      moved:no-item      200             scope       200           no-folder     sign-in
moveFiles folder                    200             moved:no-item      moved:no-item      200             scope       200           no-folder     sign-in
copyFiles file                      200             each:no-item       each:no-item       200             scope       200           each:no-item  sign-in
getOperation operation              200             no-operation       no-operation       200             scope       200           no-operation  sign-in
cancelOperation operation           204             no-operation       no-operation       204             scope       204           no-operation  sign-in
trashFile file                      204             no-item            no-item            204             scope       204           no-item       sign-in
trashFile folder                    204             no-item            no-item            204             scope       204           no-item       sign-in
trashFile received file             204             no-item            no-item            204             scope       204           no-item       sign-in
trashFiles file                     200             each:no-item       each:no-item       200             scope       200           each:no-item  sign-in
restoreFile trashed file            200             not-trashed        not-trashed        200             scope       200           no-item       sign-in
restoreFile file                    not-trashed     not-trashed        not-trashed        not-trashed     scope       not-trashed   no-item       sign-in
restoreFiles trashed file           200             each:not-trashed   each:not-trashed   200             scope       200           each:no-item  sign-in
listTrashedItems folder             200             no-folder          no-folder          200             scope       200           no-folder     sign-in
purgeFile trashed file              204             no-item            no-item            204             scope       204           no-item       sign-in
purgeFile file                      not-in-trash    no-item            no-item            not-in-trash    scope       not-in-trash  no-item       sign-in
purgeFiles trashed file             200             each:no-item       each:no-item       200             scope       200           each:no-item  sign-in
listChanges cursor                  200             other-feed         other-feed         200             scope       other-feed    other-feed    sign-in
listTags folder                     200             no-folder          no-folder          200             scope       200           no-folder     sign-in
getLatestChange folder              200             no-folder          no-folder          200             scope       200           no-folder     sign-in
getDrive drive                      200             no-drive           no-drive           200             scope       folder-key    folder-key    sign-in
updateDrive drive                   200             no-drive           no-drive           200             scope       folder-key    folder-key    sign-in
deleteDrive drive                   204             no-drive           no-drive           204             scope       folder-key    folder-key    sign-in
startMove file                      202             no-folder          no-folder          202             scope       202           no-item       sign-in
listFileVersions version            200             no-item            no-item            200             scope       200           no-item       sign-in
getFileVersionDownloadUrl version   200             unknown-file       unknown-file       200             scope       200           no-item       sign-in
restoreFileVersion version          200             no-item            no-item            200             scope       200           no-item       sign-in
deleteFileVersion version           204             no-item            no-item            204             scope       204           no-item       sign-in
deleteFileVersions version          200             no-item            no-item            200             scope       200           no-item       sign-in
listStoredFiles drive               200             no-drive           no-drive           200             scope       folder-key    folder-key    sign-in
listActivity drive                  200             no-drive           no-drive           200             scope       no-drive      no-drive      sign-in
createUploadGrant folder            201             no-folder          no-folder          201             scope       201           no-folder     sign-in
getUploadGrant upload grant         200             no-grant           no-grant           200             scope       200           no-grant      sign-in
revokeUploadGrant upload grant      204             no-grant           no-grant           204             scope       204           no-grant      sign-in
listItemActivity file               200             no-item            no-item            200             scope       200           no-item       sign-in
listItemActivity folder             200             no-item            no-item            200             scope       200           no-item       sign-in
listActivity own drive              200             200                200                200             scope       200           200           sign-in
listAccess file                     200             no-item         no-item            200             scope       folder-key    folder-key    sign-in
giveAccess file                     201             no-item         no-item            201             scope       folder-key    folder-key    sign-in
changeAccess role                   200             no-item         no-item            200             scope       folder-key    folder-key    sign-in
revokeAccess role                   204             no-item         no-item            204             scope       folder-key    folder-key    sign-in
getUploadStatus upload session      200             others-upload      others-upload      200             scope       200           200           sign-in
createArchive file                  200             not-archived       not-archived       200             scope       200           no-item       sign-in
createArchive folder                200             not-archived       not-archived       200             scope       200           no-item       sign-in
createFileShare file                200             others-file        others-file        200             scope       200           no-item       sign-in
createFileShare folder              no-file         no-file            no-file            no-file         scope       no-file       no-item       sign-in
createFileShare trashed file        no-file         others-file        others-file        no-file         scope       no-file       no-item       sign-in
createFileShare file of a guest     others-file     others-file        others-file        others-file     scope       no-item       no-item       sign-in
createFolderShare folder            200             others-folder      others-folder      200             scope       200           no-item       sign-in
createMultiShare file               201             not-shared         not-shared         201             scope       201           no-item       sign-in
setVisibility file                  200             each:no-item       each:no-item       200             scope       folder-key    folder-key    sign-in
setVisibility link                  200             each:no-item       each:no-item       200             scope       folder-key    folder-key    sign-in
setVisibility file of a guest       each:anonymous  each:anonymous     each:anonymous     each:anonymous  scope       folder-key    folder-key    sign-in
revokeFileShare link                204             others-file        others-file        204             scope       204           no-item       sign-in
revokeFileShare link of a guest     others-file     others-file        others-file        others-file     scope       no-item       no-item       sign-in
setFileShareMode link               200             others-file        others-file        200             scope       folder-key    folder-key    sign-in
setFileShareExpiry link             200             others-file        others-file        200             scope       folder-key    folder-key    sign-in
setFileSharePassword link           200             others-file        others-file        200             scope       folder-key    folder-key    sign-in
setFileShareSlug link               200             others-file        others-file        200             scope       folder-key    folder-key    sign-in
setFileShareNotify link             200             others-file        others-file        200             scope       folder-key    folder-key    sign-in
getFileUnlockEvents link            200             others-file        others-file        200             scope       folder-key    folder-key    sign-in
revokeFolderShare link              204             others-folder      others-folder      204             scope       204           no-item       sign-in
setFolderShareMode link             200             others-folder      others-folder      200             scope       folder-key    folder-key    sign-in
setFolderShareExpiry link           200             others-folder      others-folder      200             scope       folder-key    folder-key    sign-in
setFolderSharePassword link         200             others-folder      others-folder      200             scope       folder-key    folder-key    sign-in
setFolderShareSlug link             200             others-folder      others-folder      200             scope       folder-key    folder-key    sign-in
setFolderShareNotify link           200             others-folder      others-folder      200             scope       folder-key    folder-key    sign-in
getFolderUnlockEvents link          200             others-folder      others-folder      200             scope       folder-key    folder-key    sign-in
getShare link                       200             no-share           no-share           200             scope       folder-key    folder-key    sign-in
getShare link of a guest            no-share        no-share           no-share           no-share        scope       folder-key    folder-key    sign-in
revokeShare link                    204             no-share           no-share           204             scope       folder-key    folder-key    sign-in
revokeShare link of a guest         no-share        no-share           no-share           no-share        scope       folder-key    folder-key    sign-in
updateShare link                    200             no-share           no-share           200             scope       folder-key    folder-key    sign-in
listItemLinks link                  200             no-item            no-item            200             scope       200           no-item       sign-in
listItemLinks file of a guest       no-item         no-item            no-item            no-item         scope       no-item       no-item       sign-in
createItemLink file                 201             no-item            no-item            201             scope       201           no-item       sign-in
createItemLink folder               201             no-item            no-item            201             scope       201           no-item       sign-in
createItemLink trashed file         no-item         no-item            no-item            no-item         scope       no-item       no-item       sign-in
listShareUploads link               200             no-share           no-share           200             scope       folder-key    folder-key    sign-in
createShareUpload receiving link    201             201                201                201             201         201           201           201
createShareUpload link              no-files        no-files           no-files           no-files        no-files    no-files      no-files      no-files
createShareUpload private link      no-link         no-link            no-link            no-link         no-link     no-link       no-link       no-link
createShareUpload link with a password  password    password           password           password        password    password      password      password
setShareExpiry link                 200             no-share           no-share           200             scope       folder-key    folder-key    sign-in
setSharePassword link               200             no-share           no-share           200             scope       folder-key    folder-key    sign-in
setShareSlug link                   200             no-share           no-share           200             scope       folder-key    folder-key    sign-in
setShareNotify link                 200             no-share           no-share           200             scope       folder-key    folder-key    sign-in
getUnlockEvents link                200             no-share           no-share           200             scope       folder-key    folder-key    sign-in
sendShare link                      201             no-share           no-share           201             scope       folder-key    folder-key    sign-in
listRecipients link                 200             no-share           no-share           200             scope       folder-key    folder-key    sign-in
removeRecipient link                204             no-share           no-share           204             scope       folder-key    folder-key    sign-in
resolveShare link                   200             200                200                200             200         200           200           200
resolveShare private link           no-link         no-link            no-link            no-link         no-link     no-link       no-link       no-link
resolveShare link with a password   locked          locked             locked             locked          locked      locked        locked        locked
createComment link with a password  201             password           password           201             password    password      password      password
createComment link                  201             201                201                201             201         201           201           201
deleteComment link                  204             not-author         not-author         204             not-author  not-author    not-author    not-author
listComments link with a password   200             password           password           200             password    password      password      password
likeShare link                      200             200                200                200             200         200           200           200
unlikeShare link                    204             204                204                204             204         204           204           204
getCollection collection            200             others-request     others-request     200             scope       folder-key    folder-key    sign-in
updateCollection collection         200             others-request     others-request     200             scope       folder-key    folder-key    sign-in
deleteCollection collection         204             others-request     others-request     204             scope       folder-key    folder-key    sign-in
listCollectedUploads collection     200             others-request     others-request     200             scope       folder-key    folder-key    sign-in
createCollection folder             201             no-folder          no-folder          201             scope       folder-key    folder-key    sign-in
createProofing file                 201             not-proofed        not-proofed        201             scope       folder-key    folder-key    sign-in
createProofing folder               201             no-folder          no-folder          201             scope       folder-key    folder-key    sign-in
getProofing proofing                200             others-proofing    others-proofing    200             scope       folder-key    folder-key    sign-in
updateProofing proofing             200             others-proofing    others-proofing    200             scope       folder-key    folder-key    sign-in
deleteProofing proofing             204             others-proofing    others-proofing    204             scope       folder-key    folder-key    sign-in
listSubmissions proofing            200             others-proofing    others-proofing    200             scope       folder-key    folder-key    sign-in
getSubmission proofing              200             others-proofing    others-proofing    200             scope       folder-key    folder-key    sign-in
getPaste paste                      200             others-paste       others-paste       200             scope       folder-key    folder-key    sign-in
getPaste paste of a guest           others-paste    others-paste       others-paste       others-paste    scope       folder-key    folder-key    sign-in
deletePaste paste                   204             others-paste       others-paste       204             scope       folder-key    folder-key    sign-in
deletePaste paste of a guest        others-paste    others-paste       204                others-paste    scope       folder-key    folder-key    sign-in
resolvePaste paste                  200             200                200                200             200         200           200           200
resolvePaste private paste          200             no-paste           no-paste           200             no-paste    no-paste      no-paste      no-paste
resolvePaste paste with a password  200             locked             locked             200             locked      locked        locked        locked
revealPaste burning paste           200             200                200                200             200         200           200           200
updateWebhook webhook               200             no-webhook         no-webhook         200             scope       scope         scope         sign-in
deleteWebhook webhook               204             no-webhook         no-webhook         204             scope       scope         scope         sign-in
rotateWebhookSecret webhook         200             no-webhook         no-webhook         200             scope       scope         scope         sign-in
listWebhookDeliveries webhook       200             no-webhook         no-webhook         200             scope       scope         scope         sign-in
getWebhookDelivery webhook          200             no-webhook         no-webhook         200             scope       scope         scope         sign-in
redeliverWebhook webhook            202             no-webhook         no-webhook         202             scope       scope         scope         sign-in
revokeApiKey API key                204             no-key             no-key             204             scope       scope         scope         sign-in
deleteAnyFile file                  admins-only     admins-only        204                admins-only     scope       scope         scope         sign-in
deleteAnyFile file of a guest       admins-only     admins-only        204                admins-only     scope       scope         scope         sign-in
quarantineFile file                 admins-only     admins-only        200                admins-only     scope       scope         scope         sign-in
`;

/** Each row: operation and thing, then the answers in the order of the callers. */
export const accessTable: readonly (readonly string[])[] = table
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(/ {2,}/));
