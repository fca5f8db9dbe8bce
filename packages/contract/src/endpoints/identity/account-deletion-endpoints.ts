import { endpoint } from '../../endpoint.ts';
import { featureLimits } from '../../feature-limits.ts';
import { recentSignIn } from '../../limits.ts';
import {
  AccountDeletion,
  AccountDeletionPreview,
  AccountDeletionRequest,
} from '../../schemas/identity/account-deletion-schemas.ts';

const account = { path: '/api/me/deletion', tag: 'Account', auth: 'required', scope: 'account' } as const;

export const previewAccountDeletion = endpoint({
  ...account,
  id: 'previewAccountDeletion',
  method: 'GET',
  summary: 'Show what the deletion of the account ends',
  description:
    'Counts what the caller shares with others, and lists the team drives for which the deletion must name a new manager. Changes nothing.',
  responses: { 200: { description: 'What ends with the account.', schema: AccountDeletionPreview } },
  errors: [],
});

export const deleteAccount = endpoint({
  ...account,
  id: 'deleteAccount',
  method: 'POST',
  summary: 'Delete the account of the current user',
  description: `Disables the account at once: sessions end, API keys, links, file requests, proofings, pastes, upload grants, webhooks and roles that others have on its items stop working. It is deleted with all its data at \`deletesAt\`; until then the link in an email to the user, or an administrator, keeps it. Team drives stay, with what the user added to them: one without another manager needs a member in \`drives\` who becomes one, or is deleted, else \`last_manager\`, whose \`driveIds\` names them. Export everything first (\`GET /api/me/export\`). \`access_denied\` for API keys, and for accounts that an identity provider manages. ${recentSignIn} At most ${featureLimits.accountDeletion.calls} requests per ${featureLimits.accountDeletion.seconds / 60} minutes from one account.`,
  body: AccountDeletionRequest,
  responses: { 202: { description: 'The account is disabled.', schema: AccountDeletion } },
  errors: [
    'invalid_credentials',
    'reauthentication_required',
    'access_denied',
    'user_not_found',
    'last_admin',
    'last_manager',
    'too_many_requests',
  ],
});
