import { PassThrough } from 'node:stream';

/** A terminal that types the answers to hidden prompts, one line after the other. */
export function typist(...answers: readonly string[]): { stdin: PassThrough; stdinIsTerminal: true } {
  const left = [...answers];
  const stdin = new PassThrough();
  const setRawMode = (raw: boolean): void => {
    const answer = raw ? left.shift() : undefined;
    if (answer !== undefined) stdin.write(`${answer}\r`);
  };
  return { stdin: Object.assign(stdin, { setRawMode }), stdinIsTerminal: true };
}
