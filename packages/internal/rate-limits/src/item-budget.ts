import { DomainError, hourMs, minuteMs } from '@drive/base';
import type { RateStores, RateWindow, WindowState } from './rate-store.ts';

/** Work on items per user. Not for use inside `database.write`: draw first, then write. */
export interface ItemBudget {
  /**
   * Draws as many items as `count` returns; throws `too_many_requests` if the user has not so many left. `count` is not
   * called if nothing is left.
   */
  draw(userId: number, count: () => Promise<number>): Promise<void>;
}

export const noItemBudget: ItemBudget = { draw: () => Promise.resolve() };

/**
 * `perMinute` 0: no limit. Work that exceeds a whole minute is possible if nothing was drawn in its minute. It
 * takes that minute's budget and counts in full in that of the hour, so that large work does not cost less.
 */
export function createItemBudget({ passing }: RateStores, perMinute: number): ItemBudget {
  if (perMinute === 0) return noItemBudget;
  const minute: RateWindow = { name: 'items', calls: perMinute, periodMs: minuteMs };
  const hour: RateWindow = { name: 'large work on items', calls: perMinute * (hourMs / minuteMs), periodMs: hourMs };
  return {
    draw: async (userId, count) => {
      const key = String(userId);
      const { remaining, ...state } = await passing.peek(minute, key);
      if (remaining === 0) throw refusal(state, perMinute);
      const items = await count();
      if (items === 0) return;
      const inMinute = Math.min(items, perMinute);
      const drawn = await passing.consume(minute, key, inMinute);
      if (!drawn.allowed) throw refusal(drawn, perMinute, items);
      if (items <= perMinute) return;
      const large = await passing.consume(hour, key, Math.min(items, hour.calls));
      if (large.allowed) return;
      await passing.refund(minute, key, inMinute);
      throw refusal(large, perMinute, items);
    },
  };
}

function refusal({ resetSeconds }: Pick<WindowState, 'resetSeconds'>, perMinute: number, items?: number): DomainError {
  const wanted = items === undefined ? '' : `, and this concerns ${items}`;
  return new DomainError(
    'too_many_requests',
    `At most ${perMinute} items may be copied, moved to another owner, restored or permanently deleted in a minute${wanted}. Try again in ${resetSeconds} seconds.`,
    { retryAfterSeconds: resetSeconds },
  );
}
