import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors.ts';
import { operationNames, operations } from '../../contract/api/operations.ts';
import { API_PATH } from './call.ts';

const templates = operationNames.map((name) => {
  const { method, path } = operations[name];
  const pattern = path.replace(/\{file_key\}$/, '.+').replaceAll(/\{\w+\}/g, '[^/]+');
  return { method, pattern: new RegExp(`^${API_PATH}${pattern}$`) };
});

/** Methods that a path takes; empty for an unknown path. */
export function listAllowedMethods(path: string): readonly string[] {
  const methods = templates
    .filter(({ pattern }) => pattern.test(path))
    .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return methods.length === 0 ? [] : [...new Set(methods), 'OPTIONS'];
}

/**
 * Answers requests without a route. The error table has no 405, so a wrong method is `not_found` too, with the
 * allowed ones in `Allow`. OPTIONS on a known path lists the methods.
 */
export function answerUnrouted(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?', 1)[0] ?? '';
  const methods = listAllowedMethods(path);
  if (methods.length === 0) {
    throw new AppError('not_found', 'There is no such address. The API is described at /docs.');
  }
  reply.header('allow', methods.join(', '));
  if (request.method === 'OPTIONS') {
    return reply.code(204).send();
  }
  throw new AppError('not_found', `This address takes ${methods.join(', ')} only.`);
}
