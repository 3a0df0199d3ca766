/** Reads the picture of four digits, as only the server's own keys allow. */
import type { Services } from '../../../server/services.ts';

/** @throws when no four digits fit the id: it was made for another address, or for another sending to it. */
export function solvePuzzle({ encryption }: Pick<Services, 'encryption'>, address: string, sent: number, id: string): string {
  const [until, salt, mark] = id.split('.');
  const subject = `${encryption.hmac('code.address', `address mobile ${address}`)} ${sent}`;
  for (let digits = 0; digits < 10_000; digits += 1) {
    const answer = String(digits).padStart(4, '0');
    if (encryption.hmac('puzzle', `${subject} ${until}.${salt} ${answer}`) === mark) return answer;
  }
  throw new Error('this picture is of something else');
}
