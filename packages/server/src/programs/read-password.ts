import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { UsageError } from './command-line.ts';

/** Reads the first line of standard input; on a terminal after a prompt and without echo. */
export async function readPassword(prompt: string): Promise<string> {
  const { stdin, stderr } = process;
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  if (stdin.isTTY) stderr.write(prompt);
  const lines = createInterface({ input: stdin, output: nowhere, terminal: stdin.isTTY });
  const password = await new Promise<string | undefined>((resolve) => {
    lines
      .once('line', resolve)
      .once('close', () => resolve(undefined))
      .once('SIGINT', () => lines.close());
  });
  lines.close();
  if (stdin.isTTY) stderr.write('\n');
  if (password === undefined || password === '') throw new UsageError('give the password on standard input');
  return password;
}
