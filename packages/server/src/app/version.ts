/** Of this program, as its package says. */
export { readVersion } from '../modules/service/index.ts';
