/** One block of a stream of server-sent events. */
export interface Message {
  /** ID to reconnect with; `undefined` until the server has sent one. */
  readonly id: string | undefined;
  /** `''` if the block has only an ID. */
  readonly data: string;
}

/** Parses server-sent events (HTML standard) from chunks of text. */
export class EventParser {
  #waiting = '';
  #searched = 0;
  #id: string | undefined;
  #data: string[] = [];
  #isNamed = false;

  /** The blocks completed by this chunk. */
  push(text: string): Message[] {
    this.#waiting += text;
    const messages: Message[] = [];
    for (let line = this.#takeLine(); line !== undefined; line = this.#takeLine()) {
      const message = line === '' ? this.#endBlock() : this.#readField(line);
      if (message !== undefined) messages.push(message);
    }
    return messages;
  }

  /** Lines end with LF, CR or both. `undefined` if the line is incomplete. */
  #takeLine(): string | undefined {
    const text = this.#waiting;
    let end = this.#searched;
    while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end += 1;
    this.#searched = end;
    // A CR at the end of the chunk may be followed by an LF.
    if (end === text.length || (text[end] === '\r' && end + 1 === text.length)) return undefined;
    this.#waiting = text.slice(end + (text.startsWith('\r\n', end) ? 2 : 1));
    this.#searched = 0;
    return text.slice(0, end);
  }

  #readField(line: string): undefined {
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === 'data') this.#data.push(value);
    else if (name === 'id' && !value.includes('\0')) {
      this.#id = value === '' ? undefined : value;
      this.#isNamed = true;
    }
  }

  #endBlock(): Message | undefined {
    const [data, isNamed] = [this.#data.join('\n'), this.#isNamed];
    this.#data = [];
    this.#isNamed = false;
    return data === '' && !isNamed ? undefined : { id: this.#id, data };
  }
}
