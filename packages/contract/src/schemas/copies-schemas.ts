import { z } from 'zod';
import { limits } from '../limits.ts';
import { ArchiveUrl } from './archives-schemas.ts';
import { BatchFailure, destination, Item, moveRules, MoveResult } from './items-schemas.ts';
import { exampleIds, Id, list, omittable } from './primitives.ts';
import { InDriveOrNull } from './teams/drives-schemas.ts';

export const ItemCopy = z
  .strictObject({
    ids: list(Id, { min: 1, max: limits.copyBatch }),
    parentId: omittable(Id).describe('The folder to copy into.'),
    copyToRoot: omittable(z.boolean()).describe('Copy into the root instead of a folder.'),
    driveId: omittable(Id).describe('With `copyToRoot`: the root of this team drive instead of that of the caller.'),
  })
  .refine(({ driveId, copyToRoot }) => (driveId ?? undefined) === undefined || copyToRoot === true, {
    error: 'must be given with copyToRoot only',
    path: ['driveId'],
  })
  .refine(({ parentId, copyToRoot }) => (parentId ?? undefined) === undefined || copyToRoot !== true, {
    error: 'must not be true beside parentId',
    path: ['copyToRoot'],
  })
  .refine(({ parentId, copyToRoot }) => (parentId ?? undefined) !== undefined || copyToRoot === true, {
    error: 'must be given, or copyToRoot',
    path: ['parentId'],
  })
  .meta({ id: 'ItemCopy', 'x-example': { ids: exampleIds, copyToRoot: true } });
export type ItemCopy = z.infer<typeof ItemCopy>;

export const SharedCopy = z
  .strictObject({
    fileIds: omittable(list(Id, { min: 1, max: limits.archiveFiles })).describe(
      'IDs of files. Default: everything that is shared. Duplicates count once.',
    ),
    parentId: omittable(Id).describe('The folder to save into. Default: the root of the caller’s own drive.'),
    driveId: InDriveOrNull,
  })
  .meta({ id: 'SharedCopy', 'x-example': {} });
export type SharedCopy = z.infer<typeof SharedCopy>;

export const CopyResult = z
  .object({
    copied: z.array(Item).describe('The copies, without what is in the copied folders.'),
    failed: z
      .array(BatchFailure)
      .describe(
        'IDs that were not copied, IDs whose copy was trashed while it was made (`item_trashed`), and files in quarantine that were left out of copied folders (100 at most).',
      ),
  })
  .meta({ id: 'CopyResult' });
export type CopyResult = z.infer<typeof CopyResult>;

export const StartedOperation = z
  .object({ operationId: Id.describe('ID for `GET /api/operations/{id}`.') })
  .meta({ id: 'StartedOperation' });
export type StartedOperation = z.infer<typeof StartedOperation>;

export const OperationMove = moveRules(
  z.strictObject({ ids: list(Id, { min: 1, max: limits.copyBatch }), ...destination }),
).meta({ id: 'OperationMove', 'x-example': { ids: exampleIds, moveToRoot: true } });
export type OperationMove = z.infer<typeof OperationMove>;

export const TransferResult = z
  .object({
    folder: Item.nullable().describe(
      'The folder that has received everything. `null` if there was nothing, or if the caller does not reach it.',
    ),
    failed: z.array(BatchFailure).describe('IDs of items that were not moved.'),
  })
  .meta({ id: 'TransferResult' });
export type TransferResult = z.infer<typeof TransferResult>;

export const Operation = z
  .object({
    id: Id,
    kind: z
      .enum(['copy', 'move', 'transfer', 'export'])
      .describe(
        '`transfer`: all that a user has moves to another owner. `export`: a ZIP of all that a user has. Later versions of the server have further kinds.',
      ),
    status: z.enum(['running', 'complete', 'failed']).describe('`failed`: the server gave up. What it had done stays.'),
    done: z.int().min(0).describe('Number of items that are done.'),
    total: z.int().min(0).describe('Number of items that there were when the operation began.'),
    result: z
      .union([CopyResult, MoveResult, TransferResult, ArchiveUrl])
      .nullable()
      .describe(
        'What a request for fewer items would have answered; of an export, the URL of the ZIP. `null` until the operation is complete.',
      ),
  })
  .meta({ id: 'Operation' });
export type Operation = z.infer<typeof Operation>;
