/** The servers of a database. This package alone writes nodes and drive_settings. */
export {
  beginStorageMove,
  deleteSetting,
  findSetting,
  findStorage,
  joinNodes,
  keepStorage,
  NodeRefusedError,
  replaceSetting,
  ServersAliveError,
  soleNode,
  switchStorage,
  type Node,
  type NodeIdentity,
} from './join-nodes.ts';
export type { DriveSettingsTable, NodesSchema, NodesTable } from './nodes-schema.ts';
