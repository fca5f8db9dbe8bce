import { useState, type ReactNode } from 'react';
import { filesOf, hasFiles } from './dropped-files.ts';
import { UploadList } from './upload-list.tsx';
import { ChooseButton, classOf, useUploadParts, type UploadProps } from './upload-parts.tsx';

/**
 * An area that uploads the files that are dropped or pasted there, or chosen with its button, and the list of them.
 *
 * @example
 * ```tsx
 * import { UploadDropzone } from '@drive/react';
 * import '@drive/react/styles.css';
 *
 * export const Inbox = () => <UploadDropzone endpoint="/api/upload" maxBytes={100_000_000} />;
 * ```
 */
export function UploadDropzone(props: UploadProps): ReactNode {
  const { uploads, settings, button, focusButton } = useUploadParts(props);
  const { multiple = true, disabled = false } = props;
  const [isOver, setOver] = useState(false);
  const add = (data: DataTransfer): void => {
    const files = filesOf(data);
    if (!disabled) uploads.add(multiple ? files : files.slice(0, 1));
  };
  return (
    <div className={classOf(props.className)}>
      <div
        className="drive-upload__zone"
        data-over={isOver}
        onDragOver={(event) => {
          if (disabled || !hasFiles(event.dataTransfer)) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={({ currentTarget, relatedTarget }) => {
          if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
        }}
        onDrop={(event) => {
          if (!hasFiles(event.dataTransfer)) return;
          event.preventDefault();
          setOver(false);
          add(event.dataTransfer);
        }}
        onPaste={({ clipboardData }) => add(clipboardData)}
      >
        <ChooseButton {...{ ...props, uploads, settings, button }} />
        <p className="drive-upload__hint">{settings.texts.drop}</p>
      </div>
      <UploadList uploads={uploads} settings={settings} focusAfterRemoval={focusButton} />
    </div>
  );
}
