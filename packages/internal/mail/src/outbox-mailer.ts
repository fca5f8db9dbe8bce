import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { isoTime } from '@drive/base';
import type { Mailer } from './mailer.ts';
import { toMessage, type MessageDeps } from './message.ts';

export interface OutboxOptions extends MessageDeps {
  /** Created with the first mail. */
  readonly directory: string;
}

/**
 * Without an SMTP server: writes each mail as one complete `.eml` file, named so that a listing is in order of time.
 * Only the server's own user may read them, because they contain sign-in links.
 */
export function createOutboxMailer(options: OutboxOptions): Mailer {
  return {
    send: async (mail) => {
      const { createTransport } = await import('nodemailer');
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message } = await composer.sendMail(toMessage(mail, options));
      await mkdir(options.directory, { recursive: true, mode: 0o700 });
      const name = `${isoTime(options.clock.now()).replaceAll(':', '-')}-${options.random.uuid()}`;
      const temporary = join(options.directory, `.${name}.tmp`);
      const file = await open(temporary, 'wx', 0o600);
      try {
        await file.writeFile(message as Buffer);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, join(options.directory, `${name}.eml`));
    },
  };
}
