/** The part of the package that is used. */
declare module 'smtp-server' {
  import type { Server } from 'node:net';
  import type { Readable } from 'node:stream';

  interface Session {
    readonly envelope: { readonly rcptTo: readonly { readonly address: string }[] };
  }
  type Answer = (error?: Error & { responseCode?: number }) => void;
  interface Options {
    readonly authOptional?: boolean;
    readonly disabledCommands?: readonly string[];
    onData(stream: Readable, session: Session, answer: Answer): void;
    onAuth?(
      auth: { readonly username?: string; readonly password?: string },
      session: Session,
      answer: (error: Error | null, done?: { user: string }) => void,
    ): void;
  }
  export class SMTPServer {
    readonly server: Server;
    constructor(options: Options);
    listen(port: number, host: string, ready: () => void): Server;
    close(done: () => void): void;
  }
}
