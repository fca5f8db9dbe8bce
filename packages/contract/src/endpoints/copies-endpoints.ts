import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { CopyResult, ItemCopy, Operation, OperationMove, StartedOperation } from '../schemas/copies-schemas.ts';
import { Id } from '../schemas/primitives.ts';

const id = z.object({ id: Id });

export const copyFiles = endpoint({
  id: 'copyFiles',
  method: 'POST',
  path: '/api/files/copy',
  tag: 'Files and folders',
  summary: 'Copy files and folders',
  description: `Copies each item independently, a folder with everything in it that is not in the trash. No bytes are read or written: a copy and its original share the stored content until one of them gets a new one. Each copy counts in full in the quota. A taken name becomes \`name (1).ext\`. Links, likes, comments, versions and counters are not copied, and files in quarantine are left out. Items that cannot be copied are listed in \`failed\` with the reason. Duplicate IDs count once. With \`If-Match\`, an item that has none of its tags is in \`failed\` with status 412.

If there are more than ${limits.copiedAtOnce} items in all, the answer is 202, and the server copies them as an operation. At most ${limits.runningOperations} operations of a user run at a time.`,
  auth: 'required',
  scope: 'files:write',
  folderKeys: { folder: 'body.parentId', moves: true },
  driveRoot: 'body.parentId',
  ifMatch: true,
  body: ItemCopy,
  responses: {
    200: { description: 'Every item was copied. `copied` is in the order of the request.', schema: CopyResult },
    202: { description: 'The items are being copied.', schema: StartedOperation },
    207: { description: 'At least one item was not copied.', schema: CopyResult },
  },
  errors: ['folder_not_found', 'item_quota_exceeded', 'too_many_requests'],
});

export const startMove = endpoint({
  id: 'startMove',
  method: 'POST',
  path: '/api/operations/move',
  tag: 'Files and folders',
  summary: 'Move files and folders as an operation',
  description: `Moves each item as \`PATCH /api/files/move\` does, any number of items in all, also to the tree of another owner. \`result\` of the operation is the body of that answer. An operation that ends early leaves each item in one of the two trees. At most ${limits.runningOperations} operations of a user run at a time.`,
  auth: 'required',
  scope: 'files:write',
  folderKeys: { items: 'body.ids', folder: 'body.parentId', moves: true },
  driveRoot: 'body.parentId',
  body: OperationMove,
  responses: { 202: { description: 'The items are being moved.', schema: StartedOperation } },
  errors: ['folder_not_found', 'access_denied', 'too_many_requests'],
});

export const getOperation = endpoint({
  id: 'getOperation',
  method: 'GET',
  path: '/api/operations/{id}',
  tag: 'Files and folders',
  summary: 'Get the state of an operation',
  description:
    'An operation can be read for a week after its end. A key for one folder reads those that keys for this folder began.',
  auth: 'required',
  scope: 'files:read',
  folderKeys: {},
  params: id,
  unknownParam: 'operation_not_found',
  responses: { 200: { description: 'The operation.', schema: Operation } },
  errors: ['operation_not_found'],
});

export const cancelOperation = endpoint({
  id: 'cancelOperation',
  method: 'DELETE',
  path: '/api/operations/{id}',
  tag: 'Files and folders',
  summary: 'Cancel an operation',
  description:
    'Ends a running operation. What a copy has made is deleted permanently; what was moved stays where it is. An operation that has ended is only forgotten.',
  auth: 'required',
  scope: 'files:write',
  folderKeys: {},
  params: id,
  unknownParam: 'operation_not_found',
  responses: { 204: { description: 'The operation is gone.', schema: null } },
  errors: ['operation_not_found'],
});
