/** Sandboxed process that decodes one audio file of the user. */
import { serveProcess } from '../../sandbox/serve-process.ts';
import { readReferenceFile } from './read-reference-file.ts';

const methods = { decode: readReferenceFile };

/** Methods of the process, called once. */
export type ReferenceMethods = typeof methods;

serveProcess(methods);
