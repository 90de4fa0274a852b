import { toIsoTime } from '../../../base/clock.ts';
import { toUsd } from '../../../base/money.ts';
import { featureNames } from '../../../contract/api/features.ts';
import { limits } from '../../../contract/api/limits.ts';
import type { PriceList } from '../../billing/prices.ts';
import type { Pricing } from '../../../contract/api/resources/pricing.ts';
import type { Handlers } from '../call.ts';
import type { HandlerDependencies } from '../handler-dependencies.ts';

type AccountHandlers = Pick<
  Handlers,
  'readPricing' | 'readAccount' | 'readBalance' | 'listUsage' | 'summarizeUsage'
>;

/** Prices, limits, money and usage. */
export function createAccountHandlers({
  core,
  directUploads,
}: Pick<HandlerDependencies, 'core' | 'directUploads'>): AccountHandlers {
  const pricing = describePrices(core.context.prices);
  return {
    readPricing: () => Promise.resolve(pricing),

    async readAccount(_request, { caller }) {
      const found = await core.readAccountLimits(caller.accountId);
      return {
        rate_tier: found.account.tier,
        rate_limit_per_minute: found.requestsPerMinute,
        max_concurrent_jobs: found.maxConcurrentJobs,
        max_image_mb: limits.imageUploadMb,
        max_audio_mb: limits.audioUploadMb,
        max_video_mb: limits.videoUploadMb,
        ...(directUploads === null ? {} : { direct_uploads_from_mb: limits.directUploadFromMb }),
        allowed_output_resolutions_p: [...limits.outputResolutionsP],
        max_script_chars: limits.avatarScriptChars,
        max_prompt_chars: limits.promptChars,
        max_realtime_minutes: found.maxRealtimeMinutes,
        max_voice_minutes: found.maxVoiceMinutes,
        balance_usd: toUsd(found.account.balanceMicros),
        held_usd: toUsd(found.account.heldMicros),
      };
    },

    async readBalance(_request, { caller }) {
      const balance = await core.readBalance(caller.accountId);
      return {
        balance_usd: toUsd(balance.balanceMicros),
        held_usd: toUsd(balance.heldMicros),
        total_spent_usd: toUsd(balance.totalSpentMicros),
        total_topped_up_usd: toUsd(balance.totalToppedUpMicros),
        spent_this_week_usd: toUsd(balance.spentThisWeekMicros),
        spent_this_month_usd: toUsd(balance.spentThisMonthMicros),
        spent_this_year_usd: toUsd(balance.spentThisYearMicros),
      };
    },

    async listUsage({ query }, { caller }) {
      const page = { limit: query.limit, fromMs: query.from, toMs: query.to };
      const rows = await core.readUsage(caller.accountId, page);
      return rows.map((row) => ({
        id: row.id,
        endpoint: row.endpoint,
        feature: row.feature,
        status: row.status,
        charged_usd: toUsd(row.chargedMicros),
        created_at: toIsoTime(row.createdAtMs),
      }));
    },

    async summarizeUsage({ query }, { caller }) {
      const window = { fromMs: query.from, toMs: query.to };
      const summary = await core.readUsageSummary(caller.accountId, window);
      return {
        total_calls: summary.totalCalls,
        succeeded: summary.succeeded,
        failed: summary.failed,
        total_spent_usd: toUsd(summary.totalSpentMicros),
        per_feature: summary.perFeature.map(({ feature, calls, spentMicros }) => ({
          feature,
          calls,
          spend_usd: toUsd(spentMicros),
        })),
      };
    },
  };
}

/** A price list as the API shows it. */
export function describePrices(list: PriceList): Pricing {
  return {
    currency: 'USD',
    version: list.version,
    capabilities: featureNames.map((feature) => {
      const { unit, priceMicros, minimumMicros } = list.prices[feature];
      return {
        feature,
        unit,
        price_usd: toUsd(priceMicros),
        minimum_usd: toUsd(minimumMicros),
      };
    }),
  };
}
