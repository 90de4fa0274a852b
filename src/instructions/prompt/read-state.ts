import type { InstructionRule } from '../rule.ts';
import type { StepArea, StepRegion } from '../step.ts';
import type { RuleMatch } from './match-rule.ts';
import type { Token } from './token.ts';

/** A wish that was read. */
export interface ReadWish extends RuleMatch {
  readonly where: StepArea | null;
  readonly sentence: number;
}

/** What is to stay as it is, said by itself. */
export interface KeptPart {
  readonly regions: readonly string[];
  readonly tokens: readonly Token[];
  /** Whether it is no part but that people stay recognisable, colours natural and the like. */
  readonly isIdentity: boolean;
}

/** What has been read of a prompt so far. */
export interface ReadState {
  readonly rules: readonly InstructionRule[];
  readonly wishes: ReadWish[];
  readonly kept: KeptPart[];
  /** Targets and verbs that wait for the rest of their wish. */
  carried: readonly Token[];
  /** What the sentence was about last. */
  region: StepRegion | null;
  sentence: number;
  /** “is” of a clause that says what is wrong with the picture: “… and grainy” says so too. */
  complaint: Token | null;
  /** Up or down, of brightness and the like that was named last. */
  way: Token | null;
  /** The picture that was named last. */
  picture: Token | null;
  /** The part that was only named to say what is not done to it: “don’t blur the background, …”. */
  denied: Token | null;
  /** The part of which the last clause said something that was no wish. */
  topic: Token | null;
  /** A wish that may as well say how something is: “my eyes are red”. */
  stated: ReadWish | null;
}
