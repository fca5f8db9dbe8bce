import { connect } from '../connection/connect.ts';
import { formatCount, formatTime } from '../output/format.ts';
import { formatTable } from '../output/table.ts';
import { explainShare, findOwnShare, parseShare } from '../sharing/find-own-share.ts';
import type { Command } from './context.ts';

const WORDS = { success: 'unlocked', failure: 'wrong password', rate_limited: 'too many attempts' } as const;

export const showShareEvents: Command<[share: string]> = async (context, argument) => {
  const named = parseShare(argument);
  const connection = await connect(context);
  const { output, signal } = context;
  const { key } = await findOwnShare(connection, named, signal);
  const audit = await connection.client.shares.unlockEvents(key, { signal }).catch((error: unknown) => {
    throw explainShare(error, named);
  });
  const { recentEvents, failedLast24h, bruteForceAlert } = audit;
  const columns = [{ title: 'TIME' }, { title: 'ATTEMPT' }];
  const rows = recentEvents.map(({ createdAt, result }) => [formatTime(createdAt), WORDS[result]]);
  const lines = recentEvents.map(({ createdAt, result }) => `${createdAt}\t${result}`);
  if (output.interactive && rows.length === 0) output.note('nobody has tried to unlock it');
  else await output.result(audit, output.interactive ? formatTable(columns, rows) : lines);
  const failures = `${formatCount(failedLast24h, 'failed attempt')} in the last 24 hours`;
  if (bruteForceAlert) output.warn(`${failures}: somebody may be guessing the password`);
  else if (failedLast24h > 0) output.note(failures);
};
