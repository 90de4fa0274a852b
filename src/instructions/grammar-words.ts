import type { CaptionWords } from './caption-words.ts';
import type { ImageWords } from './image-words.ts';
import type { PronounWords } from './pronoun-words.ts';

/**
 * Words of one language that the grammar needs by their text, where their concept does not suffice. Alternatives are divided
 * by `|`; `(…)` groups, `?` makes what is before it optional, `*` stands for any further letters and `…` for any word.
 * A list is left out where the language needs none.
 */
export interface GrammarWords extends CaptionWords, ImageWords, PronounWords {
  readonly articles?: string;
  /** Other words that begin a noun: “my”, “some”. */
  readonly determiners?: string;
  /** Adjectives that name another thing than the one in the image: “a new background”. */
  readonly distinguishingAdjectives?: string;
  /** Prepositions of a purpose: “for our card”. */
  readonly purposePrepositions?: string;
  readonly conjunctions?: string;
  /** Prepositions of what somebody wears or has, and those with an article in them: “im”. */
  readonly wearing?: string;
  readonly wearingDefinites?: string;
  /** “Us” where it is an object or means for whom. */
  readonly objectUs?: string;
  /** Subjects that begin a wish after “so”: “so I want it brighter”. */
  readonly wishSubjects?: string;
  /** Subjects after “so” that tell a purpose: “so the focus is on me”. */
  readonly purposeSubjects?: string;
  /** First person and verb of a remark about what somebody does: “I’m streaming”. */
  readonly asides?: string;
  /** Verbs that say how something stays: “the room can stay dark”. */
  readonly stayVerbs?: string;
  /** Conjunctions of a purpose: “so that”. */
  readonly purposes?: string;
  /** Prepositions between a style and what it shows: “a drawing of my dog”. */
  readonly subjectPrepositions?: string;
  /** Pronouns whose “’s” is a verb, not a possessive. */
  readonly contracted?: string;

  /** Verbs of edits, which ask for something and begin a wish after “so” or “please”. */
  readonly editVerbs?: string;
  /** Other words that ask for something, wherever they are. */
  readonly requestVerbs?: string;
  /** Imperatives of “make”, which begin a wish after something else. */
  readonly makeVerbs?: string;
  /** Further imperatives that do: “put”. */
  readonly placeVerbs?: string;
  /** “Please” at the beginning of a wish. */
  readonly please?: string;
  /** “Please” within a wish. */
  readonly innerPlease?: string;
  /** Particles that may stand beside “please”: “just”. */
  readonly particles?: string;
  /** Modal and other verbs that state how something should become. */
  readonly volitionVerbs?: string;
  /** Words that make a wish of what was: “I wish it was night”. */
  readonly wishMarkers?: string;
  /** Words that make a wish of a description after them: “can I have”. */
  readonly wishOpeners?: string;
  /** Phrases that state how an image should become: “make it look like it’s night”. */
  readonly comparisons?: string;
  /** Conjunctions that compare how something is. */
  readonly likenesses?: string;
  readonly needVerbs?: string;

  /** Words that ask for an answer, not for a change. */
  readonly questions?: string;
  /** Phrases that ask how something would look, which asks for the look. */
  readonly lookQuestions?: string;
  /** First person and verb of a statement about oneself: “I look”. */
  readonly selfStatements?: string;
  /** Pronouns that begin a clause about people. */
  readonly nominatives?: string;
  /** Adjectives that only name a defect. */
  readonly defects?: string;
  /** Words with which an adjective describes how something is: “kinda”. */
  readonly impressions?: string;
  /** Words after which something is excepted. */
  readonly exclusions?: string;
  /** Conjunctions that except something after one of `totals`: “any colour but”. */
  readonly exclusionJoints?: string;
  readonly totals?: string;
  /** Words about mistakes in writing. */
  readonly misspellings?: string;
  /** Verbs with which something goes from the first to the second one: “apply … to”. */
  readonly transfers?: string;
  /** Prepositions of the one that takes something. */
  readonly recipients?: string;
  /** Prepositions of the aim of a transfer, or of what something is matched to. */
  readonly aims?: string;
  /** Adjectives of pale colours that also say that something does not shine. */
  readonly matt?: string;
  /** Words of height. */
  readonly heights?: string;
  /** Prepositions of the one that gives something. */
  readonly sources?: string;
  /** Conjunctions of a condition. */
  readonly conditions?: string;
  /** Pronouns that deny everybody. */
  readonly nobodies?: string;
  /** Verbs of recognising people, whose denial asks to hide them. */
  readonly recognitions?: string;
  /** Conditions that may tell a time instead: “when”. */
  readonly times?: string;
  /** Second persons, whose conditions are politeness: “if you have time”. */
  readonly addressees?: string;
  /** Conjunctions of alternatives. */
  readonly alternatives?: string;
  /** Verbs of what a cause does to a look, which complain: “the webcam makes my face round”. */
  readonly causeVerbs?: string;
  /** Pronouns and conjunctions before such a verb that ask for it: “a filter that makes my face slim”. */
  readonly relatives?: string;
  /** Conjunctions of a clause that is the object of the one before it. */
  readonly subordinators?: string;
  /** Places below other words, not in the image: “underneath”. */
  readonly beneath?: string;
  /** Parts of a face that a single spot may be on. */
  readonly faceParts?: string;
  /** Nouns for one spot of skin, and determiners before one of them. */
  readonly oneSpots?: string;
  readonly oneDeterminers?: string;
  /** Prepositions before the image that another one is put behind. */
  readonly framePrepositions?: string;
  /** Determiners of what is in the image already: “this”. */
  readonly definites?: string;
  /** Nouns that mean the image, or a border after a colour: “a white frame”. */
  readonly frames?: string;
  /** Numbers of images: “two”. */
  readonly counts?: string;
  /** Verbs of being somewhere, beside which a place is asked for, not a pose. */
  readonly standing?: string;
  /** Words that take back what was said before: “actually no”. */
  readonly corrections?: string;
  /** Prepositions of what something has: “with”. */
  readonly accompaniments?: string;
  /** Prepositions of where a thing is: “above”. */
  readonly locations?: string;
  /** Words that name a model: “like”. */
  readonly models?: string;
  /** Nouns for the whole image, at the end of a phrase. */
  readonly pictureNouns?: string;
  /** Pronouns for whoever may fulfil a wish: “can someone blur it”. */
  readonly indefinites?: string;
  /** Beginnings of statements that something is there: “there’s”. */
  readonly existentials?: string;
  /** Verbs of where light is from: “comes”. */
  readonly comingVerbs?: string;
  /** Quantities of what is left: “some”. */
  readonly fews?: string;
  /** Adjectives of what can be seen through. */
  readonly transparency?: string;
  /** Verbs of somebody who asks for something: “wants”. */
  readonly askingVerbs?: string;
  /** Pronouns that leave a choice: “whatever looks better”. */
  readonly choosers?: string;
  /** Adverbs of “je … desto”. */
  readonly degreeAdverbs?: string;
  /** Words between the sides of a comparison. */
  readonly comparers?: string;
  /** Verbs that take one thing from another. */
  readonly removers?: string;
  /** Articles and numerals of a single thing: “an eye”. */
  readonly singulars?: string;

  /** What a description of people or of the image tells: “she has”, “I wear”. */
  readonly descriptions?: string;
  /** Phrases that begin a statement of how something is: “my photo looks”. */
  readonly appearances?: string;
  /** Verbs of appearance that state how something is. */
  readonly seemVerbs?: string;
  /** Further verbs with the particle of a separable verb of appearance. */
  readonly lookVerbs?: string;
  /** Particle of a separable verb of appearance. */
  readonly seemParticles?: string;
  readonly negatedCopulas?: string;

  /** Words that begin a conclusion: “it was dark so make it brighter”. */
  readonly conclusions?: string;
  /** Verbs of a purpose after “so it”. */
  readonly purposeVerbs?: string;
  readonly without?: string;
  /** Words after “without” that tell an unwanted result: “without making”. */
  readonly unwantedResults?: string;
  /** Negators of nouns. */
  readonly absences?: string;
  /** Negators of verbs and clauses. */
  readonly negators?: string;
  /** Negators that an adversative conjunction makes exceptions: “but not”. */
  readonly exceptions?: string;

  /** Adverbs of excess: “too”. */
  readonly excess?: string;
  /** Quantities after an adverb of excess: “too much”. */
  readonly quantities?: string;
  /** Adverbs without a meaning at the end of a clause: “too”, “instead”. */
  readonly closingAdverbs?: string;

  readonly comparativeEndings?: string;
  /** Endings of comparatives before a noun. */
  readonly inflectedComparatives?: string;
  /** Endings and particles of verbs that are also adjectives: “brighten”, “light up”. */
  readonly verbEndings?: string;
  readonly pastEndings?: string;
  /** Verbs of the perfect tense: “hat … entfernt”. */
  readonly auxiliaries?: string;
  /** Endings of colours that are only a tinge: “greenish”. */
  readonly tingeEndings?: string;

  /** “Take” of “take the yellow out”, and its particles. */
  readonly removalVerbs?: string;
  readonly removalParticles?: string;
  /** “Bring” of “bring the warmth down”. */
  readonly loweringVerbs?: string;
  /** Particles of separable verbs that are also adjectives. */
  readonly inwardParticles?: string;
  /** Verbs and infinitives of “lass die Haare so”, and the words for how things are left. */
  readonly leaveVerbs?: string;
  readonly leaveInfinitives?: string;
  /** Conjunctions that may stand behind the first words of their clause: “den Hintergrund aber so lassen”. */
  readonly innerContrasts?: string;
  /** Verbs that say what one image becomes: “make picture 1 the background”. */
  readonly becoming?: string;
  /** Verbs that say what one image takes: “give picture 1 the background of picture 2”. */
  readonly giving?: string;
  /** Prepositions before the image that takes something: “use for picture 1 the background of picture 2”. */
  readonly prepositionsOfTakers?: string;
  readonly leftAs?: string;

  /** Clauses that approve of what was named before: “I like it”. */
  readonly approved?: string;
  /** Beginnings of clauses that approve of what they name: “I like the”. */
  readonly approvals?: string;
  /** Ends of clauses that approve of what they name: “is intentional”. */
  readonly approvalEnds?: string;
  /** Beginnings of statements about people: “we are”. */
  readonly peopleAre?: string;
  /** Adjectives of skin without colour. */
  readonly pallor?: string;
  /** Verbs that begin a question of how something is: “is it too dark?” */
  readonly askedVerbs?: string;
  /** Clauses that say what an image resembles: “it looks like a painting”. */
  readonly resemblances?: string;
  /** Adjectives of what no style draws: “realistic”. */
  readonly realism?: string;
  /** Prepositions of a model: “like”. */
  readonly alike?: string;
  /** Prepositions of what something has: “with”. */
  readonly companions?: string;
  /** Ends of compounds that mean an image: “Nachtaufnahme”. */
  readonly pictureTails?: string;
  /** Nouns of exposure, which is counted in stops. */
  readonly stopNouns?: string;
  /** Words that compare with another part: “the same”. */
  readonly sameness?: string;
  /** Words that take back what was said before them: “actually no”. */
  readonly revocations?: string;
  /** Verbs of being seen, and those of them that order to show something. */
  readonly showVerbs?: string;
  readonly showOrders?: string;
  readonly showStates?: string;
  /** Adverbs of a place that was named before. */
  readonly namedPlaces?: string;

  /** Subjects of people who would like to be somewhere: “I’d”. */
  readonly wishingPeople?: string;
  /** Words with which they would: “love”, “gern”. */
  readonly longing?: string;
  /** Nouns for what colours lips. */
  readonly lipsticks?: string;
  /** Adjectives of lettering that otherwise say nothing: “in spooky letters”. */
  readonly writtenStyles?: string;
  /** Adjectives of tidy backgrounds: “clean”. */
  readonly cleanliness?: string;
  /** Adverbs of who joins the people of an image: “as well”. */
  readonly besideAdverbs?: string;
  /** Verbs of how something looks: “I look yellow”, “ist orange rausgekommen”. */
  readonly appearing?: string;
  /** Subjects with their verbs in one word: “im”, “its”. */
  readonly selfContracted?: string;
  /** Words for colours as they are to be: “make that normal”. */
  readonly castRepairs?: string;
  /** Verbs of what an image has: “the second has nice colours”. */
  readonly having?: string;
  /** Words that do to an image what was said of another one: “mach das erste auch so”. */
  readonly likewise?: string;
  /** Verbs that say a part changes without saying how: “only edit the background”. */
  readonly editing?: string;
  /** Words for a result that is not to look changed: “natural”, “nobody should notice”. */
  readonly restraint?: string;
  /** Prepositions that put a caption above several images: “above each”, “drüber”. */
  readonly captionOver?: string;
  /** First words of what means several images: “all three”, “both”. */
  readonly several?: string;
  /** Nouns for the tone of an image that are no wish of their own: “brightness”. */
  readonly tonalNouns?: string;
  /** Titles of the two images of a comparison: “before/after”. */
  readonly befores?: string;
  readonly afters?: string;
  /** Nouns for the images of a collage: “three panels”. */
  readonly panels?: string;
  /** Conjunctions of what only seems so: “as if we stood together”. */
  readonly pretences?: string;
  /** Adverbs that confine a wish to the part after them: “just me, not the room”. */
  readonly justly?: string;
  /** Verbs for keying a background out. */
  readonly keying?: string;
  readonly keyVerbs?: string;
  /** Adverbs of a slow movement. */
  readonly slowly?: string;
  /** Verbs that cut, also a shape: “cut it square”. */
  readonly cutting?: string;
  /** Words that ask that people can be recognised. */
  readonly recognisable?: string;
  /** Words that deny what is named beside them, or that complain of it: “instead of”, “I hate”, “too much”. */
  readonly denying?: string;
  /** First words of what confines, takes back or mends what is said before it: “brighter, but only the sky”. */
  readonly confining?: string;
  /** Words for what need not be: “you don’t have to recognise me”. */
  readonly needless?: string;
  /** Words that leave an image out: “ignore the second”, “das zweite brauch ich nicht”. */
  readonly ignoring?: string;
  /** Ends of compounds that are images: “Strandfoto”. */
  readonly photoEnds?: string;
  /** What letters may stand on: “a bar”. */
  readonly captionGrounds?: string;
  /** Particles of verbs that lessen something: “nimm … zurück”. */
  readonly returns?: string;
  /** What images are taken with, and the light of it: “webcam”. */
  readonly equipment?: string;
  /** Modal verbs, beside which nothing is a mere remark. */
  readonly modals?: string;
  /** Phrases before what an image is used for: “it’s for”. */
  readonly uses?: string;
  /** Adverbs of days, at the beginning of a remark: “tomorrow”. */
  readonly daysNamed?: string;
  /** Verbs of remarks about oneself whose subject is left out: “slept”. */
  readonly selfVerbs?: string;
  /** Verbs of wishes: “need”. */
  readonly wanting?: string;
  /** Phrases with which people refuse to be shown. */
  readonly refusals?: string;
  /** Pronouns of what was named before, as subjects: “they”. */
  readonly subjects?: string;
  /** Nouns of what a look may be like: “film”. */
  readonly genres?: string;
  /** Verbs of how an image appears: “feel”. */
  readonly feelingVerbs?: string;
  /** Pronouns of all that was said: “both”. */
  readonly each?: string;
  /** Endings of possessives. */
  readonly possessives?: string;
  /** Adjectives of images that are edited too much: “fake”. */
  readonly artifice?: string;
  /** Adverbs of what goes on: “still”. */
  readonly stillAdverbs?: string;
  /** Verbs and adjectives of what can be seen: “see”, “readable”. */
  readonly seeing?: string;
  /** Verbs that ask for what is to be seen: “should”. */
  readonly seenModals?: string;
  /** Nouns for the mood of an image: “vibe”. */
  readonly moods?: string;
  /** Verbs of becoming that also mean to leave: “go”. */
  readonly going?: string;

  /** Prepositions of what surrounds somebody, those of them that need a word after it, and that word: “um … herum”. */
  readonly aroundPrepositions?: string;
  readonly aroundOpenings?: string;
  readonly aroundEnds?: string;
  /** Verbs that say which expression somebody has: “frowns”. */
  readonly expressionStates?: string;
  /** Words for all but what was named: “else”. */
  readonly elses?: string;
  /** Beginnings of clauses that say how somebody or something looks: “I look”. */
  readonly lookStatements?: string;
  /** Pronouns that point at an image that is sent: “in this forest”. */
  readonly demonstratives?: string;
  /** Clauses that leave somebody recognisable: “ich schon”. */
  readonly exemptions?: string;
  /** Particles at the end of separable verbs that also are prepositions: “zu”. */
  readonly verbParticles?: string;
  /** Prepositions of what something is made of: “aus”. */
  readonly materialPrepositions?: string;
  readonly behind?: string;
  /** Phrases with it that mean the whole background even after a person: “the guy behind the people”. */
  readonly behindBackground?: string;
  /** Verbs of colours that run into each other, as of a painting: “bleed”. */
  readonly bleeding?: string;
  /** Nouns for a wall of the image: “the wallpaper”. */
  readonly walls?: string;
  /** Nouns for a room of the image: “my apartment”. */
  readonly rooms?: string;
  readonly colourNouns?: string;
  /** Adjectives that make a colour of the word before them: “cream coloured”. */
  readonly coloured?: string;
  readonly colourful?: string;
  /** Verbs that turn images or, with one of the particles, a tone: “dreh … auf”. */
  readonly turnVerbs?: string;
  readonly turnParticles?: string;
  /** Nouns and pronouns of more than one person: “friends”, “us”. */
  readonly severalPeople?: string;
  /** Images of several people: “family photo”. */
  readonly groupPictures?: string;
  readonly coolness?: string;
  readonly exposure?: string;
  readonly grainy?: string;
  readonly lamps?: string;
  readonly lightNouns?: string;
  readonly messes?: string;
  readonly goods?: string;
  /** Ends of words for what colours the light: “ceiling lamp”, “Schreibtischlampe”. */
  readonly lampEnds?: string;
  /** Infinitives of what is to look so: “soll schmaler wirken”. */
  readonly appearInfinitives?: string;
  readonly carriers?: string;
  readonly looks?: string;
  /** Verbs of what others have as well: “like all of them have it”. */
  readonly habits?: string;
  /** Words for one of two images before its side: “the one on the left”. */
  readonly ones?: string;
  readonly betweens?: string;
  readonly contrasts?: string;
  readonly lineWidths?: string;
  readonly drawnLines?: string;
  /** Determiners that begin an owner without a preposition: “das Bild meiner Enkelin”. */
  readonly genitives?: string;
  readonly lightly?: string;
  readonly monochrome?: string;
  readonly noiseVerbs?: string;
  /** Plain adjectives of tones, after words such as “less”. */
  readonly plainTones?: string;
  readonly shimmer?: string;
  readonly tonalLights?: string;
  readonly topSide?: string;
  readonly whiteBalance?: string;
  /** Adverbs for more of a property: “up”. */
  readonly upwards?: string;

  /** Participles of what is done too much: “oversaturated”. */
  readonly overdone?: string;
  /** Words of what happened when an image was made: “filmed”, “entstanden”. */
  readonly tellings?: string;
  /** Endings of verbs after “without”: “without losing”. */
  readonly gerundEndings?: string;
  /** Words for one half: “half”. */
  readonly halves?: string;
  /** Adverbs with which a reason begins: “deswegen”. */
  readonly causes?: string;
  /** Verbs of what is possible: “ob das ginge”. */
  readonly feasible?: string;

  readonly percent?: string;
  /** Prepositions between the sides of a shape: “16 by 9”. */
  readonly ratios?: string;
  /** Words that begin with an apostrophe: “’til”. */
  readonly shortened?: string;
  /** Quantities of a property that say there is little of it: “little colour”. */
  readonly littleWords?: string;
  /** Verbs of what suits: “sodass das Licht passt”. */
  readonly fitting?: string;
  /** Adjectives of what is correct that also name a side: “looks right”. */
  readonly rightness?: string;
  /** Pronouns for no person, before `liking`: “nobody likes black and white”. */
  readonly nobody?: string;
  readonly liking?: string;
  /** Words for the image that is not the own one: “like the other one”. */
  readonly otherOnes?: string;
  /** Names of the two sides of somebody: “to the left of me”. */
  readonly sideNames?: string;
  /** Adjectives of images that have too little of something: “dark and pale”. */
  readonly fadedTones?: string;
}
