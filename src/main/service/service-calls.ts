import type { AreaHandlers } from '../ipc/area.ts';
import type { ServiceHost } from './service-host.ts';

/** The calls about the embedded service. */
export function createServiceCalls(host: ServiceHost): AreaHandlers<'service'> {
  return {
    'service.read': async () => host.state(),
    'service.restart': async ({ recovery }) => host.start(recovery),
  };
}
