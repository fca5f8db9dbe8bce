import { useMutation } from '@tanstack/react-query';
import { useTellFailure } from '../../api/actions.ts';
import { notify } from '../../ui/notices.ts';
import { failures, type PartialFailure } from './failures.ts';

/** `act` resolves to undefined if it does not say what it has changed. */
export type RunChange<Row> = (
  rows: readonly Row[],
  act: (rows: readonly Row[]) => Promise<PartialFailure['outcome'] | undefined>,
  text: (values: { readonly count: number }) => string,
) => void;

interface RowChangesOptions<Row> {
  readonly onBegin: (rows: readonly Row[]) => void;
  /** Id of a row in failures, and the name that is shown. */
  readonly itemOf: (row: Row) => PartialFailure['items'][number];
  readonly refresh: () => unknown;
}

/** Changes rows of a list, reports what was changed and lists what could not be. */
export function useRowChanges<Row>({ onBegin, itemOf, refresh }: RowChangesOptions<Row>): RunChange<Row> {
  const tell = useTellFailure();
  // Not callbacks of `mutate`: those of an earlier one are not called any more, nor after the user has left the screen.
  const { mutate } = useMutation({
    mutationFn: ([rows, act]: Parameters<RunChange<Row>>) => act(rows),
    onSuccess: (outcome, [rows, , text]) => {
      if (outcome === undefined) return;
      if (outcome.done.length > 0) notify({ text: text({ count: outcome.done.length }) });
      if (outcome.failed.length > 0) failures.add({ items: rows.map(itemOf), outcome });
    },
    onError: (error, asked) => tell(error, () => run(...asked)),
    onSettled: refresh,
  });
  function run(...asked: Parameters<RunChange<Row>>): void {
    onBegin(asked[0]);
    mutate(asked);
  }
  return run;
}
