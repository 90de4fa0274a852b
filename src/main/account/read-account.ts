import type { ApiClient } from '../../client/client.ts';
import type { AccountView } from '../../contract/ipc/account.ts';
import { computeFirstShownMs, sumDays, sumFeatures } from './sum-usage.ts';
import { readUsageRows } from './usage-rows.ts';

/** Pages of calls that are read for the charts: 2,000 calls within the days that are shown. */
const maxPages = 4;

/** Reads everything about the user's account from a service. */
export async function readAccountView(
  client: Pick<ApiClient, 'readAccount' | 'readBalance' | 'readPricing' | 'listUsage'>,
  profileId: string,
  nowMs: number,
): Promise<AccountView> {
  const [account, balance, pricing, usage] = await Promise.all([
    client.readAccount(),
    client.readBalance(),
    client.readPricing(),
    readUsageRows(client, { fromMs: computeFirstShownMs(nowMs), maxPages }),
  ]);
  return {
    profileId,
    isPriced: !pricing.isWhole || pricing.capabilities.some(({ price_usd }) => price_usd > 0),
    money: {
      balanceUsd: balance.balance_usd,
      heldUsd: balance.held_usd,
      spentThisWeekUsd: balance.spent_this_week_usd,
      spentThisMonthUsd: balance.spent_this_month_usd,
      totalSpentUsd: balance.total_spent_usd,
    },
    limits: {
      rateTier: account.rate_tier,
      requestsPerMinute: account.rate_limit_per_minute,
      jobsAtOnce: account.max_concurrent_jobs,
      imageMb: account.max_image_mb,
      audioMb: account.max_audio_mb,
      videoMb: account.max_video_mb,
      resolutionsP: account.allowed_output_resolutions_p,
      scriptChars: account.max_script_chars,
      promptChars: account.max_prompt_chars,
      swapMinutes: account.max_realtime_minutes,
      voiceMinutes: account.max_voice_minutes,
    },
    prices: pricing.capabilities.map(({ feature, unit, price_usd, minimum_usd }) => ({
      feature,
      unit,
      priceUsd: price_usd,
      minimumUsd: minimum_usd,
    })),
    usage: {
      days: sumDays(usage.rows, nowMs),
      features: sumFeatures(usage.rows),
      isWhole: usage.isWhole,
    },
  };
}
