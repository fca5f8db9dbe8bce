export { Mcp } from './mcp.ts';
