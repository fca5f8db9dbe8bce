/** Version of this program, from its package.json. */
export { readVersion } from '../modules/service/index.ts';
