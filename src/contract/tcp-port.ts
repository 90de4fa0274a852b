import * as z from 'zod';

/** Lowest and highest port of TCP on which something can listen. */
export const tcpPorts = { min: 1, max: 65_535 } as const;

/** See {@link tcpPorts}. */
export const tcpPortSchema = z.int().min(tcpPorts.min).max(tcpPorts.max);
