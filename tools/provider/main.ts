/** `npm run -s provider -- check <address>`: asks a company of games everything that it must keep to (docs/providers.md). */
import { parseArgs } from 'node:util';
import { conformance } from '../../server/outside/companies/conformance.ts';
import { httpCompany } from '../../server/outside/companies/http-company.ts';

const USAGE = `npm run -s provider -- check <address> --game <code> [--player 1] [--other 2] [--fen 1000]
The secret shared with the company stands in CAIPU_PROVIDER_SECRET, at least 32 characters. A little money of --player is moved there and back:
name accounts that are meant for it. Exit code 1 when a rule does not hold.
`;

export async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      game: { type: 'string' },
      player: { type: 'string', default: '1' },
      other: { type: 'string', default: '2' },
      fen: { type: 'string', default: '1000' },
    },
  });
  const [command, address] = positionals;
  const secret = process.env.CAIPU_PROVIDER_SECRET ?? '';
  const numbers = [values.player, values.other, values.fen].map(Number);
  const good =
    command === 'check' && address !== undefined && /^https?:\/\//.test(address) && values.game !== undefined && secret.length >= 32;
  if (!good || numbers.some((number) => !Number.isSafeInteger(number) || number < 1)) {
    process.stderr.write(USAGE);
    return 2;
  }
  const [player = 1, other = 2, amountFen = 1_000] = numbers;
  const found = await conformance(httpCompany({ code: 'checked', name: 'checked', address, secret }), {
    player,
    other,
    game: values.game ?? '',
    amountFen,
  });
  for (const { rule, what, fault } of found)
    process.stdout.write(`${fault === undefined ? '✓' : '✗'} ${rule} ${what}${fault === undefined ? '' : `: ${fault}`}\n`);
  const failed = found.filter(({ fault }) => fault !== undefined).length;
  process.stdout.write(`${found.length - failed} of ${found.length} rules hold\n`);
  return failed === 0 ? 0 : 1;
}
