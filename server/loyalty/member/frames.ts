/** Frames around a player's picture: a ring that is drawn over it, so that wherever the picture is shown its frame is too. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { AVATARS, FRAME_TABLE } from '../../catalog/index.ts';

export const FRAMES = FRAME_TABLE as readonly { readonly id: string; readonly name: string }[];

/**
 * GET /avatars/framed/{frame}/{avatar}.svg: the two drawings in one file, since a picture in an <img> may not fetch another.
 * `folders`: where the drawings may lie, the first that has them.
 */
export function frameRoutes(app: FastifyInstance, folders: readonly string[]): void {
  const framedPictures = new Map<string, string>();
  const drawing = (name: string): string | undefined => {
    for (const folder of folders) {
      try {
        return readFileSync(join(folder, 'avatars', name), 'utf8');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
    return undefined;
  };
  const inner = (svg: string) => svg.replace(/^[^]*?<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '');

  app.get<{ Params: { readonly frame: string; readonly file: string } }>('/avatars/framed/:frame/:file', (request, reply) => {
    const { frame, file } = request.params;
    const avatar = file.replace(/\.svg$/, '');
    const name = `${frame}/${avatar}`;
    let svg = framedPictures.get(name);
    if (svg === undefined && FRAMES.some(({ id }) => id === frame) && AVATARS.some(({ id }) => id === avatar)) {
      const [below, above] = [drawing(`${avatar}.svg`), drawing(`frame-${frame}.svg`)];
      if (below !== undefined && above !== undefined) {
        svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">${inner(below)}${inner(above)}</svg>`;
        framedPictures.set(name, svg);
      }
    }
    if (svg === undefined) return reply.code(404).type('text/plain; charset=utf-8').send('404 没有这个文件');
    return reply.header('cache-control', 'public, max-age=86400').type('image/svg+xml').send(svg);
  });
}
