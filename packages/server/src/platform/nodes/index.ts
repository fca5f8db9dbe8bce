export { joinNodes, NodeRefusedError, type NodeIdentity } from './join-nodes.ts';
