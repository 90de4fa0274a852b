import type { ApiClient } from '../../client/client.ts';
import {
  featureNames,
  isJobFeature,
  type JobFeature,
  type LiveFeature,
} from '../../contract/api/features.ts';
import type { ReceivedPricing } from '../../contract/api/resources/pricing.ts';
import type { ServiceOffer } from '../../contract/ipc/jobs.ts';
import { canSubmit } from './submits.ts';

/**
 * Reads the prices of a service. The offer contains its listed features with a form in Guise, except those that
 * the service has refused since the start. When the list was only partly understood, unlisted features are
 * offered too, without a price.
 */
export async function readOffer(
  client: ApiClient,
  profileId: string,
  isRefused: (feature: JobFeature) => boolean,
): Promise<ServiceOffer> {
  const [pricing, account] = await Promise.all([client.readPricing(), client.readAccount()]);
  const offered = featureNames.filter(isJobFeature).filter(canSubmit);
  return {
    profileId,
    capabilities: offered.flatMap((feature) => {
      const price = pricing.capabilities.find((entry) => entry.feature === feature);
      if (isRefused(feature) || (price === undefined && pricing.isWhole)) {
        return [];
      }
      return [
        {
          feature,
          unit: findUnit(price?.unit),
          priceUsd: findUnit(price?.unit) === null ? null : (price?.price_usd ?? null),
          minimumUsd: price?.minimum_usd ?? 0,
        },
      ];
    }),
    balanceUsd: account.balance_usd,
    resolutionsP: account.allowed_output_resolutions_p,
  };
}

/** Null for a unit that this version cannot count in. */
function findUnit(unit: string | undefined): 'per_second' | 'per_generation' | null {
  return unit === 'per_second' || unit === 'per_generation' ? unit : null;
}

/** Dollars a minute of a live feature; null when its price is not known. */
export function findMinutePrice(pricing: ReceivedPricing, feature: LiveFeature): number | null {
  const price = pricing.capabilities.find((entry) => entry.feature === feature);
  return price?.unit === 'per_second' ? price.price_usd * 60 : null;
}

/**
 * Returns whether a service offers a live feature: its list contains the feature, or was not understood completely.
 */
export function isLiveOffered(pricing: ReceivedPricing, feature: LiveFeature): boolean {
  return !pricing.isWhole || pricing.capabilities.some((entry) => entry.feature === feature);
}
