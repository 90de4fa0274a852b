/** Pronouns of one language, and determiners that say whose something is. */
export interface PronounWords {
  readonly firstPerson?: string;
  /** Subjects that are people, along with “I’m”. */
  readonly personalPronouns?: string;
  readonly objectPronouns?: string;
  /** Object pronouns that otherwise mean people: “them”. */
  readonly peoplePronouns?: string;
  /** Pronouns for what was named before. */
  readonly namedPronouns?: string;
  /** Pronouns of a subject that was named before. */
  readonly subjectPronouns?: string;
  /** Possessives of the user: “my”. */
  readonly owners?: string;
  /** Pronouns of the image that are no people: “it”. */
  readonly imagePronouns?: string;
  /** Pronouns for somebody’s part that was named before: “mine”. */
  readonly owned?: string;
  /** Determiners that say whose a part is: “her”. */
  readonly partOwners?: string;
  /** Pronouns of one man and of one woman. */
  readonly masculines?: string;
  readonly feminines?: string;
  /** Pronouns of formal requests and endings of their verbs: “schneiden Sie”. */
  readonly formalPronouns?: string;
  readonly formalVerbEndings?: string;
  /** Pronouns of things whose gender no word for an image has: “sie”, not “es”. */
  readonly thingPronouns?: string;
}
