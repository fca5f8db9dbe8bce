import type { MemberRole } from '@drive/contract';

const order: readonly MemberRole[] = ['viewer', 'contributor', 'editor', 'manager'];

export const isHigher = (role: MemberRole, than: MemberRole): boolean => order.indexOf(role) > order.indexOf(than);
