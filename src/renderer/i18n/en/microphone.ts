/** Texts in English about the virtual microphone. */
export const enMicrophone = {
  'microphone.title': 'Virtual microphone',
  'microphone.state.off': 'off',
  'microphone.state.starting': 'starting',
  'microphone.state.ready': 'ready',
  'microphone.state.in_use': 'in use',
  'microphone.state.failed': 'failed',
  'microphone.off_hint': 'Other programs list it as “Guise Microphone”.',
  'microphone.on_hint': 'Pick “Guise Microphone” in the other program.',
  'microphone.failed': 'The virtual microphone did not start',
  'microphone.failed_hint': 'Turn it off and on again. If that does not help, restart Guise.',
  'microphone.other_system':
    'On this system your voice reaches other programs through a virtual cable. Install one and choose it below.',
  'microphone.input': 'Your microphone',
  'microphone.automatic': 'System default',
  'microphone.gone': 'Not plugged in',
  'microphone.mute_output': 'Mute for others',
  'microphone.output_delay': 'Voice delay',
  'microphone.output_delay_hint': 'Raise it when your voice is ahead of your lips.',
  'microphone.level_monitor': 'In your headphones',
  'microphone.monitor_delay': 'Monitoring delay',
  'microphone.test': 'Test the microphone',
  'microphone.test_hint': 'Plays a short tone that other programs hear, too.',
  'microphone.test_heard': 'The tone arrived after {ms} ms. The microphone works.',
  'microphone.test_silent':
    'No tone arrived. Check in the sound settings whether “Guise Microphone” is muted.',
} as const;
