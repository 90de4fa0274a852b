import type { JobFeature } from '../contract/api/features.ts';
import type { SubmitName } from '../contract/api/operations.ts';

/** What a capability is, for whoever offers or does it. Its limits are those of its operation. */
export interface CapabilityDefinition {
  readonly feature: JobFeature;
  /** The operation that submits it. */
  readonly operation: SubmitName;
  readonly result: 'image' | 'audio' | 'video';
  /** Symbol of its form and its jobs. */
  readonly symbol: CapabilitySymbol;
  readonly texts: CapabilityTexts;
}

/** Symbols that a capability can have; the page draws each. */
export type CapabilitySymbol = 'clapperboard' | 'message' | 'scan_face' | 'sound';

/** What the form of a capability says. */
export interface CapabilityWords {
  readonly title: string;
  /** One sentence under the title. */
  readonly text: string;
  /** What to drop or write first. */
  readonly hint: string;
}

/** The same in every language of the interface. */
export type CapabilityTexts = Readonly<Record<'en' | 'de', CapabilityWords>>;
