/**
 * `pandect api` alone over a database that holds everything already, for tests that only read: a
 * whole service takes three seconds of processor more to start.
 */
import { startApi } from '../billing/processes.ts'
import { NO_OVERLOAD, type Service } from './service.ts'

export type ApiProcess = Pick<Service, 'baseUrl' | 'origin' | 'key'> & {
  stop(): Promise<void>
}

export const startApiProcess = async (
  dataDir: string,
  environment: Readonly<Record<string, string>>,
  key: string,
): Promise<ApiProcess> => {
  const { port, stop } = await startApi(dataDir, { ...NO_OVERLOAD, ...environment })
  const origin = `http://127.0.0.1:${port()}`
  return { baseUrl: `${origin}/api/v1`, origin, key, stop }
}
