/** Texts about OBS Studio on this computer. */
export const enObs = {
  'settings.obs': 'OBS',
  'obs.title': 'OBS Studio',
  'obs.intro':
    'Guise sends its picture directly to OBS: no virtual camera, no driver, and OBS stays as you set it up.',

  'obs.state.off': 'Not connected',
  'obs.state.ready': 'Connected',
  'obs.state.in_use': 'OBS receives the picture',
  'obs.state.needs_setup': 'Waiting for you',
  'obs.state.needs_approval': 'Waiting for you',
  'obs.state.blocked': 'Does not work with this OBS',

  'obs.remedy.install_obs.title': 'OBS was not found',
  'obs.remedy.install_obs.text':
    'OBS has never run for this user. Install OBS 28 or later, start it once, then connect again.',
  'obs.remedy.start_obs.title': 'OBS is not running',
  'obs.remedy.start_obs.text':
    'Start OBS. Guise connects by itself as soon as OBS is running. If OBS is open, turn on Tools → WebSocket Server Settings.',
  'obs.remedy.enable_server.title': 'OBS does not let programs connect',
  'obs.remedy.enable_server.text':
    'In OBS, open Tools → WebSocket Server Settings and tick “Enable WebSocket server”. Keep the password on.',
  'obs.remedy.enter_password.title': 'OBS asks for its password',
  'obs.remedy.enter_password.text':
    'In OBS: Tools → WebSocket Server Settings → Show Connect Info. Copy the password and paste it here.',
  'obs.remedy.correct_password.title': 'The password is wrong',
  'obs.remedy.correct_password.text':
    'In OBS: Tools → WebSocket Server Settings → Show Connect Info. Copy it again; it is not the password of your channel.',
  'obs.remedy.update_obs.title': 'This OBS is too old',
  'obs.remedy.update_obs.text': 'Guise needs OBS 28 or later. Update OBS, then connect again.',
  'obs.remedy.check_port.title': 'Something else answers on port {port}',
  'obs.remedy.check_port.text':
    'Look up the port in OBS under Tools → WebSocket Server Settings and enter it here.',
  'obs.remedy.set_up.title': 'Connected. OBS does not show Guise yet',
  'obs.remedy.set_up.text':
    'One click adds a scene “Guise” with the picture. Your other scenes stay as they are, and the scene on air does not change.',

  'obs.connection': 'Connection',
  'obs.connected_to': 'OBS {version}, port {port}',
  'obs.password': 'Password of the OBS server',
  'obs.password_hint': 'Stays on this computer, encrypted by the system where that is possible.',
  'obs.port': 'Port',
  'obs.port_hint': 'Leave it empty to use the port in the settings of OBS.',
  'obs.port_range': 'A number from {min} to {max}.',
  'obs.connect': 'Connect',
  'obs.disconnect': 'Disconnect',
  'obs.disconnect_hint': 'Disconnecting also forgets the password. Scene and sources stay in OBS.',

  'obs.picture': 'Picture in OBS',
  'obs.picture_none': 'Not there yet',
  'obs.picture_at': 'Source “{input}” in scene “{scene}”',
  'obs.picture_loose': 'Source “{input}” is in no scene',
  'obs.set_up': 'Set up in one click',
  'obs.set_up_again': 'Set up again',
  'obs.set_up_done': 'OBS shows Guise',

  'obs.sync': 'Audio delay',
  'obs.sync_hint': 'OBS delays “{input}” so that lips and voice match.',
  'obs.sync_none': 'OBS has no microphone source. Add one in OBS, then set the delay here.',
  'obs.sync_value': '{ms} ms',
  'obs.sync_less': '1 frame earlier',
  'obs.sync_more': '1 frame later',
  'obs.sync_match': 'Match the picture ({ms} ms)',

  'obs.virtual_camera': 'OBS virtual camera',
  'obs.virtual_camera_hint':
    'Sends what OBS shows to video calls. Browsers and call programs list it as “OBS Virtual Camera”.',
  'obs.virtual_camera_none': 'This OBS has no virtual camera on this system.',

  'obs.test': 'Test',
  'obs.test_hint': 'Asks OBS what it shows and compares it with what Guise sent.',
  'obs.test_run': 'Test now',
  'obs.verdict.ours': 'OBS shows the picture of Guise.',
  'obs.verdict.black':
    'OBS shows nothing. Wait a second and test again; if it stays black, set up again.',
  'obs.verdict.other':
    'OBS shows another picture than Guise sent. Set up again; a filter on the source can also be the reason.',
  'obs.test_image': 'What OBS shows',
} as const;
