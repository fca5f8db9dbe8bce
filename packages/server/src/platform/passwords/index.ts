export { createBcryptHasher, type BcryptOptions } from './bcrypt-hasher.ts';
export type { PasswordHasher } from './passwords.ts';
