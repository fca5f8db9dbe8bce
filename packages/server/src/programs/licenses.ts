import { isSingleBinary, readTextPart } from '@drive/program';

export function printLicenses(): void {
  process.stdout.write(
    isSingleBinary
      ? readTextPart('third-party-notices.txt')
      : 'Drive is MIT licensed. The packages it uses lie in node_modules, each with its own licence.\n',
  );
}
