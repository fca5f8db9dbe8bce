export {
  deleteSetting,
  findSetting,
  findStorage,
  joinNodes,
  keepStorage,
  NodeRefusedError,
  replaceSetting,
  soleNode,
  type Node,
  type NodeIdentity,
} from './join-nodes.ts';
