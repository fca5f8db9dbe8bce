export type { PasswordHasher } from './passwords.ts';
