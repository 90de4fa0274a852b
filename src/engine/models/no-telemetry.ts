/**
 * ONNX Runtime as it is published reports what it runs to its maker and keeps a number of the computer in
 * the user's cache folder. It asks this variable once, when it begins: whatever loads it, or starts a
 * thread that does, imports this module first. Threads see the variable of the process, not their own copy.
 */
process.env['ORT_DISABLE_TELEMETRY'] = '1';
