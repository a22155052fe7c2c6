import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cachedFolder, runTool } from './cache.ts'
import { copyJars } from './maven.ts'
import { type EngineProcess, freePort, onFreePort, startServer, stopProcess } from './processes.ts'
import { ENGINE_VERSIONS } from './versions.ts'

const START_TIMEOUT_MS = 60_000
const MEND = 'install a Java runtime of version 17 or newer (Debian: openjdk-17-jre-headless)'
/**
 * Small heap, and the quick compiler alone: a broker for development and tests, not for a
 * deployment. The thorough compiler takes half of the processor time of a broker of minutes.
 */
const JAVA_FLAGS = ['-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'] as const
/** Above the largest event (contracts/conventions/events.md): long texts travel by reference. */
const MESSAGE_BYTES_MAX = 1_048_588

const serverProperties = (folder: string, port: number, controllerPort: number): string =>
  [
    'process.roles=broker,controller',
    'node.id=1',
    `controller.quorum.voters=1@127.0.0.1:${controllerPort}`,
    `listeners=PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    `advertised.listeners=PLAINTEXT://127.0.0.1:${port}`,
    'controller.listener.names=CONTROLLER',
    'listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'inter.broker.listener.name=PLAINTEXT',
    `log.dirs=${join(folder, 'data')}`,
    'auto.create.topics.enable=false',
    `message.max.bytes=${MESSAGE_BYTES_MAX}`,
    'offsets.topic.replication.factor=1',
    'offsets.topic.num.partitions=3',
    'transaction.state.log.replication.factor=1',
    'transaction.state.log.min.isr=1',
    'transaction.state.log.num.partitions=3',
    'group.initial.rebalance.delay.ms=0',
    'share.coordinator.state.topic.replication.factor=1',
    'share.coordinator.state.topic.min.isr=1',
    '',
  ].join('\n')

const CLASSES = 'classes.jsa'
const CACHE_NAME = `engines/kafka-${ENGINE_VERSIONS.kafka}`

/** Where the jars are once they were fetched. */
export const kafkaPath = (cache: string): string => join(cache, CACHE_NAME)

/** The broker's jars, from the registry or the cache. */
export const installKafka = (
  cache: string,
  environment: Record<string, string | undefined>,
): Promise<string> =>
  cachedFolder(cache, CACHE_NAME, (folder) =>
    copyJars(
      folder,
      [
        {
          group: 'org.apache.kafka',
          name: `kafka_${ENGINE_VERSIONS.kafkaScala}`,
          version: ENGINE_VERSIONS.kafka,
        },
        {
          group: 'org.apache.logging.log4j',
          name: 'log4j-slf4j-impl',
          version: ENGINE_VERSIONS.kafkaLogging,
        },
      ],
      environment,
    ),
  )

/** As Kafka writes the id of a cluster; a dash at its beginning would be taken for an option. */
const newClusterId = (): string => {
  const bytes = randomBytes(16)
  bytes[0] = (bytes[0] ?? 0) & 0x7f
  return bytes.toString('base64url')
}

/** Flags of Java: to read classes from a file, and to keep them in one at the end. */
type Classes = { readonly read: readonly string[]; readonly keep: readonly string[] }

/** A formatted folder keeps its cluster id, so it is formatted once. */
const formatOnce = async (
  options: { folder: string; environment: Record<string, string | undefined> },
  classPath: string,
  properties: string,
  classes: readonly string[],
): Promise<void> => {
  if (existsSync(join(options.folder, 'data', 'meta.properties'))) return
  await runTool(
    'java',
    [
      ...JAVA_FLAGS,
      ...classes,
      '-cp',
      classPath,
      'kafka.tools.StorageTool',
      'format',
      '-t',
      newClusterId(),
      '-c',
      properties,
    ],
    { env: options.environment, hint: MEND },
  )
}

export type KafkaServer = EngineProcess & { readonly brokers: string }

type KafkaOptions = {
  readonly cache: string
  readonly folder: string
  readonly environment: Record<string, string | undefined>
  /** Those of a broker that is brought back; else free ones. */
  readonly ports?: { readonly port: number; readonly controllerPort: number }
}
type StartedKafka = KafkaServer & { readonly controllerPort: number }

const startOn = async (
  home: string,
  options: Omit<KafkaOptions, 'cache'>,
  ports: { readonly port: number; readonly controllerPort: number },
  classes: Classes,
): Promise<StartedKafka> => {
  const { port, controllerPort } = ports
  const classPath = join(home, 'lib', '*')
  const properties = join(options.folder, 'server.properties')
  await writeFile(properties, serverProperties(options.folder, port, controllerPort))
  await formatOnce(options, classPath, properties, classes.read)
  const server = await startServer({
    name: 'Kafka',
    command: 'java',
    args: [
      ...JAVA_FLAGS,
      ...classes.read,
      ...classes.keep,
      '-cp',
      classPath,
      'kafka.Kafka',
      properties,
    ],
    cwd: options.folder,
    env: options.environment,
    logFile: join(options.folder, 'kafka.log'),
    port,
    timeoutMs: START_TIMEOUT_MS,
  })
  return { ...server, controllerPort, brokers: `127.0.0.1:${port}` }
}

const startOnFreePorts = (
  home: string,
  options: Omit<KafkaOptions, 'cache'>,
  classes: Classes,
): Promise<StartedKafka> =>
  onFreePort(async (port) =>
    startOn(home, options, { port, controllerPort: await freePort() }, classes),
  )

/**
 * The flags for classes as a broker left them when it ended: loading them anew takes half of the
 * processor of a start. A Java that does not know the file passes over it.
 */
const keptClasses = async (
  home: string,
  { cache, environment }: KafkaOptions,
): Promise<Classes> => {
  const kept = await cachedFolder(cache, `${CACHE_NAME}-classes`, async (folder) => {
    const data = join(folder, 'data')
    await mkdir(data)
    const keep = [`-XX:ArchiveClassesAtExit=${join(folder, CLASSES)}`]
    const { pid } = await startOnFreePorts(home, { folder: data, environment }, { read: [], keep })
    await stopProcess(pid)
    await rm(data, { recursive: true, force: true })
  })
  const file = join(kept, CLASSES)
  return { read: existsSync(file) ? [`-XX:SharedArchiveFile=${file}`] : [], keep: [] }
}

/**
 * Starts one KRaft broker on loopback with its data in `folder`; formats the folder the first time.
 * The same folder and ports start the same broker again, so a test can kill it and bring it back.
 */
export const startKafka = async (options: KafkaOptions): Promise<StartedKafka> => {
  const home = await installKafka(options.cache, options.environment)
  const classes = await keptClasses(home, options)
  await mkdir(options.folder, { recursive: true })
  return options.ports === undefined
    ? startOnFreePorts(home, options, classes)
    : startOn(home, options, options.ports, classes)
}
