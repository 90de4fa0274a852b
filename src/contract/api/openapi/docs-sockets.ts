import {
  closeCodes,
  SESSION_TOKEN_PARAMETER,
  type SwapClientMessage,
  type SwapServerMessage,
  voiceAudio,
  type VoiceReady,
} from '../sockets.ts';
import { escapeHtml, paragraphs, renderTable } from './html.ts';

const clientMessages: readonly (readonly [SwapClientMessage, string])[] = [
  [
    { type: 'session_join', passthrough: false, cover: 'blur', identity_lock: true, badge: false },
    'First, once in a connection. `passthrough` shows the own face. Extensions of this service, which ' +
      'may be left out: `cover` (`blur`, `card` or `hold`, which shows the last good picture for ten seconds, then the card) hides the camera while there is nothing to show; with ' +
      '`identity_lock` only the first person in view is swapped and other heads are blurred; with `badge` swapped pictures carry a small badge that says so.',
  ],
  [
    { type: 'set_image', image_data: '<base64>', prompt: 'In a red coat.', enhance_prompt: true },
    'The character. `prompt` and `enhance_prompt` may be left out. As much of it is swapped as the picture ' +
      'shows: the body, else the head, else the face, unless the prompt says which.',
  ],
  [
    { type: 'prompt', prompt: 'A woman with red hair.', enhance_prompt: true },
    'A prompt without image. Where none was sent, a built-in character is played, which the words choose.',
  ],
  [{ type: 'passthrough', enabled: true }, 'Switches the own face on or off.'],
];

const serverMessages: readonly (readonly [SwapServerMessage, string])[] = [
  [
    { type: 'room_info', livekit_url: 'wss://host/room', token: '<token>' },
    'Join this media room, publish the camera, subscribe to the swapped track. Register the ' +
      'listener before connecting.',
  ],
  [
    { type: 'ack', for: 'set_image', mode: 'body' },
    'The message took effect. `mode` is what of the character is shown: `face`, `head` or `body`; `character` ' +
      'names the built-in one that is played.',
  ],
  [
    {
      type: 'stats',
      fps: 30,
      latency_ms: 90,
      tracked: true,
      engine: 'body-swap-1',
      mode: 'body',
      arms: 'moving',
      seconds_billed: 12,
      seconds_left: 588,
    },
    'Once a second. `tracked` is false while the face is not followed; `cover_reason`, an extension of this service, says why ' +
      'a picture is covered: `no_face`, `late` where pictures come too far apart to follow a face, `engine_failed`, ' +
      '`no_character`, or `no_picture` before the first. `mode` is what the last picture shows; `arms` is `moving` where those of the character move as the ' +
      'streamer’s, and `still` where the machine was too slow for that.',
  ],
  [
    {
      type: 'warning',
      code: 'face_not_detected',
      message: 'No face was found in the picture.',
      for: 'set_image',
    },
    'Goes on. `for` names a message that did not take effect: it gets the warning instead of its `ack`, and ' +
      'what was there before stays. `mode_reduced` says that the machine is too slow for more than the face, which is ' +
      'shown alone from then on; never where the prompt says which. `frames_late` says that pictures come too far apart to follow a face, so that they are covered. `arms_still` says that it stayed below 24 pictures a ' +
      'second with moving arms, which stay as in the picture of the character from then on. `details`, an extension of this service, says what ' +
      'exactly was wrong, as the header `Error-Details` does.',
  ],
  [{ type: 'session_ended', reason: 'time_used_up' }, 'Nothing but an `error` follows.'],
  [
    { type: 'error', error: { code: 'invalid_input', message: 'Unknown field.' } },
    'The socket closes with a code below. `details` as those of a warning.',
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

A connection that is lost may come back with the same token within 30 seconds: send \`session_join\` again and get \`room_info\` again; the room and the swap went on meanwhile. A second connection replaces the first, whose session ends with the reason \`replaced\`. Closing with code 1000 ends the session. On a service of several machines the one that ran the session may be gone: then the warning \`session_moved\` comes first, the picture has to be sent again, and \`room_info\` names another room, or the same, in which the client can stay; nothing is billed for the time between. One that has not streamed costs nothing and its token stays good until it expires.

A session that has not streamed expires 10 minutes after it was opened, or after the last sign of a connected client (a message, a picture of its camera), 60 minutes after it was opened at most; a connected client is told by \`session_ended\` with the reason \`expired\`. Whoever sends neither messages nor pictures for two minutes, or does not answer pings, is disconnected. Connected sessions are counted, of an account and of all: past it the upgrade is refused with HTTP 429. \`POST /jobs/{job_id}/cancel\` with the id of the session ends it: free before it streams, else for the time that was streamed.

Time counts from the first picture that is swapped, as long as pictures of the camera come.`)}
<h4>Client to service</h4>
${renderMessageTable(clientMessages)}
<h4>Service to client</h4>
${renderMessageTable(serverMessages)}</article>
<article id="voice-socket"><h3>Socket of the voice changer</h3>
${paragraphs(`Open \`stream_url\` with the query parameter \`${SESSION_TOKEN_PARAMETER}\`.

First send the target reference as one binary message: the length of the WAV as 4 bytes, most significant first, then the WAV (int16). Up to 8 channels are mixed down. A session with a catalogue voice needs no reference: length 0 and nothing more may be sent, or nothing, and audio may follow at once. Length and WAV in separate messages close the socket.

The service answers once with JSON text, where the session has a voice before anything is sent: \`${JSON.stringify(voiceReady)}\`.

Then send int16 little-endian mono PCM at that rate, in binary messages of one sample up to one second. Converted audio comes back in the same form and order, as long as what was sent; it lies behind by the time the converter looks ahead. Whoever sends faster than audio is converted, or more than 1,000 messages a second, waits: nothing is dropped.

Only the audio that is streamed is charged. From the first audio on the session lives for the funded length of time on the connection, or of audio where that is used up earlier; then the socket closes. Silence does not end it while the client answers pings. \`POST /jobs/{job_id}/cancel\` ends it as it ends a swap; before such an end comes \`{"type":"session_ended","reason":"canceled"}\`. A connection that is lost may come back with the same token within 15 seconds, with the reference first again; a second connection replaces the first. A reference is never stored.

Extensions of this service: the reply also has \`latency_ms\`, by how much the converter lies behind, and \`settings\`, the names of what may be changed while it runs by \`{"type":"settings","strength":0.5,"bypass":false,"noise_suppression":true,"voice_gate":true}\` as a text message. \`noise_suppression\` takes steady noise out first and \`voice_gate\` silences what is no speech; both together add 22 ms, and the reply comes anew with the other \`latency_ms\`. Every other text message closes the socket.`)}</article>
<article id="close-codes"><h3>Close codes of the sockets</h3>
<p>A wrong token is refused before the upgrade, with HTTP 401, the error body and its <code>Error-Details</code>, a session for which there is no slot with 429. What has no code of its own closes with 4500 after an error message that names it.</p>
${renderTable(
  ['Code', 'Meaning'],
  Object.entries(closeCodes).map(([reason, code]) => [String(code), reason.replaceAll('_', ' ')]),
)}</article>`;
}

function renderMessageTable(
  messages: readonly (readonly [SwapClientMessage | SwapServerMessage, string])[],
): string {
  const rows = messages.map(([message, text]) => [
    `<code>${escapeHtml(JSON.stringify(message))}</code>`,
    paragraphs(text),
  ]);
  return renderTable(['Message', 'Meaning'], rows);
}
