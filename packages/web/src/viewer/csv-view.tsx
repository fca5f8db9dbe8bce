import { parse } from 'papaparse';
import { useMemo } from 'react';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';

/** A longer or wider table is cut. */
const most = { rows: 1000, columns: 100 };

/** A text of values as a table; the first row has the names of the columns. */
export default function CsvView({ text, isCut }: { readonly text: string; readonly isCut: boolean }) {
  const { viewer } = useMessages();
  const { number } = useFormats();
  const [head = [], ...rows] = useMemo(() => {
    const { data } = parse<string[]>(text, { skipEmptyLines: true, preview: most.rows + 2 });
    // The end of the text may be within a row.
    return isCut && data.length < most.rows + 2 ? data.slice(0, -1) : data;
  }, [isCut, text]);
  const columns = Math.min(most.columns, Math.max(head.length, ...rows.map((row) => row.length)));
  const indexes = Array.from({ length: columns }, (_, index) => index);
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr>
            <td className="w-0 border-b border-line p-0" />
            {indexes.map((index) => (
              <th
                key={index}
                scope="col"
                className="border-b border-line px-3 py-2 text-start font-semibold whitespace-nowrap"
                dir="auto"
              >
                {head[index]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, most.rows).map((row, at) => (
            <tr key={at} className="even:bg-page/60">
              <th
                scope="row"
                className="w-0 border-e border-line px-3 py-1.5 text-end font-normal text-muted tabular-nums select-none"
              >
                {at + 1}
              </th>
              {indexes.map((index) => (
                <td key={index} className="max-w-96 px-3 py-1.5 align-top wrap-anywhere" dir="auto">
                  {row[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > most.rows && (
        <p className="border-t border-line px-4 py-3 text-sm text-muted">
          {viewer.csvRows({ rows: number(most.rows) })}
        </p>
      )}
    </div>
  );
}
