import { endpoints } from '@drive/contract';
import type { Router } from '../../platform/http/index.ts';
import type { GrantedUploads } from './granted-uploads.ts';
import type { UploadGrants } from './upload-grants.ts';

export interface GrantServices {
  readonly grants: UploadGrants;
  readonly granted: GrantedUploads;
}

export function mountGrantRoutes(router: Router, { grants, granted }: GrantServices): void {
  router.mount(endpoints.createUploadGrant, ({ caller, body, remember }) => grants.create(caller, body, remember));
  router.mount(endpoints.listUploadGrants, ({ caller, query }) => grants.list(caller, query));
  router.mount(endpoints.getUploadGrant, ({ caller, params }) => grants.get(caller, params.id));
  router.mount(endpoints.revokeUploadGrant, ({ caller, params }) => grants.revoke(caller, params.id));
  router.mount(endpoints.createGrantedUpload, ({ body: upload, remember, context }) =>
    granted.reserve({
      token: context.req.header(endpoints.createGrantedUpload.visitorHeader),
      origin: context.req.header('origin'),
      upload,
      remember,
    }),
  );
}
