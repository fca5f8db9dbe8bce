export { findStorage, joinNodes, keepStorage, NodeRefusedError, type NodeIdentity } from './join-nodes.ts';
