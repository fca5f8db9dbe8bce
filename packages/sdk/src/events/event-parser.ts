/** One block of a stream of server-sent events. */
export interface Message {
  /** What to come again with when the connection is lost after it; undefined as long as the server has named nothing. */
  readonly id: string | undefined;
  /** `''` where the block only names an id. */
  readonly data: string;
}

/** Reads server-sent events as the HTML standard says, from text that comes in pieces. */
export class EventParser {
  #waiting = '';
  #searched = 0;
  #id: string | undefined;
  #data: string[] = [];
  #isNamed = false;

  /** The blocks that are whole by now. */
  push(text: string): Message[] {
    this.#waiting += text;
    const messages: Message[] = [];
    for (let line = this.#takeLine(); line !== undefined; line = this.#takeLine()) {
      const message = line === '' ? this.#endBlock() : this.#readField(line);
      if (message !== undefined) messages.push(message);
    }
    return messages;
  }

  /** Lines end with LF, CR or both; undefined while the end of one has not come. */
  #takeLine(): string | undefined {
    const text = this.#waiting;
    let end = this.#searched;
    while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end += 1;
    this.#searched = end;
    // After a CR at the very end an LF may follow.
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
