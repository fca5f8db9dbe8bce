/** The screens of the account, loaded together. */
export { AccountFrame } from './account-frame.tsx';
export { KeysScreen } from './keys-screen.tsx';
export { ProfileScreen } from './profile-screen.tsx';
export { SecurityScreen } from './security-screen.tsx';
export { WebhookScreen } from './webhook-screen.tsx';
export { WebhooksScreen } from './webhooks-screen.tsx';
