/** The yardstick of S5 in a process of its own: Fastify with one route that does nothing. Says its address over IPC. */
import fastify from 'fastify';

const app = fastify();
app.get('/', async () => ({}));
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
process.on('disconnect', () => process.exit(0));
