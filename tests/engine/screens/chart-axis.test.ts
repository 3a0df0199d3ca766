/** The axis of a chart (engine/screens/blocks/chart): what stands beside it can be read as a figure. */
import { expect, it } from 'vitest';
import { axisOf, heightShare, tickText } from '../../../engine/screens/blocks/chart/axis.ts';
import { formatFigure } from '../../../engine/screens/blocks/parts/figure-text.ts';

it.each([[[]], [[0]], [[0, 0, 0]]])('%j: nothing has one line, at nothing', (values) => {
  const axis = axisOf(values);
  expect(axis.ticks.map((tick) => tickText(tick, 'fen'))).toEqual(['0']);
  expect(heightShare(axis, 0)).toBe(0);
});

it.each([
  [
    [0, 3],
    ['0', '0.01', '0.02', '0.03'],
  ],
  [
    [0, 32_000],
    ['0', '100', '200', '300', '400'],
  ],
  [
    [-500, 0],
    ['−6', '−4', '−2', '0'],
  ],
])('%j: the lines hold what is drawn, in round steps', (values, ticks) => {
  expect(axisOf(values).ticks.map((tick) => tickText(tick, 'fen'))).toEqual(ticks);
});

it('an axis near its figures does not begin at nothing', () => {
  expect(axisOf([185, 185], true)).toEqual({ from: 185, to: 186, ticks: [185, 186] });
});

it('a figure with its sign has none where it is nothing', () => {
  expect([-5, 0, 500].map((figure) => formatFigure(figure, 'signed'))).toEqual(['−¥0.05', '¥0.00', '+¥5.00']);
});

it('a figure below nothing has the same minus in every unit', () => {
  const units = ['fen', 'signed', 'odds', 'points', 'count'] as const;
  expect(units.map((unit) => formatFigure(-107_900, unit))).toEqual(['−¥1,079.00', '−¥1,079.00', '−1,079.00', '−1,079%', '−107,900']);
  expect(tickText(-500_000_000, 'fen')).toBe('−500万');
});
