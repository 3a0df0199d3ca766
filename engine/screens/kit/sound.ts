/** Short tones, made on the phone: nothing is loaded. Where there is no audio, or the browser allows none yet, there is silence. */

let audio: AudioContext | undefined;

/** A short tone: frequency in Hz, start and length in seconds from now. */
export function tone(context: AudioContext, frequency: number, start: number, length: number, loudness: number): void {
  const at = context.currentTime + start;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = 'triangle';
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(loudness, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + length);
}

export function withAudio(play: (context: AudioContext) => void): void {
  if (typeof AudioContext === 'undefined') return;
  try {
    audio ??= new AudioContext();
    const context = audio;
    if (context.state === 'suspended')
      void context.resume().then(
        () => play(context),
        () => {},
      );
    else play(context);
  } catch {
    // A phone without an audio device.
  }
}
