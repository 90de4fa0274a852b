import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A key that cannot be anywhere by chance. */
export const plantedKey = 'sk-planted-Q7vX2mJ9-Zt4LkW8rB3nH6yD1';

/** All encodings of the key that a search covers. */
export const plantedForms: readonly string[] = [
  plantedKey,
  Buffer.from(plantedKey).toString('base64'),
  Buffer.from(plantedKey).toString('base64url'),
  Buffer.from(plantedKey).toString('hex'),
  plantedKey.split('').toReversed().join(''),
];

/** A service on this machine with one account and one key. */
export interface AccountService {
  readonly baseUrl: string;
  /** Received Authorization headers. */
  readonly seen: readonly string[];
  readonly close: () => Promise<void>;
}

/** Replies of the peer, by the end of the path. */
const replies: Readonly<Record<string, unknown>> = {
  account: {
    rate_tier: 'pro',
    rate_limit_per_minute: 600,
    max_concurrent_jobs: 8,
    max_image_mb: 45,
    max_audio_mb: 45,
    max_video_mb: 500,
    allowed_output_resolutions_p: [480, 720],
    max_script_chars: 5000,
    max_prompt_chars: 2000,
    max_realtime_minutes: 240,
    max_voice_minutes: 600,
    balance_usd: 7.5,
    held_usd: 0.25,
  },
  balance: {
    balance_usd: 7.5,
    held_usd: 0.25,
    total_spent_usd: 12.25,
    total_topped_up_usd: 20,
    spent_this_week_usd: 1.75,
    spent_this_month_usd: 4.5,
    spent_this_year_usd: 12.25,
  },
  pricing: {
    currency: 'USD',
    version: '1',
    capabilities: [
      { feature: 'face_swap', unit: 'per_second', price_usd: 0.05, minimum_usd: 0.25 },
      { feature: 'real_time_swap_full', unit: 'per_second', price_usd: 0.02, minimum_usd: 0 },
    ],
  },
  usage: [
    {
      id: 'u1',
      endpoint: 'face-swap',
      feature: 'face_swap',
      status: 'succeeded',
      charged_usd: 1.5,
      created_at: new Date().toISOString(),
    },
  ],
};

/** Starts a network peer that answers reads of the account to the planted key alone. */
export async function openAccountService(): Promise<AccountService> {
  const seen: string[] = [];
  const server: Server = createServer((request, response) => {
    const authorization = request.headers.authorization ?? '';
    seen.push(authorization);
    const isPublic = request.url?.endsWith('/pricing') === true;
    const isKnown = isPublic || authorization === `Bearer ${plantedKey}`;
    response.writeHead(isKnown ? 200 : 401, { 'Content-Type': 'application/json' });
    response.end(
      isKnown
        ? JSON.stringify(replies[/\w+(?=$|\?)/.exec(request.url ?? '')?.[0] ?? ''] ?? {})
        : JSON.stringify({ error: { code: 'unauthorized', message: `Unknown: ${authorization}` } }),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/api/v1`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Files below a folder that hold the planted key in any form, and how many were searched. */
export function searchFiles(folder: string): {
  readonly found: readonly string[];
  readonly searched: number;
} {
  const found: string[] = [];
  let searched = 0;
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, entry);
    const text = readIfFile(path);
    if (text !== null) {
      searched += 1;
      if (plantedForms.some((form) => text.includes(form) || text.includes(wide(form)))) {
        found.push(path);
      }
    }
  }
  return { found, searched };
}

// Chromium's own files appear and disappear and include sockets.
function readIfFile(path: string): Buffer | null {
  try {
    return statSync(path).isFile() ? readFileSync(path) : null;
  } catch {
    return null;
  }
}

/** As UTF-16, the way Chromium stores some texts. */
function wide(text: string): Buffer {
  return Buffer.from(text, 'utf16le');
}
