import type { NewFolderShare } from '@drive/sdk';
import { type Command, Option } from 'commander';
import { limitOf, parseByteLimit, parseLimit } from '../shell/argument-parsers.ts';

/** Flags for the link of a folder to which visitors may add files. */
export interface ReceivingOptions {
  readonly allowUpload?: boolean;
  /** 0 removes the limit. */
  readonly uploadMaxFiles?: number;
  /** 0 removes the limit. */
  readonly uploadMaxSize?: number;
  /** An empty list removes the limit. */
  readonly uploadTypes?: readonly string[];
}

export const parseTypes = (text: string): string[] =>
  text === 'all' ? [] : text.split(',').map((type) => type.trim());

/** Names of the flags in the options of a command. */
export const receivingFlags = ['allowUpload', 'uploadMaxFiles', 'uploadMaxSize', 'uploadTypes'] as const;

export const addReceivingFlags = (command: Command): Command =>
  command
    .option('--allow-upload', 'Let visitors add files to the shared folder')
    .option('--no-allow-upload', 'Let visitors add no more files')
    .addOption(
      new Option('--upload-max-files <count>', 'Maximum number of files from visitors, or none for no limit').argParser(
        parseLimit,
      ),
    )
    .addOption(
      new Option('--upload-max-size <size>', 'Maximum size per file: 500k, 10M, 2G, or none for no limit').argParser(
        parseByteLimit,
      ),
    )
    .addOption(
      new Option('--upload-types <types>', "Allowed types (comma-separated): '.pdf,image/*', or all").argParser(
        parseTypes,
      ),
    );

type Receiving = Pick<NewFolderShare, 'allowUpload' | 'uploadMaxFiles' | 'uploadMaxFileBytes' | 'uploadAllowedTypes'>;

/** Converts the flags for the API. */
export const receivingOf = ({
  allowUpload,
  uploadMaxFiles,
  uploadMaxSize,
  uploadTypes,
}: ReceivingOptions): Receiving => ({
  ...(allowUpload === undefined ? {} : { allowUpload }),
  ...(uploadMaxFiles === undefined ? {} : { uploadMaxFiles: limitOf(uploadMaxFiles) }),
  ...(uploadMaxSize === undefined ? {} : { uploadMaxFileBytes: limitOf(uploadMaxSize) }),
  ...(uploadTypes === undefined ? {} : { uploadAllowedTypes: uploadTypes.length === 0 ? null : [...uploadTypes] }),
});
