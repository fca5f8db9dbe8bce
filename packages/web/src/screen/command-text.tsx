/** A command in quotation marks, of any language. */
const quoted = /["“„«「]\s?(drive-cli [a-z ]+?)\s?["”“»」]/;

/** A text in which commands are shown as code that stays on one line. */
export const CommandText = ({ text }: { readonly text: string }) =>
  text.split(quoted).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <code key={part} className="rounded bg-page px-1 font-mono text-small whitespace-nowrap">
        {part}
      </code>
    ),
  );
