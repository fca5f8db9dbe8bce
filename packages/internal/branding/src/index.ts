/** How the server presents itself. */
export { LogoError, logoPath, openInstance, type Instance, type Logo } from './instance.ts';
