import {
  closeCodes,
  SESSION_TOKEN_PARAMETER,
  type SwapClientMessage,
  type SwapServerMessage,
  voiceAudio,
  type VoiceReady,
} from '../sockets.ts';
import { escapeHtml, paragraphs, table } from './html.ts';

const clientMessages: readonly (readonly [SwapClientMessage, string])[] = [
  [
    { type: 'session_join', passthrough: false, cover: 'blur', identity_lock: true },
    'First, once in a connection. `passthrough` shows the own face. Extensions of this service, which ' +
      'may be left out: `cover` (`blur` or `card`) hides the camera while there is nothing to show; with ' +
      '`identity_lock` only the first person in view is swapped and other heads are blurred.',
  ],
  [
    { type: 'set_image', image_data: '<base64>', prompt: 'In a red coat.', enhance_prompt: true },
    'The character. `prompt` and `enhance_prompt` may be left out.',
  ],
  [{ type: 'prompt', prompt: 'In a red coat.', enhance_prompt: true }, 'A prompt without image.'],
  [{ type: 'passthrough', enabled: true }, 'Switches the own face on or off.'],
];

const serverMessages: readonly (readonly [SwapServerMessage, string])[] = [
  [
    { type: 'room_info', livekit_url: 'wss://host/room', token: '<token>' },
    'Join this media room, publish the camera, subscribe to the swapped track. Register the ' +
      'listener before connecting.',
  ],
  [{ type: 'ack', for: 'set_image' }, 'The message took effect.'],
  [
    {
      type: 'stats',
      fps: 30,
      latency_ms: 90,
      tracked: true,
      engine: 'body-swap-1',
      seconds_billed: 12,
      seconds_left: 588,
    },
    'Once a second.',
  ],
  [
    {
      type: 'warning',
      code: 'face_not_detected',
      message: 'No face was found in the picture.',
      for: 'set_image',
    },
    'Goes on. `for` names a message that did not take effect: it gets the warning instead of its `ack`, and ' +
      'what was there before stays.',
  ],
  [{ type: 'session_ended', reason: 'time_used_up' }, 'Nothing but an `error` follows.'],
  [
    { type: 'error', error: { code: 'invalid_input', message: 'Unknown field.' } },
    'The socket closes with a code below.',
  ],
];

const voiceReady: VoiceReady = {
  sample_rate: voiceAudio.sampleRate,
  chunk_frames: voiceAudio.chunkFrames,
};

/** The two sockets of live sessions as articles. */
export function renderSockets(): string {
  return `<article id="swap-socket"><h3>Socket of the real-time swap</h3>
${paragraphs(`Open \`stream_url\` with the query parameter \`${SESSION_TOKEN_PARAMETER}\`. Messages are JSON text. Skip messages of a type you do not know.

A connection that is lost may come back with the same token within 30 seconds: send \`session_join\` again and get \`room_info\` again; the room and the swap went on meanwhile. A second connection replaces the first, whose session ends with the reason \`replaced\`. Closing with code 1000 ends the session. One that has not streamed costs nothing and its token stays good until it expires.

Time counts from the first picture that is swapped, as long as pictures of the camera come.`)}
<h4>Client to service</h4>
${messageTable(clientMessages)}
<h4>Service to client</h4>
${messageTable(serverMessages)}</article>
<article id="voice-socket"><h3>Socket of the voice changer</h3>
${paragraphs(`Open \`stream_url\` with the query parameter \`${SESSION_TOKEN_PARAMETER}\`.

First send the target reference as one binary message: the length of the WAV as 4 bytes, most significant first, then the WAV (int16). Length 0 and nothing more asks for the catalogue voice of the session. Length and WAV in separate messages close the socket.

The service answers once with JSON text: \`${JSON.stringify(voiceReady)}\`.

Then send int16 little-endian mono PCM at that rate, in binary messages of any whole number of samples up to one second. Converted audio comes back in the same form and order, as long as what was sent; it lies behind by the time the converter looks ahead. Whoever sends faster than audio is converted waits: nothing is dropped.

Time counts from the first audio on: the time that passes while connected, or the length of the audio where that is longer. At the funded length the socket closes. A connection that is lost may come back with the same token within 15 seconds, with the reference first again; a second connection replaces the first. A reference is never stored.

Extensions of this service: the reply also has \`latency_ms\`, by how much the converter lies behind, and \`settings\`, the names of what may be changed while it runs by \`{"type":"settings","strength":0.5,"bypass":false,"noise_suppression":true,"voice_gate":true}\` as a text message. \`noise_suppression\` takes steady noise out first and \`voice_gate\` silences what is no speech; both together add 22 ms, and the reply comes anew with the other \`latency_ms\`. Every other text message closes the socket.`)}</article>
<article id="close-codes"><h3>Close codes of the sockets</h3>
<p>A wrong token is refused before the upgrade, with HTTP 401 and the error body.</p>
${table(
  ['Code', 'Meaning'],
  Object.entries(closeCodes).map(([reason, code]) => [String(code), reason.replaceAll('_', ' ')]),
)}</article>`;
}

function messageTable(
  messages: readonly (readonly [SwapClientMessage | SwapServerMessage, string])[],
): string {
  const rows = messages.map(([message, text]) => [
    `<code>${escapeHtml(JSON.stringify(message))}</code>`,
    paragraphs(text),
  ]);
  return table(['Message', 'Meaning'], rows);
}
