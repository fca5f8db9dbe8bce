import { dayMs, hourMs, secondMs } from '@drive/base';
import { featureLimits, type PublicConfig } from '@drive/contract';
import type { Config } from '../config.ts';
import type { createAccountDeletion } from '../modules/account-deletion/index.ts';
import type { createDrives } from '../modules/drives/index.ts';
import type { createFiles } from '../modules/files/index.ts';
import type { Guests } from '../modules/guests/index.ts';
import type { createMembers } from '../modules/members/index.ts';
import { readVersion } from '../modules/service/index.ts';
import type { createUploads } from '../modules/uploads/index.ts';
import type { FeatureBudgets } from '../platform/limits/index.ts';
import type { Mails } from '../platform/mail/index.ts';

/**
 * What modules get of the settings. Those that administrators change while the server runs (`savable-settings.ts`) are getters,
 * which a module reads each time it needs one; the others are copied.
 */
type ConfigOf<Create extends (deps: never) => unknown> = Parameters<Create>[0] extends { readonly config: infer C }
  ? C
  : never;

export const membersConfigOf = (config: Config): ConfigOf<typeof createMembers> => ({
  get directory() {
    return config.directory;
  },
  get membersInvite() {
    return config.membersInvite;
  },
});

export const accountDeletionConfigOf = (config: Config): ConfigOf<typeof createAccountDeletion> => ({
  get keptDays() {
    return config.accountDeletionDays;
  },
  get namesEverybody() {
    return config.directory === 'on';
  },
  sweepMs: config.sweepSeconds * secondMs,
});

export const drivesConfigOf = (config: Config): ConfigOf<typeof createDrives> => ({
  get policy() {
    return config.teamDrives;
  },
  get quotaBytes() {
    return config.teamDriveQuotaBytes === 0 ? null : config.teamDriveQuotaBytes;
  },
  get trashMs() {
    return config.trashRetentionDays * dayMs;
  },
  sweepMs: config.sweepSeconds * secondMs,
});

export const filesConfigOf = (config: Config): ConfigOf<typeof createFiles> => ({
  get maxItems() {
    return config.userMaxItems;
  },
  get trashMs() {
    return config.trashRetentionDays * dayMs;
  },
  get versionsKeep() {
    return config.versionsKeep;
  },
  get versionsMs() {
    return config.versionsDays * dayMs;
  },
  linksNeedScan: config.clamdFail === 'closed',
  purgeGraceMs: config.purgeGraceHours * hourMs,
  contentUrl: config.contentUrl,
  sweepMs: config.sweepSeconds * secondMs,
});

export const uploadsConfigOf = (config: Config): ConfigOf<typeof createUploads> => ({
  get maxFileBytes() {
    return Math.max(config.freeUserMaxBytes, config.paidUserMaxBytes);
  },
  sessionMs: config.uploadSessionHours * hourMs,
  sweepMs: config.sweepSeconds * secondMs,
  limitsVisitors: config.featureLimits,
  directUploads: config.directUploads,
});

/** For links of all kinds. */
export const linkConfigOf = (config: Config) => ({
  get maxExpiryDays() {
    return config.shareMaxExpiryDays;
  },
  get feedback() {
    return config.shareFeedback;
  },
  sweepMs: config.sweepSeconds * secondMs,
});

export function guestsConfigOf(config: Config): ConstructorParameters<typeof Guests>[0]['config'] {
  return {
    limits: {
      get isOn() {
        return config.anonymousUploads;
      },
      get maxFiles() {
        return config.anonymousMaxFiles;
      },
      get maxFileBytes() {
        return config.anonymousMaxBytes;
      },
      get quotaBytes() {
        return config.anonymousQuotaBytes;
      },
    },
    captcha: {
      provider: config.captcha,
      siteKey: config.captchaSiteKey,
      secret: config.captchaSecret,
      verifyUrl: config.captchaVerifyUrl,
    },
    get retentionDays() {
      return config.anonymousRetentionDays;
    },
    sweepMs: config.sweepSeconds * secondMs,
  };
}

export function publicConfigOf(config: Config, mails: Mails, passkeys: boolean): PublicConfig {
  return {
    freeUserMaxBytes: config.freeUserMaxBytes,
    paidUserMaxBytes: config.paidUserMaxBytes,
    anonymousMaxFilesPerBatch: config.anonymousMaxFiles,
    anonymousMaxBytes: config.anonymousMaxBytes,
    anonymousUploads: config.anonymousUploads,
    captcha: { provider: config.captcha, siteKey: config.captchaSiteKey ?? null },
    registration: config.passwordLogin ? config.registration : 'closed',
    oidc: config.oidcIssuer === undefined ? null : { name: config.oidcName },
    passkeys,
    passwordLogin: config.passwordLogin,
    mailDelivery: mails.delivery,
    shareMaxExpiryDays: config.shareMaxExpiryDays,
    archiveMaxBytes: config.archiveMaxBytes,
    trashRetentionDays: config.trashRetentionDays,
    versionsKeep: config.versionsDays === 0 ? 0 : config.versionsKeep,
    version: readVersion(),
  };
}

export function mailBudgets({ mailHourly, mailDaily }: Config): FeatureBudgets {
  const unless0 = (calls: number): number => (calls === 0 ? Number.MAX_SAFE_INTEGER : calls);
  return {
    mailHour: { ...featureLimits.mailHour, calls: unless0(mailHourly) },
    mailDay: { ...featureLimits.mailDay, calls: unless0(mailDaily) },
  };
}
