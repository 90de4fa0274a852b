/**
 * Purpose of a Debian package; a command asks for the needs it has.
 * `chromium-runtime`: the app on the system's Chromium. `chromium-sandbox`: where users may not make
 * namespaces, as in containers. `virtual-display`: no screen, or tests.
 * `media-sandbox`: processes that read foreign media; without it they run with the rights of the user, and the app says so.
 * `tests`: what only tests call. `device-tests`: what tests of cameras and microphones call; they skip without it.
 * `desktop`: parts of the app that say so and do without when the program is missing.
 * @typedef {'chromium-runtime' | 'chromium-sandbox' | 'virtual-display' | 'media-sandbox' | 'tests' | 'device-tests' | 'desktop'} Need
 */

/**
 * @typedef {object} DebianPackage
 * @property {string} name
 * @property {readonly string[]} programs the package is there when one of these is on PATH, or at its full path (also a library)
 * @property {Need} need
 * @property {string} reason
 */

/**
 * The one list of Debian packages. The set-up installs what is needed and missing; what is for the
 * desktop is only named.
 * @type {readonly DebianPackage[]}
 */
export const debianPackages = [
  {
    name: 'chromium',
    programs: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
    need: 'chromium-runtime',
    reason: 'shows the window where the Electron binary cannot be had',
  },
  {
    name: 'chromium-sandbox',
    programs: ['/usr/lib/chromium/chrome-sandbox', 'google-chrome-stable', 'google-chrome'],
    need: 'chromium-sandbox',
    reason: 'keeps pages apart from the system where users may not make namespaces',
  },
  {
    name: 'xvfb',
    programs: ['Xvfb'],
    need: 'virtual-display',
    reason: 'a display for tests and for machines without a screen',
  },
  {
    name: 'openbox',
    programs: ['openbox'],
    need: 'virtual-display',
    reason: 'window manager of the virtual display: focus, close and minimise work as on a desktop',
  },
  {
    name: 'bubblewrap',
    programs: ['bwrap'],
    need: 'media-sandbox',
    reason: 'keeps what decodes foreign media apart from the files of the user and the network',
  },
  {
    name: 'xdotool',
    programs: ['xdotool'],
    need: 'tests',
    reason: 'presses keys and closes windows from outside, as a person does',
  },
  {
    name: 'tcpdump',
    programs: ['tcpdump'],
    need: 'tests',
    reason: 'records what leaves the machine while the app runs',
  },
  {
    name: 'pipewire',
    programs: ['pipewire'],
    need: 'device-tests',
    reason: 'a server of cameras and sound, which a test reads the virtual camera from',
  },
  {
    name: 'pipewire-pulse',
    programs: ['pipewire-pulse'],
    need: 'device-tests',
    reason: 'PulseAudio’s protocol on that server',
  },
  {
    name: 'wireplumber',
    programs: ['wireplumber'],
    need: 'device-tests',
    reason: 'connects programs on that server',
  },
  {
    name: 'dbus',
    programs: ['dbus-daemon'],
    need: 'device-tests',
    reason: 'the session bus of that server',
  },
  {
    name: 'dbus-bin',
    programs: ['dbus-send'],
    need: 'device-tests',
    reason: 'asks on that bus',
  },
  {
    name: 'xdg-desktop-portal',
    programs: ['/usr/libexec/xdg-desktop-portal', '/usr/lib/xdg-desktop-portal'],
    need: 'device-tests',
    reason: 'gives a browser the cameras of that server',
  },
  {
    name: 'xdg-desktop-portal-gtk',
    programs: ['/usr/libexec/xdg-desktop-portal-gtk', '/usr/lib/xdg-desktop-portal-gtk'],
    need: 'device-tests',
    reason: 'without a desktop the portal does not start',
  },
  {
    name: 'gstreamer1.0-tools',
    programs: ['gst-launch-1.0'],
    need: 'device-tests',
    reason: 'reads the virtual camera as another program does',
  },
  {
    name: 'gstreamer1.0-pipewire',
    programs: [
      '/usr/lib/x86_64-linux-gnu/gstreamer-1.0/libgstpipewire.so',
      '/usr/lib/aarch64-linux-gnu/gstreamer-1.0/libgstpipewire.so',
      '/usr/lib64/gstreamer-1.0/libgstpipewire.so',
      '/usr/lib/gstreamer-1.0/libgstpipewire.so',
    ],
    need: 'device-tests',
    reason: 'its source of PipeWire cameras',
  },
  {
    name: 'pulseaudio',
    programs: ['pulseaudio'],
    need: 'device-tests',
    reason:
      'a sound server without devices, beside which the virtual microphone is tested and measured',
  },
  {
    name: 'pulseaudio-utils',
    programs: ['parec'],
    need: 'device-tests',
    reason: 'plays into and records from that server',
  },
  {
    name: 'xdg-utils',
    programs: ['xdg-open'],
    need: 'desktop',
    reason: 'opens links and folders outside the app',
  },
  {
    name: 'libnotify-bin',
    programs: ['notify-send'],
    need: 'desktop',
    reason: 'notifications on the system Chromium',
  },
  {
    name: 'zenity',
    programs: ['zenity'],
    need: 'desktop',
    reason: 'the native "save as" dialog on the system Chromium',
  },
  {
    name: 'libsecret-tools',
    programs: ['secret-tool'],
    need: 'desktop',
    reason: 'keeps the keys in the keyring of the desktop',
  },
];
