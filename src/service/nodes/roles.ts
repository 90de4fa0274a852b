/**
 * What a node does for the service: answers the REST API with its webhooks and housekeeping, renders jobs, runs live
 * sessions.
 */
export const nodeRoles = ['api', 'jobs', 'live'] as const;

/** Name of a role. */
export type NodeRole = (typeof nodeRoles)[number];

/** Whether a text names a role. */
export function isNodeRole(text: string): text is NodeRole {
  return nodeRoles.some((role) => role === text);
}
