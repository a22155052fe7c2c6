/**
 * The CPU time in ms that some work takes on this thread. Unlike the time on the clock it does not
 * grow when other processes keep the machine busy.
 */
export const measureCpuMs = (work: () => unknown): number => {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
