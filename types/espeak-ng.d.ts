/** The part of the package that is used; it brings no types of its own. */
declare module '@echogarden/espeak-ng-emscripten' {
  interface EspeakEvent {
    readonly type: string;
    /** In milliseconds from the beginning of the text. */
    readonly audio_position: number;
    /** The phone in IPA; empty for a pause. */
    readonly id?: string | number | undefined;
  }

  interface EspeakWorker {
    get_samplerate(): number;
    /** 0 when the voice is there. */
    set_voice(name: string, language?: string): number;
    /** Words a minute. */
    set_rate(rate: number): void;
    /** 0 to 99; 50 is the pitch of the voice. */
    set_pitch(pitch: number): void;
    /** 0 to 99; 50 is the intonation of the voice. */
    set_range(range: number): void;
    /** Gives sound in parts, in memory of its own. A result of true stops. */
    synthesize(
      text: string,
      take: (samples: Int16Array<ArrayBuffer> | null, events: readonly EspeakEvent[]) => boolean,
    ): void;
    /** `_` between phones, blanks between words, a line for each part that is said in one breath. */
    synthesize_ipa(text: string): { readonly code: number; readonly ipa: string };
  }

  interface EspeakModule {
    readonly eSpeakNGWorker: new () => EspeakWorker;
  }

  const start: () => Promise<EspeakModule>;
  export default start;
}
