import { createInterface } from 'node:readline';
import { CliError } from '../shell/cli-error.ts';
import type { Connecting } from './connect.ts';
import { readHiddenLine } from './hidden-line.ts';

/** Asks for secrets: on a terminal without showing them, else each is one line of standard input, in this order. */
interface SecretPrompts {
  /** `what` names the secret, as in `the current password`. */
  ask(what: string): Promise<string>;
  /** Asks twice on a terminal. */
  askNew(what: string): Promise<string>;
  close(): void;
}

export function openSecretPrompts({ world, output, globals }: Connecting): SecretPrompts {
  const { stdin } = world;
  if (globals.apiKeyFile === '-')
    throw new CliError('usage', 'standard input cannot be both the key and the password', {
      hint: 'give the key with --api-key-file FILE',
    });
  const lines =
    stdin.isTTY === true ? undefined : createInterface({ input: stdin, crlfDelay: Number.POSITIVE_INFINITY });
  const reader = lines?.[Symbol.asyncIterator]();

  async function type(question: string): Promise<string> {
    output.ask(question);
    const line = await readHiddenLine(world);
    if (line === undefined) throw new CliError('interrupted', 'interrupted');
    return line;
  }

  async function ask(what: string): Promise<string> {
    const secret =
      reader === undefined ? await type(`Type ${what} (it is not shown), and Enter:`) : (await reader.next()).value;
    if (secret) return secret;
    throw new CliError('usage', reader === undefined ? `${what} is empty` : `standard input has no line with ${what}`);
  }

  return {
    ask,
    async askNew(what) {
      const secret = await ask(what);
      if (reader === undefined && (await type('The same again:')) !== secret)
        throw new CliError('usage', 'the passwords differ', { hint: 'nothing was changed; try again' });
      return secret;
    },
    close: () => lines?.close(),
  };
}
