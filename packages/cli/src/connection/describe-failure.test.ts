import { DriveError, type DriveErrorCode } from '@drive/sdk';
import { describe, expect, it } from 'vitest';
import { CliError } from '../shell/cli-error.ts';
import { describeFailure, exitCodeOf } from './describe-failure.ts';

describe('exit codes', () => {
  it.each<[string, number | undefined, number]>([
    ['network_error', undefined, 7],
    ['timeout', undefined, 7],
    ['rate_limited', 429, 7],
    ['too_many_requests', 429, 7],
    ['storage_failure', 502, 7],
    ['unavailable', 503, 7],
    ['internal_error', 500, 7],
    ['unexpected_answer', 502, 7],
    ['authentication_required', 401, 4],
    ['access_denied', 403, 4],
    ['expired_token', 400, 4],
    ['file_not_found', 404, 5],
    ['share_expired', 410, 5],
    ['share_limit_reached', 410, 5],
    ['archive_consumed', 410, 5],
    ['share_locked', 401, 4],
    ['share_password_incorrect', 403, 4],
    ['share_not_found', 404, 5],
    ['vanity_slug_taken', 409, 6],
    ['archive_size_exceeded', 413, 6],
    ['file_purged', 410, 5],
    ['name_conflict', 409, 6],
    ['storage_quota_exceeded', 409, 6],
    ['api_key_limit_reached', 409, 6],
    ['payload_too_large', 413, 6],
    ['validation_failed', 400, 2],
    ['invalid_argument', undefined, 2],
    ['checksum_mismatch', undefined, 1],
    ['source_changed', undefined, 1],
    ['unexpected_answer', 200, 1],
    ['a_code_of_a_newer_server', 409, 6],
    ['aborted', undefined, 130],
  ])('%s (%s) exits with %d', (code, status, expected) => {
    expect(exitCodeOf(new DriveError(code as DriveErrorCode, 'x', { status }))).toBe(expected);
  });

  it('are 1 for unknown errors', () => expect(exitCodeOf(new TypeError('x'))).toBe(1));
});

describe('an error message', () => {
  it('says what to do about a full disk', () => {
    const cause = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    const error = new DriveError('local_file_error', 'x.part can’t be written', { cause });
    expect(describeFailure(error)).toMatchObject({ exitCode: 1, hint: expect.stringMatching(/^the disk is full/) });
  });

  it('is one line, without a full stop, with what to do next', () => {
    const error = new DriveError('too_many_requests', 'Too many\n  calls.', { status: 429, retryAfter: 1.2 });
    expect(describeFailure(error)).toMatchObject({ message: 'Too many calls', hint: 'try again in 2 s' });
  });

  it('counts long waits in minutes', () => {
    const error = new DriveError('too_many_requests', 'Too many.', { status: 429, retryAfter: 895 });
    expect(describeFailure(error).hint).toBe('try again in 15 minutes');
  });

  it('contains the request id for the server’s log', () => {
    const error = new DriveError('internal_error', 'Something went wrong.', { status: 500, requestId: 'r1' });
    expect(describeFailure(error).hint).toContain('r1');
  });

  it('names each field once', () => {
    const issues = [{ field: 'label', message: 'is too long', code: 'too_big' }];
    const error = new DriveError('validation_failed', 'label is too long. (label is too long)', {
      status: 400,
      issues,
    });
    expect(describeFailure(error).message).toBe('label is too long');
  });

  it('keeps the text of the CLI’s own errors', () => {
    const error = new CliError('exists', 'a already exists', { hint: 'use --force' });
    expect(describeFailure(error)).toEqual({
      code: 'exists',
      message: 'a already exists',
      hint: 'use --force',
      exitCode: 6,
    });
  });
});
