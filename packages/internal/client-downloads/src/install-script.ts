import type { BaseUrl } from '@drive/base';
import type { ClientFile } from './client-files.ts';
import { binaryTarget } from './install-command.ts';
import { quoted, renderInstaller } from './installer.ts';

/** A shell script that installs drive-cli for one user, or explains how to install it with npm. */
export function renderInstallScript(baseUrl: BaseUrl, files: readonly ClientFile[]): string {
  const hasArchive = files.some(({ name }) => name === 'drive-cli.tgz');
  return renderInstaller({
    name: 'cli.sh',
    what: 'drive-cli',
    source: 'this server',
    variables: [`base=${quoted(baseUrl.href)}`],
    folder: '$base/install',
    programs: ['drive-cli'],
    binaries: files.filter(({ name }) => binaryTarget(name) !== undefined),
    advice: hasArchive
      ? 'With Node 22.12 or newer, run: npm install --global $base/install/drive-cli.tgz'
      : 'Ask the operator of this server to build it with "npm run binary".',
    next: ['echo "Sign in with: drive-cli login --url $base"'],
  });
}
