export { BcryptHasher, fitsBcrypt, type BcryptOptions } from './bcrypt-hasher.ts';
export type { HashRequester, PasswordHasher } from './passwords-port.ts';
