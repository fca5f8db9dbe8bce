import type { Ports } from '../../platform/ports/ports.ts';

/** The account (users.id) that the link of an email keeps, as long as it is to be erased at this time. */
export interface KeptAccount {
  readonly id: string;
  readonly deletesAt: number;
}

/** The token of that link. Nothing of it is stored, and it keeps nothing once the account is kept, erased or deleted anew. */
export class KeepToken {
  readonly #secrets: Ports['secrets'];

  constructor(secrets: Ports['secrets']) {
    this.#secrets = secrets;
  }

  write({ id, deletesAt }: KeptAccount): string {
    return this.#secrets.encrypt('keep-account', 'email', JSON.stringify({ id, deletesAt }));
  }

  /** undefined if this server did not write it. */
  read(token: string): KeptAccount | undefined {
    try {
      return JSON.parse(this.#secrets.decrypt('keep-account', 'email', token)) as KeptAccount;
    } catch {
      return undefined;
    }
  }
}
