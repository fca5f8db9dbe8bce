/** The clients that a server hands out. */
export { createClientFiles, type ClientFile, type ClientFiles, type OpenClientFile } from './client-files.ts';
export { binaryTarget, installCommands, type InstallCommands } from './install-command.ts';
export { mountInstall } from './install-pages.tsx';
