import type { ReactNode } from 'react';
import { UploadList } from './upload-list.tsx';
import { ChooseButton, classOf, useUploadParts, type UploadProps } from './upload-parts.tsx';

/**
 * A button that uploads the files that are chosen, and the list of them with progress, pause, cancel and retry.
 *
 * @example
 * ```tsx
 * import { UploadButton } from '@drive/react';
 *
 * export const Avatar = () => (
 *   <UploadButton
 *     endpoint="/api/upload"
 *     accept={['image/*']}
 *     multiple={false}
 *     onUploaded={({ fileId }) => console.log(fileId)}
 *   />
 * );
 * ```
 */
export function UploadButton(props: UploadProps): ReactNode {
  const { uploads, settings, button, focusButton } = useUploadParts(props);
  return (
    <div className={classOf(props.className)}>
      <ChooseButton {...{ ...props, uploads, settings, button }} />
      <UploadList uploads={uploads} settings={settings} focusAfterRemoval={focusButton} />
    </div>
  );
}
