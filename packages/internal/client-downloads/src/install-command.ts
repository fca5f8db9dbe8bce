import type { BaseUrl } from '@drive/base';
import type { ClientFile } from './client-files.ts';

/** `linux-x64` of the file name `drive-cli-linux-x64`; undefined for other files. */
export const binaryTarget = (name: string): string | undefined => /^drive-cli-([a-z0-9]+-[a-z0-9]+)$/.exec(name)?.[1];

/** Commands that install the clients from this server; undefined if the file for it is not built. */
export interface InstallCommands {
  readonly script: string | undefined;
  readonly cli: string | undefined;
  readonly sdk: string | undefined;
  readonly react: string | undefined;
}

export function installCommands(baseUrl: BaseUrl, files: readonly ClientFile[]): InstallCommands {
  const names = files.map(({ name }) => name);
  const hasBinary = names.some((name) => binaryTarget(name) !== undefined);
  const urlOf = (file: string): string => baseUrl.link(`/install/${file}`);
  return {
    script: hasBinary ? `curl -fsSL ${urlOf('cli.sh')} | sh` : undefined,
    cli: names.includes('drive-cli.tgz') ? `npm install --global ${urlOf('drive-cli.tgz')}` : undefined,
    sdk: names.includes('drive-sdk.tgz') ? `npm install ${urlOf('drive-sdk.tgz')}` : undefined,
    // With the SDK, which npm would look for in its registry.
    react: names.includes('drive-react.tgz')
      ? `npm install ${urlOf('drive-sdk.tgz')} ${urlOf('drive-react.tgz')}`
      : undefined,
  };
}
