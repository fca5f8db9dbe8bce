import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../api/session.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { isGivenUp, passkeyError, proveByIssuer, proveByPasskey } from '../shell/prove.ts';
import { Button } from '../ui/button.tsx';
import { identitiesQuery, passkeysQuery } from './account-queries.ts';

interface OtherProofsProps {
  readonly onProven: () => void;
  readonly onError: (error: Error) => void;
}

/** What confirms who uses the session instead of the password, as far as the user has it. */
export function OtherProofs({ onProven, onError }: OtherProofsProps) {
  const { account, signIn } = useMessages();
  const { proof } = account;
  const config = useQuery(configQuery).data;
  const hasPasskeys = (useQuery(passkeysQuery).data ?? []).length > 0;
  const hasIdentities = (useQuery(identitiesQuery).data ?? []).length > 0;
  const issuer = config?.oidc?.name;
  const usePasskey = (): void =>
    void proveByPasskey().then(onProven, (reason: unknown) => {
      const error = passkeyError(reason, signIn.passkeyRefused);
      if (error instanceof Error && !isGivenUp(error)) onError(error);
    });
  return (
    <div className="flex flex-wrap gap-3 empty:hidden">
      {hasPasskeys && config?.passkeys === true && (
        <Button type="button" className="flex-1" onClick={usePasskey}>
          {proof.passkey}
        </Button>
      )}
      {hasIdentities && issuer !== undefined && (
        <Button type="button" className="flex-1" onClick={proveByIssuer}>
          {proof.issuer({ issuer })}
        </Button>
      )}
    </div>
  );
}
