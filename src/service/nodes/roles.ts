/** Roles of a node: the REST API with its webhooks and housekeeping, rendering jobs, running live sessions. */
export const nodeRoles = ['api', 'jobs', 'live'] as const;

/** Name of a role. */
export type NodeRole = (typeof nodeRoles)[number];

/** Returns whether a text names a role. */
export function isNodeRole(text: string): text is NodeRole {
  return nodeRoles.some((role) => role === text);
}
