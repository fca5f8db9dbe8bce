/** How the server presents itself. */
export { LogoError, logoFrom, logoPath, logoUrlPath, openInstance, type Instance, type Logo } from './instance.ts';
