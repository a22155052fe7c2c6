/** Pinned versions of the real engines that are brought up without Docker. */
export const ENGINE_VERSIONS = {
  kafka: '4.3.1',
  kafkaScala: '2.13',
  kafkaLogging: '2.25.4',
  temporalCli: '1.5.1',
  temporalTestServer: '1.38.0',
  postgresDebian: '15',
  stripeMock: '0.203.0',
  mailpit: '1.27.11',
} as const
