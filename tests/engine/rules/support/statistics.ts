/** Chances of test statistics. Regularised incomplete gamma and the normal tail, as in any book; accurate to about ten digits. */

function logGamma(x: number): number {
  // Lanczos, g = 7, n = 9.
  const coefficients = [
    0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
    -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
  ];
  let sum = coefficients[0] as number;
  for (let i = 1; i < coefficients.length; i++) sum += (coefficients[i] as number) / (x - 1 + i);
  const t = x - 1 + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
}

/** Chance that chi-square with so many degrees of freedom is at least `value`. */
export function chiSquareTail(value: number, degrees: number): number {
  if (value <= 0) return 1;
  const a = degrees / 2;
  const x = value / 2;
  const scale = Math.exp(-x + a * Math.log(x) - logGamma(a));
  if (x < a + 1) {
    let term = 1 / a;
    let sum = term;
    for (let n = 1; Math.abs(term) > Math.abs(sum) * 1e-15; n++) {
      term *= x / (a + n);
      sum += term;
    }
    return 1 - sum * scale;
  }
  let b = x + 1 - a;
  let c = 1e300;
  let d = 1 / b;
  let h = d;
  for (let i = 1; ; i++) {
    const an = -i * (i - a);
    b += 2;
    d = 1 / (an * d + b);
    c = b + an / c;
    h *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) return h * scale;
  }
}

/** Chance that a standard normal is at least |z| away from 0. */
export function normalTails(z: number): number {
  return chiSquareTail(z * z, 1);
}

/** Σ (observed − expected)² ÷ expected where all cells are equally likely. */
export function chiSquare(observed: ArrayLike<number>): number {
  let total = 0;
  for (let i = 0; i < observed.length; i++) total += observed[i] as number;
  const expected = total / observed.length;
  let sum = 0;
  for (let i = 0; i < observed.length; i++) sum += ((observed[i] as number) - expected) ** 2 / expected;
  return sum;
}
