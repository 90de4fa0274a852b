import type { ApiClient } from '../../client/client.ts';
import { featureNames, isJobFeature, type JobFeature } from '../../contract/api/features.ts';
import type { Offer } from '../../contract/ipc/jobs.ts';
import { canSubmit } from './submits.ts';

/**
 * Asks a service what its work costs. Only what it has a price for and Guise a form
 * for is in the offer, without what the service has refused since the start.
 */
export async function readOffer(
  client: ApiClient,
  profileId: string,
  isRefused: (feature: JobFeature) => boolean,
): Promise<Offer> {
  const [pricing, account] = await Promise.all([client.readPricing(), client.readAccount()]);
  const offered = featureNames.filter(isJobFeature).filter(canSubmit);
  return {
    profileId,
    capabilities: offered.flatMap((feature) => {
      const price = pricing.capabilities.find((entry) => entry.feature === feature);
      return price === undefined || isRefused(feature)
        ? []
        : [
            {
              feature,
              unit: price.unit === 'per_second' ? ('per_second' as const) : 'per_generation',
              priceUsd: price.price_usd,
              minimumUsd: price.minimum_usd,
            },
          ];
    }),
    balanceUsd: account.balance_usd,
    resolutionsP: account.allowed_output_resolutions_p,
  };
}
