/** What a script installs, and what it says. */
export interface Installer {
  /** Name of the script. */
  readonly name: string;
  /** What it installs, and from where, for the comment and the messages. */
  readonly what: string;
  readonly source: string;
  /** URL of the folder with the files, as a word of the shell. */
  readonly folder: string;
  readonly programs: readonly string[];
  /** Files named as `drive-cli-linux-x64`. */
  readonly binaries: readonly { readonly name: string; readonly sha256: string }[];
  /** For a machine without a binary. */
  readonly advice: string;
  /** Lines of shell that end the script. */
  readonly next: readonly string[];
  /** Variables that the lines above use, as lines of shell. */
  readonly variables?: readonly string[];
}

/** A shell script for POSIX systems that installs programs for one user, without root. */
export function renderInstaller(installer: Installer): string {
  const { name, what, source, folder, programs, binaries, advice, next, variables = [] } = installer;
  const sums = binaries.map((file) => `    ${file.name}) sha256=${file.sha256} ;;`);
  return `#!/bin/sh
# Installs ${what} from ${source}: downloads the binary for this machine, verifies its SHA-256 and stores it in
# ~/.local/bin or in the directory that is given: sh ${name} /usr/local/bin
set -eu

${variables.join('\n')}

fail() {
  echo "${what} was not installed: $1" >&2
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

# Stores the program $1 in $directory.
install_program() {
  file=$1-$os-$arch
  sha256=
  case $file in
${sums.length === 0 ? '    none) ;;' : sums.join('\n')}
  esac
  [ -n "$sha256" ] || fail "${source} has no binary for $os-$arch. ${advice.replaceAll('"', '\\"')}"

  mkdir -p "$directory"
  unfinished=$directory/.$1.$$
  download "${folder}/$file" "$unfinished" || fail "${folder}/$file cannot be downloaded."
  found=$(hash_input <"$unfinished")
  [ "$found" = "$sha256" ] || fail "the download has the SHA-256 $found, expected $sha256. Run this again."
  chmod 755 "$unfinished"
  version=$("$unfinished" --version) || fail "the binary $file does not run on this machine."
  mv -f "$unfinished" "$directory/$1"
  echo "$1 $version is installed in $directory."
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

  directory=\${1:-\${HOME:?}/.local/bin}
  unfinished=
  trap '[ -z "$unfinished" ] || rm -f "$unfinished"' EXIT
  trap 'exit 1' HUP INT TERM
  for program in ${programs.join(' ')}; do install_program "$program"; done

  case :$PATH: in
    *":$directory:"*) ;;
    *) echo "$directory is not in PATH. Add this line to your shell's profile: export PATH=\\"$directory:\\$PATH\\"" ;;
  esac
  ${next.join('\n  ')}
}

# A download that is cut off runs nothing.
main "$@"
`;
}

/** A word of the shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
