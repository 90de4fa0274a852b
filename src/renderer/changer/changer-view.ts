import type { StoreApi } from 'zustand/vanilla';
import { AppError } from '../../base/errors.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { ChosenFile } from '../../contract/ipc/files.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import type {
  ChangerOffer,
  ChangerState,
  VoiceReference,
} from '../../contract/ipc/voice-changer.ts';
import type { VoiceChoice } from '../../contract/settings.ts';
import type { DeviceState } from '../session/media-failure.ts';
import type { Device } from '../stores/devices-store.ts';
import type { Audition } from './audition.ts';
import type { DelayParts } from './delay-parts.ts';
import type { PipelineStats } from '../../base/voice/pipeline-stats.ts';
import type { openVirtualAudio } from './virtual-audio.ts';
import type { openVoiceAudio } from './voice-audio.ts';

/** A recording whose voice is the target. */
export interface ChosenReference {
  readonly file: ChosenFile;
  /** Null while it is being read; an error is its fault. */
  readonly facts: VoiceReference | AppError | null;
}

/** The voice changer as the page shows it. */
export interface ChangerView {
  /** Null until the service answered; an error is the reason why there is none. */
  readonly offer: ChangerOffer | AppError | null;
  /** User's choice, stored in the settings. */
  readonly choice: VoiceChoice;
  readonly targetKind: 'voice' | 'reference';
  readonly reference: ChosenReference | null;
  /** Voice whose sample is being loaded or played. */
  readonly auditionedId: string | null;
  readonly outputs: readonly Device[];
  /** State of the microphone of the voice changer. */
  readonly microphone: DeviceState;
  /** State of the session in main. */
  readonly session: ChangerState;
  /** Audio output while the microphone is open; owned by the store. */
  readonly sound: MediaStream | null;
  readonly facts: PipelineStats | null;
  readonly delay: DelayParts | null;
  readonly isMuted: boolean;
  /** True while the mute is that of a covered output; a decision of the user ends it, also one to stay muted. */
  readonly isMutedByCover: boolean;
  /** True when the user is heard only while a key is held. */
  readonly isPushToTalk: boolean;
  readonly isTalking: boolean;
  readonly isBypassed: boolean;
  /** True when the virtual microphone is silent for others, while the user may still hear themselves. */
  readonly isOutputMuted: boolean;
  /** Reason why the audio does not reach its output. */
  readonly routeError: 'missing' | null;

  readonly loadOffer: () => Promise<void>;
  readonly refreshOutputs: () => Promise<void>;
  readonly choose: (change: Partial<VoiceChoice>) => Promise<void>;
  readonly setTargetKind: (kind: 'voice' | 'reference') => void;
  readonly setReference: (file: File) => Promise<void>;
  /** Removes the recording when it is one of these files. */
  readonly dropReference: (fileIds: readonly string[]) => void;
  readonly agree: () => Promise<void>;
  readonly listen: (voiceId: string) => Promise<void>;
  readonly stopListening: () => void;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly setMuted: (isMuted: boolean) => void;
  /** Mutes while the output is covered, or ends that mute; one of the user stays. */
  readonly setMutedByCover: (isMuted: boolean) => void;
  readonly setPushToTalk: (isOn: boolean) => void;
  readonly setTalking: (isTalking: boolean) => void;
  readonly setBypassed: (isBypassed: boolean) => void;
  readonly setOutputMuted: (isMuted: boolean) => void;
}

/** See {@link ChangerView}. */
export type ChangerStore = StoreApi<ChangerView>;

/** Dependencies of the store. */
export interface ChangerStoreDependencies {
  readonly bridge: Bridge<Ipc>;
  readonly addFile: (file: File) => Promise<ChosenFile>;
  readonly openAudio: typeof openVoiceAudio;
  readonly openVirtual: typeof openVirtualAudio;
  readonly audition: Audition;
  readonly devices: Pick<MediaDevices, 'enumerateDevices' | 'getUserMedia'>;
  readonly microphoneId: () => string | null;
  readonly choice: VoiceChoice;
  readonly store: (choice: VoiceChoice) => Promise<void>;
}

/** The chosen voice, or the first one where that is not there. */
export function findVoiceId({
  offer,
  choice,
}: Pick<ChangerView, 'offer' | 'choice'>): string | null {
  if (offer === null || offer instanceof AppError) {
    return null;
  }
  const chosen = offer.voices.find(({ id }) => id === choice.voiceId);
  return (chosen ?? offer.voices[0])?.id ?? null;
}

/** Returns whether the voice leaves for others: by the virtual microphone, or without it by a chosen output. */
export function hasOutput({
  choice,
  isOutputMuted,
}: Pick<ChangerView, 'choice' | 'isOutputMuted'>): boolean {
  return choice.hasVirtualMicrophone ? !isOutputMuted : choice.outputId !== null;
}

/** Returns whether the microphone may be heard: it is not muted, and the key to talk is held if there has to be one. */
export function isGateOpen({
  isMuted,
  isPushToTalk,
  isTalking,
}: Pick<ChangerView, 'isMuted' | 'isPushToTalk' | 'isTalking'>): boolean {
  return !isMuted && (!isPushToTalk || isTalking);
}
