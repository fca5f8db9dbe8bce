/** The HTTP side of the server: modules mount endpoints of the contract, pages and protocols. */
export * from '@drive/http-api';
