/** The contracts of descriptions over HTTP, and the way to them from a folder of descriptions: what `$schema` of a file names for an editor. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import type { FastifyPluginAsync } from 'fastify';

const NAME = /^[a-z]+\.schema\.json$/;

/** GET /schemas/{kind}.schema.json. References among them are relative, so that an editor finds the others at the same address. */
export function schemaRoutes(folder: string = resolve('schemas')): FastifyPluginAsync {
  return async (app) => {
    app.get<{ Params: { name: string } }>('/schemas/:name', async (request, reply) => {
      const { name } = request.params;
      const text = NAME.test(name) ? await readFile(join(folder, name), 'utf8').catch(() => undefined) : undefined;
      if (text === undefined)
        return reply.code(404).header('cache-control', 'no-store').send({ error: 'SCHEMA_NOT_FOUND', message: '没有这个 schema' });
      return (
        reply
          // Editors in a browser read it from pages of their own.
          .header('access-control-allow-origin', '*')
          .header('cache-control', 'public, max-age=300')
          .type('application/schema+json; charset=utf-8')
          .send(text)
      );
    });
  };
}

/**
 * Where the schemas are seen from a folder of games, for `$schema`: beside the folder, as in the project, or the way to the project's.
 * No `$schema` reaches a player: what is published of a game has none.
 */
export function schemasFrom(gamesDir: string, schemasDir: string = resolve('schemas')): string {
  if (existsSync(join(gamesDir, '../schemas/game.schema.json'))) return '../schemas';
  return relative(resolve(gamesDir), schemasDir).split(sep).join('/');
}
