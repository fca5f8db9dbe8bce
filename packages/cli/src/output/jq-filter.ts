import { CliError } from '../shell/cli-error.ts';

/** Exit code of jq for an expression that it does not understand. */
const notUnderstood = 3;

/** Filters JSON texts by an expression of jq. */
export type JqFilter = (json: string, options: { readonly indented: boolean }) => string;

/** Throws for an expression that is wrong, before anything is done. */
export async function createJqFilter(expression: string): Promise<JqFilter> {
  const { loadJq } = await import('./jq-program.ts');
  const jq = await loadJq();
  // A comment may end the expression.
  const checked = jq.raw('null', `empty | (${expression}\n)`);
  if (checked.exitCode === notUnderstood) {
    // The expression alone, so that the place of the error is that in the expression.
    const { stderr } = jq.raw('null', expression);
    throw new CliError('usage', `--jq: ${firstLine(stderr || checked.stderr)}`, {
      hint: 'see https://jqlang.org/manual/',
    });
  }
  return (json, { indented }) => {
    // Texts are written as they are, everything else as JSON.
    const { stdout, stderr, exitCode } = jq.raw(json, expression, indented ? ['-r'] : ['-r', '-c']);
    if (exitCode !== 0) throw new CliError('failed', `--jq: ${firstLine(stderr)}`);
    return stdout === '' || stdout.endsWith('\n') ? stdout : `${stdout}\n`;
  };
}

const firstLine = (stderr: string): string =>
  (stderr.split('\n', 1)[0] ?? '').replace(/^jq: (?:error(?: \(at [^)]*\))?: )?/, '').replace(/:$/, '');
