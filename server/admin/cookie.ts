/**
 * The cookie of an operator's session. No script can read it, and a browser sends it with calls of the back office alone, from pages of this
 * site alone (decision 0017).
 */
import type { FastifyReply, FastifyRequest } from 'fastify';

const NAME = 'operator';
const PATH = '/operator/api';
const TOKEN = new RegExp(`(?:^|;\\s*)${NAME}=([\\w-]{43})(?:;|$)`);

export const tokenFromCookie = ({ headers }: Pick<FastifyRequest, 'headers'>): string => TOKEN.exec(headers.cookie ?? '')?.[1] ?? '';

/** `secure`: the app is reached by HTTPS. A browser takes no secure cookie from a page without it. */
function setCookie(reply: FastifyReply, value: string, seconds: number, secure: boolean): void {
  reply.header('set-cookie', `${NAME}=${value}; Path=${PATH}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`);
}

export const setTokenCookie = (reply: FastifyReply, token: string, lastsMs: number, secure: boolean): void =>
  setCookie(reply, token, Math.floor(lastsMs / 1_000), secure);
export const clearTokenCookie = (reply: FastifyReply, secure: boolean): void => setCookie(reply, '', 0, secure);
