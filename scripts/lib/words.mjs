/**
 * For scripts that take no words, or few: --help says how they are used, and a word that they do not know ends them with exit code 2 before
 * anything is done. None goes to work on words that it did not understand.
 * @param {string} usage first line: how it is called
 * @param {(word: string) => boolean} known whether it takes this word
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
