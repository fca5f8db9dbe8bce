import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Builder, By, Capabilities, Key, until, type WebDriver, type WebElement } from 'selenium-webdriver';
import { findProgram, patienceMs, type VisitedBrowser } from './visited-browser.ts';

const programs = ['WebKitWebDriver', 'Xvfb'];
const missing = programs.filter((name) => findProgram(name) === undefined);

export const webkitIsMissing = missing.length > 0 ? `there is no ${missing.join(' and no ')}` : undefined;

/** WebKitGTK, by WebDriver, which saves downloads in a folder. `home` is a folder for what it stores. */
export async function openWebkit(downloads: string, home: string): Promise<VisitedBrowser> {
  mkdirSync(join(home, '.config'), { recursive: true });
  writeFileSync(join(home, '.config/user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [display] = (await once(screen.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer];
  const port = await freePort();
  const env = { ...process.env, HOME: home, DISPLAY: `:${display.toString().trim()}`, LIBGL_ALWAYS_SOFTWARE: '1' };
  const program = spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' });
  const driver = await connect(port);
  await driver.manage().window().setRect({ width: 1280, height: 900 });
  return new Webkit(driver, async () => {
    await driver.quit();
    await Promise.all([program, screen].map(end));
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function connect(port: number): Promise<WebDriver> {
  const capabilities = new Capabilities().set('browserName', 'MiniBrowser');
  for (const end = Date.now() + patienceMs; ;)
    try {
      return await new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build();
    } catch (error) {
      // The program needs a moment until it listens.
      if (!String(error).includes('ECONNREFUSED') || Date.now() > end) throw error;
    }
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}

class Webkit implements VisitedBrowser {
  readonly #driver: WebDriver;
  readonly #quit: () => Promise<void>;
  readonly #errors: string[] = [];

  constructor(driver: WebDriver, quit: () => Promise<void>) {
    this.#driver = driver;
    this.#quit = quit;
  }

  async goto(url: string): Promise<void> {
    await this.#collectErrors();
    await this.#driver.get(url);
    // The protocol tells no errors.
    await this.#driver.executeScript(() => {
      const errors: string[] = [];
      Object.assign(window, { errors });
      addEventListener('error', ({ message }) => errors.push(message));
      addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        errors.push(`${violatedDirective} refuses ${blockedURI}`),
      );
    });
  }

  async click(xpath: string): Promise<void> {
    // An element that moves, or is covered while a dialog closes, takes no click.
    await this.#driver.wait(
      () =>
        this.#find(xpath)
          .then((element) => element.click())
          .then(
            () => true,
            () => false,
          ),
      patienceMs,
      `nothing takes a click at ${xpath}`,
    );
  }

  async waitFor(xpath: string): Promise<void> {
    await this.#driver.wait(until.elementIsVisible(await this.#find(xpath)), patienceMs);
  }

  async valueOf(xpath: string): Promise<string> {
    return this.#driver.executeScript<string>('return arguments[0].value', await this.#find(xpath));
  }

  async choose(xpath: string, path: string): Promise<void> {
    await (await this.#find(xpath)).sendKeys(path);
  }

  async type(text: string): Promise<void> {
    await this.#driver.actions().sendKeys(text).perform();
  }

  async press(key: 'Enter' | 'Escape' | 'F2'): Promise<void> {
    const code = { Enter: Key.ENTER, Escape: Key.ESCAPE, F2: Key.F2 }[key];
    await this.#driver.actions().sendKeys(code).perform();
  }

  forgetCookies(): Promise<void> {
    return this.#driver.manage().deleteAllCookies();
  }

  async errors(): Promise<string[]> {
    await this.#collectErrors();
    return this.#errors;
  }

  close(): Promise<void> {
    return this.#quit();
  }

  #find(xpath: string): Promise<WebElement> {
    return this.#driver.wait(until.elementLocated(By.xpath(xpath)), patienceMs);
  }

  async #collectErrors(): Promise<void> {
    this.#errors.push(...(await this.#driver.executeScript<string[]>('return (window.errors ?? []).splice(0)')));
  }
}
