import type { CameraRemedy } from '../../../../contract/devices.ts';

/** Configuration file of the kernel module, which is loaded with it from then on. */
const settingsFile = '/etc/modprobe.d/guise-camera.conf';

/**
 * Settings of our device. Browsers list only cameras that cannot be written to, which the first one ensures.
 */
const oneDevice = 'exclusive_caps=1 video_nr=10 card_label="Guise Camera"';

/** A second device, because OBS writes to one of its own; each has its value of a setting. */
const twoDevices =
  'devices=2 exclusive_caps=1,1 video_nr=10,11 card_label="Guise Camera,OBS Virtual Camera"';

const reload = 'sudo modprobe -r v4l2loopback && sudo modprobe v4l2loopback';

/** Terminal commands for the remedies that have one. The setup survives a restart. */
export const cameraCommands: Readonly<Partial<Record<CameraRemedy, string>>> = {
  v4l2_missing: [
    'sudo apt install v4l2loopback-dkms linux-headers-$(uname -r)',
    writeSettings(oneDevice),
    'echo v4l2loopback | sudo tee /etc/modules-load.d/guise-camera.conf',
    'sudo modprobe v4l2loopback',
  ].join(' && '),
  v4l2_group: 'sudo usermod -aG video "$USER"',
  v4l2_stuck: `${reload} ${oneDevice}`,
  v4l2_taken: `${writeSettings(twoDevices)} && ${reload}`,
  v4l2_caps: `${writeSettings(oneDevice)} && ${reload}`,
};

function writeSettings(settings: string): string {
  return `echo 'options v4l2loopback ${settings}' | sudo tee ${settingsFile}`;
}
