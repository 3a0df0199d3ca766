/** `npm run -s provider -- check <address>`: checks a company of games against the rules of docs/providers.md. */
import { readArguments } from '../games/options.ts';
import { checkConformance } from '../../server/payments/providers/companies/conformance.ts';
import { httpCompany } from '../../server/payments/providers/companies/http-company.ts';

const USAGE = `npm run -s provider -- check <address> --game <code> [--player 1] [--other 2] [--fen 1000]
CAIPU_PROVIDER_SECRET has the secret shared with the company, at least 32 characters. The command moves a little money of --player there and back,
so use test accounts. Exit code 1 if the company breaks a rule.
`;

export async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(USAGE);
    return 0;
  }
  const read = readArguments(args, ['game', 'player', 'other', 'fen'], []);
  if (typeof read === 'string') return misunderstood(read);
  const { words, options } = read;
  const [command, address = '', ...more] = words;
  const game = options.get('game');
  const secret = process.env.CAIPU_PROVIDER_SECRET ?? '';
  if (command !== 'check' || more.length > 0) return misunderstood(words.join(' '));
  if (!/^https?:\/\/./.test(address) || !URL.canParse(address))
    return incomplete('<address>', 'an http or https address, such as https://wallet.example/caipu');
  if (game === undefined) return incomplete('--game', 'the code of a game that the company has');
  if (secret.length < 32) return incomplete('CAIPU_PROVIDER_SECRET', 'the secret shared with the company, 32 characters or more');
  const numbers = [options.get('player') ?? '1', options.get('other') ?? '2', options.get('fen') ?? '1000'].map(Number);
  if (numbers.some((number) => !Number.isSafeInteger(number) || number < 1))
    return incomplete('--player, --other, --fen', 'whole numbers from 1 on');
  const [player = 1, other = 2, amountFen = 1_000] = numbers;
  const found = await checkConformance(httpCompany({ code: 'checked', name: 'checked', address, secret }), {
    player,
    other,
    game,
    amountFen,
  });
  const [first] = found;
  // If every rule fails for the same reason (no answer, another secret), the reason is printed once.
  if (first?.fault !== undefined && found.every(({ fault }) => fault === first.fault)) {
    process.stdout.write(`✗ every rule: ${first.fault}\n0 of ${found.length} rules hold\n`);
    return 1;
  }
  for (const { rule, what, fault } of found)
    process.stdout.write(`${fault === undefined ? '✓' : '✗'} ${rule} ${what}${fault === undefined ? '' : `: ${fault}`}\n`);
  const failed = found.filter(({ fault }) => fault !== undefined).length;
  process.stdout.write(`${found.length - failed} of ${found.length} rules hold\n`);
  return failed === 0 ? 0 : 1;
}

function incomplete(name: string, is: string): number {
  process.stderr.write(`${USAGE}\n还缺内容 / something is missing: ${name}, ${is}\n`);
  return 2;
}

function misunderstood(what: string): number {
  process.stderr.write(`${USAGE}\n不明白 / not understood: ${what}\n`);
  return 2;
}
