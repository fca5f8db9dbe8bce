import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Actions of a test in a browser besides Chromium. Elements are named by XPath; each call waits for its element. */
export interface VisitedBrowser {
  goto(url: string): Promise<void>;
  click(xpath: string): Promise<void>;
  waitFor(xpath: string): Promise<void>;
  valueOf(xpath: string): Promise<string>;
  /** Chooses a file of this machine in the field for files. */
  choose(xpath: string, path: string): Promise<void>;
  /** Types into what has the focus. */
  type(text: string): Promise<void>;
  press(key: 'Enter' | 'Escape' | 'F2'): Promise<void>;
  /** Ends the session, as another browser would be. */
  forgetCookies(): Promise<void>;
  /** Errors that pages logged or threw, and what their policies refused. */
  errors(): Promise<string[]>;
  close(): Promise<void>;
}

/** Milliseconds that a call waits for its element. */
export const patienceMs = 60_000;

/** Path of a program on this machine; undefined if there is none. */
export const findProgram = (name: string): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
