export {
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
