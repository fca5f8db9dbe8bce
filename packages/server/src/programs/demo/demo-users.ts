/** `.example` belongs to nobody (RFC 2606): no account of a person has such an address. */
export const demoUsers = {
  ada: { email: 'ada@demo.example', name: 'Ada Lovelace' },
  grace: { email: 'grace@demo.example', name: 'Grace Hopper' },
} as const;

export type DemoUserName = keyof typeof demoUsers;
export const demoUserNames = Object.keys(demoUsers) as DemoUserName[];
