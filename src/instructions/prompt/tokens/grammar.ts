/** The words of grammar of all languages as expressions: a prompt may mix languages. */
import type { GrammarWords } from '../../grammar-words.ts';
import { allWords } from '../../words/all-words.ts';

type Name = keyof GrammarWords;

/** Returns lists of words as the alternatives of an expression. */
export function alternate(...names: readonly Name[]): string {
  return names
    .flatMap((name) => allWords.flatMap(({ grammar: words }) => words[name] ?? []))
    .join('|')
    .replaceAll('(', '(?:')
    .replaceAll('*', String.raw`\p{L}*`)
    .replaceAll('…', String.raw`\p{L}+`);
}

/** Creates an expression that matches a text that is one of the words. */
function whole(...names: readonly Name[]): RegExp {
  return new RegExp(`^(?:${alternate(...names)})$`, 'iu');
}

/** Creates an expression that matches one of the words anywhere in a text. */
function within(...names: readonly Name[]): RegExp {
  return new RegExp(String.raw`(?<!\p{L})(?:${alternate(...names)})(?!\p{L})`, 'iu');
}

/** Creates an expression that matches a text that begins with one of the words. */
function opening(...names: readonly Name[]): RegExp {
  return new RegExp(String.raw`^(?:${alternate(...names)})(?!\p{L})`, 'iu');
}

/** Creates an expression that matches a text that begins with one of the words and goes on. */
function before(...names: readonly Name[]): RegExp {
  return new RegExp(`^(?:${alternate(...names)}) `, 'iu');
}

/** Creates an expression that matches a text that ends like one of the words. */
function ending(...names: readonly Name[]): RegExp {
  return new RegExp(`(?:${alternate(...names)})$`, 'iu');
}

/** Creates an expression that matches parts of words. */
function part(...names: readonly Name[]): RegExp {
  return new RegExp(alternate(...names), 'iu');
}

/** The expressions that the grammar tests texts with; {@link GrammarWords} says what they are. */
export const grammar = {
  determiners: whole('articles', 'determiners'),
  wearing: whole('wearing', 'wearingDefinites'),
  wearingDefinites: whole('wearingDefinites'),
  distinguishingAdjectives: whole('distinguishingAdjectives'),
  purposePrepositions: whole('purposePrepositions'),
  firstPerson: whole('firstPerson'),
  personalPronouns: opening('personalPronouns'),
  objectPronouns: whole('objectPronouns', 'peoplePronouns'),
  peoplePronouns: whole('peoplePronouns'),
  objectUs: whole('objectUs'),
  purposeSubjects: whole('purposeSubjects'),
  requests: within('editVerbs', 'requestVerbs', 'please', 'innerPlease'),
  wishBeginnings: whole('editVerbs', 'wishSubjects'),
  imperatives: whole('makeVerbs', 'placeVerbs'),
  makeVerbs: whole('makeVerbs'),
  conclusions: whole('conclusions', 'please'),
  politeness: whole('please', 'innerPlease', 'particles'),
  asides: opening('asides'),
  stayVerbs: whole('stayVerbs'),
  purposes: whole('purposes'),
  subjectPrepositions: whole('subjectPrepositions'),
  volitionVerbs: whole('volitionVerbs'),
  wishMarkers: within('wishMarkers'),
  /** Matches at the end of what is before a description, with at most one word between. */
  wishOpeners: new RegExp(
    String.raw`(?<!\p{L})(?:${alternate('wishOpeners')}) (?:\p{L}{1,20} )?$`,
    'iu',
  ),
  comparisons: within('comparisons'),
  likenesses: within('likenesses'),
  needVerbs: whole('needVerbs'),
  questions: whole('questions'),
  lookQuestions: within('lookQuestions'),
  selfStatements: opening('selfStatements'),
  nominatives: whole('nominatives'),
  defects: whole('defects'),
  impressions: within('impressions'),
  exclusions: whole('exclusions'),
  exclusionJoints: whole('exclusionJoints'),
  totals: within('totals'),
  misspellings: within('misspellings'),
  transfers: within('transfers'),
  recipients: whole('recipients'),
  aims: whole('aims'),
  sources: whole('sources'),
  heights: within('heights'),
  matt: whole('matt'),
  conditions: whole('conditions'),
  nobodies: whole('nobodies'),
  recognitions: opening('recognitions'),
  times: whole('times'),
  addressees: whole('addressees'),
  alternatives: whole('alternatives'),
  singulars: whole('singulars'),
  indefinites: whole('indefinites'),
  causeVerbs: whole('causeVerbs'),
  relatives: whole('relatives'),
  subordinators: whole('subordinators'),
  beneath: whole('beneath'),
  faceParts: whole('faceParts'),
  oneSpots: whole('oneSpots'),
  oneDeterminers: whole('oneDeterminers'),
  framePrepositions: whole('framePrepositions'),
  definites: whole('definites'),
  counts: whole('counts'),
  frames: whole('frames'),
  standing: whole('standing'),
  corrections: opening('corrections'),
  locations: whole('locations'),
  accompaniments: whole('accompaniments'),
  paths: opening('captionLinks', 'captionPlaces'),
  onImage: new RegExp(
    String.raw`(?<!\p{L})(?:${alternate('captionPlaces')}) (?:${alternate('objectPronouns', 'definites')})(?!\p{L})`,
    'iu',
  ),
  captionEdges: whole('captionEdges'),
  uppers: whole('uppers'),
  lowers: whole('lowers'),
  captionAnywhere: whole('captionAnywhere'),
  captionLettering: whole('captionLettering'),
  captionReads: whole('captionReads'),
  captionAdditions: whole('captionAdditions'),
  captionDurations: whole('captionDurations'),
  captionModels: whole('captionModels'),
  captionAcross: whole('captionAcross'),
  captionEnds: whole('captionEnds'),
  apart: whole('apart'),
  models: whole('models'),
  pictureNouns: ending('pictureNouns'),
  comparers: whole('comparers'),
  choosers: whole('choosers'),
  askingVerbs: whole('askingVerbs'),
  transparency: whole('transparency'),
  fews: whole('fews'),
  comingVerbs: whole('comingVerbs'),
  existentials: opening('existentials'),
  degreeAdverbs: whole('degreeAdverbs'),
  removers: whole('removers'),
  /** Matches an additive conjunction, which continues what was said: not “but”. */
  additions: whole('conjunctions'),
  descriptions: within('descriptions'),
  appearances: opening('appearances'),
  lookVerbs: whole('seemVerbs', 'lookVerbs'),
  seeming: within('seemVerbs'),
  seemParticles: whole('seemParticles'),
  negatedCopulas: whole('negatedCopulas'),
  purposeVerbs: whole('purposeVerbs'),
  without: whole('without'),
  unwantedResults: whole('unwantedResults'),
  absences: whole('without', 'absences'),
  negators: whole('negators'),
  exceptions: whole('exceptions'),
  excess: opening('excess'),
  quantities: whole('quantities'),
  closingAdverbs: whole('closingAdverbs'),
  comparatives: ending('comparativeEndings'),
  anyComparatives: ending('comparativeEndings', 'inflectedComparatives'),
  changing: ending('comparativeEndings', 'verbEndings'),
  /** Matches a comparative anywhere in a text. */
  comparativeWords: new RegExp(String.raw`(?:${alternate('comparativeEndings')})(?!\p{L})`, 'iu'),
  pastEndings: ending('pastEndings'),
  auxiliaries: whole('auxiliaries'),
  tingeEndings: ending('tingeEndings'),
  removalVerbs: whole('removalVerbs'),
  removalParticles: whole('removalParticles'),
  loweringVerbs: whole('loweringVerbs'),
  inwardParticles: whole('inwardParticles'),
  leaveVerbs: opening('leaveVerbs'),
  leaveInfinitives: whole('leaveInfinitives'),
  leftAs: whole('leftAs'),
  approved: whole('approved'),
  approvals: opening('approvals'),
  approvalEnds: new RegExp(String.raw`(?<!\p{L})(?:${alternate('approvalEnds')})$`, 'iu'),
  namedPronouns: whole('namedPronouns'),
  subjectPronouns: whole('subjectPronouns'),
  peopleAre: opening('peopleAre'),
  pallor: part('pallor'),
  askedVerbs: whole('askedVerbs'),
  resemblances: opening('resemblances'),
  realism: part('realism'),
  alike: whole('alike'),
  companions: whole('companions'),
  pictureTails: ending('pictureTails'),
  stopNouns: whole('stopNouns'),
  sameness: whole('sameness'),
  revocations: whole('revocations'),
  showVerbs: whole('showVerbs'),
  showStates: whole('showStates'),
  showOrders: whole('showOrders'),
  namedPlaces: whole('namedPlaces'),
  around: whole('aroundPrepositions', 'aroundOpenings'),
  aroundOpened: whole('aroundOpenings'),
  aroundEnds: whole('aroundEnds'),
  expressionStates: whole('expressionStates'),
  elses: within('elses'),
  behind: before('behind'),
  behindWords: whole('behind'),
  artifice: whole('artifice'),
  captionSurfaces: whole('captionPlaces'),
  each: whole('each'),
  possessives: ending('possessives'),
  equipment: whole('equipment'),
  owners: whole('owners'),
  returns: whole('returns'),
  modals: whole('modals'),
  uses: opening('uses'),
  daysNamed: whole('daysNamed'),
  selfVerbs: whole('selfVerbs'),
  wanting: whole('wanting'),
  refusals: within('refusals'),
  subjects: whole('subjects'),
  genres: whole('genres'),
  feelingVerbs: whole('feelingVerbs'),
  captionGrounds: whole('captionGrounds'),
  cleanliness: whole('cleanliness'),
  besideAdverbs: whole('besideAdverbs'),
  needless: within('needless'),
  denying: within('denying'),
  confining: opening('confining'),
  ignoring: whole('ignoring'),
  keying: whole('keying'),
  keyVerbs: whole('keyVerbs'),
  slowly: whole('slowly'),
  cutting: whole('cutting'),
  recognisable: within('recognisable'),
  befores: whole('befores'),
  afters: whole('afters'),
  panels: whole('panels'),
  pretences: whole('pretences'),
  justly: whole('justly'),
  appearing: whole('appearing'),
  selfContracted: whole('selfContracted'),
  castRepairs: whole('castRepairs'),
  likewise: whole('likewise'),
  editing: whole('editing'),
  restraint: within('restraint', 'artifice'),
  captionOver: whole('captionOver'),
  having: whole('having'),
  several: opening('several'),
  tonalNouns: whole('tonalNouns'),
  photoEnds: ending('photoEnds'),
  wishingPeople: whole('wishingPeople'),
  longing: whole('longing'),
  lipsticks: whole('lipsticks'),
  writtenStyles: whole('writtenStyles'),
  stillAdverbs: whole('stillAdverbs'),
  seeing: whole('seeing'),
  seenModals: whole('seenModals'),
  moods: whole('moods'),
  imagePronouns: whole('imagePronouns'),
  going: whole('going'),
  bleeding: whole('bleeding'),
  walls: whole('walls'),
  rooms: whole('rooms'),
  behindBackground: opening('behindBackground'),
  colourNouns: part('colourNouns'),
  coloured: whole('coloured'),
  colourful: whole('colourful'),
  turnVerbs: whole('turnVerbs'),
  turnParticles: whole('turnParticles'),
  severalPeople: whole('severalPeople'),
  groupPictures: whole('groupPictures'),
  coolness: whole('coolness'),
  exposure: part('exposure'),
  grainy: whole('grainy'),
  lamps: whole('lamps'),
  lightNouns: part('lightNouns'),
  lightly: whole('lightly'),
  monochrome: opening('monochrome'),
  noiseVerbs: whole('noiseVerbs'),
  plainTones: whole('plainTones'),
  shimmer: ending('shimmer'),
  tonalLights: whole('tonalLights'),
  topSide: whole('topSide'),
  whiteBalance: whole('whiteBalance'),
  upwards: whole('upwards'),
  /** Matches a number with its sign of percentage, and contains the number. */
  percentage: new RegExp(String.raw`^(\d{1,3})\s?(?:%|${alternate('percent')})$`, 'iu'),
  /** Matches the “’s” of a possessive. */
  possessive: new RegExp(`(?<!^(?:${alternate('contracted')}))['’\`´]s$`, 'u'),
  /** Matches an abbreviation after its apostrophe, from where the search begins: the ’90s, rock ’n’ roll. */
  shortened: new RegExp(String.raw`(?:\d{1,4}s|${alternate('shortened')})(?![\p{L}\p{N}])`, 'iuy'),
  /** Matches words at the end of a text that need a following word. */
  dangling: new RegExp(
    String.raw`(?:[\s,]{1,3}(?:${alternate('conjunctions', 'makeVerbs', 'articles')})){1,4}[\s,.]{0,4}$`,
    'iu',
  ),
  conjunctions: new RegExp(String.raw`,\s(?:${alternate('conjunctions')})\s`, 'giu'),
};
