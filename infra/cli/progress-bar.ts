import { Presets, SingleBar } from 'cli-progress'

export type ProgressBar = {
  /** `shown` fills the placeholders of the format. */
  readonly update: (
    done: number,
    total: number,
    shown?: Readonly<Record<string, string | number>>,
  ) => void
  readonly stop: () => void
}

/** A bar on a terminal's stderr; elsewhere nothing is printed. */
export const progressBar = (format: string): ProgressBar => {
  const bar = new SingleBar(
    { format, noTTYOutput: false, clearOnComplete: true, hideCursor: true },
    Presets.shades_classic,
  )
  let isStarted = false
  return {
    update: (done, total, shown = {}) => {
      if (!isStarted) bar.start(total, done, shown)
      isStarted = true
      bar.setTotal(total)
      bar.update(done, shown)
    },
    stop: () => bar.stop(),
  }
}

const MEBIBYTE = 1024 * 1024
/** For bars that count bytes. */
export const inMebibytes = (bytes: number): number => Math.round(bytes / MEBIBYTE)
