/** The part of the package that is used. */
declare module 'nodemailer' {
  interface Options {
    readonly url: string;
    readonly connectionTimeout?: number;
    readonly greetingTimeout?: number;
    readonly socketTimeout?: number;
    /** Refuses to read files and addresses that a message names. */
    readonly disableFileAccess?: boolean;
    readonly disableUrlAccess?: boolean;
  }
  interface Transport {
    sendMail(message: {
      readonly to: string;
      readonly subject: string;
      readonly text: string;
    }): Promise<{ readonly rejected: readonly unknown[] }>;
    close(): void;
  }
  export function createTransport(options: Options, defaults: { readonly from: string }): Transport;
}
