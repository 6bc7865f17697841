/** The values that a chart takes from the page's styles. */
import type uPlot from 'uplot';

export interface PlotLook {
  /** The colour of a token, `--series-1`, as a canvas takes it. */
  readonly ink: (token: string) => string;
  readonly axis: Pick<uPlot.Axis, 'stroke' | 'font' | 'gap' | 'grid' | 'ticks'>;
}

export type PlotOptions = Omit<uPlot.Options, 'width' | 'height' | 'legend'>;
