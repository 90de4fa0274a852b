/** Texts in English about results: the verdict, the comparison, what can be done with them. */
export const enResult = {
  'verdict.title': 'Verdict',
  'verdict.good': 'Good: {what}.',
  'verdict.visible': 'Visible at a second look: {what}.',
  'verdict.unconvincing': 'Not convincing: {what}.',
  'verdict.unmeasured': 'Done. How good it looks is not measured here: see for yourself at 100%.',
  'verdict.unmeasured_sound': 'Done. How good it sounds is not measured here: have a listen.',
  'verdict.alike': 'the face is that of the photo',
  'verdict.alike_voice': 'pitch and sound are close to the sample',
  'verdict.steady': 'steady',
  'verdict.moves': 'it moves like the clip',
  'verdict.whole': 'arms, legs and clothes stay whole',
  'verdict.lips_close': 'the lips close where the words need it',
  'verdict.lips_in_time': 'in time with the sound',
  'verdict.sharpness.softer':
    'a little softer than the {kind, select, video {clip} other {picture}}',
  'verdict.sharpness.same': 'as sharp as the {kind, select, video {clip} other {picture}}',
  'verdict.sharpness.sharper':
    'a little sharper than the {kind, select, video {clip} other {picture}}',
  'verdict.finding.other_face':
    'the face is {grade, select, unconvincing {not} other {only partly}} that of the photo',
  'verdict.finding.face_before': 'it still looks like the person before',
  'verdict.finding.untouched': '{percent}% of the frames were left as they were',
  'verdict.finding.unsteady':
    'the face {grade, select, unconvincing {swims} other {moves}} on the head',
  'verdict.finding.soft': 'the face is softer than its surroundings',
  'verdict.finding.sharp': 'the face is too crisp, as if painted on',
  'verdict.finding.edges': 'neck, hair and edges often give a swapped head away',
  'verdict.finding.turned': 'the photo looks another way than the person it was put on',
  'verdict.finding.forehead': 'something lies on the forehead: a seam, a stain or hair',
  'verdict.finding.shaded': 'the shade on the forehead came along from the photo',
  'verdict.finding.eyes_off': 'the eyes are not where they were before',
  'verdict.finding.glasses': 'the glasses of the photo are painted onto the skin',
  'verdict.finding.glasses_off': 'the glasses of the photo were taken off, which leaves marks',
  'verdict.finding.other_voice': 'another voice spoke',
  'verdict.finding.pitch':
    'the voice is {higher, select, yes {higher} other {lower}} than the sample',
  'verdict.finding.melody': 'it sounds flatter than the sample',
  'verdict.finding.tone': 'the voice sounds different from the sample',
  'verdict.finding.lips_open': 'the lips stay apart at some p, b and m',
  'verdict.finding.lips_late':
    'the lips are {early, select, yes {ahead of} other {behind}} the sound',
  'verdict.finding.lips_loose': 'the mouth follows the words only loosely',
  'verdict.finding.mouth_covered': 'where something covers the mouth, it says the old words',
  'verdict.finding.mouth_drawn': 'teeth and tongue are drawn',
  'verdict.finding.motion_off':
    'the body is {grade, select, unconvincing {not} other {not always}} where it should be',
  'verdict.finding.motion_unmeasured':
    'the joints were set by hand, so the motion was not measured',
  'verdict.finding.seams':
    '{grade, select, unconvincing {arms, legs or clothes tear} other {arms, neck and edges show where the picture was bent}}',
  'verdict.finding.driver_turned':
    'in {percent}% of the frames the person in the clip turns away, and yours does not',
  'verdict.finding.driver_lost': 'in {percent}% of the frames there was nobody to follow',
  'verdict.finding.head_only': 'only the head is new; body and clothes are those of the clip',
  'verdict.finding.ground_guessed': '{percent}% of the background is made up',
  'verdict.finding.limbs_left':
    '{count, plural, =0 {arms and legs do not move} one {one of four limbs moves} other {# of four limbs move}}',
  'verdict.advice.other_face':
    'A photo from the front, with nothing over the face and at least 300 pixels of it, comes closer.',
  'verdict.advice.face_before':
    'A photo from the front, with nothing over the face and at least 300 pixels of it, comes closer.',
  'verdict.advice.untouched':
    'No face was found there: it is turned away, covered, too small or out of the picture.',
  'verdict.advice.unsteady':
    'Beards, glasses and hair over the face move worst. A photo without them, from the front, is steadier.',
  'verdict.advice.soft':
    'The photo shows too few pixels of the face, or is blurred. A sharper one helps.',
  'verdict.advice.sharp':
    'Hard light, make-up, grain and drawings cause this. A photo in soft, even light blends in better.',
  'verdict.advice.edges':
    'No number shows this: look at it at 100%. A photo with head, neck and hair in full, turned the same way, fits best.',
  'verdict.advice.turned':
    'Guise has to make up the side that the photo does not show. A photo that faces the same way fits best.',
  'verdict.advice.forehead':
    'It shows where the face meets the head. A photo without a fringe, in similar light, blends in better.',
  'verdict.advice.shaded':
    'Caps, fringes and hard light from above cause this. Pick a photo with a free, well-lit forehead.',
  'verdict.advice.glasses':
    'Dark glasses hide the eyes, so they come along with the face and look painted on. Pick a photo that shows the eyes.',
  'verdict.advice.glasses_off':
    'Skin and brows behind the frame are made up. A photo without glasses looks best.',
  'verdict.advice.eyes_off':
    'Glasses, narrow eyes and tilted photos cause this. A photo that looks straight into the camera fits better.',
  'verdict.advice.other_voice': 'Choose a voice that can be used here, then run it again.',
  'verdict.advice.pitch':
    'Ten to thirty seconds of one calm voice, without music or noise, come closer.',
  'verdict.advice.melody':
    'Ten to thirty seconds of lively speech, without music or noise, come closer.',
  'verdict.advice.tone':
    'Ten to thirty seconds of one calm voice, without music or noise, come closer.',
  'verdict.advice.lips_open':
    '{portrait, select, yes {A picture in which the lips are closed or show teeth} other {A clip in which the face is larger, from the front and well lit,}} closes better.',
  'verdict.advice.lips_late':
    'A clip with an even frame rate keeps time: convert it to 25 or 30 frames a second.',
  'verdict.advice.lips_loose':
    'A clip in which the person talks, larger and from the front, has more mouths to choose from.',
  'verdict.advice.mouth_covered':
    'Hands, a microphone or a cup cover it. A clip with a free mouth works throughout.',
  'verdict.advice.mouth_drawn':
    'The mouth hardly opens in the clip. One in which the person opens it wider brings real teeth.',
  'verdict.advice.motion_off':
    'A picture of one person standing, from head to feet, arms off the body, moves best. Long skirts and coats do not.',
  'verdict.advice.motion_unmeasured':
    'Watch it once to the end. If a limb bends the wrong way, adjust its joints and run it again.',
  'verdict.advice.seams':
    'Limbs that touch or cross tear first. A picture with arms off the body and legs apart, on a plain background, stays whole.',
  'verdict.advice.driver_turned':
    'Each picture shows only one side. A clip from the front throughout works best; motion control on this computer also takes pictures from the side and from behind.',
  'verdict.advice.driver_lost':
    'The person turns away, is covered or out of the picture. A clip that shows them throughout works best.',
  'verdict.advice.head_only':
    'A picture of one person standing, from head to feet and from the front, works for the whole body.',
  'verdict.advice.ground_guessed':
    'The clip does not show what is behind a person who hardly moves. It does if they walk or the camera pans.',
  'verdict.advice.limbs_left':
    'Only limbs that both the picture and the clip show can move. Use a picture and a clip from head to feet.',
  'verdict.try.image_key': 'Try another picture',
  'verdict.try.character_key': 'Try another picture',
  'verdict.try.face_key': 'Try another photo',
  'verdict.try.video_key': 'Try another clip',
  'verdict.try.voice_sample_key': 'Try another sample',
  'verdict.try.voice_id': 'Try another voice',
  'verdict.try.max_duration_sec': 'Try the first {value} s',
  'verdict.numbers': 'Numbers',

  'compare.hold': 'Hold to see the original (O)',
  'compare.zoom': 'Size',
  'compare.zoom.fit': 'Fit',
  'compare.zoom.percent': '{percent}%',
  'compare.frame_back': 'One frame back (,)',
  'compare.frame_on': 'One frame on (.)',
  'compare.mark_back': 'Previous part without a swap',
  'compare.mark_on': 'Next part without a swap',

  'job.change': 'Change and run again',
  'job.use_as': 'Use in “{form}” · {field}',
  'job.copy_settings': 'Copy the settings',
  'job.copied_settings': 'The settings are on the clipboard',
  'job.copy_curl': 'Copy as curl',
  'job.copied_curl': 'The curl script is on the clipboard',
  'job.drag': 'Drag out',
  'job.drag_hint': 'Drag it into a folder or another program',
} as const;
