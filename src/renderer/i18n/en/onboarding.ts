/** Texts in English of the first run. */
export const enOnboarding = {
  'commands.onboarding': 'Show the first steps again',
  'onboarding.on_air': 'End the live session first',
  'onboarding.about': 'First steps',
  'onboarding.about_hint': 'Camera, speed of this computer, privacy and a sample.',
  'onboarding.about_show': 'Show',
  'onboarding.steps': 'First steps',
  'onboarding.skip': 'Skip',
  'onboarding.back': 'Back',
  'onboarding.next': 'Next',
  'onboarding.go': 'Go to Live',
  'onboarding.devices.title': 'Camera and microphone',
  'onboarding.devices.intro': 'See and hear what Guise gets from you.',
  'onboarding.devices.off': 'Your camera is off',
  'onboarding.devices.why': 'Only you see it here. Nothing goes out before you press Go live.',
  'onboarding.devices.start': 'Start camera and microphone',
  'onboarding.devices.soon': 'Your character is on its way.',
  'onboarding.devices.card': 'Your cover card: others see it whenever a picture is late.',
  'onboarding.devices.you': 'You as {name}, a drawn character',
  'onboarding.speed.title': 'What this computer can do',
  'onboarding.speed.intro': 'Guise swaps a drawn clip for up to 20 seconds and picks the size.',
  'onboarding.speed.waits': 'The service on this computer is starting.',
  'onboarding.speed.elsewhere':
    'The service you use does the rendering, so there is nothing to measure here. Switch to This computer in Settings to test your own.',
  'onboarding.speed.trying': 'Trying {p}p at {fps} fps',
  'onboarding.speed.progress': 'Measuring',
  'onboarding.speed.clip': 'The clip is a drawing that comes with Guise. Your camera is not used.',
  'onboarding.speed.picture': 'The clip with its face swapped, as this computer does it now',
  'onboarding.speed.metric': '{p}p · {fps} fps',
  'onboarding.speed.result':
    'This computer swaps {measured} pictures a second at {p}p. You start with {p}p at {fps} fps.',
  'onboarding.speed.slow':
    'Right now this computer manages {measured} pictures a second at {p}p. You start with {p}p at {fps} fps. Close what else keeps it busy and measure again.',
  'onboarding.speed.unknown':
    'It did not start within 20 seconds. You start with {p}p at {fps} fps, to be safe.',
  'onboarding.speed.kept':
    'This computer swaps {measured} pictures a second at {p}p. Your own choice stays: {own}p at {own_fps} fps.',
  'onboarding.speed.unknown_kept':
    'It did not start within 20 seconds. Your own choice stays: {own}p at {own_fps} fps.',
  'onboarding.speed.lowered':
    'This computer could not keep up lately, so Guise chose a smaller picture: you start with {own}p at {own_fps} fps.',
  'onboarding.speed.later':
    'You can change this any time under Set-up. If the computer gets busy, Guise switches to a smaller picture by itself.',
  'onboarding.speed.again': 'Measure again',
  'onboarding.privacy.title': 'What leaves this computer',
  'onboarding.privacy.intro': 'And who has to agree.',
  'onboarding.privacy.here.title': 'Nothing, with the service on this computer',
  'onboarding.privacy.here.text':
    'Camera, microphone, pictures, clips and results stay here. No account, no statistics, no cloud.',
  'onboarding.privacy.remote.title': '{name} gets what it works on',
  'onboarding.privacy.remote.text':
    '{host} gets your camera and voice while you are live, and the files of the jobs you start. Everything else stays here.',
  'onboarding.privacy.services.title': 'Another service only if you add one',
  'onboarding.privacy.services.text':
    'Your files and pictures then go there, and the status bar names the service on every screen.',
  'onboarding.privacy.consent.title':
    'Other people have to agree to the use of their face or voice',
  'onboarding.privacy.consent.text':
    'Guise asks once for each face and each voice. You can withdraw a consent under Settings, Safety, with everything made from it.',
  'onboarding.privacy.badge':
    'A small “AI” badge in your live picture. Many platforms ask for one.',
  'onboarding.sample.title': 'Your first result',
  'onboarding.sample.intro': 'Move the line, press play. Both people are drawn.',
  'onboarding.sample.begins':
    'The sample starts as soon as the service on this computer is running.',
  'onboarding.sample.elsewhere':
    'The sample is only made on this computer, so that it costs nothing. Switch to This computer in Settings to see it.',
  'onboarding.sample.making': 'This computer is swapping the face in a clip of three seconds.',
  'onboarding.sample.done':
    '{sec, plural, one {Made on this computer in # second.} other {Made on this computer in # seconds.}} It is the first entry of your History.',
  'onboarding.sample.failed': 'The sample could not be made: {why}.',
  'onboarding.sample.canceled': 'The sample was canceled.',
} as const;
