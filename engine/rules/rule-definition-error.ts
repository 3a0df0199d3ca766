/** A description whose rule makes no sense. The loader's semantic checks come first; this is the last net, at compile time. */
export class RuleDefinitionError extends Error {
  readonly play: string;
  constructor(play: string, message: string) {
    super(`play ${play}: ${message}`);
    this.name = 'RuleDefinitionError';
    this.play = play;
  }
}
