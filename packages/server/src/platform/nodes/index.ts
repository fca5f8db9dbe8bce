export {
  findStorage,
  joinNodes,
  keepStorage,
  NodeRefusedError,
  soleNode,
  type Node,
  type NodeIdentity,
} from './join-nodes.ts';
