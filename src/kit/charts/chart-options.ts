/** Builds the uPlot options of a chart with titled axes. */
import uPlot from 'uplot';

export interface Series {
  readonly name: string;
  readonly values: readonly (number | null)[];
  readonly kind: 'line' | 'steps' | 'bars' | 'dots' | 'rings';
  /** A colour token, such as `--series-1`. */
  readonly ink: string;
  /** Whether its line is dashed, so that a line below it stays visible. */
  readonly dashed?: boolean;
  /** An interval of each value, drawn as a band in the ink with the suffix `-band`. */
  readonly band?: { readonly low: readonly (number | null)[]; readonly high: readonly (number | null)[] };
}

/** Returns the data of a chart: the values, and behind them the edges of the bands. */
export function chartData(x: readonly number[], series: readonly Series[]): uPlot.AlignedData {
  const edges = series.flatMap(({ band }) => (band === undefined ? [] : [[...band.high], [...band.low]]));
  return [[...x], ...series.map(({ values }) => [...values]), ...edges];
}

export interface ChartAxes {
  readonly xTitle: string;
  readonly yTitle: string;
  readonly xRange?: readonly [number, number];
  readonly yRange?: readonly [number, number];
  readonly log?: boolean;
  readonly limits?: readonly { readonly at: number; readonly label: string }[];
  readonly at?: number | null;
}

export function chartOptions(look: PlotLook, series: readonly Series[], axes: ChartAxes): PlotOptions {
  const { ink, axis } = look;
  const { xTitle, yTitle, xRange, yRange, log = false } = axes;
  const title = { labelFont: axis.font!, labelSize: 20, labelGap: 2 };
  const banded = series.filter(({ band }) => band !== undefined);
  const edge = { stroke: 'transparent', points: { show: false } };
  const powers = (_: uPlot, __: number, low: number, high: number): number[] => powersBetween(low, high);
  return {
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      x: { time: false, ...(xRange === undefined ? {} : { range: [...xRange] }) },
      y: { ...(log ? { distr: 3 } : {}), ...(yRange === undefined ? {} : { range: [...yRange] }) },
    },
    axes: [
      { ...axis, ...title, label: xTitle, size: 24, space: 50, incrs: [0.1, 0.2, 1, 2, 5, 10, 20, 50, 100] },
      { ...axis, ...title, label: yTitle, size: 44, space: 28, ...(log ? { splits: powers } : {}) },
    ],
    series: [
      {},
      ...series.map((each) => seriesOf(each, ink(each.ink))),
      ...banded.flatMap(() => [edge, edge]),
    ],
    bands: banded.map((each, at) => ({
      series: [series.length + 1 + 2 * at, series.length + 2 + 2 * at],
      fill: ink(`${each.ink}-band`),
    })),
    hooks: { draw: [(chart) => drawRulers(chart, look, axes)] },
  };
}

/** Powers of ten, the only grid lines of a logarithmic axis. */
function powersBetween(low: number, high: number): number[] {
  const [first, last] = [Math.ceil(Math.log10(low)), Math.floor(Math.log10(high))];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => 10 ** (first + at));
}

/** Draws the limits, each with its label on a background, and the vertical line. */
function drawRulers(chart: uPlot, { ink, axis }: PlotLook, { limits = [], at = null }: ChartAxes): void {
  const { ctx, bbox } = chart;
  const pixel = uPlot.pxRatio;
  const rightEdge = bbox.left + bbox.width;
  const line = (x: number, y: number, toX: number, toY: number): void => {
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.lineTo(toX, toY);
    ctx.stroke();
  };
  const [text, ground] = [ink('--text'), ink('--surface')];
  ctx.save();
  ctx.strokeStyle = text;
  ctx.setLineDash([4 * pixel, 4 * pixel]);
  ctx.lineWidth = pixel;
  const font = axis.font!.toString();
  const letter = Number.parseFloat(font) * pixel;
  ctx.font = font.replace(/^[\d.]+/, String(letter));
  ctx.textAlign = 'right';
  for (const [index, { at: value, label }] of limits.entries()) {
    const y = chart.valToPos(value, 'y', true);
    line(bbox.left, y, rightEdge, y);
    // The label of the first of two limits is below its line, so that labels of close limits do not overlap.
    const isBelow = index === 0 && limits.length > 1;
    const baseline = isBelow ? y + letter + 3 * pixel : y - 5 * pixel;
    const width = ctx.measureText(label).width;
    ctx.fillStyle = ground;
    ctx.fillRect(
      rightEdge - width - 4 * pixel,
      baseline - letter + pixel,
      width + 4 * pixel,
      letter + 2 * pixel,
    );
    ctx.fillStyle = text;
    ctx.fillText(label, rightEdge - 2 * pixel, baseline);
  }
  if (at !== null) {
    const x = chart.valToPos(at, 'x', true);
    line(x, bbox.top, x, bbox.top + bbox.height);
  }
  ctx.restore();
}

function seriesOf({ kind, dashed }: Series, stroke: string): uPlot.Series {
  switch (kind) {
    case 'dots':
    case 'rings':
      return {
        stroke,
        paths: () => null,
        points: { show: true, size: 7, stroke, fill: kind === 'dots' ? stroke : 'transparent', width: 2 },
      };
    case 'bars':
      return {
        stroke,
        fill: stroke,
        width: 0,
        paths: uPlot.paths.bars!({ size: [0.7, 48] }),
        points: { show: false },
      };
    case 'steps':
    case 'line':
      return {
        stroke,
        width: 2,
        points: { show: false },
        ...(kind === 'steps' ? { paths: uPlot.paths.stepped!({ align: 1 }) } : {}),
        ...(dashed ? { dash: [6, 4] } : {}),
      };
  }
}

export interface PlotLook {
  /** Returns the colour of a token, such as `--series-1`, for a canvas. */
  readonly ink: (token: string) => string;
  readonly axis: uPlot.Axis;
}

export type PlotOptions = Omit<uPlot.Options, 'width' | 'height' | 'legend'>;
