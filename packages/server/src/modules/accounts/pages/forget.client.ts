// Files that another app shared with the installed app (`packages/web/src/installed/shared-files.ts`) wait for its next
// start. Signing out ends here; the next user of the browser must not get them.
if ('caches' in globalThis) void caches.delete('drive-shared-files');
