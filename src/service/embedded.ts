/**
 * The service inside the app: a process of its own (utility process or child process) that is told what
 * to do by messages and ends with its parent.
 *
 *   parent ── start ──▶ service            service ── started {baseUrl, apiKey} ──▶ parent
 *   parent ── stop ───▶ service                    ├─ preparing {mayTakeMs} ──────▶ parent
 *                                                  └─ failed {error} ─────────────▶ parent
 *   parent ── ping ───▶ service ── pong ─────────────────────────────────────────▶ parent
 *   parent ── details {id, jobId} ─▶ service ── details {id, details} ────────────▶ parent
 *   parent ── prepare_live {picture} ─▶ service: a live swap is likely to begin soon
 *   parent ── use_packs {setup} ─▶ service: the models of the next runs
 *   parent ── list_packs, measure_packs {id, …} ─▶ service ── the same {id, …} or refused ▶ parent
 *   parent ── list_targets, convert_recording {id, …} ─▶ service ── conversion_progress …, the same or refused ▶ parent
 *   parent ── cancel_conversion {id} ─▶ service: that one is refused
 *
 * The key goes over this private channel only; it is made anew for every run and never written down.
 */
import { beginLeanStart } from './lean-start.ts';

beginLeanStart();
const { runEmbedded } = await import('./embedded/run-embedded.ts');
runEmbedded();
