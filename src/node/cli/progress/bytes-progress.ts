/** How far the reading of files is. */
import { counted, timeLeft } from '../../../base/number-words.ts';
import { Forecast } from './forecast.ts';
import { seconds, StatusLine, type ProgressKind, type Screen } from './status-line.ts';

export class BytesProgress extends StatusLine {
  readonly #forecast: Forecast;

  constructor(screen: Screen, kind: ProgressKind, total: number, rows: () => number) {
    const forecast = new Forecast(total);
    super(screen, kind, () => {
      const share = total > 0 ? Math.min(1, forecast.done / total) : 0;
      const left = forecast.secondsLeft(seconds());
      const more = left === null ? '' : `; ${timeLeft(left)}`;
      return `${counted(rows(), 'row')} read, ${Math.floor(share * 100)} % of the bytes${more}`;
    });
    this.#forecast = forecast;
    forecast.begin(seconds());
  }

  passed(bytes: number): void {
    this.#forecast.finish(seconds(), bytes);
  }
}
