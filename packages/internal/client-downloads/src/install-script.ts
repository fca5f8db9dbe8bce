import type { BaseUrl } from '@drive/base';
import type { ClientFile } from './client-files.ts';
import { binaryTarget } from './install-command.ts';

/** A shell script for POSIX systems that installs drive-cli for one user, or explains how to install it with npm. */
export function renderInstallScript(baseUrl: BaseUrl, files: readonly ClientFile[]): string {
  const binaries = files.flatMap((file) => {
    const target = binaryTarget(file.name);
    return target === undefined ? [] : [`    ${target}) sha256=${file.sha256} ;;`];
  });
  const hasArchive = files.some(({ name }) => name === 'drive-cli.tgz');
  const advice = hasArchive
    ? `With Node 22.12 or newer, run: npm install --global $base/install/drive-cli.tgz`
    : `Ask the operator of this server to build it with "npm run binary".`;
  return `#!/bin/sh
# Installs drive-cli from this server: downloads the binary for this machine, verifies its SHA-256 and stores it in
# ~/.local/bin or in the directory that is given: sh cli.sh /usr/local/bin
set -eu

base=${quoted(baseUrl.href)}

fail() {
  echo "drive-cli was not installed: $1" >&2
  exit 1
}

# Prints the SHA-256 of standard input.
hash_input() {
  if command -v sha256sum >/dev/null 2>&1; then sha256sum
  elif command -v shasum >/dev/null 2>&1; then shasum -a 256
  elif command -v openssl >/dev/null 2>&1; then openssl dgst -sha256 -r
  else fail 'sha256sum, shasum or openssl is needed to verify the download.'
  fi | cut -d ' ' -f 1
}

download() {
  if command -v curl >/dev/null 2>&1; then curl -fsSL -o "$2" "$1"
  elif command -v wget >/dev/null 2>&1; then wget -q -O "$2" "$1"
  else fail 'curl or wget is needed for the download.'
  fi
}

main() {
  os=$(uname -s | tr '[:upper:]' '[:lower:]')
  case $(uname -m) in
    x86_64 | amd64) arch=x64 ;;
    aarch64 | arm64) arch=arm64 ;;
    *) arch=$(uname -m) ;;
  esac
  # Node's binaries need glibc.
  if [ "$os" = linux ] && ls /lib/ld-musl-* >/dev/null 2>&1 && ! ls /lib*/ld-linux-* /lib*/*/ld-linux-* >/dev/null 2>&1; then
    os=linux-musl
  fi

  sha256=
  case $os-$arch in
${binaries.length === 0 ? '    none) ;;' : binaries.join('\n')}
  esac
  [ -n "$sha256" ] || fail "this server has no binary for $os-$arch. ${advice.replaceAll('"', '\\"')}"

  directory=\${1:-\${HOME:?}/.local/bin}
  mkdir -p "$directory"
  unfinished=$directory/.drive-cli.$$
  trap 'rm -f "$unfinished"' EXIT
  trap 'exit 1' HUP INT TERM
  download "$base/install/drive-cli-$os-$arch" "$unfinished" || fail "$base/install/drive-cli-$os-$arch cannot be downloaded."
  found=$(hash_input <"$unfinished")
  [ "$found" = "$sha256" ] || fail "the download has the SHA-256 $found, expected $sha256. Run this again."
  chmod 755 "$unfinished"
  mv -f "$unfinished" "$directory/drive-cli"

  echo "drive-cli $("$directory/drive-cli" --version) is installed in $directory."
  case :$PATH: in
    *":$directory:"*) ;;
    *) echo "$directory is not in PATH. Add this line to your shell's profile: export PATH=\\"$directory:\\$PATH\\"" ;;
  esac
  echo "Sign in with: drive-cli login --url $base"
}

# A download that is cut off runs nothing.
main "$@"
`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
