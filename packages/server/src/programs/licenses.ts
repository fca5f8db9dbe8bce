import { isSingleBinary, readTextPart } from '../platform/program/index.ts';

/** Prints the licences of third-party code in the single binary. */
export function printLicenses(): void {
  process.stdout.write(
    isSingleBinary
      ? readTextPart('third-party-notices.txt')
      : 'Drive is MIT licensed. The packages it uses lie in node_modules, each with its own licence.\n',
  );
}
