import { toIsoTime } from '../../../base/clock.ts';
import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import { toUsd } from '../../../base/money.ts';
import type { LiveFeature } from '../../../contract/api/features.ts';
import type { LiveEngine } from '../../live/live-engines.ts';
import type { Handlers } from '../call.ts';
import type { HandlerDependencies } from '../handler-dependencies.ts';
import { toInput } from './input.ts';

type LiveHandlers = Pick<Handlers, 'openSwapSession' | 'openVoiceChangerSession'>;

/** Opening of live sessions. Their messages use separate sockets. */
export function createLiveHandlers({
  core,
  live,
  voices,
  links,
}: Pick<HandlerDependencies, 'core' | 'live' | 'voices' | 'links'>): LiveHandlers {
  function requireEngine(feature: LiveFeature): LiveEngine {
    const engine = live.find(feature);
    if (engine === null) {
      throw new AppError('capability_unavailable', `${feature} is not enabled on this service.`);
    }
    return engine;
  }

  return {
    async openSwapSession({ body }, { caller, source }) {
      const engine = requireEngine('real_time_swap_full');
      const prompt = body.prompt ?? engine.defaultPrompt;
      const { session, token } = await core.openLiveSession({
        accountId: caller.accountId,
        keyId: caller.keyId,
        feature: engine.feature,
        durationMinutes: body.duration_minutes,
        parameters: { prompt },
        isReady: true,
      });
      // Warms up while the client connects; a failure is reported to the session.
      void engine.prepare();
      return {
        session_id: session.id,
        stream_url: links.toSocketUrl(engine.streamPath, source.headers.host),
        model: engine.model,
        session_token: token,
        prompt,
        max_duration_sec: session.maxDurationSec,
        expires_at: toIsoTime(session.expiresAtMs),
        cost_usd: toUsd(session.maxCostMicros),
      };
    },

    async openVoiceChangerSession({ body }, { caller, source }) {
      const engine = requireEngine('voice_changer');
      const voiceId = body.voice_id;
      if (voiceId !== undefined) {
        const known = await voices.listChangerVoices();
        if (!known.some(({ id }) => id === voiceId)) {
          throw new AppError(
            'invalid_input',
            'voice_id is not a voice of GET /voice-changer/voices.',
            { details: faultDetails('unknown_voice') },
          );
        }
      }
      const status = await engine.prepare();
      const { session, token } = await core.openLiveSession({
        accountId: caller.accountId,
        keyId: caller.keyId,
        feature: engine.feature,
        durationMinutes: body.duration_minutes,
        parameters: toInput({ voice_id: voiceId }),
        isReady: status === 'ready',
      });
      return {
        session_id: session.id,
        status,
        stream_url: links.toSocketUrl(engine.streamPath, source.headers.host),
        model: engine.model,
        session_token: token,
        max_duration_sec: session.maxDurationSec,
        cost_usd: toUsd(session.maxCostMicros),
      };
    },
  };
}
