import type { Generated } from 'kysely';
import { expect, expectTypeOf, test } from 'vitest';
import { computed, converted, defineAnyRow, flag, type DefineRow, type RowOf } from './define-row.ts';

interface Schema {
  webhooks: { row_id: Generated<number>; enabled: 0 | 1; disabled_reason: string | null; url: string };
}
const defineRow: DefineRow<Schema> = defineAnyRow;

const webhookRow = defineRow('webhooks', {
  rowId: 'row_id',
  isEnabled: flag('enabled'),
  reasons: converted('disabled_reason', (text: string | null) => text?.split(',') ?? []),
  deliveries: computed('delivery_count', (count: number) => count),
});
type WebhookRow = RowOf<typeof webhookRow>;

test('the columns are those of the table, without computed ones', () => {
  expect(webhookRow.columns).toEqual(['row_id', 'enabled', 'disabled_reason']);
  expect(webhookRow.columnsOf('w')).toEqual(['w.row_id', 'w.enabled', 'w.disabled_reason']);
  expectTypeOf(webhookRow.columns[0]!).toEqualTypeOf<'row_id' | 'enabled' | 'disabled_reason'>();
});

test('a row has the fields under their names, converted, and no others', () => {
  const selected = { row_id: 7, enabled: 1, disabled_reason: 'a,b', delivery_count: 3, url: 'x' } as const;
  const row: WebhookRow = webhookRow.from(selected);
  expect(row).toEqual({ rowId: 7, isEnabled: true, reasons: ['a', 'b'], deliveries: 3 });
  expect(webhookRow.from({ ...selected, enabled: 0, disabled_reason: null })).toMatchObject({
    isEnabled: false,
    reasons: [],
  });
  expectTypeOf(row).toEqualTypeOf<{
    readonly rowId: number;
    readonly isEnabled: boolean;
    readonly reasons: string[];
    readonly deliveries: number;
  }>();
});
