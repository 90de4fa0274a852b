import type { EngineReasonCode } from '../../../contract/engine-reasons.ts';

/** Texts in English about how a result was made: the sentences of a report by their codes. */
export const enEngine = {
  'engine.reason.no_model_folder': 'No folder of models is set up.',
  'engine.reason.no_swapper': 'The folder of models holds none that swaps faces.',
  'engine.reason.built_in_chosen': 'The built-in engine is chosen; {models} could be used instead.',
  'engine.reason.model_unusable': '{model} cannot be used: {why}',
  'engine.reason.needs_swapper':
    'The other models that are chosen work only together with one that swaps faces.',
  'engine.reason.model_failed': '{model} was chosen and could not be used. {why}',
  'engine.reason.model_runs_on': '{model} runs on {provider}: {why}',
  'engine.reason.too_far_aside': 'The face is turned too far aside for the models that are chosen.',
  'engine.reason.model_told': '{model} was told: “{words}”.',
  'engine.reason.told_in_part':
    'The end of the instruction was left out: the model reads only 75 tokens.',
  'engine.reason.face_only_poses_differ':
    'Only the face was swapped: the heads look in directions too far apart for a whole head.',
  'engine.reason.face_only_source_head_cut_off':
    'Only the face was swapped: the head in the photo of the face is cut off by its edge.',
  'engine.reason.face_only_neck_breaks':
    'Only the face was swapped: a whole head would not have met the neck.',
  'engine.reason.face_only_clothes_break':
    'Only the face was swapped: a whole head would have damaged the clothes.',
  'engine.reason.face_only_edge_breaks':
    'Only the face was swapped: a whole head would have shown its edges.',
  'engine.reason.face_only_light_differs':
    'Only the face was swapped: the light on a whole head would have been too hard.',
  'engine.reason.bent_by_joints':
    'The picture itself is bent by the joints of the clip, so face and clothes stay what they are.',
  'engine.reason.taken_out':
    'The person is replaced by what other frames show behind them; the picture itself is bent by their joints.',
  'engine.reason.head_only_body_missing':
    'The picture does not show enough of the body for this video, so only the head was swapped.',
  'engine.reason.head_only_legs_missing':
    'The video shows legs, and the picture does not, so only the head was swapped.',
  'engine.reason.head_only_people_touch':
    'Somebody else is in front of the person in the video, so only the head was swapped.',
  'engine.reason.head_only_other_side':
    'The video shows the person mostly from another side than the picture, so only the head was swapped.',
  'engine.reason.head_only_torn':
    'The body of the picture did not hold together in the poses of the video, so only the head was swapped.',
  'engine.reason.mouths_painted':
    'Mouths were painted by the chosen model{frames, plural, =0 {} one {; in one frame it left lips open that have to meet, and Guise closed them} other {; in # frames it left lips open that have to meet, and Guise closed them}}.',
  'engine.reason.mouths_drawn': 'The mouth hardly opens in the clip, so its inside was drawn.',
  'engine.reason.mouths_mixed':
    '{mouths, plural, one {One mouth of the clip is} other {# mouths of the clip are}} shown again; where the light fits none of them, the inside was drawn.',
  'engine.reason.mouths_of_clip':
    '{mouths, plural, one {One mouth of the clip is} other {# mouths of the clip are}} shown again with other words.',
  'engine.reason.speaker_only_person':
    'Of {people, number} people, the lips of the only one who is seen well were moved.',
  'engine.reason.speaker_speaks_most':
    'Of {people, number} people, the lips of the one whose mouth moves most were moved.',
  'engine.reason.speaker_most_prominent':
    'Of {people, number} people, the lips of the one who is largest and longest in the picture were moved.',
  'engine.reason.words_given': 'Mouths follow the words that were given with the recording.',
  'engine.reason.portrait_by_model':
    'The face was moved by the chosen model{frames, plural, =0 {} one {; in one frame it left lips open that have to meet, and Guise drew those} other {; in # frames it left lips open that have to meet, and Guise drew those}}.',
  'engine.reason.portrait_own_teeth':
    'The portrait is moved by geometry and keeps the teeth that it shows.',
  'engine.reason.portrait_drawn_teeth':
    'The portrait is moved by geometry; it shows no teeth, so they are drawn.',
  'engine.reason.voice_matched':
    'The voice is matched to the sample in pitch, pace and tone. It is a likeness: speaking exactly like a person takes a model of your own.',
  'engine.reason.voice_of_guise': 'Speech comes from the voices that are part of Guise.',
  'engine.reason.voice_of_model': 'Speech comes from {model} in the folder of models.',
  'engine.reason.other_voice':
    'The script is in a language that the chosen voice does not speak, so another voice spoke it.',
} as const satisfies Readonly<Record<`engine.reason.${EngineReasonCode}`, string>>;
