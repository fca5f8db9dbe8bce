/** The administrators' API: accounts, invitations, all files and jobs. Owns no table; each rule belongs to the owner of the data. */
export { createAdmin, type Admin, type AdminDeps } from './create-admin.ts';
