import { useCallback, useMemo, useRef, type ReactNode, type RefObject } from 'react';
import type { UploadControllerOptions } from './upload-controller.ts';
import { englishTexts, type UploadTexts } from './upload-texts.ts';
import type { ViewSettings } from './upload-view.ts';
import { useUpload, type Uploads } from './use-upload.ts';

/**
 * Properties of {@link UploadButton} and {@link UploadDropzone}.
 *
 * @example
 * ```tsx
 * import { UploadButton, type UploadProps } from '@drive/react';
 *
 * const props: UploadProps = { endpoint: '/api/upload', multiple: false, language: 'de' };
 * export const Invoice = () => <UploadButton {...props}>Choose the invoice</UploadButton>;
 * ```
 */
export interface UploadProps extends UploadControllerOptions {
  /** What `useUpload` returned, if the component around it needs the uploads, too. The options above then have no effect. */
  readonly uploads?: Uploads | undefined;
  /** Whether several files can be chosen. Default: true. */
  readonly multiple?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  /** Texts that replace the English ones. */
  readonly texts?: Partial<UploadTexts> | undefined;
  /** Language of numbers, such as `de`. Default: that of the browser. */
  readonly language?: string | undefined;
  /** Added to the class `drive-upload`. */
  readonly className?: string | undefined;
  /** Content of the button. */
  readonly children?: ReactNode;
}

/** What both components have in common. */
export function useUploadParts({ uploads: given, texts, language, maxBytes, ...options }: UploadProps): {
  readonly uploads: Uploads;
  readonly settings: ViewSettings;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly focusButton: () => void;
} {
  const own = useUpload({ ...options, maxBytes });
  const settings = useMemo(
    () => ({ texts: { ...englishTexts, ...texts }, language, maxBytes }),
    [texts, language, maxBytes],
  );
  const button = useRef<HTMLButtonElement | null>(null);
  const focusButton = useCallback(() => button.current?.focus(), []);
  return { uploads: given ?? own, settings, button, focusButton };
}

/** The button that opens the dialog of the browser. */
export function ChooseButton({
  uploads,
  settings,
  button,
  accept,
  multiple = true,
  disabled = false,
  children,
}: Pick<UploadProps, 'accept' | 'multiple' | 'disabled' | 'children'> &
  Pick<ReturnType<typeof useUploadParts>, 'uploads' | 'settings' | 'button'>): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="drive-upload__choose"
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {children ?? settings.texts.choose}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        accept={accept?.join(',')}
        multiple={multiple}
        onChange={({ currentTarget }) => {
          uploads.add([...(currentTarget.files ?? [])]);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
    </>
  );
}

export const classOf = (className: string | undefined): string =>
  className === undefined ? 'drive-upload' : `drive-upload ${className}`;
