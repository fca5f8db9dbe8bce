/**
 * The part of the AWS SDK that finds roles: an optional package of the npm package of the server, and part of its single binary.
 * Nothing but `loadRole` imports this module, when it is called.
 */
export { fromNodeProviderChain } from '@aws-sdk/credential-providers';
