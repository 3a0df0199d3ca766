/**
 * The arguments of a script that takes few or none. `--help` prints its usage. An unknown argument ends the script with exit code 2 before it
 * does anything.
 * @param {string} usage printed for --help and for an unknown argument
 * @param {(word: string) => boolean} known whether the script takes this argument
 */
export function takeWords(usage, known = () => false) {
  const words = process.argv.slice(2).filter((word) => word !== '--');
  if (words.includes('--help') || words.includes('-h')) {
    console.log(usage);
    process.exit(0);
  }
  const unknown = words.filter((word) => !known(word));
  if (unknown.length > 0) {
    console.error(`${usage}\nnot understood: ${unknown.join(' ')}`);
    process.exit(2);
  }
  return words;
}
