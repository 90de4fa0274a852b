/**
 * Turns off the telemetry of ONNX Runtime, whose published builds report usage to their publisher and store a machine
 * id in the user's cache folder. ONNX Runtime reads this variable once, at its start, and from the environment of the
 * process rather than a thread's copy. Modules that load it, or start a thread that does, import this module first.
 */
process.env['ORT_DISABLE_TELEMETRY'] = '1';
