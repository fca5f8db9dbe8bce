import { quoted, renderInstaller } from './installer.ts';

/**
 * `install.sh` of a release: a shell script that installs drive-server and drive-cli for one user. It downloads from `url`, or
 * from DRIVE_RELEASE_URL, such as a mirror; its checksums are those of these files.
 */
export const renderReleaseScript = (
  url: string,
  files: readonly { readonly name: string; readonly sha256: string }[],
): string =>
  renderInstaller({
    name: 'install.sh',
    what: 'Drive',
    source: 'this release',
    variables: [
      `release=${quoted(url.replace(/\/$/, ''))}`,
      'release=${DRIVE_RELEASE_URL:-$release}',
      'release=${release%/}',
    ],
    folder: '$release',
    programs: ['drive-server', 'drive-cli'],
    binaries: files.filter(({ name }) => /^drive-(?:server|cli)-[a-z0-9]+-[a-z0-9]+$/.test(name)),
    advice: 'With Node 22.18 or newer, install the packages of the release with npm.',
    next: ['echo "Start it with: drive-server serve --cli-profile"'],
  });
