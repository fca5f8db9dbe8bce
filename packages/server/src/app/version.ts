export { readVersion } from '../modules/service/index.ts';
