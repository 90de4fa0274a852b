import * as z from 'zod';
import { createUsdField } from '../fields.ts';

const balanceUsd = createUsdField('Spendable USD, net of active holds.');
const heldUsd = createUsdField(
  'USD reserved on running jobs. `balance_usd + held_usd` is the total funded.',
);

/** Permissions and balance of an account. */
export const accountSchema = z
  .object({
    rate_tier: z.string(),
    rate_limit_per_minute: z.int().meta({ description: 'Past it: 429 `rate_limited`.' }),
    max_concurrent_jobs: z.int().meta({ description: 'Jobs processing at once.' }),
    max_image_mb: z.int(),
    max_audio_mb: z.int(),
    max_video_mb: z.int(),
    direct_uploads_from_mb: z.int().optional().meta({
      description:
        'From this size on files are better sent to the bucket (`POST /uploads/direct`); absent where that is not offered.',
    }),
    allowed_output_resolutions_p: z.array(z.int()),
    max_script_chars: z.int(),
    max_prompt_chars: z.int(),
    max_realtime_minutes: z.int().meta({ description: 'Real-time swap minutes available.' }),
    max_voice_minutes: z.int().meta({ description: 'Voice changer minutes available.' }),
    balance_usd: balanceUsd,
    held_usd: heldUsd,
  })
  .meta({ id: 'Account' });

/** See {@link accountSchema}. */
export type Account = z.output<typeof accountSchema>;

/** Money of an account. */
export const balanceSchema = z
  .object({
    balance_usd: balanceUsd,
    held_usd: heldUsd,
    total_spent_usd: createUsdField('Lifetime.'),
    total_topped_up_usd: createUsdField('Lifetime.'),
    spent_this_week_usd: createUsdField('Since Monday, UTC.'),
    spent_this_month_usd: createUsdField('Calendar month, UTC.'),
    spent_this_year_usd: createUsdField('Calendar year, UTC.'),
  })
  .meta({ id: 'Balance' });

/** See {@link balanceSchema}. */
export type Balance = z.output<typeof balanceSchema>;
