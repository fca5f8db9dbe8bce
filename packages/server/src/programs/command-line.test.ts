import { describe, expect, it } from 'vitest';
import { settingNames } from '../settings.ts';
import { help, parseCommandLine, UsageError } from './command-line.ts';

const parse = (line: string) => parseCommandLine(line === '' ? [] : line.split(' '));

describe('the command line', () => {
  it('runs serve by default', () => {
    expect(parse('')).toMatchObject({ command: 'serve', flags: {}, options: { cliProfile: false } });
    expect(parse('--port 0 --cli-profile')).toMatchObject({
      command: 'serve',
      flags: { PORT: '0' },
      options: { cliProfile: true },
    });
  });

  it('accepts settings as flags of every command', () => {
    expect(parse('user list --data-dir /data --json').flags).toEqual({ DATA_DIR: '/data' });
    expect(parse('serve --rate-api=0').flags).toEqual({ RATE_API: '0' });
  });

  it('accepts no secret as a flag', () => {
    for (const flag of ['secret', 'database-url', 'smtp-url', 'admin-password', 'captcha-secret', 'metrics-token'])
      expect(() => parse(`--${flag} x`)).toThrow(UsageError);
  });

  it.each([
    'start',
    'user',
    'user remove',
    'serve now',
    '--prot 1',
    '--port',
    'sweep --json',
    'user list --email x',
    '-x',
  ])('refuses "%s"', (line) => {
    expect(() => parse(line)).toThrow(UsageError);
  });

  it.each([
    ['bakcup x', 'did you mean backup? see --help'],
    ['user ls', 'did you mean user list? see --help'],
    ['users', 'did you mean user list? see --help'],
    ['user crete', 'did you mean user create? see --help'],
    ['docter', 'did you mean doctor? see --help'],
    ['start', 'did you mean serve? see --help'],
    ['--prot 1', 'did you mean --port? see --help'],
    ['user list --jsno', 'did you mean --json? see --help'],
    ['something else', '(see --help)'],
  ])('proposes what "%s" may mean', (line, hint) => {
    expect(() => parse(line)).toThrow(hint);
  });

  it('parses commands of two words and their options', () => {
    expect(parse('user create --email a@b --admin --plan paid --name N')).toMatchObject({
      command: 'user create',
      options: { email: 'a@b', admin: true, plan: 'paid', name: 'N' },
    });
    expect(parse('key create --email a@b --label L')).toMatchObject({ command: 'key create', options: { label: 'L' } });
  });

  it('accepts one file to back up to or to restore from', () => {
    expect(parse('backup drive.tar')).toMatchObject({ command: 'backup', operand: 'drive.tar' });
    expect(parse('mail test ada@example.com')).toMatchObject({ command: 'mail test', operand: 'ada@example.com' });
    expect(parse('restore - --check')).toMatchObject({ command: 'restore', operand: '-', options: { check: true } });
    for (const line of ['backup', 'mail test', 'mail test a b', 'restore a b', 'backup a --check', 'doctor a'])
      expect(() => parse(line)).toThrow(UsageError);
  });

  it('refuses lines of JSON on the standard output that is the backup', () => {
    expect(() => parse('backup - --json')).toThrow(UsageError);
    expect(parse('backup drive.tar --json')).toMatchObject({ operand: 'drive.tar', options: { json: true } });
    expect(parse('backup -')).toMatchObject({ operand: '-', options: { json: false } });
  });

  it('prints the version alone', () => {
    expect(parse('--version')).toMatchObject({ options: { version: true } });
    expect(parse('').options.version).toBe(false);
  });

  it('prints help with any other arguments', () => {
    expect(parse('nonsense --help').options.help).toBe(true);
    expect(help).toContain('--data-dir');
    expect(settingNames.filter((name) => help.includes(`DRIVE_${name}`)).length).toBeGreaterThan(35);
  });
});
