/** Words of a language that belong to what is to be written on an image. */
export interface CaptionWords {
  /** Nouns for how a caption is set: “text size: 20”. */
  readonly captionTraits?: string;
  /** Verbs that are followed by a caption: “write”. */
  readonly captionVerbs?: string;
  readonly captionNouns?: string;
  /** Nouns that are followed by nothing but a caption: “the words”. */
  readonly captionWords?: string;
  /** Further nouns before a colon and a caption: “my name: Anna”. */
  readonly captionNames?: string;
  /** What is before the noun of a new caption: “add”, “with”. */
  readonly captionAdds?: string;
  /** Phrases that are followed by a caption in any case: “that says”. */
  readonly captionSays?: string;
  /** Where the first and the last line of a meme stand. */
  readonly memeTops?: string;
  readonly memeBottoms?: string;
  /** Nouns before a year that is to be written. */
  readonly captionYears?: string;
  /** Adverbs that add what is quoted before them: “Neu dazu”. */
  readonly captionAdditions?: string;
  /** How long words stand, which is always: “for the whole clip”. */
  readonly captionDurations?: string;
  /** Where another line of a caption stands, after a conjunction: “and below it”. */
  readonly captionLines?: string;
  /** Participles before what is quoted: “a subtitle reading “Hi””. */
  readonly captionReads?: string;
  /** First words of what describes a caption: “something”, “about”. */
  readonly captionTopics?: string;
  /** Prepositions of what a caption stands on. */
  readonly captionPlaces?: string;
  /** Other words that lead to the place and look of a caption: “at”, “in”. */
  readonly captionLinks?: string;
  /** Prepositions after a caption of how it stands: “with a shadow”. */
  readonly captionManners?: string;
  /** Adverbs of how or where a caption stands. */
  readonly captionAdverbs?: string;
  /** Nouns for an edge, which the word before them names: “the lower edge”. */
  readonly captionEdges?: string;
  /** Adjectives of the upper and the lower edge. */
  readonly uppers?: string;
  readonly lowers?: string;
  /** Words that leave the place of a caption open. */
  readonly captionAnywhere?: string;
  /** Words that let a caption run across the image. */
  readonly captionAcross?: string;
  /** What captions are drawn like: “like a meme”. */
  readonly captionModels?: string;
  /** Words that greet or thank whoever sees an image. */
  readonly captionGreetings?: string;
  /** Words in place of a caption that is not wanted: “text: none”. */
  readonly captionDenials?: string;
  /** How letters are drawn, where the words mean something else elsewhere: “with a shadow”. */
  readonly captionLettering?: string;
  /** Prepositions of what is to stay clear of a caption: “off my face”. */
  readonly apart?: string;
  /** Particles before a caption that begins with a capital letter: “just”. */
  readonly captionLeads?: string;
  /** Particles after a caption: “schreib Hallo drauf”. */
  readonly captionEnds?: string;
  /** Conjunctions after which something else may follow a caption. */
  readonly captionJoints?: string;
}
